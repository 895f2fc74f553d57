"""A general's trades: what cards are worth in a position, and offers from which both sides gain.

A refused trade leaves no trace in the view, so each seat offers trades only in every fourth round,
to one player after another.

The position may change before a person answers an offer with the card that the general asked for,
but the person would not understand a refusal. So a general asks only for a card that is usually
worth about as much as the card it offers, and accepts that card from a person whatever has happened
since.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.bots.diplomacy import LEAST_GAIN, runs_away
from rules.bots.general.standing import Standing
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.cards import BATTLE_CARDS, BattleCard
from rules.moves import AcceptTrade, Control, LayCards, Move, WithdrawTrade
from rules.state.treaties import Trade
from rules.view import View

EVERY = 4
"""The number of rounds from one offer of a trade to the next."""
ANOTHER = 0.6
"""The factor on the worth of each further card of a kind, as it may be used later."""
FLEET_LOAD = 5
"""A Fleet is useful on a coastal territory with more armies than this."""
NEEDED, SPARE = 1.4, 0.7
"""The factors on the usual worth of a card: with a use in the position, and without one."""
ALARM = 1.4
CONCESSION = 0.5
"""The wanted card is usually worth at most this much less than the offered one, in armies."""


class Worth:
    """The value of cards to a player, in armies, judged from public facts."""

    def __init__(self, standing: Standing, seat: int) -> None:
        self._standing, self._view, self._seat = standing, standing.view, seat

    def of_hand(self, cards: Iterable[BattleCard]) -> float:
        """Return the value of a hand: each further card of a kind is worth less."""
        return sum(
            sum(self._hired(number)) if card is BattleCard.MERCENARIES else self._of(card, number)
            for card, number in Counter(cards).items()
        )

    def gain(
        self, hand: Iterable[BattleCard], gives: Iterable[BattleCard], gets: Iterable[BattleCard]
    ) -> float:
        """Return how much a trade raises the value of a hand, in armies."""
        before = Counter(hand)
        after = before - Counter(gives) + Counter(gets)
        return self.of_hand(after.elements()) - self.of_hand(before.elements())

    def is_promised(self, gives: Iterable[BattleCard], gets: Iterable[BattleCard]) -> bool:
        """Return whether `gets` is usually worth at most `CONCESSION` armies less than `gives`."""
        return self._usual(gets) >= self._usual(gives) - CONCESSION

    def _usual(self, cards: Iterable[BattleCard]) -> float:
        """Return the usual value of cards, each counted as the only one of its kind."""
        hired = sum(self._hired(1))
        return sum(
            hired if card is BattleCard.MERCENARIES else BATTLE_CARDS[card].worth for card in cards
        )

    def _hired(self, number: int) -> tuple[int, ...]:
        """Return the armies that each of the next Mercenaries brings (MRC-1)."""
        return self._view.ruleset.track[self._view.track : self._view.track + number]

    def _of(self, card: BattleCard, number: int) -> float:
        copies = sum(ANOTHER**place for place in range(number))
        use = {True: NEEDED, False: SPARE, None: 1.0}[self._is_needed(card)]
        return BATTLE_CARDS[card].worth * use * copies

    def _is_needed(self, card: BattleCard) -> bool | None:
        """Return whether a card has a use now; None for cards that always have one."""
        standing, seat = self._standing, self._seat
        match card:
            case BattleCard.FORTIFICATION:
                return self._threat() > self._garrison()
            case BattleCard.HERO:
                return standing.strength[seat] >= standing.mean
            case BattleCard.FLEET:
                return any(self._has_fleet(name) for name in self._view.held_by(seat))
            case BattleCard.AMBASSADOR:
                leader = standing.leader(ALARM)
                return leader is not None and standing.facing[leader, seat] > 0
        return None

    def _has_fleet(self, name: str) -> bool:
        is_coastal = self._view.board.coastal(name)
        return is_coastal and self._view.armies(name) > FLEET_LOAD

    def _garrison(self) -> int:
        stronghold = self._view.player(self._seat).stronghold
        return self._view.armies(stronghold) if stronghold else 0

    def _threat(self) -> int:
        """Return the armies of others beside the player's stronghold."""
        view, stronghold = self._view, self._view.player(self._seat).stronghold
        beside = view.board.territories[stronghold].neighbours if stronghold else ()
        return sum(view.armies(near) for near in beside if view.owner(near) != self._seat)


# Offers


def offer(standing: Standing) -> Chosen | None:
    """Offer a card that is worth more to the partner for a card that is worth more to the bot."""
    view = standing.view
    partner = _partner(view)
    if partner is None or view.bound_trade is not None:
        return None
    own, other = Worth(standing, view.own_seat), Worth(standing, partner)
    wishes = [
        (min(ours, theirs), card, wish)
        for card, wish in _exchanges(view)
        if own.is_promised((card,), (wish,))
        if (ours := own.gain(view.hand, (card,), (wish,))) >= LEAST_GAIN
        if (theirs := other.gain((wish,), (wish,), (card,))) >= LEAST_GAIN
    ]
    if not wishes:
        return None
    _, card, wish = max(wishes)
    return Chosen(LayCards(partner, (card,)), Reason(ReasonKind.WANT_CARD, card=wish.value))


def _exchanges(view: View) -> Iterator[tuple[BattleCard, BattleCard]]:
    """Yield (card to lay, wanted card) for every pair of different kinds."""
    for card in dict.fromkeys(view.tradable):
        for wish in view.ruleset.battle_cards:
            if wish is not card:
                yield card, wish


def _partner(view: View) -> int | None:
    """Return the player to whom a trade may be offered in this round; None if there is none."""
    own, players = view.own_seat, view.players
    if (view.round + own) % EVERY or not view.tradable:
        return None
    turns = (view.round + own) // EVERY
    seat = (own + 1 + turns % (len(players) - 1)) % len(players)
    other = players[seat]
    if other.eliminated or other.control is Control.STEWARD or not other.cards:
        return None
    return None if runs_away(view, seat) else seat


# Answers


def answer(view: View, trade: Trade) -> Chosen:
    """Lay the least valuable cards in return, accept a profitable trade, or end the trade."""
    return Chosen(_answer(view, trade))


def _answer(view: View, trade: Trade) -> Move:
    own = view.own_seat
    partner = trade.partner_of(own)
    mine, theirs = trade.laid_by(own), trade.laid_by(partner)
    if len(view.living()) == 2 or runs_away(view, partner):
        return WithdrawTrade(partner)
    worth = Worth(Standing(view), own)
    is_complete = len(mine) == len(theirs)
    cards = mine if is_complete else _spared_cards(view, worth, theirs)
    is_answer = is_complete and trade.seats[0] == own and view.player(partner).person
    if is_answer and worth.is_promised(mine, theirs):
        return AcceptTrade(partner, mine, theirs)
    if cards is None or worth.gain(view.hand, cards, theirs) < LEAST_GAIN:
        return WithdrawTrade(partner)
    return AcceptTrade(partner, mine, theirs) if is_complete else LayCards(partner, cards)


def _spared_cards(
    view: View, worth: Worth, theirs: tuple[BattleCard, ...]
) -> tuple[BattleCard, ...] | None:
    """Return as many of the least valuable cards as `theirs` has; None if there are too few."""
    left = Counter(view.tradable)
    if left.total() < len(theirs):
        return None
    given: list[BattleCard] = []
    for _ in theirs:
        card = max(sorted(left), key=lambda one: worth.gain(view.hand, (*given, one), theirs))
        given.append(card)
        left -= Counter((card,))
    return tuple(sorted(given))
