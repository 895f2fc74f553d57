"""Dispatch tables: the moves that answer each decision, and the moves allowed at any time."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules import moves as m
from rules.chance import Chance
from rules.chapters.armies import fortify, headquarters, move_in, muster, spoils, territory_cards
from rules.chapters.attack import declare, defence, elimination, fleets, windows
from rules.chapters.battle_cards import (
    assassins,
    counters,
    hidden_armies,
    mercenaries_ambassadors,
    spies,
)
from rules.chapters.diplomacy import bound_trades, pacts, trades
from rules.chapters.event_cards import choices
from rules.chapters.orders import standing_orders
from rules.chapters.setup import claims, strongholds
from rules.events.base import Emit
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.reasons import AttackEnd
from rules.state import State
from rules.turn import seats
from rules.turn.order_of_play import next_phase

Verify = Callable[[State, int, Any], None]
Do = Callable[[State, int, Any, Chance, Emit], None]
Offer = Callable[[State, int], Iterator[Option]]


def _agent_options(state: State, seat: int) -> Iterator[Option]:
    """Offer the uses of Assassins or Spies; a game has only one of the two."""
    yield from assassins.assassin_options(state, seat)
    yield from spies.spy_options(state, seat)


def _end_options(state: State, seat: int) -> Iterator[Option]:
    if state.attack is None or not state.attack.fleet:
        yield Option(m.EndAttacks, {})


def _end_attacks(state: State, seat: int, move: m.EndAttacks, chance: Chance, emit: Emit) -> None:
    declare.end_attack(state, AttackEnd.STOPPED, emit)
    next_phase(state)


@dataclass(frozen=True, slots=True)
class Answers:
    """How one kind of decision is answered: its offer, and (verify, do) for each move.

    The offer is split into parts so that a caller can compute only the part it needs.
    """

    parts: tuple[Offer, ...]
    moves: Mapping[type[m.Move], tuple[Verify, Do]]


def _anything(state: State, seat: int, move: m.Move) -> None:
    """Accept the move: any move of this class is legal when the decision is open."""


def _nothing(state: State, seat: int, move: m.Move, chance: Chance, emit: Emit) -> None:
    """Do nothing: the player declined, and the game continues."""


def _let_stand(state: State, seat: int, move: m.Pass, chance: Chance, emit: Emit) -> None:
    windows.spare_fortification(state, emit)


def _stop_occupying(state: State, seat: int, move: m.Pass, chance: Chance, emit: Emit) -> None:
    state.open_elimination.occupied = True


def _stop_moving(state: State, seat: int, move: m.Pass, chance: Chance, emit: Emit) -> None:
    choices.stop_moving(state)


def _fortify(state: State, seat: int, move: m.Fortify, chance: Chance, emit: Emit) -> None:
    fortify.fortify(state, seat, move, chance, emit)
    next_phase(state)


def _stop_fortifying(state: State, seat: int, move: m.Pass, chance: Chance, emit: Emit) -> None:
    next_phase(state)


_WITH_THE_MOVE: dict[type[m.Move], tuple[Verify, Do]] = {
    m.Spy: (assassins.verify_spy, assassins.spy),
    m.AssassinateHand: (assassins.verify_assassinate_hand, assassins.assassinate_hand),
    m.AssassinateAmbassador: (
        assassins.verify_assassinate_ambassador,
        assassins.assassinate_ambassador,
    ),
    m.AssassinateFortification: (
        assassins.verify_assassinate_fortification,
        assassins.assassinate_fortification,
    ),
    m.Reveal: (hidden_armies.verify_reveal, hidden_armies.play_reveal),
    m.SendSpy: (spies.verify_send_spy, spies.send_spy),
}
"""Moves that answer both ATTACKS and SPOILS decisions."""

ANSWERS: dict[DecisionKind, Answers] = {
    DecisionKind.STRONGHOLD: Answers(
        (strongholds.stronghold_options,),
        {m.PlaceStronghold: (strongholds.verify_stronghold, strongholds.place_stronghold)},
    ),
    DecisionKind.CLAIM: Answers(
        (claims.claim_options,), {m.Claim: (claims.verify_claim, claims.claim)}
    ),
    DecisionKind.PLACE: Answers(
        (spoils.place_options,), {m.Place: (spoils.verify_place, spoils.place)}
    ),
    DecisionKind.HIDE: Answers(
        (hidden_armies.hide_options,), {m.Hide: (muster.verify_choose_hidden, muster.choose_hidden)}
    ),
    DecisionKind.MUSTER: Answers(
        (muster.muster_options,),
        {
            m.Place: (muster.verify_muster, muster.muster_armies),
            m.Hide: (muster.verify_choose_hidden, muster.choose_hidden),
        },
    ),
    DecisionKind.ATTACKS: Answers(
        (
            declare.battle_options,
            declare.attack_options,
            fleets.fleet_options,
            mercenaries_ambassadors.mercenaries_options,
            mercenaries_ambassadors.ambassador_options,
            hidden_armies.reveal_options,
            _agent_options,
            _end_options,
        ),
        {
            m.DeclareAttack: (declare.verify_attack, declare.declare_attack),
            m.SailFleet: (fleets.verify_fleet, fleets.sail_fleet),
            m.Battle: (declare.verify_battle, declare.continue_attack),
            m.StopAttack: (declare.verify_stop, declare.stop_attack),
            m.EndAttacks: (declare.verify_end_attacks, _end_attacks),
            m.PlayMercenaries: (
                mercenaries_ambassadors.verify_mercenaries,
                mercenaries_ambassadors.play_mercenaries,
            ),
            m.PlayAmbassador: (
                mercenaries_ambassadors.verify_ambassador,
                mercenaries_ambassadors.play_ambassador,
            ),
            **_WITH_THE_MOVE,
        },
    ),
    DecisionKind.SPOILS: Answers(
        (spoils.place_options, hidden_armies.reveal_options, _agent_options),
        {m.Place: (spoils.verify_place, spoils.place), **_WITH_THE_MOVE},
    ),
    DecisionKind.DEFEND: Answers(
        (defence.defend_options,),
        {
            m.Defend: (defence.verify_defend, defence.defend),
            m.BlockHero: (assassins.verify_block, assassins.block),
        },
    ),
    DecisionKind.STRIKE: Answers(
        (windows.strike_options,),
        {
            m.AssassinateFortification: _WITH_THE_MOVE[m.AssassinateFortification],
            m.Pass: (_anything, _let_stand),
        },
    ),
    DecisionKind.DICE: Answers(
        (windows.dice_options,), {m.NameDice: (windows.verify_name_dice, windows.name_dice)}
    ),
    DecisionKind.COUNTER: Answers(
        (counters.counter_options,),
        {
            m.Counter: (counters.verify_counter, counters.counter),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.MOVE_IN: Answers(
        (move_in.move_in_options,), {m.MoveIn: (move_in.verify_move_in, move_in.move_in)}
    ),
    DecisionKind.OCCUPY: Answers(
        (elimination.occupy_options,),
        {
            m.Occupy: (elimination.verify_occupy, elimination.occupy),
            m.Pass: (_anything, _stop_occupying),
        },
    ),
    DecisionKind.FILL: Answers(
        (elimination.fill_options,), {m.Fill: (elimination.verify_fill, elimination.fill)}
    ),
    DecisionKind.BLOCK_EVENT: Answers(
        (choices.block_options,),
        {
            m.BlockEvent: (choices.verify_block_event, choices.block_event),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.DRAGON: Answers(
        (choices.dragon_options,),
        {m.ChooseDragonTarget: (choices.verify_dragon, choices.dragon)},
    ),
    DecisionKind.MOVE_BY_NIGHT: Answers(
        (choices.move_by_night_options,),
        {
            m.MoveArmies: (choices.verify_move_armies, choices.move_armies),
            m.Pass: (_anything, _stop_moving),
        },
    ),
    DecisionKind.RUIN: Answers(
        (bound_trades.ruin_options,),
        {
            m.RuinTrade: (bound_trades.verify_ruin, bound_trades.ruin),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.COUNTER_SPY: Answers(
        (counters.counter_options,),
        {
            m.Counter: (spies.verify_counter, spies.counter),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.DISCARD_SPIED: Answers(
        (spies.discard_options,), {m.DiscardSpied: (spies.verify_discard, spies.discard)}
    ),
    DecisionKind.HEADQUARTERS: Answers(
        (headquarters.headquarters_options,),
        {m.MarkHeadquarters: (headquarters.verify_headquarters, headquarters.mark_headquarters)},
    ),
    DecisionKind.SETS: Answers(
        (territory_cards.trade_options,),
        {m.TradeSet: (territory_cards.verify_trade_set, territory_cards.trade_set)},
    ),
    DecisionKind.REINFORCE: Answers(
        (spoils.place_options, territory_cards.trade_options),
        {
            m.Place: (spoils.verify_place, spoils.place),
            m.TradeSet: (territory_cards.verify_trade_set, territory_cards.trade_set),
        },
    ),
    DecisionKind.FORTIFY: Answers(
        (fortify.fortify_options,),
        {m.Fortify: (fortify.verify_fortify, _fortify), m.Pass: (_anything, _stop_fortifying)},
    ),
}

DECLARATIONS: dict[type[m.Move], tuple[Verify, Do]] = {
    m.SetOrders: (standing_orders.verify_orders, standing_orders.set_orders),
    m.SetWishes: (muster.verify_wishes, muster.set_wishes),
    m.LayCards: (trades.verify_lay, trades.lay),
    m.AcceptTrade: (trades.verify_accept, trades.accept),
    m.WithdrawTrade: (trades.verify_withdraw, trades.withdraw),
    m.OfferPact: (pacts.verify_offer_pact, pacts.offer_pact),
    m.AnswerPact: (pacts.verify_answer_pact, pacts.answer_pact),
    m.EndPact: (pacts.verify_end_pact, pacts.end_pact),
    m.Resign: (seats.verify_resign, seats.resign),
    m.AgreeResult: (seats.verify_agree, seats.agree),
    m.ClaimWin: (seats.verify_claim_win, seats.claim_win),
    m.TakeSeat: (seats.verify_take_seat, seats.take_seat),
    m.EndGame: (seats.verify_end_game, seats.end_game),
    m.Disarm: (standing_orders.verify_disarm, standing_orders.disarm),
    m.AskOnlyPlayable: (seats.verify_only_playable, seats.ask_only_playable),
}
"""(verify, do) for declarations, which players may make at any time, and for house moves."""
