"""The battle cards that a seat can remember from what it has seen of a game.

A view shows the position only. Bots that think ahead give what they remember to `View.determinise`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from rules.cards import BattleCard
from rules.events.agreements import TradeDone
from rules.events.attack import HandTaken
from rules.events.base import Event
from rules.events.cards import (
    AssassinUsed,
    CardLost,
    CardPlayed,
    CardReturned,
    HandSeen,
    HandShown,
    SpySent,
)
from rules.events.turn import AmbassadorRemoved, MercenariesPlayed
from rules.view.possible_cards import Known

Hands = defaultdict[int, Counter[BattleCard]]


def remembered_cards(history: Iterable[Event]) -> Known:
    """Return the battle cards that are certain to be in hands, by seat.

    `history` has all events of a game that one seat has seen, in order, without those that were
    taken back. A card that its player may have used since is left out, so every remembered card
    really is in the hand.
    """
    hands: Hands = defaultdict(Counter)
    for event in history:
        _remember(hands, event)
    return {seat: hand for seat, hand in hands.items() if hand}


def _remember(hands: Hands, event: Event) -> None:
    match event:
        case HandSeen(opponent=seat, cards=cards) | HandShown(seat=seat, cards=cards):
            hands[seat] = _counted(cards)
        case CardReturned(seat=seat, card=card):
            hands[seat] += _counted((card,))
        case TradeDone(seats=seats, cards=given):
            for seat, gave, got in zip(seats, given, reversed(given), strict=True):
                hands[seat] = hands[seat] - _counted(gave) + _counted(got)
        case HandTaken(captor=captor, player=seat):
            hands[captor] += hands.pop(seat, Counter())
        case CardPlayed(seat=seat, card=card) | CardLost(seat=seat, card=card):
            hands[seat] -= _counted((card,))
        case AssassinUsed(seat=seat) | SpySent(seat=seat):
            # Castle's Spy has the place of the Assassin in the deck.
            hands[seat] -= Counter((BattleCard.ASSASSIN,))
        case MercenariesPlayed(seat=seat, numbers=numbers):
            hands[seat] -= Counter({BattleCard.MERCENARIES: len(numbers)})
        case AmbassadorRemoved(seat=seat, count=count):
            hands[seat] -= Counter({BattleCard.AMBASSADOR: count})


def _counted(cards: Iterable[str]) -> Counter[BattleCard]:
    return Counter(BattleCard(card) for card in cards)
