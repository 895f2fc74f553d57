"""Turn plans as data (ORD-8): the steps of a plan, and their JSON form.

Nothing here depends on a position; `next_move` turns steps into moves.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rules import Ruleset
from rules.json import from_plain, to_plain
from rules.rulesets.ruleset import Phase

MOST_STEPS = 40
"""The largest number of steps in a plan."""

MOST_ARMIES = 999
"""The largest number of armies in a step."""


class Stage(IntEnum):
    """The stage of a turn that a step belongs to; a plan runs through them in this order."""

    SETS = 0
    CARDS = 1
    FIRST = 2
    ATTACKS = 3
    AFTER = 4
    END = 5


class Otherwise(StrEnum):
    """What a plan does if an attack does not capture its target: wait, continue, or end attacks."""

    WAIT = "wait"
    NEXT = "next"
    END = "end"


STEPS: dict[str, type["PlanStep"]] = {}


@dataclass(frozen=True, slots=True)
class PlanStep:
    """The base class of all steps; `name` is used in JSON."""

    name: ClassVar[str]
    stage: ClassVar[Stage]


AnyStep = TypeVar("AnyStep", bound=PlanStep)


@dataclass_transform(frozen_default=True)
def _step(name: str, stage: Stage) -> Callable[[type[AnyStep]], type[AnyStep]]:
    def register(cls: type[AnyStep]) -> type[AnyStep]:
        made = dataclass(frozen=True, slots=True)(cls)
        made.name, made.stage = name, stage
        STEPS[name] = made
        return made

    return register


@_step("trade", Stage.SETS)
class TradeStep(PlanStep):
    """Trade the most valuable set in hand, if there is one (CLA-4)."""


@_step("mercenaries", Stage.CARDS)
class MercenariesStep(PlanStep):
    """Play `count` Mercenaries at once (MRC-1)."""

    count: int


@_step("ambassador", Stage.CARDS)
class AmbassadorStep(PlanStep):
    """Force a truce on an opponent (AMB-1)."""

    opponent: int


@_step("place", Stage.FIRST)
class PlaceFirstStep(PlanStep):
    """Place `armies` before the attacks; 0 means all that are left."""

    territory: str
    armies: int = 0


@_step("attack", Stage.ATTACKS)
class AttackStep(PlanStep):
    """Attack by land until the target falls, or until only `stop` armies are left at the source.

    If `dice` is 0, as many dice as allowed are rolled. After a capture, `leave` armies stay behind,
    or fewer if more must move in. The attack starts only with at least `least` armies at the source
    and at most `most` at the target (0 means no limit).
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
class SailStep(PlanStep):
    """Attack by fleet with `armies` aboard; 0 means all but one (FLT-1)."""

    source: str
    target: str
    armies: int = 0
    hero: bool = False
    otherwise: Otherwise = Otherwise.WAIT


@_step("spoils", Stage.AFTER)
class PlaceAfterStep(PlanStep):
    """Place `armies` after the attacks; 0 means all that are left (TRN-5)."""

    territory: str
    armies: int = 0


@_step("fortify", Stage.AFTER)
class MoveAfterStep(PlanStep):
    """Move `armies` once after the attacks; 0 means all but one (CLA-3)."""

    source: str
    target: str
    armies: int = 0


@_step("end", Stage.END)
class EndTurnStep(PlanStep):
    """End the turn."""


ATTACKING = (AttackStep, SailStep)


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a turn.

    `at` is the index of the next step; `begun` is set while the attack of that step is in progress.
    """

    steps: tuple[PlanStep, ...] = ()
    at: int = 0
    begun: bool = False

    @property
    def step(self) -> PlanStep | None:
        """Return the next step; None if all are done."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    def on(self) -> "Plan":
        """Return the plan advanced by one step."""
        return replace(self, at=self.at + 1, begun=False)

    def past(self, stage: Stage) -> "Plan":
        """Return the plan at its first step after a stage."""
        later = (place for place, step in enumerate(self.steps) if step.stage > stage)
        return replace(self, at=next(later, len(self.steps)), begun=False)

    def restarted(self) -> "Plan":
        """Return the plan at its first step."""
        return Plan(self.steps)


def steps_in(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of the steps that a ruleset allows, in the order of their stages."""
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


def in_order(steps: tuple[PlanStep, ...]) -> tuple[PlanStep, ...]:
    """Return steps sorted by stage, otherwise in the given order."""
    return tuple(sorted(steps, key=lambda step: step.stage))


def to_json(step: PlanStep) -> dict[str, Any]:
    """Return a step as JSON-ready data, with its name under “step”."""
    return {"step": step.name, **to_plain(step)}


def from_json(data: dict[str, Any]) -> PlanStep:
    """Return the step that `to_json` wrote."""
    kept = {name: value for name, value in data.items() if name != "step"}
    return from_plain(STEPS[data["step"]], kept)
