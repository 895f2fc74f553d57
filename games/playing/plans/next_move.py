"""The next move of a turn plan (ORD-8), or the reason why it has none.

A plan sees only its owner's view, and its moves are checked by the rules like a person's: it can do
nothing that its owner could not do by hand.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from games.playing.plans.steps import (
    AmbassadorStep,
    AttackStep,
    EndTurnStep,
    MercenariesStep,
    MoveAfterStep,
    Otherwise,
    PlaceAfterStep,
    PlaceFirstStep,
    Plan,
    PlanStep,
    SailStep,
    Stage,
    TradeStep,
)
from rules import Move, View
from rules import moves as m
from rules.cards import BattleCard
from rules.chapters.armies.territory_cards import best_trade
from rules.errors import required
from rules.questions import DecisionKind
from rules.rulesets.words import in_words_of
from rules.sentences.words import armies
from rules.state import State
from rules.state.under_way import PlacingPurpose


@dataclass(frozen=True, slots=True)
class PlanMove:
    """A move to play, and the plan after it."""

    move: Move
    plan: Plan


@dataclass(frozen=True, slots=True)
class PlanStopped:
    """Why a plan cannot continue, as a sentence.

    `is_secret` marks a reason that reveals cards in the owner's hand.
    """

    reason: str
    is_secret: bool = False


@dataclass(frozen=True, slots=True)
class PlanFinished:
    """The plan has no steps left, but its owner still has an open decision."""


_NO_SET_NAMED = "You must trade a set first, and your plan doesn’t say which."
_NO_MOVE_IN = "Your plan doesn’t say how many armies to move in."
_LEFT_TO_PLACE = "You still have {armies} to place."
_HELD_OUT = "{target} held out, and {source} is down to {armies}."
_HELD_OUT_AT_SEA = "{target} held out, and you lost the {fleet}."
_STOPS = "{source} has {armies}; your plan stops at {number} or fewer."
_NEEDS = "{source} has {armies}; your plan needs {number}."
_ALLOWS = "{target} has {armies}; your plan allows {number}."

Act = PlanMove | PlanStopped | PlanFinished

STAGES = {
    DecisionKind.SETS: Stage.SETS,
    DecisionKind.REINFORCE: Stage.FIRST,
    DecisionKind.PLACE: Stage.FIRST,
    DecisionKind.ATTACKS: Stage.ATTACKS,
    DecisionKind.MOVE_IN: Stage.ATTACKS,
    DecisionKind.SPOILS: Stage.AFTER,
    DecisionKind.FORTIFY: Stage.AFTER,
}
"""The stage of the turn for each kind of decision that a plan can answer."""

PLACED_FIRST = frozenset((PlacingPurpose.MERCENARIES, PlacingPurpose.REINFORCEMENTS))
"""The purposes of armies that a plan places before the attacks."""


def is_foreseen(state: State, seat: int, kind: DecisionKind, trades: bool) -> bool:
    """Return whether a turn plan of `seat` answers decisions of `kind` now.

    `trades` says whether the plan has a step that trades a set.
    """
    if not state.round or state.turn != seat:
        return False
    if kind is DecisionKind.SETS:
        return trades
    if kind is DecisionKind.PLACE:
        return state.placings[0].purpose in PLACED_FIRST
    return kind in STAGES


def next_act(plan: Plan, view: View) -> tuple[Act, Plan]:
    """Return what a plan does at its owner's open decision, and the plan afterwards."""
    while plan.step is not None:
        found = _act(plan, plan.step, view)
        if isinstance(found, PlanMove):
            return found, found.plan
        if not isinstance(found, Plan):
            return found, plan
        plan = found
    return PlanFinished(), plan


def _act(plan: Plan, step: PlanStep, view: View) -> Act | Plan:
    kind = view.open_decision.kind
    now = STAGES[kind]
    # Cards that may be played before the first attack are part of the attack decision.
    is_before = step.stage is Stage.CARDS and kind is DecisionKind.ATTACKS
    is_trade = type(step) is TradeStep and kind is DecisionKind.REINFORCE
    if step.stage == now or is_before or is_trade:
        return ACTS[type(step)](plan, step, view)
    return plan.on() if step.stage < now else _go_further(plan, step, view)


def _go_further(plan: Plan, step: PlanStep, view: View) -> Act | Plan:
    """Return the move that ends the current stage of the turn, or why the plan has none."""
    kind = view.open_decision.kind
    if kind is DecisionKind.ATTACKS:
        return _checked(view, m.EndAttacks(), plan)
    if kind is DecisionKind.FORTIFY:
        return _checked(view, m.Pass(), plan)
    if kind is DecisionKind.SETS:
        return PlanStopped(_NO_SET_NAMED, is_secret=True)
    placing = view.placing
    if placing is None:
        return PlanStopped(_NO_MOVE_IN)
    left = placing.left
    return PlanStopped(_LEFT_TO_PLACE.format(armies=armies(left)))


def _checked(
    view: View, move: Move, plan: Plan, *, is_secret: bool = False
) -> PlanMove | PlanStopped:
    """Return a move if the rules allow it now, otherwise the reason why not."""
    refusal = view.why_not(move)
    if refusal is None:
        return PlanMove(move, plan)
    return PlanStopped(refusal.message, is_secret)


# Before the attacks


def _trade(plan: Plan, step: TradeStep, view: View) -> Act | Plan:
    options = [option for option in view.offer() if option.move is m.TradeSet]
    is_forced = view.open_decision.kind is DecisionKind.SETS
    if not options or (plan.begun and not is_forced):
        return plan.on()
    move = best_trade(options)
    # A forced trade repeats until few enough cards are left, so the step stays current.
    return _checked(view, move, replace(plan, begun=True), is_secret=True)


def _mercenaries(plan: Plan, step: MercenariesStep, view: View) -> Act:
    return _checked(view, m.PlayMercenaries(step.count), plan.on(), is_secret=True)


def _ambassador(plan: Plan, step: AmbassadorStep, view: View) -> Act:
    return _checked(view, m.PlayAmbassador(step.opponent), plan.on(), is_secret=True)


def _place(plan: Plan, step: PlaceFirstStep | PlaceAfterStep, view: View) -> Act | Plan:
    placing = view.placing
    if placing is None:
        # The decision is about moving armies, which other steps answer.
        return plan.on()
    left = placing.left
    number = min(step.armies or left, left)
    return _checked(view, m.Place(step.territory, number), plan.on())


# Attacks


def _attack(plan: Plan, step: AttackStep, view: View) -> Act | Plan:
    if view.open_decision.kind is DecisionKind.MOVE_IN:
        return _move_in(plan, step.target, step.leave, view)
    if view.owner(step.target) == view.seat:
        return plan.on()
    lacking = _lacking(plan, step, view)
    if lacking is not None:
        return _otherwise(plan, step, lacking)
    most = {"dice": None, "press": step.stop, "hero": _hero(step, view)}
    tries = [most]
    if step.dice:
        tries = [{**most, "press": None, "dice": dice} for dice in range(step.dice, 0, -1)]
    return _fought(plan, step, view, tries)


def _fought(
    plan: Plan,
    step: AttackStep | SailStep,
    view: View,
    tries: list[dict[str, Any]],
    aboard: int = 0,
) -> Act | Plan:
    """Return the next battle of a step: the first of `tries` that the rules allow."""
    refused: PlanStopped | None = None
    for way in tries:
        if _is_open(step, view):
            move: Move = m.Battle(**way)
        elif aboard:
            move = m.SailFleet(step.source, step.target, aboard, **way)
        else:
            move = m.DeclareAttack(step.source, step.target, **way)
        found = _checked(view, move, replace(plan, begun=True))
        if isinstance(found, PlanMove):
            return found
        refused = found
    return _otherwise(plan, step, required(refused, "way to fight"))


def _lacking(plan: Plan, step: AttackStep, view: View) -> PlanStopped | None:
    """Return why one of a step's own conditions is not met; None if all conditions are met."""
    names = view.board.territories
    here, there = view.armies(step.source), view.armies(step.target)
    source, target = names[step.source].name, names[step.target].name
    is_mine = view.owner(step.source) == view.seat
    if plan.begun and is_mine and here <= step.stop:
        return PlanStopped(_HELD_OUT.format(target=target, source=source, armies=armies(here)))
    if is_mine and here <= max(step.stop, 1):
        return PlanStopped(_STOPS.format(source=source, armies=armies(here), number=step.stop))
    if is_mine and not plan.begun and here < step.least:
        return PlanStopped(_NEEDS.format(source=source, armies=armies(here), number=step.least))
    if step.most and not plan.begun and there > step.most:
        return PlanStopped(_ALLOWS.format(target=target, armies=armies(there), number=step.most))
    return None


def _otherwise(plan: Plan, step: AttackStep | SailStep, lacking: PlanStopped) -> PlanStopped | Plan:
    match step.otherwise:
        case Otherwise.NEXT:
            return plan.on()
        case Otherwise.END:
            return plan.past(Stage.ATTACKS)
    return lacking


def _sail(plan: Plan, step: SailStep, view: View) -> Act | Plan:
    if view.open_decision.kind is DecisionKind.MOVE_IN:
        return _move_in(plan, step.target, 1, view)
    if view.owner(step.target) == view.seat:
        return plan.on()
    if plan.begun and not _is_open(step, view):
        name = view.board.territories[step.target].name
        reason = in_words_of(view.ruleset, _HELD_OUT_AT_SEA, target=name)
        return _otherwise(plan, step, PlanStopped(reason))
    aboard = step.armies or max(1, view.armies(step.source) - 1)
    way = {"dice": None, "press": 0, "hero": _hero(step, view)}
    return _fought(plan, step, view, [way], aboard)


def _is_open(step: AttackStep | SailStep, view: View) -> bool:
    """Return whether a step's attack is in progress."""
    attack = view.attack
    return attack is not None and (attack.source, attack.target) == (step.source, step.target)


def _hero(step: AttackStep | SailStep, view: View) -> bool:
    """Return whether to play a Hero in the next battle: wanted, in hand, and none in play."""
    return step.hero and not view.hero and BattleCard.HERO in view.hand


def _move_in(plan: Plan, target: str, leave: int, view: View) -> Act:
    landing = view.landing
    if landing is None or landing.target != target:
        return PlanStopped(_NO_MOVE_IN)
    there = view.armies(landing.source)
    number = min(max(landing.least, there - leave), there - 1)
    return _checked(view, m.MoveIn(number), plan.on())


# After the attacks


def _move_after(plan: Plan, step: MoveAfterStep, view: View) -> Act | Plan:
    if view.open_decision.kind is not DecisionKind.FORTIFY:
        return _go_further(plan, step, view)
    most = view.armies(step.source) - 1
    number = min(step.armies or most, most)
    return _checked(view, m.Fortify(step.source, step.target, max(1, number)), plan.on())


def _end(plan: Plan, step: EndTurnStep, view: View) -> Act | Plan:
    return _go_further(plan, step, view)


ACTS: dict[type[PlanStep], Callable[[Plan, Any, View], Act | Plan]] = {
    TradeStep: _trade,
    MercenariesStep: _mercenaries,
    AmbassadorStep: _ambassador,
    PlaceFirstStep: _place,
    PlaceAfterStep: _place,
    AttackStep: _attack,
    SailStep: _sail,
    MoveAfterStep: _move_after,
    EndTurnStep: _end,
}
"""The function that carries out each kind of step, in its stage of the turn."""
