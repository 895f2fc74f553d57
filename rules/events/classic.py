"""Chapter 11: events of classic Risk, with or without headquarters; see `events/base.py`."""

from typing import ClassVar

from rules.events.base import Event, PrivateEvent, named


@named("neutral_claimed")
class NeutralClaimed(Event):
    """Each of these territories got one neutral army (CLA-2)."""

    territories: tuple[str, ...]


@named("headquarters_marked")
class HeadquartersMarked(PrivateEvent):
    """A player marked headquarters, in secret until all have (CLA-6)."""

    territory: str


@named("headquarters_shown")
class HeadquartersShown(Event):
    """A player's headquarters became public (CLA-6)."""

    seat: int
    territory: str


@named("reinforcements_counted")
class ReinforcementsCounted(Event):
    """Reinforcements as (source, armies) for territories and continents, and their sum (CLA-3)."""

    seat: int
    items: tuple[tuple[str, int], ...]
    armies: int


@named("set_traded")
class SetTraded(Event):
    """A set of territory cards was traded for `armies`, and for `bonus` on `territory` (CLA-4).

    This is set `number` of the game. `territory` is None if no card shows a territory that the
    player holds.
    """

    mark: ClassVar[str] = "trade"
    seat: int
    set_cards: tuple[str, ...]
    number: int
    armies: int
    territory: str | None
    bonus: int


@named("fortified")
class Fortified(Event):
    """Armies moved from one territory to an adjacent one (CLA-3)."""

    seat: int
    source: str
    target: str
    armies: int


@named("territory_card_drawn")
class TerritoryCardDrawn(Event):
    """A player drew a territory card (CLA-3)."""

    seat: int


@named("territory_card_seen")
class TerritoryCardSeen(PrivateEvent):
    """The territory card drawn, for its owner only (CLA-3)."""

    territory_card: str


@named("territory_cards_taken")
class TerritoryCardsTaken(Event):
    """The captor took the territory cards of an eliminated player (CLA-5)."""

    captor: int
    player: int
    count: int


@named("territory_cards_taken_seen")
class TerritoryCardsTakenSeen(PrivateEvent):
    """The territory cards taken, for the captor only (CLA-5)."""

    territory_cards: tuple[str, ...]
