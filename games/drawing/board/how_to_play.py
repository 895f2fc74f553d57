"""How to play each game: a page of short lessons, each with a picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.drawing.board.vignettes import Vignette, vignette_context
from rules import CASTLE, CLASSIC, GREYHAWK, HEADQUARTERS, Ruleset
from rules.rulesets.words import in_words_of


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a title, some sentences, the rule they sum up, and a picture.

    `picture` is a part of the game's board, or the name of an illustration.
    """

    title: str
    text: str
    rule: str
    picture: Vignette | str


_DICE = Lesson(
    "Roll the dice",
    "You roll up to three dice, one fewer than the armies in your territory; the defender rolls up "
    "to two. The highest dice are compared, then the second highest. The lower die of each pair "
    "costs its side one army, and the defender wins ties.",
    "ATT-5",
    "dice",
)
_FORTRESS = "Against a {stronghold} you roll at most two dice."
_DEFEND = (
    "When you are attacked, choose how many dice to roll. You can play a {Fortification} for +1 on "
    "your highest die, or reveal hidden armies."
)
_ATTACK = (
    "On your turn, attack from any territory with at least two armies into a neighbouring one, "
    "across a border or along a dotted line. Attack as often as you like, or not at all."
)
_CAPTURE = (
    "When the last defender falls, the territory is yours. Move in at least as many armies as you "
    "rolled dice. One army must stay behind."
)
_CAPTURE_LAST = (
    "When the last defender falls, the territory is yours. Move in at least as many armies as you "
    "rolled dice. One army must stay behind. If it was a player’s last territory, they’re "
    "eliminated and you get their cards."
)
_SPOILS = (
    "At the end of your turn, you get 4 armies for each empire you hold completely, 6 for holding "
    "every independent territory and 8 for each banner. Place them where you expect an attack."
)
_HIDE = (
    "During set-up you choose a territory in secret. While you hold it, you can reveal armies "
    "there once, on your turn or when it is attacked. The more {Mercenaries} have been played, the "
    "more armies you reveal."
)

_GREYHAWK = (
    Lesson(
        "Guard your stronghold",
        "Each player has one stronghold. If yours falls, you’re eliminated, and the attacker gets "
        "your banner, your cards and your hidden armies. Take all the others and you win.",
        "ELM-1",
        Vignette(
            {"rauxes": (1, 4), "torrich": (1, 2), "eastfair": (3, 9), "adri_forest": (3, 3)},
            ("rauxes",),
            ("eastfair", "rauxes"),
        ),
    ),
    Lesson(
        "Attack your neighbours",
        _ATTACK,
        "ATT-1",
        Vignette(
            {"onnwal": (2, 6), "irongate": (0, 2), "idee": (0, 3), "iron_hills": (0, 1)},
            (),
            ("onnwal", "irongate"),
        ),
    ),
    Lesson(_DICE.title, f"{_DICE.text} {_FORTRESS}", "ATT-5", "dice"),
    Lesson(
        "Move in",
        _CAPTURE,
        "ATT-9",
        Vignette({"onnwal": (2, 1), "irongate": (2, 5), "idee": (0, 3), "iron_hills": (0, 1)}),
    ),
    Lesson(
        "Defend",
        _DEFEND,
        "ATT-4",
        Vignette(
            {"irongate": (2, 4), "onnwal": (2, 1), "ahlissa": (4, 6)},
            ("irongate",),
            ("ahlissa", "irongate"),
        ),
    ),
    Lesson(
        "Play your cards",
        "Mercenaries bring armies and Ambassadors force a truce. A Hero adds 1 to your highest die "
        "when you attack; a Fortification does so when you defend. Assassins destroy cards, and a "
        "Fleet carries an attack across the sea.",
        "MRC-1",
        "cards",
    ),
    Lesson(
        "Sail with a fleet",
        "With a Fleet, you can sail from one of your coasts through up to three sea zones and "
        "attack any coast you reach. It fights to the death. If you win, you keep the card.",
        "FLT-1",
        Vignette(
            {"dullstrand": (4, 1), "lordship_duxchan": (4, 7), "medegia": (1, 3)},
            (),
            ("lordship_duxchan", "medegia"),
        ),
    ),
    Lesson(
        "Hide armies",
        _HIDE,
        "HID-1",
        Vignette({"grandwood": (1, 3), "gull_cliffs": (1, 1), "rel_astra": (5, 5)}),
    ),
    Lesson(
        "Expect events",
        "After your attacks, you draw an event card. Storms close the seas, peasants revolt, a "
        "dragon strikes. Some events last until the end of your next turn.",
        "TRN-4",
        "event",
    ),
    Lesson(
        "Collect your armies",
        _SPOILS,
        "TRN-6",
        Vignette(
            {
                "onnwal": (2, 3),
                "irongate": (2, 6),
                "idee": (2, 2),
                "menowood": (2, 2),
                "sunndi": (2, 4),
            },
            ("irongate",),
        ),
    ),
)

_CASTLE = (
    Lesson(
        "Guard your castle",
        "Each player has one castle. If yours falls, you’re eliminated, and the attacker gets your "
        "banner, your cards and your hidden armies. Take all the others and you win.",
        "ELM-1",
        Vignette(
            {"paris": (1, 4), "burgundy": (1, 2), "netherlands": (2, 9), "rhine": (2, 3)},
            ("paris",),
            ("netherlands", "paris"),
        ),
    ),
    Lesson(
        "Attack your neighbours",
        _ATTACK,
        "ATT-1",
        Vignette(
            {"bavaria": (2, 6), "vienna": (3, 2), "bohemia": (3, 3)}, (), ("bavaria", "bohemia")
        ),
    ),
    Lesson(_DICE.title, f"{_DICE.text} {_FORTRESS}", "ATT-5", "dice"),
    Lesson(
        "Move in",
        _CAPTURE,
        "ATT-9",
        Vignette({"bavaria": (2, 1), "vienna": (3, 2), "bohemia": (2, 5)}),
    ),
    Lesson(
        "Defend",
        _DEFEND,
        "ATT-4",
        Vignette(
            {"paris": (1, 4), "brittany": (1, 2), "burgundy": (2, 6)},
            ("paris",),
            ("burgundy", "paris"),
        ),
    ),
    Lesson(
        "Play your cards",
        "Reinforcements bring armies and Diplomats force a truce. A General adds 1 to your highest "
        "die when you attack; a Marshall does so when you defend. A Spy discards a card from an "
        "opponent’s hand.",
        "CAS-2",
        "cards",
    ),
    Lesson(
        "Sail with an Admiral",
        "With an Admiral, you can attack any coast on the same sea, however far. It fights to the "
        "death. If you win, you keep the card.",
        "CAS-6",
        Vignette(
            {"london": (0, 7), "yorkshire": (0, 2), "netherlands": (2, 3)},
            (),
            ("london", "netherlands"),
        ),
    ),
    Lesson("Hide armies", _HIDE, "CAS-7", Vignette({"norway": (5, 3), "sweden": (5, 1)})),
    Lesson(
        "Collect your armies",
        _SPOILS,
        "TRN-6",
        Vignette(
            {"london": (0, 4), "wales": (0, 2), "yorkshire": (0, 2), "scotland": (0, 3)},
            ("london",),
        ),
    ),
)

_ARMIES = Lesson(
    "Place your armies",
    "At the start of your turn, you get one army for every three territories you hold (at least "
    "three armies), plus a bonus for each continent you hold completely.",
    "CLA-3",
    Vignette(
        {
            "indonesia": (2, 3),
            "new_guinea": (2, 2),
            "western_australia": (2, 2),
            "eastern_australia": (2, 1),
        }
    ),
)
_CLASSIC_ATTACK = Lesson(
    "Attack your neighbours",
    _ATTACK,
    "CLA-5",
    Vignette(
        {"brazil": (0, 7), "north_africa": (3, 3), "venezuela": (0, 1)},
        (),
        ("brazil", "north_africa"),
    ),
)
_CLASSIC_CAPTURE = Lesson(
    "Move in",
    _CAPTURE_LAST,
    "CLA-5",
    Vignette({"brazil": (0, 2), "north_africa": (0, 4), "venezuela": (0, 1)}),
)
_SETS = (
    "If you capture a territory, you draw a card at the end of your turn. Three of a kind, or "
    "one of each, make a set you can trade for armies. {worth} With five cards, you must trade."
)
_FORTIFY = Lesson(
    "Fortify",
    "At the end of your turn, you can move armies once, from one of your territories into a "
    "neighbouring one.",
    "CLA-3",
    Vignette({"peru": (0, 1), "brazil": (0, 9), "argentina": (0, 1)}, (), ("argentina", "brazil")),
)

_CLASSIC = (
    Lesson(
        "Conquer the world",
        "Take every territory on the map. Lose your last one and you’re eliminated. The last "
        "player standing wins.",
        "CLA-1",
        Vignette(
            {
                "great_britain": (4, 4),
                "western_europe": (3, 2),
                "northern_europe": (3, 6),
                "southern_europe": (1, 3),
            },
            (),
            ("northern_europe", "great_britain"),
        ),
    ),
    _ARMIES,
    _CLASSIC_ATTACK,
    _DICE,
    _CLASSIC_CAPTURE,
    Lesson(
        "Trade your cards",
        _SETS.format(worth="The first set brings 4 armies, and each later one brings more."),
        "CLA-4",
        "sets",
    ),
    _FORTIFY,
)

_HEADQUARTERS = (
    Lesson(
        "Hold four headquarters",
        "After placing armies, everyone secretly picks one territory as their headquarters. Then "
        "all are revealed. Hold four at once, including your own, and you win immediately. With "
        "two or three players, you need all of them.",
        "CLA-6",
        Vignette(
            {"brazil": (0, 7), "north_africa": (3, 3), "venezuela": (0, 1)},
            ("north_africa",),
            ("brazil", "north_africa"),
        ),
    ),
    *_CLASSIC[1:5],
    Lesson(
        "Trade your cards",
        _SETS.format(worth="Every set brings 4 armies."),
        "CLA-4",
        "sets",
    ),
    _FORTIFY,
)

LESSONS: dict[str, tuple[Lesson, ...]] = {
    GREYHAWK.name: _GREYHAWK,
    CASTLE.name: _CASTLE,
    CLASSIC.name: _CLASSIC,
    HEADQUARTERS.name: _HEADQUARTERS,
}
"""The lessons of each game, in the order of a turn."""


def lessons_of(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """Yield a game's lessons for the template, in the game's own terms."""
    for number, lesson in enumerate(LESSONS[ruleset.name], start=1):
        drawn = isinstance(lesson.picture, Vignette)
        yield {
            "number": number,
            "title": lesson.title,
            "text": in_words_of(ruleset, lesson.text),
            "rule": lesson.rule,
            "plate": "" if drawn else lesson.picture,
            "vignette": vignette_context(ruleset.board, lesson.picture)
            if isinstance(lesson.picture, Vignette)
            else None,
        }
