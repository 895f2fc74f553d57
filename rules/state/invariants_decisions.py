"""Invariants of open decisions: each fits the state, and a running game has one."""

from collections.abc import Callable, Iterator

from rules.cards import EVENT_CARDS
from rules.questions import DecisionKind, Trait
from rules.rulesets.ruleset import Phase
from rules.state import State
from rules.state.players import Decision
from rules.state.under_way import BattleStep


def decisions(state: State) -> Iterator[str]:
    """Check that open decisions fit the state, and that a running game has one."""
    if state.is_over:
        if state.decisions or state.suspended:
            yield "The game is over, but there is an open decision."
        if state.trades or state.attack or state.landing:
            yield "The game is over, but something is still under way."
        return
    if not state.decisions:
        yield "The game is not over, but there is no open decision."
    if (state.bound is None) == bool(state.suspended):
        yield "Decisions wait only, and always, for a bound trade."
    for asked in (state.decisions, state.suspended):
        if len({item.seat for item in asked}) < len(asked):
            yield "A player is asked two things at once."
        for item in asked:
            player = state.players[item.seat]
            if player.eliminated or not 1 <= item.number <= player.asked:
                yield f"Seat {item.seat} can’t be asked anything."
            elif not _DUE[item.kind](state, item):
                yield f"Seat {item.seat} is asked “{item.kind}” at the wrong time."
            elif state.round and Trait.OWN_TURN in item.kind.traits and item.seat != state.turn:
                yield f"Seat {item.seat} is asked “{item.kind}” in another player’s turn."


def _is_countering(state: State, decision: Decision) -> bool:
    used = state.bound.assassination if state.bound else state.assassination
    # A counter opened before the trade was bound is suspended with the other decisions.
    waiting = state.assassination if decision in state.suspended else used
    return waiting is not None and waiting.opponent == decision.seat


def _is_naming_dice(state: State, decision: Decision) -> bool:
    if state.attack is None:
        return False
    turns = {state.attack.attacker: BattleStep.DEFENCE_DICE, state.attack.defender: BattleStep.ROLL}
    return turns.get(decision.seat) is state.attack.step


def _in_phase(*phases: Phase) -> Callable[[State, Decision], bool]:
    return lambda state, decision: state.phase in phases


def _is_to_place(state: State, decision: Decision) -> bool:
    return bool(state.placings) and state.placings[0].seat == decision.seat


def _is_asked_by_event(state: State, decision: Decision) -> bool:
    return state.event is not None and EVENT_CARDS[state.event.card].asks is decision.kind


_DUE: dict[DecisionKind, Callable[[State, Decision], bool]] = {
    DecisionKind.STRONGHOLD: _in_phase(Phase.STRONGHOLDS, Phase.STRONGHOLDS_UNSEEN),
    DecisionKind.CLAIM: lambda state, item: state.phase is Phase.CLAIM and item.seat == state.turn,
    DecisionKind.PLACE: _is_to_place,
    DecisionKind.HIDE: _in_phase(Phase.HIDE),
    DecisionKind.MUSTER: _in_phase(Phase.MUSTER),
    DecisionKind.ATTACKS: _in_phase(Phase.ATTACKS),
    DecisionKind.DEFEND: lambda state, item: (
        state.attack is not None
        and (state.attack.step, state.attack.defender) == (BattleStep.DEFENDER, item.seat)
    ),
    DecisionKind.STRIKE: lambda state, item: (
        state.attack is not None
        and (state.attack.step, state.attack.attacker) == (BattleStep.STRIKE, item.seat)
    ),
    DecisionKind.DICE: _is_naming_dice,
    DecisionKind.COUNTER: _is_countering,
    DecisionKind.MOVE_IN: lambda state, item: (
        state.landing is not None and state.landing.seat == item.seat
    ),
    DecisionKind.OCCUPY: lambda state, item: (
        state.fall is not None and state.fall.captor == item.seat
    ),
    DecisionKind.FILL: lambda state, item: (
        state.fall is not None and state.fall.captor != item.seat
    ),
    DecisionKind.BLOCK_EVENT: _is_asked_by_event,
    DecisionKind.DRAGON: _is_asked_by_event,
    DecisionKind.MOVE_BY_NIGHT: _is_asked_by_event,
    DecisionKind.SPOILS: _is_to_place,
    DecisionKind.RUIN: lambda state, item: state.bound is not None,
    DecisionKind.COUNTER_SPY: lambda state, item: (
        state.spying is not None and state.spying.opponent == item.seat
    ),
    DecisionKind.DISCARD_SPIED: lambda state, item: (
        state.spying is not None and state.spying.looked and state.spying.seat == item.seat
    ),
    DecisionKind.HEADQUARTERS: _in_phase(Phase.HEADQUARTERS),
    DecisionKind.SETS: lambda state, item: (
        state.territory_cards is not None and state.territory_cards.trading
    ),
    DecisionKind.REINFORCE: _is_to_place,
    DecisionKind.FORTIFY: _in_phase(Phase.FORTIFY),
}
"""For each kind of decision, a check of whether it can be open in a state."""
