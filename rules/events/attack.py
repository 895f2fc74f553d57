"""Chapters 4 and 5: events of attacks and eliminations; see `events/base.py`."""

from typing import ClassVar

from rules.events.base import Event, Modifier, PrivateEvent, named
from rules.reasons import AttackEnd


@named("attack_declared")
class AttackDeclared(Event):
    """An attack was declared by land, dotted line or fleet (ATT-1, FLT-1).

    `route` and `aboard` are the sea zones and armies of a fleet. Here and in `BattleFought`
    `defender` is None for the neutral army (CLA-2).
    """

    attacker: int
    defender: int | None
    source: str
    target: str
    route: tuple[str, ...] = ()
    aboard: int = 0


@named("battle_fought")
class BattleFought(Event):
    """One battle was rolled (ATT-5, ATT-8).

    Dice are in the order rolled; `pairs` names the winner of each pair of dice. `attackers_left`
    counts the armies in the attacking territory or aboard the fleet.
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
    """An attack ended (ATT-6)."""

    attacker: int
    source: str
    target: str
    reason: AttackEnd


@named("captured")
class Captured(Event):
    """A territory was captured (ATT-9); `loser` is None for the neutral army (CLA-2)."""

    mark: ClassVar[str] = "capture"
    seat: int
    territory: str
    loser: int | None


@named("moved_in")
class MovedIn(Event):
    """Armies moved or landed in a captured territory (ATT-9, FLT-4)."""

    seat: int
    source: str
    target: str
    armies: int


# Elimination (chapter 5)


@named("eliminated")
class Eliminated(Event):
    """A player was eliminated; `banners` went to the captor (ELM-1)."""

    mark: ClassVar[str] = "fall"
    player: int
    captor: int
    territory: str
    banners: tuple[str, ...]


@named("vacated")
class Vacated(Event):
    """An eliminated player's armies left these territories (ELM-1)."""

    player: int
    territories: tuple[str, ...]


@named("hand_taken")
class HandTaken(Event):
    """The captor took a number of battle cards and unused hidden-army choices (ELM-2)."""

    captor: int
    player: int
    cards: int
    hidden: int


@named("hand_taken_seen")
class HandTakenSeen(PrivateEvent):
    """The cards and hidden-army territories taken, for the captor only (ELM-2)."""

    cards: tuple[str, ...]
    hidden: tuple[str, ...]


@named("occupied")
class Occupied(Event):
    """One army moved into a vacated territory; `source` is None for the stock (ELM-3, ELM-4)."""

    seat: int
    territory: str
    source: str | None
