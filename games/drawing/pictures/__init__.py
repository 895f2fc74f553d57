"""The map of a game as a PNG, drawn with Pillow: for link previews, downloads and letters.

`map_png` in `map_picture` draws a `MapPicture`, which holds everything to be seen on it;
`picture_of` makes one from a view. `ground` draws what never changes and is kept, `signs` the small
marks, `outlines` reads SVG paths, `inks` has the colours and fonts. Built on `board`, `display`.
"""
