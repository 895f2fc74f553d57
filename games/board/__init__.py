"""The board as SVG: the data that pages need to draw it.

`context` assembles the template context and `parts` the table's parts; the other modules each cover
one layer or one kind of mark. `art` generates the static files (`manage.py draw_boards`) and is
only for that command and this package. Built on `display`, `rules`.
"""
