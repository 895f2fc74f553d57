"""What is under way: attacks, assassins, falls, landings, event cards; parts of `state.State`."""

from dataclasses import dataclass, field
from enum import StrEnum

from rules.cards import BattleCard, EventCard


class Step(StrEnum):
    """Where in a battle an attack stands (ATT-7); BETWEEN battles the attacker has the move."""

    DEFENDER = "defender"
    STRIKE = "strike"
    ATTACK_DICE = "attack_dice"
    DEFENCE_DICE = "defence_dice"
    ROLL = "roll"
    BETWEEN = "between"


class Use(StrEnum):
    """What an Assassin is used for."""

    SPY = "spy"
    HAND = "hand"
    AMBASSADOR = "ambassador"
    FORTIFICATION = "fortification"
    BLOCK = "block"
    TRADE = "trade"


@dataclass(slots=True)
class Attack:
    """A declared attack (chapter 4).

    `aboard` counts a fleet's armies (by land 0). `press`: armies to stop at, None for single
    battles. `changes` counts public changes of cards and hidden armies in it (ORD-3), `changed`
    says that this battle's dice must be named anew. `declined` is the number of changes when
    the attacker last let a Fortification stand, `declined_defenders` the armies then defending.
    `absent` let a window run out (ORD-7). `defender` is None where the neutral army stands.
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
    step: Step = Step.DEFENDER
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


@dataclass(slots=True)
class Assassination:
    """An Assassin played and not yet resolved (ASN-1 to 5, DIP-4)."""

    seat: int
    opponent: int
    use: Use
    card: BattleCard | None = None
    partner: int | None = None
    asked: bool = False
    countered: bool = False


@dataclass(slots=True)
class Spying:
    """A Spy sent (CAS-4): whether the target was asked, countered, and had its hand seen."""

    seat: int
    opponent: int
    asked: bool = False
    countered: bool = False
    looked: bool = False


@dataclass(slots=True)
class Fall:
    """An elimination under way (ELM-1 to 4).

    `vacated` lists territories still empty. `wishes` are the others' answers for filling.
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
class Landing:
    """A captured territory whose captor says how many armies move in (ATT-9)."""

    seat: int
    source: str
    target: str
    least: int


@dataclass(slots=True)
class Placing:
    """Armies to place, on any territory of one's own or on the `allowed` ones."""

    seat: int
    left: int
    purpose: str
    allowed: tuple[str, ...] | None = None
    begun: bool = False


@dataclass(slots=True)
class OpenEvent:
    """An event card being carried out.

    `stage` counts how often its effect ran, `blocked` that a Fortification stopped it, `moves`
    those MOVE BY NIGHT has left.
    """

    card: EventCard
    stage: int = 0
    blocked: bool = False
    moves: int = 0


@dataclass(slots=True)
class InForce:
    """An event card in force; it ends after so many more ends of its drawer's turns."""

    card: EventCard
    drawer: int
    turn_ends: int
