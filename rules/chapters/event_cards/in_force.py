"""Event cards in force: what they close, and their modifiers on the highest die (ATT-8)."""

from dataclasses import dataclass
from functools import lru_cache

from rules.board import Board
from rules.cards import EVENT_RULES, EventCard
from rules.errors import IllegalMove
from rules.events.base import Modifier
from rules.state import State

STORMS: dict[EventCard, str] = {
    EventCard.AZURE_STORMS: "azure_sea",
    EventCard.SOLNOR_STORMS: "solnor_ocean",
    EventCard.AERDI_STORMS: "aerdi_sea",
}
GREAT_KINGDOM = "great_kingdom"


@dataclass(frozen=True, slots=True)
class Closures:
    """Closed territories (each with the card that closes it), sea zones and rivers."""

    territories: dict[str, EventCard]
    zones: frozenset[str]
    rivers: frozenset[str]


OPEN = Closures({}, frozenset(), frozenset())


def closures(state: State) -> Closures:
    """Return what the cards in force close."""
    if not state.in_force:
        return OPEN
    return _closures(state.board, tuple(item.card for item in state.in_force))


@lru_cache(maxsize=1024)
def _closures(board: Board, cards: tuple[EventCard, ...]) -> Closures:
    zones = {STORMS[card]: card for card in cards if card in STORMS}
    closed = {territory: card for zone, card in zones.items() for territory in board.on_sea(zone)}
    if EventCard.MOUNTAIN_STORMS in cards:
        for territory in board.territories.values():
            if territory.rakers:
                closed.setdefault(territory.id, EventCard.MOUNTAIN_STORMS)
    rivers = {"grayflood"} if EventCard.GRAYFLOOD_OVERFLOWS in cards else set()
    return Closures(closed, frozenset(zones), frozenset(rivers))


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
            return IllegalMove(EVENT_RULES[card], "{name} is closed by a storm.", name=called)
    for river in closed.rivers:
        if state.board.crosses_river(source, target, river):
            rule = EVENT_RULES[EventCard.GRAYFLOOD_OVERFLOWS]
            return IllegalMove(rule, "The Grayflood is in flood.")
    return None


def fleet_crossings(state: State, seat: int) -> int:
    """Return how many borders between sea zones a player's fleet may cross (FLT-2, EVT-12)."""
    winds = any(
        item.card is EventCard.FAVORABLE_WINDS and item.drawer == seat for item in state.in_force
    )
    return state.ruleset.fleet_crossings + winds


def attack_modifiers(state: State, seat: int) -> tuple[Modifier, ...]:
    """Return the modifiers of cards in force on the attacker's highest die."""
    if not state.in_force:
        return ()
    return _modifiers(_bearing_on(state, seat) & _FOR_ALL_BATTLES)


def defence_modifiers(state: State, seat: int, territory: str) -> tuple[Modifier, ...]:
    """Return the modifiers of cards in force on the defender's highest die."""
    if not state.in_force:
        return ()
    cards = _bearing_on(state, seat)
    place = state.board.territories[territory]
    if not place.wooded:
        cards.discard(EventCard.WOODLAND_DEFENDERS)
    if place.empire == state.players[seat].empire:
        cards.discard(EventCard.ANCIENT_CURSE)
    return _modifiers(cards)


_VALUES: dict[EventCard, int] = {
    EventCard.MAD_OVERKING: -1,
    EventCard.DEMONS_UNLEASHED: 1,
    EventCard.WOODLAND_DEFENDERS: 1,
    EventCard.ANCIENT_CURSE: -1,
    EventCard.FAVOUR_OF_THE_GODS: 1,
}
_FOR_ALL_BATTLES = {
    EventCard.MAD_OVERKING,
    EventCard.DEMONS_UNLEASHED,
    EventCard.FAVOUR_OF_THE_GODS,
}
_FOR_THE_DRAWER = {EventCard.ANCIENT_CURSE, EventCard.FAVOUR_OF_THE_GODS}
_FOR_THE_GREAT_KINGDOM = {EventCard.MAD_OVERKING, EventCard.DEMONS_UNLEASHED}


def is_without_effect(state: State, card: EventCard) -> bool:
    """Return whether the card names an empire that no player has (chapter 1)."""
    return card in _FOR_THE_GREAT_KINGDOM and state.ruler_of(GREAT_KINGDOM) is None


def _bearing_on(state: State, seat: int) -> set[EventCard]:
    rules_great_kingdom = state.players[seat].empire == GREAT_KINGDOM
    return {
        item.card
        for item in state.in_force
        if item.card in _VALUES
        and (item.card not in _FOR_THE_DRAWER or item.drawer == seat)
        and (item.card not in _FOR_THE_GREAT_KINGDOM or rules_great_kingdom)
    }


def _modifiers(cards: set[EventCard]) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(_VALUES[card], card.value, EVENT_RULES[card]) for card in _VALUES if card in cards
    )
