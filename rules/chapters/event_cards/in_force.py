"""Event cards in force: what they close, and their modifiers on the highest die (ATT-8)."""

from dataclasses import dataclass
from functools import lru_cache

from rules.board import Board, Territory
from rules.cards import EVENT_CARDS, Change, EventCard, Whose
from rules.errors import IllegalMove
from rules.events.base import Modifier
from rules.state import State


@dataclass(frozen=True, slots=True)
class Closures:
    """Closed territories and rivers, each with the card that closes it, and closed sea zones."""

    territories: dict[str, EventCard]
    rivers: dict[str, EventCard]
    zones: frozenset[str]


OPEN = Closures({}, {}, frozenset())


def closures(state: State) -> Closures:
    """Return what the cards in force close."""
    if not state.in_force:
        return OPEN
    return closures_by(state.board, tuple([item.card for item in state.in_force]))


@lru_cache(maxsize=1024)
def closures_by(board: Board, cards: tuple[EventCard, ...]) -> Closures:
    """Return what the cards close; of several for a territory, one for its sea is named."""
    closing = [card for card in dict.fromkeys(cards) if EVENT_CARDS[card].change is Change.CLOSURE]
    rivers = {EVENT_CARDS[card].river: card for card in closing if EVENT_CARDS[card].river}
    zones = frozenset(EVENT_CARDS[card].sea for card in closing if EVENT_CARDS[card].sea)
    territories: dict[str, EventCard] = {}
    for card in sorted(closing, key=lambda card: bool(EVENT_CARDS[card].sea)):
        if not EVENT_CARDS[card].river:
            territories |= dict.fromkeys(affected_territories(board, card), card)
    return Closures(territories, rivers, zones)


def affected_territories(board: Board, card: EventCard) -> tuple[str, ...]:
    """Return the territories at the sea, along the river or in the terrain of a card."""
    row = EVENT_CARDS[card]
    if row.sea:
        return board.on_sea(row.sea)
    if row.terrain:
        return tuple(each.id for each in board.territories.values() if getattr(each, row.terrain))
    banks = frozenset[str]().union(*board.river_borders.get(row.river, ()))
    return tuple(name for name in board.territories if name in banks)


def verify_open(state: State, source: str, target: str) -> None:
    """Raise IllegalMove if an event in force closes the way between two territories."""
    refusal = why_closed(state, source, target)
    if refusal:
        raise refusal


def why_closed(state: State, source: str, target: str) -> IllegalMove | None:
    """Return the refusal if an event in force closes the way between two territories."""
    if not state.in_force:
        return None
    closed = closures(state)
    for name in (source, target):
        card = closed.territories.get(name)
        if card is not None:
            called = state.board.territories[name].name
            return IllegalMove(EVENT_CARDS[card].rule, "{name} is closed by a storm.", name=called)
    for river, card in closed.rivers.items():
        if state.board.crosses_river(source, target, river):
            return IllegalMove(EVENT_CARDS[card].rule, "The Grayflood is in flood.")
    return None


def fleet_crossings(state: State, seat: int) -> int:
    """Return how many borders between sea zones a player's fleet may cross (FLT-2, EVT-12)."""
    winds = any(
        EVENT_CARDS[item.card].change is Change.SAILING and item.drawer == seat
        for item in state.in_force
    )
    return state.ruleset.fleet_crossings + winds


def attack_modifiers(state: State, seat: int) -> tuple[Modifier, ...]:
    """Return the modifiers of cards in force on the attacker's highest die."""
    cards = tuple([(item.card, item.drawer == seat) for item in state.in_force])
    return _modifiers(state.board, cards, state.players[seat].empire, None)


def defence_modifiers(state: State, seat: int, territory: str) -> tuple[Modifier, ...]:
    """Return the modifiers of cards in force on the defender's highest die."""
    cards = tuple([(item.card, item.drawer == seat) for item in state.in_force])
    return _modifiers(state.board, cards, state.players[seat].empire, territory)


@lru_cache(maxsize=1024)
def _modifiers(
    board: Board,
    cards: tuple[tuple[EventCard, bool], ...],
    empire: str | None,
    defended: str | None,
) -> tuple[Modifier, ...]:
    """Return the modifiers on the highest die of a player of an empire; one kind counts once.

    `cards` are those in force, each with whether the player drew it. `defended` is None for an
    attacker.
    """
    place = None if defended is None else board.territories[defended]
    bearing = {card for card, is_drawer in cards if _bears(card, is_drawer, empire, place)}
    return tuple(
        Modifier(row.die.added, card.value, row.rule)
        for card, row in EVENT_CARDS.items()
        if card in bearing and row.die
    )


def _bears(card: EventCard, is_drawer: bool, empire: str | None, place: Territory | None) -> bool:
    row = EVENT_CARDS[card]
    if row.die is None:
        return False
    if place is None:
        is_there = row.die.in_attack
    else:
        is_there = (row.die.at_home or place.empire != empire) and (
            not row.terrain or getattr(place, row.terrain)
        )
    return (
        is_there
        and {
            Whose.DRAWERS: is_drawer,
            Whose.RULERS: empire == row.empire,
            Whose.EVERYBODYS: True,
        }[row.die.whose]
    )


def is_without_effect(state: State, card: EventCard) -> bool:
    """Return whether a lasting card names an empire that no player has (chapter 1)."""
    empire = EVENT_CARDS[card].empire
    return bool(empire) and state.ruler_of(empire) is None
