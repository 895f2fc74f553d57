"""Chapter 6, the Assassin: spying, killing a card, countering, blocking a Hero."""

from collections.abc import Iterator

from rules.battle_cards.hands import (
    discard_card,
    forget_spying,
    has_card,
    lose_card,
    remove_from_hand,
    return_card,
)
from rules.battle_cards.mercenaries_ambassadors import end_truces
from rules.cards import BattleCard
from rules.chance import Chance
from rules.errors import IllegalMove, required
from rules.events.base import Emit
from rules.events.cards import AssassinCountered, AssassinRolled, AssassinUsed, HandSeen, Spied
from rules.moves import (
    AssassinateAmbassador,
    AssassinateFortification,
    AssassinateHand,
    BlockHero,
    Counter,
    Pass,
    Spy,
)
from rules.moves.options import Option
from rules.orders.standing_orders import emit_order_answer, is_asked, policy
from rules.questions import DecisionKind
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


# Uses in the player's own turn (ASN-1, ASN-2)


def assassin_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every use of an Assassin in the player's own turn."""
    held = state.players[seat].hand.count(ASSASSIN)
    if not held or not state.ruleset.has_assassins:
        return
    victims = tuple(other for other in state.after(seat) if state.players[other].hand)
    if victims:
        if held > state.this_turn.spied:
            yield Option(Spy, {"opponent": victims})
        for other in victims:
            named = known_cards(state, seat, other)
            cards = named if knows_hand(state, other) else (None, *named)
            yield Option(AssassinateHand, {"opponent": (other,), "card": cards})
    for truce in state.truces:
        if truce.seat != seat:
            places = {"opponent": (truce.seat,), "partner": (truce.other,)}
            yield Option(AssassinateAmbassador, places)
    if state.attack is not None and state.attack.fortification:
        yield Option(AssassinateFortification, {})


def knows_hand(state: State, opponent: int) -> bool:
    """Return whether spying this turn has revealed an opponent's whole hand (ASN-2)."""
    seen = state.this_turn.seen.get(opponent)
    return seen is not None and len(seen) == len(state.players[opponent].hand)


def known_cards(state: State, seat: int, opponent: int) -> tuple[BattleCard, ...]:
    """Return the cards in a hand that the player on turn may name.

    These are cards laid in a trade, or seen by spying this turn (ASN-2).
    """
    known = set(state.this_turn.seen.get(opponent, ()))
    for trade in state.trades:
        if opponent in trade.seats:
            known.update(trade.laid_by(opponent))
    return tuple(sorted(known))


def _verify_has_assassin(state: State, seat: int, rule: str) -> None:
    if not state.ruleset.has_assassins:
        raise IllegalMove(rule, "No card in this game can do that.")
    if not has_card(state, seat, ASSASSIN):
        raise IllegalMove(rule, "You have no {Assassin}.")


def _verify_victim(state: State, seat: int, opponent: int, rule: str) -> None:
    if opponent == seat or state.players[opponent].eliminated:
        raise IllegalMove(rule, "Choose an opponent who is still in the game.")
    if not state.players[opponent].hand:
        raise IllegalMove(rule, "That player’s hand is empty.")


def verify_spy(state: State, seat: int, move: Spy) -> None:
    """Raise IllegalMove without an Assassin that has not yet spied this turn (ASN-1)."""
    _verify_has_assassin(state, seat, "ASN-1")
    _verify_victim(state, seat, move.opponent, "ASN-1")
    if state.players[seat].hand.count(ASSASSIN) <= state.this_turn.spied:
        raise IllegalMove("ASN-1", "All your {Assassins} have already spied this turn.")


def spy(state: State, seat: int, move: Spy, chance: Chance, emit: Emit) -> None:
    """Send an Assassin to look at a hand."""
    send_assassin(state, Assassination(seat, move.opponent, AssassinUse.SPY), emit)


def verify_assassinate_hand(state: State, seat: int, move: AssassinateHand) -> None:
    """Raise IllegalMove for an unknown card, or for a random one if the hand is known (ASN-2)."""
    _verify_has_assassin(state, seat, "ASN-2")
    _verify_victim(state, seat, move.opponent, "ASN-2")
    if move.card is None:
        if knows_hand(state, move.opponent):
            raise IllegalMove("ASN-2", "You have seen that hand: choose a card.")
    elif move.card not in known_cards(state, seat, move.opponent):
        called = state.ruleset.card_names[move.card]
        raise IllegalMove("ASN-2", "You haven’t seen {called} in that hand.", called=called)


def assassinate_hand(
    state: State, seat: int, move: AssassinateHand, chance: Chance, emit: Emit
) -> None:
    """Send an Assassin against a card in a hand."""
    send_assassin(state, Assassination(seat, move.opponent, AssassinUse.HAND, move.card), emit)


def verify_assassinate_ambassador(state: State, seat: int, move: AssassinateAmbassador) -> None:
    """Raise IllegalMove unless another player has such an Ambassador in play (ASN-2, AMB-3)."""
    _verify_has_assassin(state, seat, "ASN-2")
    if move.opponent == seat:
        raise IllegalMove("ASN-2", "You can’t use {an Assassin} on your own card.")
    if Truce(move.opponent, move.partner) not in state.truces:
        raise IllegalMove("AMB-3", "There is no such {Ambassador} in play.")


def assassinate_ambassador(
    state: State, seat: int, move: AssassinateAmbassador, chance: Chance, emit: Emit
) -> None:
    """Send an Assassin against an Ambassador in play."""
    card = BattleCard.AMBASSADOR
    send_assassin(
        state, Assassination(seat, move.opponent, AssassinUse.AMBASSADOR, card, move.partner), emit
    )


def verify_assassinate_fortification(
    state: State, seat: int, move: AssassinateFortification
) -> None:
    """Raise IllegalMove without an Assassin, or with no Fortification in play (ASN-2, ASN-5)."""
    _verify_has_assassin(state, seat, "ASN-5")
    if state.attack is None or not state.attack.fortification:
        raise IllegalMove("ASN-5", "No {Fortification} is in play.")


def assassinate_fortification(
    state: State, seat: int, move: AssassinateFortification, chance: Chance, emit: Emit
) -> None:
    """Send an Assassin against the defender's Fortification."""
    strike_fortification(state, emit)


def strike_fortification(state: State, emit: Emit) -> None:
    """Send the attacker's Assassin against the Fortification in play (ASN-5)."""
    attack = state.open_attack
    card = BattleCard.FORTIFICATION
    use = AssassinUse.FORTIFICATION
    send_assassin(state, Assassination(attack.attacker, attack.defending_seat, use, card), emit)


def verify_block(state: State, seat: int, move: BlockHero) -> None:
    """Check that a Hero fights its first battle, and that the defender may block it.

    The defender needs an Assassin and a standing order that asks (ASN-4, ORD-1).
    """
    attack = state.open_attack
    if not state.this_turn.hero or attack.hero_fought:
        raise IllegalMove("ASN-4", "You can only block a {Hero} in its first battle of an attack.")
    _verify_has_assassin(state, seat, "ASN-4")
    if not is_asked(state, seat, "block", playable=True):
        raise IllegalMove("ORD-1", "Your standing orders decide whether to block {a Hero}.")


def block(state: State, seat: int, move: BlockHero, chance: Chance, emit: Emit) -> None:
    """Send the defender's Assassin against the Hero."""
    block_hero(state, emit)


def block_hero(state: State, emit: Emit) -> None:
    """Send the defender's Assassin against the attacker's Hero (ASN-4)."""
    attack = state.open_attack
    send_assassin(
        state,
        Assassination(attack.defending_seat, attack.attacker, AssassinUse.BLOCK, BattleCard.HERO),
        emit,
    )


# Resolving an Assassin


def send_assassin(state: State, assassination: Assassination, emit: Emit) -> None:
    """Put an Assassin into play; it is resolved before anything else.

    Sending one ends a press after the current battle (ATT-11).
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


def is_counter_settled(state: State, assassination: Assassination, bound: int, emit: Emit) -> bool:
    """Settle whether the target counters (ASN-3); return False while the target is being asked.

    `bound` is the number of cards the target has laid in the trade at stake; they cannot
    counter. Once it returns True, `assassination.countered` has the result.
    """
    if assassination.asked:
        return True
    assassination.asked = True
    seat = assassination.opponent
    if len(state.players[seat].hand) <= bound:
        return True
    if is_asked(state, seat, "counter", can_counter(state, seat)):
        state.ask(seat, DecisionKind.COUNTER)
        return False
    if policy(state, seat, "counter") == "always" and can_counter(state, seat):
        emit_order_answer(seat, DecisionKind.COUNTER, "always", emit)
        apply_counter(state, assassination, emit)
    return True


def can_counter(state: State, seat: int) -> bool:
    """Return whether a player has an Assassin that is not bound in a trade (ASN-3)."""
    held = state.players[seat].hand.count(ASSASSIN)
    if state.bound is not None and seat in state.bound.trade.seats:
        held -= state.bound.trade.laid_by(seat).count(ASSASSIN)
    return held > 0


def counter_options(state: State, seat: int) -> Iterator[Option]:
    """Offer a counter to an Assassin or Spy, if the player can, and passing (ASN-3, CAS-4)."""
    yield Option(Pass, {})
    if can_counter(state, seat):
        yield Option(Counter, {})


def verify_counter(state: State, seat: int, move: Counter) -> None:
    """Raise IllegalMove without an Assassin that can counter (ASN-3)."""
    if not can_counter(state, seat):
        raise IllegalMove("ASN-3", "You have no {Assassin} to counter with.")


def counter(state: State, seat: int, move: Counter, chance: Chance, emit: Emit) -> None:
    """Counter an Assassin with an Assassin."""
    assassination = required(state.awaiting_counter, "Assassin to counter")
    apply_counter(state, assassination, emit)


def apply_counter(state: State, assassination: Assassination, emit: Emit) -> None:
    """Mark an Assassin as countered and discard the one that countered it (ASN-3)."""
    assassination.countered = True
    emit(AssassinCountered(assassination.opponent, assassination.seat))
    lose_card(state, assassination.opponent, ASSASSIN, "ASN-3", emit)


def resolve_assassin(state: State, chance: Chance, emit: Emit) -> None:
    """Ask for a counter, or resolve the Assassin in play."""
    assassination = state.open_assassination
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
    """Discard an Assassin in play; one not sent to spy counts as one that has spied (ASN-1)."""
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
    """Roll one die each and return whether the Assassin succeeds (ASN-2, ASN-4).

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
