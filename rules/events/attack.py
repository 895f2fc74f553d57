"""Chapters 4 and 5: what happens in an attack and in an elimination; see `events/base.py`."""

from rules.events.base import Event, Modifier, named
from rules.reasons import AttackEnd


@named("attack_declared")
class AttackDeclared(Event):
    """ATT-1, FLT-1: `route` lists the sea zones of a fleet; `aboard` its armies.

    Here and in a battle `defender` is None where the neutral army stands (CLA-2).
    """

    attacker: int
    defender: int | None
    source: str
    target: str
    route: tuple[str, ...] = ()
    aboard: int = 0


@named("battle_fought")
class BattleFought(Event):
    """ATT-5, ATT-8: one roll, itemised; dice as rolled, `pairs` names the winner of each.

    `attackers_left` counts the armies in the attacking territory or aboard the fleet.
    """

    attacker: int
    defender: int | None
    source: str
    target: str
    attack_dice: tuple[int, ...]
    defence_dice: tuple[int, ...]
    attack_modifiers: tuple[Modifier, ...]
    defence_modifiers: tuple[Modifier, ...]
    attack_total: int
    defence_total: int
    pairs: tuple[str, ...]
    attack_losses: int
    defence_losses: int
    attackers_left: int
    defenders_left: int


@named("attack_ended")
class AttackEnded(Event):
    """ATT-6."""

    attacker: int
    source: str
    target: str
    reason: AttackEnd


@named("captured")
class Captured(Event):
    """ATT-9: the last defending army fell; `loser` None is the neutral army (CLA-2)."""

    seat: int
    territory: str
    loser: int | None


@named("moved_in")
class MovedIn(Event):
    """ATT-9, FLT-4."""

    seat: int
    source: str
    target: str
    armies: int


# Elimination (chapter 5)


@named("eliminated")
class Eliminated(Event):
    """ELM-1: the banners the captor took."""

    player: int
    captor: int
    territory: str
    banners: tuple[str, ...]


@named("vacated")
class Vacated(Event):
    """ELM-1: the territories left without armies."""

    player: int
    territories: tuple[str, ...]


@named("hand_taken")
class HandTaken(Event):
    """ELM-2: how many battle cards and unused choices of hidden armies changed hands."""

    captor: int
    player: int
    cards: int
    hidden: int


@named("hand_taken_seen", private=True)
class HandTakenSeen(Event):
    """ELM-2: which, for the captor alone."""

    seat: int
    cards: tuple[str, ...]
    hidden: tuple[str, ...]


@named("occupied")
class Occupied(Event):
    """ELM-3, ELM-4: one army into a vacated territory; source None is the stock."""

    seat: int
    territory: str
    source: str | None
