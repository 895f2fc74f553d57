"""Chapter 6, the uses of an Assassin: spying, killing a card, blocking a Hero."""

from collections.abc import Iterator

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.battle_cards.assassinations import ASSASSIN, send_assassin
from rules.chapters.battle_cards.hands import has_card
from rules.chapters.orders.standing_orders import is_asked
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.moves import (
    AssassinateAmbassador,
    AssassinateFortification,
    AssassinateHand,
    BlockHero,
    Spy,
)
from rules.moves.options import Option
from rules.questions import DefenceQuestion
from rules.state import State
from rules.state.treaties import Truce
from rules.state.under_way import Assassination, AssassinUse


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
    """Return the cards that the player on turn may name in an opponent's hand.

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
    """Check that an Assassin in hand can still spy, and that the opponent has cards (ASN-1)."""
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
        called = state.ruleset.card_texts[move.card].title
        raise IllegalMove("ASN-2", "You haven’t seen {called} in that hand.", called=called)


def assassinate_hand(
    state: State, seat: int, move: AssassinateHand, chance: Chance, emit: Emit
) -> None:
    """Send an Assassin against a card in a hand."""
    send_assassin(state, Assassination(seat, move.opponent, AssassinUse.HAND, move.card), emit)


def verify_assassinate_ambassador(state: State, seat: int, move: AssassinateAmbassador) -> None:
    """Raise IllegalMove unless another player has this Ambassador in play (ASN-2, AMB-3)."""
    _verify_has_assassin(state, seat, "ASN-2")
    if move.opponent == seat:
        raise IllegalMove("ASN-2", "You can’t send {an Assassin} against your own card.")
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
    """Check that the player has an Assassin and a Fortification is in play (ASN-2, ASN-5)."""
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

    The defender needs an Assassin, and the standing order “ask” for this block (ASN-4, ORD-1).
    """
    attack = state.open_attack
    if not state.this_turn.hero or attack.hero_fought:
        raise IllegalMove(
            "ASN-4",
            "You can send {an Assassin} against {a Hero} only in its first battle of an attack.",
        )
    _verify_has_assassin(state, seat, "ASN-4")
    if not is_asked(state, seat, DefenceQuestion.BLOCK, playable=True):
        raise IllegalMove(
            "ORD-1",
            "Your standing orders decide whether to send {an Assassin} against {a Hero}.",
        )


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
