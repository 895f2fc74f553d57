"""The data for the page's script: the steps of a replay in pieces, each complete in itself."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from games.drawing.board.parts import facts_of_all, mark_parts
from games.drawing.board.territories import territory_context
from games.drawing.display.drawing import draw
from games.drawing.display.parts import Scene
from games.table.page.frames import drawn
from games.table.replay.replay import Replay, Shown

PIECE = 500
"""The number of steps in a piece."""

MOST_KEPT = 6000
"""Maximum number of looks kept in the cache."""

Look = tuple[str, str, str]
"""A territory's wash and symbols as HTML, and the text of its card; `{}` is for the armies."""


class Drawings:
    """Distinct drawings in the order in which they appear, and the index of each."""

    def __init__(self) -> None:
        self._found: dict[Any, int] = {}

    def index(self, one: Any) -> int:
        """Return the index of a drawing, which is added if it is new."""
        return self._found.setdefault(one, len(self._found))

    def all(self) -> list[Any]:
        """Return the drawings in order."""
        return list(self._found)


class Piece:
    """The steps after `start`, each as what it changed."""

    def __init__(self, start: Shown) -> None:
        self.looks, self.marks, self.cards = Drawings(), Drawings(), Drawings()
        self._board = self._board_of(start.scene)
        self._marks = self._marks_of(start.scene)
        self._hands, self._hidden = start.hands, start.hidden
        self.start = {
            "board": self._board,
            "marks": self._marks,
            "cards": [self._hand(hand) for hand in start.hands],
            "hidden": start.hidden,
            "l": lines_html(start),
        }

    def step(self, shown: Shown) -> dict[str, Any]:
        """Return what a step changed, and its lines."""
        board, marks = self._board_of(shown.scene), self._marks_of(shown.scene)
        pairs = enumerate(zip(board, self._board, strict=True))
        changed = [[place, *now] for place, (now, before) in pairs if now != before]
        hands = _changed(shown.hands, self._hands)
        found = {
            "b": changed,
            "m": marks if marks != self._marks else None,
            "c": {seat: self._hand(hand) for seat, hand in hands.items()},
            "h": _changed(shown.hidden, self._hidden),
            "l": lines_html(shown),
        }
        self._board, self._marks = board, marks
        self._hands, self._hidden = shown.hands, shown.hidden
        return {name: value for name, value in found.items() if value or value == 0}

    def _board_of(self, scene: Scene) -> list[tuple[int, int]]:
        return [(self.looks.index(_look(*facts)), facts[3]) for facts in facts_of_all(scene)]

    def _marks_of(self, scene: Scene) -> int:
        ((name, part),) = mark_parts(scene)
        return self.marks.index(drawn(name, part))

    def _hand(self, hand: Sequence[str] | int) -> list[int] | int:
        return hand if isinstance(hand, int) else [self.cards.index(card) for card in hand]


def _changed(now: Sequence[Any], before: Sequence[Any]) -> dict[int, Any]:
    pairs = enumerate(zip(now, before, strict=True))
    return {seat: here for seat, (here, there) in pairs if here != there}


def _look(*facts: Any) -> Look:
    board, territory, livery, armies, *rest = facts
    return _drawn_look(board, territory, livery, min(armies, 1), *rest)


@lru_cache(maxsize=MOST_KEPT)
def _drawn_look(*facts: Any) -> Look:
    """Draw a territory without its number of armies; cached, as most steps change few."""
    context = territory_context(*facts, count="{}")
    wash = draw("drawing/board/_wash.html", context)
    place = draw("drawing/board/_territory.html", {**context, "armies": 0})
    return wash, place, context["says"]


def lines_html(shown: Shown) -> str:
    """Return the lines of a step as HTML."""
    return "".join(line.html for line in shown.lines)


def piece_from(replay: Replay, first: int) -> dict[str, Any]:
    """Return the piece that begins after step `first`, as plain data.

    Raises RulesError if the log cannot be replayed.
    """
    last = min(first + PIECE, replay.steps.last)
    shown: Iterator[Shown] = replay.shown(first, last)
    piece = Piece(next(shown))
    steps = [piece.step(each) for each in shown]
    return {
        "from": first,
        "until": last,
        "looks": piece.looks.all(),
        "marks_html": piece.marks.all(),
        "cards": piece.cards.all(),
        "start": piece.start,
        "steps": steps,
    }
