"""The location of each physical card; a position only counts the cards of each kind."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rules.state import State

BATTLE, EVENT, TERRITORY = "battle", "event", "territory"
DECK, HAND, IN_PLAY, TRACK, DISCARD, REMOVED = (
    "deck",
    "hand",
    "in play",
    "track",
    "discard",
    "removed",
)


class Spot(NamedTuple):
    """A card's location: zone, holder, and its place in an ordered pile (otherwise 0)."""

    zone: str
    holder: int | None = None
    place: int = 0


class CardRow(NamedTuple):
    """A physical card of a deck (battle, event or territory) and its location."""

    deck: str
    kind: str
    zone: str
    holder: int | None
    place: int

    @property
    def spot(self) -> Spot:
        """Return the card's location."""
        return Spot(*self[2:])


Lying = tuple[str, str, Spot]
"""A card: its deck, its kind and its spot."""

Pile = tuple[str, str, int | None, tuple[str, ...]]
"""Cards that lie together: their deck, zone, holder, and kinds in order."""

_ORDERED = frozenset((DISCARD, REMOVED))
"""The zones in which cards have a place."""


def piles(state: State) -> tuple[Pile, ...]:
    """Return all cards of a position; most moves leave the piles as they are."""
    return tuple(_piles(state))


def spots(piles: Iterable[Pile]) -> Iterator[Lying]:
    """Yield (deck, kind, spot) for every card of the piles."""
    for deck, zone, holder, kinds in piles:
        for place, kind in enumerate(kinds):
            yield deck, str(kind), Spot(zone, holder, place if zone in _ORDERED else 0)


def _piles(state: State) -> Iterator[Pile]:
    yield BATTLE, DECK, None, tuple(state.deck)
    yield BATTLE, DISCARD, None, tuple(state.discard)
    yield BATTLE, REMOVED, None, tuple(state.removed)
    for player in state.players:
        yield BATTLE, HAND, player.seat, tuple(player.hand)
    yield BATTLE, TRACK, None, ("mercenaries",) * state.track
    for kind, holder in _battle_cards_in_play(state):
        yield BATTLE, IN_PLAY, holder, (kind,)
    yield EVENT, DECK, None, tuple(state.event_deck)
    yield EVENT, DISCARD, None, tuple(state.event_discard)
    for item in state.in_force:
        yield EVENT, IN_PLAY, item.drawer, (item.card,)
    if state.event:
        yield EVENT, IN_PLAY, state.turn, (state.event.card,)
    cards = state.territory_cards
    if cards is not None:
        yield TERRITORY, DECK, None, tuple(cards.deck)
        for seat, hand in enumerate(cards.hands):
            yield TERRITORY, HAND, seat, tuple(hand)
        yield TERRITORY, DISCARD, None, tuple(cards.pile)


def _battle_cards_in_play(state: State) -> Iterator[tuple[str, int | None]]:
    for truce in state.truces:
        yield "ambassador", truce.seat
    if state.this_turn.hero:
        yield "hero", state.turn
    if state.attack and state.attack.fleet:
        yield "fleet", state.attack.attacker
    if state.attack and state.attack.fortification:
        yield "fortification", state.attack.defender
    for seat in state.this_turn.fortified:
        yield "fortification", seat
    if state.spying and not state.spying.looked:
        yield "assassin", state.spying.seat
    if state.assassination:
        yield "assassin", state.assassination.seat
    if state.bound and state.bound.assassination:
        yield "assassin", state.bound.assassination.seat


def laid_out(lying: Iterable[Lying], before: Sequence[CardRow]) -> tuple[CardRow, ...]:
    """Return all physical cards with their spots in a new position, moving as few as possible.

    `lying` are the position's `spots`; `before` are the cards' previous rows, empty for a new game.
    Raises ValueError if the position does not consist of the same cards.
    """
    wanted: dict[tuple[str, str], list[Spot]] = {}
    for deck, kind, spot in lying:
        wanted.setdefault((deck, kind), []).append(spot)
    if not before:
        return tuple(_new_cards(wanted))
    after = list(before)
    for (deck, kind), numbers in _by_kind(before).items():
        free = Counter(wanted.pop((deck, kind), ()))
        if free.total() != len(numbers):
            raise ValueError(f"There are {free.total()} cards {kind}, not {len(numbers)}.")
        moved = []
        for number in numbers:
            if free[before[number].spot]:
                free[before[number].spot] -= 1
            else:
                moved.append(number)
        for number, spot in zip(moved, free.elements(), strict=True):
            after[number] = CardRow(deck, kind, *spot)
    if wanted:
        raise ValueError(f"There are cards that the game did not begin with: {wanted}.")
    return tuple(after)


def _by_kind(cards: Iterable[CardRow]) -> dict[tuple[str, str], list[int]]:
    numbered = enumerate(cards)
    return {
        kind: [number for number, _ in group]
        for kind, group in groupby(numbered, key=lambda item: item[1][:2])
    }


def _new_cards(wanted: dict[tuple[str, str], list[Spot]]) -> Iterator[CardRow]:
    # Sorted by deck and kind, so that a card's number does not reveal its location.
    for (deck, kind), where in sorted(wanted.items()):
        for spot in where:
            yield CardRow(deck, kind, *spot)
