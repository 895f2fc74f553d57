"""Turn plans as data (ORD-8): the steps one can compose, and how they are written as JSON.

Nothing is known here of a position: what a step comes to now stands in `plans/next_move.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import IntEnum, StrEnum
from typing import Any, ClassVar

from rules import Ruleset
from rules.json import from_plain, to_plain
from rules.rulesets.ruleset import Phase

MOST_STEPS = 40
"""So many steps a plan has at most."""

MOST_ARMIES = 999
"""The largest number of armies that a step can name."""


class Stage(IntEnum):
    """The part of a turn to which a step belongs; a plan goes through them in this order."""

    SETS = 0
    CARDS = 1
    FIRST = 2
    ATTACKS = 3
    AFTER = 4
    END = 5


class Otherwise(StrEnum):
    """What becomes of a plan when one of its attacks does not capture."""

    WAIT = "wait"
    NEXT = "next"
    END = "end"


STEPS: dict[str, type["Step"]] = {}


class Step:
    """The common type of all steps; `name` in JSON, `stage` the part of the turn."""

    __slots__ = ()
    name: ClassVar[str]
    stage: ClassVar[Stage]


def _step(name: str, stage: Stage) -> Callable[[type], type]:
    def register(cls: type) -> type:
        made = dataclass(frozen=True, slots=True)(cls)
        made.name, made.stage = name, stage
        STEPS[name] = made
        return made

    return register


@_step("trade", Stage.SETS)
class Trade(Step):
    """Trade the set that brings most, if one is held (CLA-4)."""


@_step("mercenaries", Stage.CARDS)
class Mercenaries(Step):
    """Play so many Mercenaries at once (MRC-1)."""

    count: int


@_step("ambassador", Stage.CARDS)
class Ambassador(Step):
    """Force a truce on an opponent (AMB-1)."""

    opponent: int


@_step("place", Stage.FIRST)
class PlaceFirst(Step):
    """Put armies down before the attacks; 0 for all that are left."""

    territory: str
    armies: int = 0


@_step("attack", Stage.ATTACKS)
class Attack(Step):
    """Attack by land until the target falls, or `stop` armies are left at the source.

    `dice` 0 is the most. After a capture `leave` armies stay behind, or as many as may. It is
    begun only with `least` armies at the source, and `most` at the target where that is not 0.
    """

    source: str
    target: str
    stop: int = 1
    dice: int = 0
    leave: int = 1
    hero: bool = False
    least: int = 2
    most: int = 0
    otherwise: Otherwise = Otherwise.WAIT


@_step("sail", Stage.ATTACKS)
class Sail(Step):
    """Attack by fleet with so many armies aboard, 0 for all but one (FLT-1)."""

    source: str
    target: str
    armies: int = 0
    hero: bool = False
    otherwise: Otherwise = Otherwise.WAIT


@_step("spoils", Stage.AFTER)
class PlaceAfter(Step):
    """Put armies down after the attacks; 0 for all that are left (TRN-5)."""

    territory: str
    armies: int = 0


@_step("fortify", Stage.AFTER)
class MoveAfter(Step):
    """Move armies once after the attacks; 0 for all but one (CLA-3)."""

    source: str
    target: str
    armies: int = 0


@_step("end", Stage.END)
class EndTurn(Step):
    """End the turn."""


ATTACKING = (Attack, Sail)


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a turn; `at` is the next one, which has `begun` if it is an attack under way."""

    steps: tuple[Step, ...] = ()
    at: int = 0
    begun: bool = False

    @property
    def step(self) -> Step | None:
        """Return the next step; None where all are done."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    def on(self) -> "Plan":
        """Return the same, one step further."""
        return replace(self, at=self.at + 1, begun=False)

    def past(self, stage: Stage) -> "Plan":
        """Return the same, at the first step that comes after a part of the turn."""
        later = (place for place, step in enumerate(self.steps) if step.stage > stage)
        return replace(self, at=next(later, len(self.steps)), begun=False)

    def anew(self) -> "Plan":
        """Return the same, from its beginning."""
        return Plan(self.steps)


def steps_in(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of the steps that a game's turn can have, in the order of its parts."""
    order = ruleset.order_of_play
    has = {
        "trade": bool(ruleset.set_values),
        "mercenaries": bool(ruleset.track),
        "ambassador": "ambassador" in ruleset.battle_cards,
        "place": Phase.REINFORCE in order or bool(ruleset.track),
        "sail": "fleet" in ruleset.battle_cards,
        "spoils": Phase.SPOILS in order,
        "fortify": Phase.FORTIFY in order,
    }
    return tuple(name for name in STEPS if has.get(name, True))


def in_order(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return steps by the parts of the turn; those of one part stay as they are."""
    return tuple(sorted(steps, key=lambda step: step.stage))


def to_json(step: Step) -> dict[str, Any]:
    """Return a step as JSON-ready data, its name under “step”."""
    return {"step": step.name, **{f.name: to_plain(getattr(step, f.name)) for f in fields(step)}}


def from_json(data: dict[str, Any]) -> Step:
    """Return the step that `to_json` wrote."""
    kept = {name: value for name, value in data.items() if name != "step"}
    return from_plain(STEPS[data["step"]], kept)
