"""The board as SVG: the data that pages need to draw it.

`context` assembles the template context; `territories`, `marks`, `sea_lanes` and the others each
cover one layer. `art` generates the static files (`manage.py draw_boards`). Below: `display`,
`rules`.
"""
