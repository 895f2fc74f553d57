"""The public part of players, the open attack, cards, and armies to be placed."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from rules.chapters.armies.spoils import allowed_territories
from rules.chapters.armies.territory_cards import set_value
from rules.chapters.battle_cards.hidden_armies import unrevealed
from rules.moves import Control
from rules.state import State
from rules.state.under_way import PlacingPurpose


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What everyone may know of a player; `hidden` counts unused choices of hidden armies."""

    seat: int
    person: bool
    control: Control
    own: bool
    empire: str | None
    stronghold: str | None
    banners: tuple[str, ...]
    cards: int
    hidden: int
    unplaced: int
    eliminated: int


@dataclass(frozen=True, slots=True)
class AttackView:
    """What everyone may know of the open attack; see `under_way.Attack`."""

    attacker: int
    defender: int | None
    source: str
    target: str
    fleet: bool
    aboard: int
    dice: int
    defence_dice: int
    battles: int
    fortification: bool
    hero: bool


@dataclass(frozen=True, slots=True)
class SetsView:
    """What everyone may know of the territory cards (CLA-4); see `state.TerritoryCards`.

    `counts` is the number of cards in each hand, by seat; `value` is the armies for the next set,
    without a bonus.
    """

    counts: tuple[int, ...]
    deck: int
    pile: tuple[str, ...]
    traded: int
    value: int
    captured: bool
    trading: bool


@dataclass(frozen=True, slots=True)
class PlacingView:
    """Armies waiting to be placed, and the allowed territories; see `under_way.Placing`."""

    seat: int
    left: int
    purpose: PlacingPurpose
    territories: tuple[str, ...]


def player_view(state: State, seat: int) -> PlayerView:
    """Return what everyone may know of a player."""
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        person=player.person,
        control=player.control,
        own=player.own,
        empire=player.empire,
        stronghold=player.stronghold,
        banners=tuple(player.banners),
        cards=len(player.hand),
        hidden=len(unrevealed(state, seat)),
        unplaced=player.unplaced,
        eliminated=player.eliminated,
    )


def attack_view(state: State) -> AttackView | None:
    """Return what everyone may know of the open attack; None if there is none."""
    attack = state.attack
    if attack is None:
        return None
    return AttackView(
        attacker=attack.attacker,
        defender=attack.defender,
        source=attack.source,
        target=attack.target,
        fleet=attack.fleet,
        aboard=attack.aboard,
        dice=attack.dice,
        defence_dice=attack.defence_dice,
        battles=attack.battles,
        fortification=attack.fortification,
        hero=state.this_turn.hero,
    )


def sets_view(state: State) -> SetsView | None:
    """Return what everyone may know of the territory cards; None in a game without them."""
    cards = state.territory_cards
    if cards is None:
        return None
    return SetsView(
        counts=tuple(map(len, cards.hands)),
        deck=len(cards.deck),
        pile=tuple(cards.pile),
        traded=cards.traded,
        value=set_value(state.ruleset, cards.traded + 1),
        captured=state.this_turn.captured,
        trading=cards.trading,
    )


def placing_view(state: State) -> PlacingView | None:
    """Return the armies waiting to be placed; None if there are none."""
    if not state.placings:
        return None
    placing = state.placings[0]
    return PlacingView(
        placing.seat, placing.left, placing.purpose, allowed_territories(state, placing)
    )


def deck_counts(state: State) -> dict[str, Any]:
    """Return the size of each deck and the cards on the discard piles, as JSON-ready data."""
    return {
        "battle": len(state.deck),
        "event": len(state.event_deck),
        "battle_discards": dict(sorted(Counter(card.value for card in state.discard).items())),
        "event_discards": dict(sorted(Counter(card.value for card in state.event_discard).items())),
        "removed": len(state.removed),
    }
