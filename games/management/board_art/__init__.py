"""What draws the static layers of each board in advance, for `manage.py draw_boards`.

Coastlines, relief, sea, woods and hills as SVG files under `static/drawing/board/`; `files` lists
them. No page imports from here. Built on `board`, `display`.
"""
