"""How the winning chances went over a game, and the turns in which they changed most."""

from collections.abc import Collection
from dataclasses import dataclass, field

from rules.events.attack import AttackEnded, Captured, Eliminated
from rules.events.base import Event
from rules.events.cards import EventDrawn, HiddenRevealed
from rules.events.classic import SetTraded
from rules.events.turn import GameOver, MercenariesPlayed, Resigned, TurnBegan, TurnEnded
from rules.record.chances.estimate import chances_of
from rules.state import State

MOST_TURNS = 5
"""The number of turning points of a game."""
LEAST_CHANGE = 0.05
"""A smaller change of a seat's chances is no turning point."""

CAUSES = (
    Eliminated,
    Captured,
    SetTraded,
    EventDrawn,
    MercenariesPlayed,
    HiddenRevealed,
    Resigned,
    AttackEnded,
)
"""The kinds of events that change chances; of several at once, the first of these counts."""


@dataclass(frozen=True, slots=True)
class Cause:
    """An event, where it is in the log, and how each seat's chances changed with it."""

    event: Event
    at: int
    changes: list[float]


@dataclass(slots=True)
class Turn:
    """A turn that has ended: the chances of all seats at its end; `at` is its last log entry."""

    at: int
    round: int
    seat: int | None
    chances: list[float]
    causes: list[Cause] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that changed chances much, and the event that did most of it, if any.

    `seat` is the seat on turn, unless the chances of another changed more than twice as much, which
    is then the seat. `change` is the greatest change of a seat in this turn.
    """

    turn: Turn
    seat: int
    before: float
    after: float
    change: float
    cause: Cause | None


class Course:
    """The course of a game, told entry by entry without those that were taken back.

    `turns` begins with the set-up, which has no seat.
    """

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self._causes: list[Cause] = []
        self._chances: list[float] = []
        self._seat: int | None = None
        self._round = 0

    def add(self, at: int, events: Collection[Event], state: State) -> None:
        """Add an entry of the log with its events and the position after it."""
        if self.turns:
            self._add_cause(at, events, state)
            if any(isinstance(event, TurnEnded | GameOver) for event in events):
                self._end_turn(at, state)
        for event in events:
            if isinstance(event, TurnBegan):
                if not self.turns:
                    self._end_turn(at, state)
                self._seat, self._round = event.seat, event.round

    def _add_cause(self, at: int, events: Collection[Event], state: State) -> None:
        found = [event for kind in CAUSES for event in events if isinstance(event, kind)]
        if found:
            before, self._chances = self._chances, _listed(state)
            changes = [now - then for now, then in zip(self._chances, before, strict=True)]
            self._causes.append(Cause(found[0], at, changes))

    def _end_turn(self, at: int, state: State) -> None:
        self._chances = _listed(state)
        self.turns.append(Turn(at, self._round, self._seat, self._chances, self._causes))
        self._causes = []

    def turning_points(self) -> list[TurningPoint]:
        """Return the turns in which a seat's chances changed most, in the order of the game."""
        pairs = zip(self.turns, self.turns[1:], strict=False)
        found = [_turning_point(before.chances, turn) for before, turn in pairs]
        most = sorted(found, key=lambda point: -point.change)[:MOST_TURNS]
        great = [point for point in most if point.change >= LEAST_CHANGE]
        return sorted(great, key=lambda point: point.turn.at)


def _listed(state: State) -> list[float]:
    chances = chances_of(state)
    return [chances.get(seat, 0.0) for seat in range(len(state.players))]


def _turning_point(before: list[float], turn: Turn) -> TurningPoint:
    changes = [now - then for now, then in zip(turn.chances, before, strict=True)]
    seat = max(range(len(changes)), key=lambda one: abs(changes[one]))
    most = abs(changes[seat])
    if turn.seat is not None and abs(changes[turn.seat]) >= most / 2:
        seat = turn.seat
    way = 1 if changes[seat] > 0 else -1
    causes = [each for each in turn.causes if way * each.changes[seat] > 0]
    cause = max(causes, key=lambda each: way * each.changes[seat], default=None)
    return TurningPoint(turn, seat, before[seat], turn.chances[seat], most, cause)
