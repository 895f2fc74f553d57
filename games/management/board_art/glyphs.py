"""The glyphs of a board's drawing: trees, hills, ships, the compass."""

GLYPHS = {
    "forests": (
        '<path d="M0 1v-3.4" stroke="#4a3a22"/><path d="M-4-1.8c-1.5-1.4-.8-3.3.8-3.6.1-2.2 2.6-3.4'
        ' 4.1-2 2-.5 3.6 1.2 3 2.8 1.3 1 .7 2.9-.9 3.1-1.4 1.4-2.6.3-3.4-.2-1 .8-2.5.9-3.6-.1z" '
        'fill="#7c8f56" stroke="#3d4426" stroke-width=".7"/><path d="M.9-6.6c1.8.3 2.6 1.6 2.2 2.9 '
        '1 1 .4 2-1 2.2-.8.8-1.6.5-2.2.2 1.6-1.4 2-3.4 1-5.3z" fill="#4f6236" opacity=".55"/>'
    ),
    "conifers": (
        '<path d="M0 1.6v-2" stroke="#4a3a22"/><path d="M0-9.4l2.1 3.4h-.9L3.1-3h-1L3.5-.4h-7L-2.1'
        '-3h-1l1.9-3h-.9z" fill="#6b8460" stroke="#33402a" stroke-width=".7" '
        'stroke-linejoin="round"/><path d="M0-9l2 3h-.9L3-3H2L3.3-.6H.7z" fill="#3f5540" '
        'opacity=".55"/>'
    ),
    "jungle": (
        '<path d="M.2 1.5q-.6-3.4.4-5.6" fill="none" stroke="#5b4526" stroke-width="1.1"/><path '
        'd="M.6-4.6c-2.4-2.2-5-1.2-5.6 1 1.4-1.2 3.2-1.3 5-.4-2 .2-3 1.7-2.7 3.2.7-1.5 1.7-2.3 '
        "3.2-2.5 1.3.4 2.1 1.5 2 3 1.2-1.6.6-3.2-1-3.7 1.8-.6 3.4.1 4 1.5.5-2.3-2-4.1-4.3-2.6.5-1.3"
        ' 1.7-1.8 3-1.5C2.9-8.2.7-7.4.6-4.6z" fill="#6c8a45" stroke="#37441f" stroke-width=".6" '
        'stroke-linejoin="round"/>'
    ),
    "hills": (
        '<path d="M-8 1.5c2-5.4 4.6-7.6 7.2-7.4 3.4.2 5.6 3.6 8.6 7.4" fill="#d9c79a" '
        'fill-opacity=".75" stroke="#5a4426" stroke-width=".95" stroke-linecap="round"/><path '
        'd="M.6-4.6c1.8 1.3 2.7 3 3.2 5.4M2.8-3.6C4.1-2.4 4.9-1 5.3.7M-1-4.4C-.1-3.4.4-2.2.6-.6" '
        'fill="none" stroke="#5a4426" stroke-width=".6" opacity=".7" stroke-linecap="round"/>'
    ),
    "mountains": (
        '<path d="M-10.5 3L-6-4l1.6 1.5L.4-11.8l3.2 5.1 1.5-1.5L11 3z" fill="#e6d9b8"/><path '
        'd="M.4-11.8l3.2 5.1 1.5-1.5L11 3H2.5c1-3.2-.6-5-.2-7.4C.7-6 .1-8.8.4-11.8z" '
        'fill="#7b6a52" opacity=".75"/><path d="M-10.5 3L-6-4l1.6 1.5L.4-11.8l3.2 5.1 1.5-1.5L11 3"'
        ' fill="none" stroke="#3f301e" stroke-width=".95" stroke-linejoin="round" '
        'stroke-linecap="round"/><path d="M-6-3.4c.3 2-.5 3.2-1.3 5M-2-5.6C-1.2-3.4-2.4-2-2.6.4" '
        'fill="none" stroke="#3f301e" stroke-width=".55" opacity=".6"/>'
    ),
    "swamps": (
        '<path d="M-6 0H6M-3.5 2h7" stroke="#4d6a63" stroke-width=".9" stroke-linecap="round"/>'
        '<path d="M0-.6v-5M-1.7-.6q-.2-2.6-1.9-4.2M1.7-.6q.2-2.6 1.9-4.2" fill="none" '
        'stroke="#52622f" stroke-width=".95" stroke-linecap="round"/>'
    ),
}
"""A glyph for each kind of relief; the origin is at its foot."""

RADII = {"forests": 5, "conifers": 5, "jungle": 5, "hills": 9, "mountains": 12, "swamps": 7}
"""Half the width of each glyph, used to keep it at a distance from other things."""

SIZES = (0.5, 0.58, 0.66, 0.74, 0.88, 0.95, 1.02, 1.09, 1.18)
"""The available glyph sizes; a glyph is drawn in the nearest one."""

SHIP = (
    '<path d="M-19 5q3 10 9 13H7q8-2 13-15-6 3-10 2L9 8h-19l-2-4q-3 1-7 1z" fill="{deep}" '
    'fill-opacity=".55"/><path d="M-15 10q12 4 30 .5M-8 8v-27M5 8v-33M14 5v-18M20 3l9-6"/>'
    '<path d="M-15-15q7-2 13 0 4 8 0 16-7-3-13 0 4-8 0-16zM-2-21q7-2 14 0 4 10 0 20-7-3-14 0 '
    '4-10 0-20z" fill="{line}" fill-opacity=".16"/><path d="M14-12q5 6 5 13l-8 1M5-25q-5-2-9 1 5 0 '
    '9 2M-8-19q-4-1-7 1 4 0 7 1"/><path d="M-30 20q4-3 8 0t8 0 8 0 8 0 8 0 8 0 8 0M-20 24q4-3 8 '
    '0t8 0 8 0 8 0" opacity=".7"/>'
)
"""A ship under sail, about 60 units wide."""


def compass(line: str, letter: str) -> str:
    """Return a compass rose of radius 45 around the origin; `line` and `letter` are colours."""
    ticks = "".join(
        f'<path d="M0-27.3V-30.4" transform="rotate({turn * 11.25:g})"/>' for turn in range(32)
    )
    small = "".join(_point(turn, 0.62, 5.7, "#a9925a", "#e7d6a8") for turn in (45, 135, 225, 315))
    large = "".join(_point(turn, 1, 6.6, "#7d6533", "#f1e2b6") for turn in (0, 90, 180, 270))
    north = "M-4.4-50.5v-9h1.2l6.4 7.2v-7.2h1.2v9H3.2l-6.4-7.2v7.2z"
    return (
        f'<g fill="none" stroke="{line}"><circle r="27.3" stroke-width=".9"/>'
        f'<circle r="30.4" stroke-width=".4"/><g stroke-width=".5">{ticks}</g></g>'
        f'{small}{large}<path d="{north}" fill="{letter}"/>'
    )


def _point(turn: int, size: float, half: float, dark: str, bright: str) -> str:
    return (
        f'<g transform="rotate({turn})scale({size})"><path d="M0-44L{half}-{half}L0 0Z" '
        f'fill="{dark}"/><path d="M0-44L-{half}-{half}L0 0Z" fill="{bright}"/></g>'
    )
