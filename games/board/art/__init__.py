"""The static layers of each board, drawn in advance by `manage.py draw_boards`.

Coastlines, relief, sea, woods and hills as SVG files under `static/board/`; `files` lists them.
The rest of `games.board` uses the geometry, ornaments and sheet sizes from here, but no page
request draws a file.
"""
