"""Chapter 2: events of the set-up; see `events/base.py`."""

from rules.events.base import Event, PrivateEvent, named


@named("seats_ordered")
class SeatsOrdered(Event):
    """The seats were put in turn order (SET-2)."""

    order: tuple[int, ...]


@named("first_rolled")
class FirstRolled(Event):
    """Players rolled for the first move in set-up or the first turn; `seat` won (SET-2, SET-8).

    `rolls` has one item per round of rolls, as (seat, die) pairs; players tied for the highest die
    roll again. `purpose` is "set-up" or "first turn".
    """

    rolls: tuple[tuple[tuple[int, int], ...], ...]
    seat: int
    purpose: str


@named("first_chosen")
class FirstChosen(Event):
    """`seat` goes first without a roll, as chosen when the table was opened (SET-2)."""

    seat: int


@named("stronghold_drawn")
class StrongholdDrawn(Event):
    """A player drew the stronghold of an empire (SET-3)."""

    seat: int
    empire: str


@named("stronghold_placed")
class StrongholdPlaced(Event):
    """A player placed their stronghold (SET-3)."""

    seat: int
    territory: str


@named("stronghold_chosen")
class StrongholdChosen(PrivateEvent):
    """A player chose a territory for their stronghold, in secret until all have (SET-9)."""

    territory: str


@named("claimed")
class Claimed(Event):
    """A player claimed an unoccupied territory with one army (SET-4, SET-9)."""

    seat: int
    territory: str


@named("placed")
class Placed(Event):
    """Armies were placed on a territory.

    `purpose` says why they were placed, such as "spoils"; it is "neutral" for the neutral army.
    """

    seat: int
    territory: str
    armies: int
    purpose: str


@named("mustered")
class Mustered(PrivateEvent):
    """A player placed armies, in secret until all have (SET-9)."""

    territory: str
    armies: int


@named("hidden_chosen")
class HiddenChosen(Event):
    """A player chose hidden armies; only the commitment is public (SET-6, HID-3)."""

    seat: int
    commitment: str


@named("hidden_kept")
class HiddenKept(PrivateEvent):
    """The hidden armies chosen and their salt, for the player only (SET-6, HID-3)."""

    territory: str
    salt: str
