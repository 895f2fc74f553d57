"""The board as SVG: the data that pages need to draw it.

`context` assembles the template context and `parts` the table's parts; the other modules each cover
one layer or one kind of mark, or compute shapes (`geometry`, `simplify`, `ink`). The static files
are drawn by `manage.py draw_boards`. Built on `display`, `rules`.
"""
