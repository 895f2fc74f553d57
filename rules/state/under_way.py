"""Unfinished actions: attacks, Assassins, eliminations, event cards; parts of `state.State`."""

from dataclasses import dataclass, field
from enum import StrEnum

from rules.cards import BattleCard, EventCard


class BattleStep(StrEnum):
    """The current step of a battle (ATT-7); in BETWEEN, the attacker decides how to go on."""

    DEFENDER = "defender"
    STRIKE = "strike"
    ATTACK_DICE = "attack_dice"
    DEFENCE_DICE = "defence_dice"
    ROLL = "roll"
    BETWEEN = "between"


class AssassinUse(StrEnum):
    """A use of an Assassin."""

    SPY = "spy"
    HAND = "hand"
    AMBASSADOR = "ambassador"
    FORTIFICATION = "fortification"
    BLOCK = "block"
    TRADE = "trade"


@dataclass(slots=True)
class Attack:
    """A declared attack (chapter 4).

    `defender` is None for the neutral army. `aboard` counts a fleet's armies, 0 by land. `press` is
    the number of armies to stop at, None for single battles. `changes` counts public changes of
    cards and hidden armies in this attack (ORD-3); `changed`: the dice of this battle must be named
    again. `declined` and `declined_defenders` keep the values of `changes` and of the defending
    armies when the attacker last declined to assassinate a Fortification. `absent` are the seats
    that ran out of time in this attack (ORD-7).
    """

    number: int
    attacker: int
    defender: int | None
    source: str
    target: str
    fleet: bool
    aboard: int
    dice: int
    press: int | None
    step: BattleStep = BattleStep.DEFENDER
    defence_dice: int = 0
    battles: int = 0
    fortification: bool = False
    hero_fought: bool = False
    changes: int = 0
    changed: bool = False
    blocked: bool = False
    struck: bool = False
    declined: int = -1
    declined_defenders: int = 0
    absent: list[int] = field(default_factory=list)

    @property
    def defending_seat(self) -> int:
        """The seat of the defender; raises LookupError for the neutral army."""
        if self.defender is None:
            raise LookupError("The neutral army has no seat.")
        return self.defender


@dataclass(slots=True)
class Assassination:
    """An Assassin played and not yet resolved (ASN-1 to 5, DIP-4)."""

    seat: int
    opponent: int
    use: AssassinUse
    card: BattleCard | None = None
    partner: int | None = None
    asked: bool = False
    countered: bool = False


@dataclass(slots=True)
class Spying:
    """A Spy sent and not yet resolved (CAS-4); `looked`: the hand has been seen."""

    seat: int
    opponent: int
    asked: bool = False
    countered: bool = False
    looked: bool = False


@dataclass(slots=True)
class Elimination:
    """An unfinished elimination (ELM-1 to 4).

    `vacated` lists the territories still empty. `wishes` are the other players' `Fill` answers, by
    seat: (prefer, sources, stronghold).
    """

    player: int
    captor: int
    source: str
    target: str
    vacated: list[str]
    hand_taken: bool = False
    occupied: bool = False
    wishes: dict[int, tuple[tuple[str, ...], tuple[str, ...], bool]] = field(default_factory=dict)
    asked: bool = False


@dataclass(slots=True)
class CapturedTerritory:
    """A captured territory; its captor must move in `least` armies or more (ATT-9)."""

    seat: int
    source: str
    target: str
    least: int


class PlacingPurpose(StrEnum):
    """Why a player places armies."""

    DEPLOY = "deploy"
    MUSTER = "muster"
    NEUTRAL = "neutral"
    REINFORCEMENTS = "reinforcements"
    SETS = "sets"
    """Sets traded after an elimination."""
    MERCENARIES = "mercenaries"
    MUSTER_TROOPS = "muster_troops"
    ARMY_DESERTERS = "army_deserters"
    SPOILS = "spoils"


@dataclass(slots=True)
class Placing:
    """Armies that a player must place on `allowed` territories, or anywhere if that is None."""

    seat: int
    left: int
    purpose: PlacingPurpose
    allowed: tuple[str, ...] | None = None
    begun: bool = False


@dataclass(slots=True)
class OpenEvent:
    """An event card being carried out.

    `stage` counts the runs of its effect so far. `blocked`: a Fortification stopped it. `moves`
    counts the moves left under MOVE BY NIGHT.
    """

    card: EventCard
    stage: int = 0
    blocked: bool = False
    moves: int = 0


@dataclass(slots=True)
class InForce:
    """An event card in force; it ends after `turn_ends` more turn ends of its drawer."""

    card: EventCard
    drawer: int
    turn_ends: int
