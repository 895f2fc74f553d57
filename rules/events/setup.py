"""Chapter 2: what happens in the set-up; see `events/base.py`."""

from rules.events.base import Event, named


@named("seats_ordered")
class SeatsOrdered(Event):
    """SET-2: the seats in turn order around the table."""

    order: tuple[int, ...]


@named("first_rolled")
class FirstRolled(Event):
    """SET-2, SET-8: one die each (ties roll again), who goes first, and for what."""

    rolls: tuple[tuple[tuple[int, int], ...], ...]
    seat: int
    purpose: str


@named("stronghold_drawn")
class StrongholdDrawn(Event):
    """SET-3."""

    seat: int
    empire: str


@named("stronghold_placed")
class StrongholdPlaced(Event):
    """SET-3."""

    seat: int
    territory: str


@named("stronghold_chosen", private=True)
class StrongholdChosen(Event):
    """SET-9: placed unseen, until all have."""

    seat: int
    territory: str


@named("claimed")
class Claimed(Event):
    """SET-4, SET-9: one army on a territory nobody held."""

    seat: int
    territory: str


@named("placed")
class Placed(Event):
    """Armies put on a territory, and what they came from; the purpose may be the neutral army."""

    seat: int
    territory: str
    armies: int
    purpose: str


@named("mustered", private=True)
class Mustered(Event):
    """SET-9: armies placed unseen, until all have."""

    seat: int
    territory: str
    armies: int


@named("hidden_chosen")
class HiddenChosen(Event):
    """SET-6, HID-3: the sealed choice, public as its commitment only."""

    seat: int
    commitment: str


@named("hidden_kept", private=True)
class HiddenKept(Event):
    """SET-6: one's own choice, with the salt that opens the commitment."""

    seat: int
    territory: str
    salt: str
