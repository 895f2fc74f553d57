"""Chapter 11: what happens to territory cards and headquarters; see `events/base.py`."""

from rules.events.base import Event, named


@named("neutral_claimed")
class NeutralClaimed(Event):
    """CLA-2: one neutral army on each of these territories."""

    territories: tuple[str, ...]


@named("headquarters_marked", private=True)
class HeadquartersMarked(Event):
    """CLA-6: marked in secret, until all have."""

    seat: int
    territory: str


@named("headquarters_shown")
class HeadquartersShown(Event):
    """CLA-6."""

    seat: int
    territory: str


@named("reinforcements_counted")
class ReinforcementsCounted(Event):
    """CLA-3: (what, number of armies) for territories and continents, and the sum."""

    seat: int
    items: tuple[tuple[str, int], ...]
    armies: int


@named("set_traded")
class SetTraded(Event):
    """CLA-4: the cards shown, the armies for them, and the territory that got `bonus` more.

    `number` counts the sets of all players; `territory` is None where none of the cards shows
    one's own.
    """

    seat: int
    set_cards: tuple[str, ...]
    number: int
    armies: int
    territory: str | None
    bonus: int


@named("fortified")
class Fortified(Event):
    """CLA-3: armies moved from one territory into one adjacent."""

    seat: int
    source: str
    target: str
    armies: int


@named("territory_card_drawn")
class TerritoryCardDrawn(Event):
    """CLA-3: that a territory card was drawn."""

    seat: int


@named("territory_card_seen", private=True)
class TerritoryCardSeen(Event):
    """CLA-3: which, for the owner alone."""

    seat: int
    territory_card: str


@named("territory_cards_taken")
class TerritoryCardsTaken(Event):
    """CLA-5: how many territory cards went from a player who is out to the captor."""

    captor: int
    player: int
    count: int


@named("territory_cards_taken_seen", private=True)
class TerritoryCardsTakenSeen(Event):
    """CLA-5: which, for the captor alone."""

    seat: int
    territory_cards: tuple[str, ...]
