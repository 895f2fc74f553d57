"""The parts of a tutorial: a prepared position and the steps that follow."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from rules.cards import BattleCard
from rules.moves import Move

LEARNER, OPPONENT = 0, 1
"""The seats of a tutorial: the person who learns, and a bot."""

SEATS = 2

Values = tuple[int, ...]
"""The values of one draw: dice, or the index of the item picked."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a tutorial, with the draws that follow it.

    `name` is the key of the step's text; a step of the opponent has none. The move played may
    differ from `move` in the fields named in `free`.
    """

    seat: int
    move: Move
    draws: tuple[Values, ...] = ()
    name: str = ""
    free: tuple[str, ...] = ()

    def fits(self, move: Move) -> bool:
        """Return whether a move matches this step's move, ignoring the `free` fields."""
        return type(move) is type(self.move) and all(
            getattr(move, field.name) == getattr(self.move, field.name)
            for field in fields(self.move)
            if field.name not in self.free
        )


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the start of a tutorial; armies are by territory.

    `empire`, `stronghold`, `hand` and `hidden` are for games with strongholds, `territory_cards`
    and `headquarters` for Classic.
    """

    armies: Mapping[str, int]
    empire: str | None = None
    stronghold: str | None = None
    hand: tuple[BattleCard, ...] = ()
    hidden: str | None = None
    territory_cards: tuple[str, ...] = ()
    headquarters: str | None = None


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A prepared game: the two players, the owner of all other territories, and the steps.

    `rest` is the seat that owns all other territories, None for the neutral army; each has 1 army.
    `opening` are the draws before the first step.
    """

    seats: tuple[Seat, Seat]
    steps: tuple[Step, ...]
    rest: int | None = OPPONENT
    opening: tuple[Values, ...] = ()
    draws: tuple[Values, ...] = field(init=False)

    def __post_init__(self) -> None:
        draws = [values for step in self.steps for values in step.draws]
        object.__setattr__(self, "draws", (*self.opening, *draws))

    @property
    def lessons(self) -> tuple[Step, ...]:
        """The learner's steps."""
        return tuple(step for step in self.steps if step.seat == LEARNER)


def learn(name: str, move: Move, *draws: Values, free: tuple[str, ...] = ()) -> Step:
    """Return a step of the learner."""
    return Step(LEARNER, move, draws, name, free)


def reply(move: Move, *draws: Values) -> Step:
    """Return a step of the opponent."""
    return Step(OPPONENT, move, draws)
