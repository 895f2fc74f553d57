"""Which moves answer which decision, and what may be declared at any time: the tables of play."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules import (
    assassins,
    attack,
    battle_cards,
    defence,
    elimination,
    event_choices,
    fleets,
    fortify,
    headquarters,
    hidden,
    landing,
    muster,
    orders,
    pacts,
    seats,
    setup,
    spies,
    spoils,
    strongholds,
    territory_cards,
    trades,
    windows,
)
from rules import moves as m
from rules.chance import Chance
from rules.offers import Option
from rules.order_of_play import next_phase
from rules.players import DecisionKind
from rules.state import State
from rules.telling import Tell

Verify = Callable[[State, int, Any], None]
Do = Callable[[State, int, Any, Chance, Tell], None]
Offer = Callable[[State, int], Iterator[Option]]


def _agent_options(state: State, seat: int) -> Iterator[Option]:
    """Offer what Assassins may do, or Spies: a game has the one or the other."""
    yield from assassins.assassin_options(state, seat)
    yield from spies.spy_options(state, seat)


def _end_options(state: State, seat: int) -> Iterator[Option]:
    if state.attack is None or not state.attack.fleet:
        yield Option(m.EndAttacks, {})


def _end_attacks(state: State, seat: int, move: m.EndAttacks, chance: Chance, tell: Tell) -> None:
    attack.end_attack(state, "stopped", tell)
    next_phase(state)


@dataclass(frozen=True, slots=True)
class Answers:
    """How one kind of decision is answered: its offer, and (verify, do) for each move.

    The offer comes in parts, so that one who wants one part need not wait for all.
    """

    parts: tuple[Offer, ...]
    moves: Mapping[type[m.Move], tuple[Verify, Do]]


def _anything(state: State, seat: int, move: m.Move) -> None:
    """Nothing speaks against the move where it is offered."""


def _nothing(state: State, seat: int, move: m.Move, chance: Chance, tell: Tell) -> None:
    """The answer is no; what it was about goes on by itself."""


def _let_stand(state: State, seat: int, move: m.Pass, chance: Chance, tell: Tell) -> None:
    windows.let_stand(state, tell)


def _stop_occupying(state: State, seat: int, move: m.Pass, chance: Chance, tell: Tell) -> None:
    state.fall.occupied = True


def _stop_moving(state: State, seat: int, move: m.Pass, chance: Chance, tell: Tell) -> None:
    event_choices.stop_moving(state)


def _fortify(state: State, seat: int, move: m.Fortify, chance: Chance, tell: Tell) -> None:
    fortify.fortify(state, seat, move, chance, tell)
    next_phase(state)


def _stop_fortifying(state: State, seat: int, move: m.Pass, chance: Chance, tell: Tell) -> None:
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
    m.Reveal: (hidden.verify_reveal, hidden.play_reveal),
    m.SendSpy: (spies.verify_send_spy, spies.send_spy),
}
"""What the player on turn may do whenever they have the move."""

ANSWERS: dict[DecisionKind, Answers] = {
    DecisionKind.STRONGHOLD: Answers(
        (strongholds.stronghold_options,),
        {m.PlaceStronghold: (strongholds.verify_stronghold, strongholds.place_stronghold)},
    ),
    DecisionKind.CLAIM: Answers(
        (setup.claim_options,), {m.Claim: (setup.verify_claim, setup.claim)}
    ),
    DecisionKind.PLACE: Answers(
        (spoils.place_options,), {m.Place: (spoils.verify_place, spoils.place)}
    ),
    DecisionKind.HIDE: Answers(
        (hidden.hide_options,), {m.Hide: (muster.verify_choose_hidden, muster.choose_hidden)}
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
            attack.battle_options,
            attack.attack_options,
            fleets.fleet_options,
            battle_cards.mercenaries_options,
            battle_cards.ambassador_options,
            hidden.reveal_options,
            _agent_options,
            _end_options,
        ),
        {
            m.DeclareAttack: (attack.verify_attack, attack.declare_attack),
            m.SailFleet: (fleets.verify_fleet, fleets.sail_fleet),
            m.Battle: (attack.verify_battle, attack.go_on),
            m.StopAttack: (attack.verify_stop, attack.stop_attack),
            m.EndAttacks: (attack.verify_end_attacks, _end_attacks),
            m.PlayMercenaries: (
                battle_cards.verify_mercenaries,
                battle_cards.play_mercenaries,
            ),
            m.PlayAmbassador: (battle_cards.verify_ambassador, battle_cards.play_ambassador),
            **_WITH_THE_MOVE,
        },
    ),
    DecisionKind.SPOILS: Answers(
        (spoils.place_options, hidden.reveal_options, _agent_options),
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
        (assassins.counter_options,),
        {
            m.Counter: (assassins.verify_counter, assassins.counter),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.MOVE_IN: Answers(
        (landing.move_in_options,), {m.MoveIn: (landing.verify_move_in, landing.move_in)}
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
        (event_choices.block_options,),
        {
            m.BlockEvent: (event_choices.verify_block_event, event_choices.block_event),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.DRAGON: Answers(
        (event_choices.dragon_options,),
        {m.ChooseDragonTarget: (event_choices.verify_dragon, event_choices.dragon)},
    ),
    DecisionKind.MOVE_BY_NIGHT: Answers(
        (event_choices.move_by_night_options,),
        {
            m.MoveArmies: (event_choices.verify_move_armies, event_choices.move_armies),
            m.Pass: (_anything, _stop_moving),
        },
    ),
    DecisionKind.RUIN: Answers(
        (trades.ruin_options,),
        {
            m.RuinTrade: (trades.verify_ruin, trades.ruin),
            m.Pass: (_anything, _nothing),
        },
    ),
    DecisionKind.COUNTER_SPY: Answers(
        (assassins.counter_options,),
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
    m.SetOrders: (orders.verify_orders, orders.set_orders),
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
    m.Disarm: (orders.verify_disarm, orders.disarm),
    m.AskOnlyPlayable: (seats.verify_only_playable, seats.ask_only_playable),
}
"""(verify, do) for what may be said at any time, and for what the house does."""
