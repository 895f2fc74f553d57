"""Chapter 6, an Assassin in play: it is countered, sees a hand, or rolls to kill a card."""

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.battle_cards.counters import is_counter_settled
from rules.chapters.battle_cards.hands import (
    discard_card,
    forget_spying,
    lose_card,
    remove_from_hand,
    return_card,
)
from rules.chapters.battle_cards.mercenaries_ambassadors import end_truces
from rules.errors import required
from rules.events.base import Emit
from rules.events.cards import AssassinRolled, AssassinUsed, HandSeen, Spied
from rules.state import State
from rules.state.treaties import Truce
from rules.state.under_way import Assassination, AssassinUse, BattleStep

ASSASSIN = BattleCard.ASSASSIN
USE_RULES = {
    AssassinUse.SPY: "ASN-1",
    AssassinUse.HAND: "ASN-2",
    AssassinUse.AMBASSADOR: "ASN-2",
    AssassinUse.FORTIFICATION: "ASN-5",
    AssassinUse.BLOCK: "ASN-4",
    AssassinUse.TRADE: "DIP-4",
}


def send_assassin(state: State, assassination: Assassination, emit: Emit) -> None:
    """Put an Assassin into play; it is resolved before anything else.

    Sending an Assassin ends a press after the current battle (ATT-11).
    """
    remove_from_hand(state, assassination.seat, ASSASSIN, emit)
    if state.attack is not None:
        state.attack.press = None
    state.assassination = assassination
    emit_assassin_used(assassination, emit)


def emit_assassin_used(assassination: Assassination, emit: Emit) -> None:
    """Emit the public event that names an Assassin's opponent, use and card."""
    card = assassination.card.value if assassination.card else None
    emit(AssassinUsed(assassination.seat, assassination.opponent, assassination.use.value, card))


def resolve_assassin(
    state: State, assassination: Assassination, chance: Chance, emit: Emit
) -> None:
    """Ask for a counter, or resolve the Assassin in play."""
    if not is_counter_settled(state, assassination, 0, emit):
        return
    state.assassination = None
    if assassination.countered:
        spend_assassin(state, assassination, "ASN-3", emit)
    elif assassination.use is AssassinUse.SPY:
        _see_hand(state, assassination, emit)
    else:
        _kill(state, assassination, chance, emit)


def spend_assassin(state: State, assassination: Assassination, rule: str, emit: Emit) -> None:
    """Discard an Assassin in play; unless sent to spy, it counts as having spied (ASN-1)."""
    if assassination.use is not AssassinUse.SPY:
        forget_spying(state, assassination.seat, ASSASSIN)
    discard_card(state, assassination.seat, ASSASSIN, rule, emit)


def _see_hand(state: State, assassination: Assassination, emit: Emit) -> None:
    seat, opponent = assassination.seat, assassination.opponent
    return_card(state, seat, ASSASSIN, "ASN-1", emit)
    state.this_turn.spied += 1
    state.this_turn.seen[opponent] = list(state.players[opponent].hand)
    emit(Spied(seat, opponent))
    emit(HandSeen(seat, opponent, tuple(state.this_turn.seen[opponent])))


def roll_assassin(state: State, assassination: Assassination, chance: Chance, emit: Emit) -> bool:
    """Roll a die for each player and return whether the Assassin succeeds (ASN-2, ASN-4).

    The Assassin adds 2, or 1 to block a Hero, and must roll higher.
    """
    bonus = 1 if assassination.use is AssassinUse.BLOCK else 2
    die, against = chance.roll(2, "assassin")
    success = die + bonus > against
    emit(AssassinRolled(assassination.seat, assassination.opponent, die, bonus, against, success))
    return success


def _kill(state: State, assassination: Assassination, chance: Chance, emit: Emit) -> None:
    success = roll_assassin(state, assassination, chance, emit)
    if success:
        _VICTIMS[assassination.use](state, assassination, chance, emit)
    spend_assassin(state, assassination, USE_RULES[assassination.use], emit)


def _kill_in_hand(state: State, assassination: Assassination, chance: Chance, emit: Emit) -> None:
    hand = state.players[assassination.opponent].hand
    if not hand:
        return
    card = assassination.card
    if card is None or card not in hand:
        card = hand[chance.pick(hand, "card of a hand")]
    lose_card(state, assassination.opponent, card, "ASN-2", emit)


def _kill_ambassador(
    state: State, assassination: Assassination, chance: Chance, emit: Emit
) -> None:
    partner = required(assassination.partner, "partner in this truce")
    end_truces(state, [Truce(assassination.opponent, partner)], emit, "ASN-2")


def _kill_fortification(
    state: State, assassination: Assassination, chance: Chance, emit: Emit
) -> None:
    attack = state.open_attack
    attack.fortification = False
    attack.changes += 1
    attack.changed = attack.step is not BattleStep.BETWEEN
    discard_card(state, attack.defending_seat, BattleCard.FORTIFICATION, "ASN-5", emit)


def _kill_hero(state: State, assassination: Assassination, chance: Chance, emit: Emit) -> None:
    attack = state.open_attack
    state.this_turn.hero = False
    attack.changes += 1
    attack.changed = True
    discard_card(state, attack.attacker, BattleCard.HERO, "ASN-4", emit)


_VICTIMS = {
    AssassinUse.HAND: _kill_in_hand,
    AssassinUse.AMBASSADOR: _kill_ambassador,
    AssassinUse.FORTIFICATION: _kill_fortification,
    AssassinUse.BLOCK: _kill_hero,
}
