"""The board as SVG: what a viewer's page needs to draw it.

`context` assembles the template context; `territories`, `marks`, `sea_lanes` and the rest draw
one layer each. `art` makes the static files (`manage.py draw_boards`). Below: `display`, `rules`.
"""
