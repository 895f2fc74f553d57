"""Chapter 3: the order of play, from phase to phase and turn to turn."""

from collections.abc import Callable
from typing import Any

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters import ending
from rules.chapters.armies import (
    fortify,
    headquarters,
    move_in,
    muster,
    neutral,
    reinforcements,
    spoils,
    territory_cards,
)
from rules.chapters.attack import battle, elimination
from rules.chapters.battle_cards import assassinations, marshalls, mercenaries_ambassadors, spies
from rules.chapters.battle_cards.hands import draw_battle_cards, return_card
from rules.chapters.diplomacy import bound_trades, pacts
from rules.chapters.event_cards import draw
from rules.chapters.setup import claims, setup, strongholds
from rules.events.base import Emit
from rules.events.turn import TurnBegan, TurnEnded
from rules.moves import Control
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Phase
from rules.state import State, TerritoryCards
from rules.state.this_turn import ThisTurn
from rules.state.treaties import BoundTrade
from rules.state.under_way import (
    Assassination,
    Attack,
    CapturedTerritory,
    Elimination,
    Placing,
    Spying,
)

Matter = (
    BoundTrade
    | Assassination
    | Spying
    | CapturedTerritory
    | Elimination
    | Attack
    | TerritoryCards
    | Placing
)
"""An action that must be finished before its phase continues."""


def proceed(state: State, chance: Chance, emit: Emit) -> None:
    """Advance the game until a player must decide or the game is over."""
    while not state.decisions and state.outcome is None:
        attack, cards = state.attack, state.territory_cards
        # The most urgent action comes first. An attack between battles waits for the attacker, and
        # territory cards matter only while the player on turn must trade (CLA-4).
        matter = (
            state.bound
            or state.assassination
            or state.spying
            or state.landing
            or state.fall
            or (attack if attack and attack.step in battle.STEPS else None)
            or (cards if cards and cards.trading else None)
            or (state.placings[0] if state.placings else None)
        )
        if matter is not None:
            MATTERS[type(matter)](state, matter, chance, emit)
        elif PHASES[state.phase](state, chance, emit):
            next_phase(state)


def phases(state: State) -> tuple[Phase, ...]:
    """Return this game's set-up phases (SET-9, CLA-2)."""
    rules = state.ruleset
    if state.has_neutral_army:
        return rules.quick_setup_of_two if state.options.quick else rules.setup_of_two
    return rules.quick_setup if state.options.quick else rules.setup


def next_phase(state: State) -> None:
    """Enter the next phase; after the last one, start the order of play again."""
    order = state.ruleset.order_of_play
    if state.phase not in order:
        order = phases(state) + order
    state.phase = (*order, order[0])[order.index(state.phase) + 1]


def _enter_draw_to_hand(state: State, chance: Chance, emit: Emit) -> bool:
    """Begin a turn and fill the hand (TRN-1)."""
    seat = state.on_turn
    emit(TurnBegan(seat, state.round))
    _draw(state, seat, state.ruleset.hand_size - len(state.players[seat].hand), chance, emit)
    return True


def _enter_draw_one(state: State, chance: Chance, emit: Emit) -> bool:
    """Draw one battle card (TRN-4)."""
    _draw(state, state.on_turn, 1, chance, emit)
    return True


def _draw(state: State, seat: int, count: int, chance: Chance, emit: Emit) -> None:
    steward = state.players[seat].control is Control.STEWARD
    if count > 0 and not steward:
        draw_battle_cards(state, seat, count, chance, emit)


def _enter_attacks(state: State, chance: Chance, emit: Emit) -> bool:
    """Ask the player on turn for the first move of the attack phase (TRN-2, TRN-3)."""
    state.ask(state.on_turn, DecisionKind.ATTACKS)
    return False


def _enter_end_of_turn(state: State, chance: Chance, emit: Emit) -> bool:
    """End the turn (TRN-5), and the game if its last round is over (TRN-9)."""
    seat = state.on_turn
    if state.this_turn.hero:
        return_card(state, seat, BattleCard.HERO, "HRO-2", emit)
    marshalls.return_all(state, emit)
    over = [truce for truce in state.truces if truce.other == seat]
    mercenaries_ambassadors.end_truces(state, over, emit)
    draw.end_events(state, emit)
    state.this_turn = ThisTurn()
    emit(TurnEnded(seat))
    _pass_turn(state, seat, emit)
    return True


def _pass_turn(state: State, old: int, emit: Emit) -> None:
    state.turn = new = state.after(old)[0]
    first = state.order.index(state.first)
    order = state.order[first:] + state.order[:first]
    if order.index(new) <= order.index(old):
        state.round += 1
        pacts.end_old_pacts(state, emit)
        if 0 < state.options.rounds < state.round:
            ending.end_by_rounds(state, emit)


PHASES: dict[Phase, Callable[[State, Chance, Emit], bool]] = {
    Phase.STRONGHOLDS: strongholds.enter_strongholds,
    Phase.CLAIM: claims.enter_claim,
    Phase.DEPLOY: setup.enter_deploy,
    Phase.HIDE: muster.enter_hide,
    Phase.STRONGHOLDS_UNSEEN: strongholds.enter_strongholds_unseen,
    Phase.DEALT: claims.enter_dealt,
    Phase.MUSTER: muster.enter_muster,
    Phase.DEAL_CARDS: setup.enter_deal_cards,
    Phase.FIRST_TURN: setup.enter_first_turn,
    Phase.DRAW_TO_HAND: _enter_draw_to_hand,
    Phase.ATTACKS: _enter_attacks,
    Phase.EVENT: draw.enter_event,
    Phase.DRAW_ONE: _enter_draw_one,
    Phase.SPOILS: spoils.enter_spoils,
    Phase.END_OF_TURN: _enter_end_of_turn,
    Phase.NEUTRAL_DEALT: neutral.enter_neutral_dealt,
    Phase.DEPLOY_NEUTRAL: neutral.enter_deploy_neutral,
    Phase.HEADQUARTERS: headquarters.enter_headquarters,
    Phase.FIRST_BEGINS: setup.enter_first_begins,
    Phase.REINFORCE: reinforcements.enter_reinforce,
    Phase.FORTIFY: fortify.enter_fortify,
    Phase.TERRITORY_CARD: territory_cards.enter_territory_card,
}
"""The function that enters each phase; it returns True when the phase is complete."""

MATTERS: dict[type[Matter], Callable[[State, Any, Chance, Emit], None]] = {
    BoundTrade: bound_trades.settle_bound,
    Assassination: assassinations.resolve_assassin,
    Spying: spies.resolve_spy,
    CapturedTerritory: move_in.ask_move_in,
    Elimination: elimination.advance_elimination,
    Attack: battle.fight,
    TerritoryCards: territory_cards.trade_compulsory_set,
    Placing: spoils.ask_place,
}
"""The function that continues each kind of unfinished action."""
