"""Code that draws the static layers of each board, for `manage.py draw_boards`.

Coastlines, relief, sea, woods and hills as SVG files under `static/drawing/board/`; `files` lists
them. No page imports from here. Built on `board`, `display`.
"""
