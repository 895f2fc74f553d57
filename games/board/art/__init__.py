"""The static layers of each board, drawn once by `manage.py draw_boards`.

Coastlines, relief, sea, woods and hills as SVG files under `static/boards/`. `files` lists them.
Only the command and the tests import from here; nothing is drawn while a page is served.
"""
