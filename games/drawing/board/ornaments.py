"""The ornaments of each board's drawing: title, legend, compass, ships, hand-placed relief."""

from dataclasses import dataclass, field

Place = tuple[float, float]
Range = tuple[str, float, tuple[Place, ...]]
"""A stretch of relief: its kind, the size of its glyphs, and the line it follows."""


@dataclass(frozen=True, slots=True)
class Title:
    """A board's title: its position, half its width, its lower rule, the texts above and below."""

    at: Place
    half: float
    foot: float
    above: str
    below: str


@dataclass(frozen=True, slots=True)
class Legend:
    """The legend: the position of its first row, the width of a column, and the rows per column."""

    at: Place
    column: float
    rows: int = 4


@dataclass(frozen=True, slots=True)
class Ornaments:
    """The ornaments of one board, in drawing units; each is optional.

    `plaques` are the centres of the plaques that show a continent's name and bonus. `buoys` are
    points in straits that ships may pass. `rivers` are the widths of rivers that are not borders.
    `band` scales the width of the coloured band along a group's border; 1 is the default width.
    `notes` are short texts in the sea: text, x, y and angle.
    """

    compass: Place | None = None
    ships: tuple[tuple[float, float, float, float], ...] = ()
    title: Title | None = None
    legend: Legend | None = None
    plaques: dict[str, Place] = field(default_factory=dict)
    ranges: tuple[Range, ...] = ()
    buoys: tuple[Place, ...] = ()
    rivers: dict[str, float] = field(default_factory=dict)
    lakes: tuple[str, ...] = ()
    band: float = 1
    notes: tuple[tuple[str, float, float, float], ...] = ()


def ornaments_of(board_id: str) -> Ornaments:
    """Return a board's ornaments."""
    return ORNAMENTS.get(board_id, Ornaments())


FLANAESS = Ornaments(
    compass=(92, 1072),
    ships=((104, 880, 0.95, 0.95), (944, 1128, -1.05, 1.05)),
    title=Title((850, 62), 132, 118, "WORLD OF GREYHAWK", "Greyhawk Castle Risk"),
    legend=Legend((729, 119), 136),
    rivers={"thelly": 1.5, "flanmi": 1.5, "harp": 1.2, "grayflood_mouth": 2.6},
    lakes=("Nyr Dyv",),
)

_EUROPEAN_BUOYS = (
    # The Kattegat and the Sound, the Baltic, the Gulf of Finland
    (600, 140), (638, 155), (652, 184), (666, 195), (674, 224), (690, 236), (735, 236),
    (778, 190), (776, 165), (860, 136), (900, 130), (940, 127), (972, 124),
    # Past Portugal, the Strait of Gibraltar, past Sicily
    (26, 660), (5, 690), (4, 714), (4, 740), (7, 766),
    (24, 780), (70, 807), (130, 806), (200, 801), (310, 795),
    (500, 803), (570, 815), (648, 829), (710, 829), (772, 828), (800, 800),
    # The Adriatic, the Aegean
    (757, 717), (713, 634), (678, 598),
    (880, 830), (909, 817), (945, 755), (1000, 800), (1060, 800),
)  # fmt: skip

EUROPE = Ornaments(
    compass=(72, 376),
    ships=((46, 268, 0.8, 0.8), (292, 798, -0.75, 0.75), (470, 262, 0.6, 0.6)),
    title=Title((132, 49), 112, 116, "SIX EMPIRES", "Castle Risk"),
    legend=Legend((28, 101), 112),
    band=0.7,
    buoys=_EUROPEAN_BUOYS,
    ranges=(
        (
            "mountains",
            0.62,
            ((446, 572), (464, 548), (500, 558), (548, 548), (602, 538), (652, 540)),
        ),
        ("mountains", 0.6, ((202, 620), (250, 640), (318, 666))),
        ("mountains", 0.6, ((790, 414), (850, 410), (918, 428), (938, 478), (925, 505))),
        ("mountains", 0.56, ((692, 592), (738, 630), (782, 684))),
        ("mountains", 0.56, ((890, 572), (962, 580))),
        ("mountains", 0.6, ((662, 112), (692, 62), (744, 24))),
        ("mountains", 0.6, ((1060, 760), (1120, 735), (1170, 715))),
        ("mountains", 0.5, ((1110, 640), (1170, 645))),
        ("hills", 0.6, ((566, 618), (612, 676), (690, 706))),
        ("hills", 0.6, ((282, 128), (332, 148))),
        ("hills", 0.55, ((330, 556), (350, 590))),
        ("hills", 0.6, ((96, 592), (170, 604))),
        ("hills", 0.6, ((110, 655), (100, 735), (150, 770))),
        ("hills", 0.55, ((640, 420), (700, 400))),
        ("conifers", 0.7, ((862, 52), (905, 38), (950, 60))),
        ("conifers", 0.7, ((725, 80), (752, 60), (735, 170))),
        ("conifers", 0.7, ((1010, 60), (1060, 100))),
        ("conifers", 0.7, ((1120, 80), (1110, 200), (1170, 230))),
        ("conifers", 0.7, ((880, 235), (935, 255))),
        ("forests", 0.7, ((498, 460), (505, 485))),
        ("forests", 0.7, ((560, 470), (575, 505))),
        ("forests", 0.7, ((850, 300), (790, 300))),
        ("forests", 0.7, ((980, 255), (1060, 300))),
        ("forests", 0.7, ((430, 505), (445, 470))),
        ("swamps", 0.65, ((950, 320), (1010, 300))),
        ("swamps", 0.6, ((940, 560), (985, 545))),
    ),
)

WORLD = Ornaments(
    compass=(80, 528),
    ships=((150, 706, 0.85, 0.85), (400, 420, 0.6, 0.6), (830, 664, 0.7, 0.7)),
    title=Title((500, 702), 140, 58, "FORTY-TWO TERRITORIES", "Classic Risk"),
    plaques={
        "north_america": (110, 38),
        "south_america": (186, 548),
        "europe": (535, 62),
        "africa": (488, 560),
        "asia": (1112, 40),
        "australia": (985, 738),
    },
    band=0.6,
    notes=(("to Kamchatka", 17, 196, -90), ("to Alaska", 1184, 184, 90)),
    ranges=(
        ("mountains", 0.55, ((118, 190), (130, 250), (150, 300), (176, 352))),
        ("mountains", 0.55, ((268, 500), (285, 560), (310, 620), (318, 690))),
        ("mountains", 0.6, ((800, 318), (850, 334), (892, 346))),
        ("mountains", 0.5, ((802, 104), (796, 160), (788, 205))),
        ("mountains", 0.5, ((880, 228), (935, 236))),
        ("mountains", 0.5, ((1085, 112), (1120, 100))),
        ("mountains", 0.5, ((556, 132), (582, 104))),
        ("mountains", 0.45, ((528, 282), (560, 276))),
        ("mountains", 0.5, ((478, 372), (532, 366))),
        ("mountains", 0.5, ((676, 430), (690, 455))),
        ("hills", 0.5, ((236, 312), (262, 282))),
        ("hills", 0.5, ((628, 628), (650, 600))),
        ("hills", 0.5, ((705, 330), (735, 350))),
        ("hills", 0.5, ((1000, 640), (1050, 660))),
        ("jungle", 0.65, ((330, 500), (395, 510), (410, 560))),
        ("jungle", 0.65, ((570, 500), (620, 490))),
        ("jungle", 0.6, ((200, 400), (225, 412))),
        ("jungle", 0.6, ((905, 400), (920, 440))),
        ("jungle", 0.6, ((965, 500), (1090, 510))),
        ("conifers", 0.6, ((868, 80), (960, 82), (1010, 100))),
        ("conifers", 0.6, ((930, 190), (1000, 165))),
        ("conifers", 0.6, ((815, 130), (825, 190))),
        ("conifers", 0.6, ((130, 112), (240, 110))),
        ("conifers", 0.6, ((205, 178), (240, 190), (300, 170))),
        ("conifers", 0.6, ((690, 130), (760, 140))),
        ("forests", 0.6, ((560, 222), (640, 210))),
        ("forests", 0.6, ((268, 262), (230, 290))),
        ("forests", 0.6, ((960, 300), (1000, 262))),
    ),
)

ORNAMENTS = {"flanaess": FLANAESS, "europe": EUROPE, "world": WORLD}
