"""Event cards in force: what they close, and their modifiers on the highest die (ATT-8)."""

from dataclasses import dataclass
from functools import lru_cache

from rules.board import Board, Territory
from rules.cards import EVENT_CARDS, Change, EventCard, Whose
from rules.errors import IllegalMove
from rules.events.base import Modifier
from rules.state import State
from rules.state.under_way import InForce


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
    return closures_by(state.board, tuple(item.card for item in state.in_force))


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
    return _modifiers(state, seat, None)


def defence_modifiers(state: State, seat: int, territory: str) -> tuple[Modifier, ...]:
    """Return the modifiers of cards in force on the defender's highest die."""
    return _modifiers(state, seat, state.board.territories[territory])


def _modifiers(state: State, seat: int, defended: Territory | None) -> tuple[Modifier, ...]:
    """Return the modifiers on a player's highest die, in attack if no territory is defended.

    Cards of one kind count once.
    """
    if not state.in_force:
        return ()
    cards = {item.card for item in state.in_force if _counts(state, seat, item, defended)}
    return tuple(
        Modifier(row.die.added, card.value, row.rule)
        for card, row in EVENT_CARDS.items()
        if card in cards and row.die
    )


def _counts(state: State, seat: int, item: InForce, defended: Territory | None) -> bool:
    row = EVENT_CARDS[item.card]
    if row.die is None:
        return False
    empire = state.players[seat].empire
    if defended is None:
        is_there = row.die.in_attack
    else:
        is_there = (row.die.at_home or defended.empire != empire) and (
            not row.terrain or getattr(defended, row.terrain)
        )
    return (
        is_there
        and {
            Whose.DRAWERS: item.drawer == seat,
            Whose.RULERS: empire == row.empire,
            Whose.EVERYBODYS: True,
        }[row.die.whose]
    )


def is_without_effect(state: State, card: EventCard) -> bool:
    """Return whether a lasting card names an empire that no player has (chapter 1)."""
    empire = EVENT_CARDS[card].empire
    return bool(empire) and state.ruler_of(empire) is None
