"""A player: the seat, what belongs to it, and what it is asked; parts of `state.State`."""

from dataclasses import dataclass, field

from rules.cards import BattleCard
from rules.json import LATER
from rules.moves import Control, Scope
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.questions import DecisionKind


@dataclass(frozen=True, slots=True)
class Decision:
    """Who must answer what now; `number` counts this player's own decisions."""

    seat: int
    kind: DecisionKind
    number: int


@dataclass(slots=True)
class Holding:
    """Owner (None: nobody yet, vacated, or the neutral army's) and armies of a territory."""

    owner: int | None = None
    armies: int = 0


@dataclass(slots=True)
class Answer:
    """A defender's answer that goes further than its battle, and the facts it was given on."""

    scope: Scope
    dice: int
    attack: int
    changes: int
    defenders: int


@dataclass(slots=True)
class Muster:
    """SET-9: armies placed unseen and the hidden armies' territory, until all have.

    `neutral` counts the armies left to place for the neutral army (CLA-2).
    """

    left: int
    placed: dict[str, int] = field(default_factory=dict)
    hidden: str | None = None
    neutral: int = field(default=0, metadata=LATER)


@dataclass(slots=True)
class Player:
    """A seat at the table.

    `own`: whoever plays the seat sits there in their own right (TRN-9); `person`: somebody who
    may agree on a result. `stronghold` is where it was put, standing or fallen. `hand` is kept
    sorted. `eliminated` numbers the eliminations, 0 while alive. `asked` counts decisions.
    """

    seat: int
    person: bool
    control: Control
    own: bool = True
    empire: str | None = None
    stronghold: str | None = None
    banners: list[str] = field(default_factory=list)
    hand: list[BattleCard] = field(default_factory=list)
    unplaced: int = 0
    orders: Orders = field(default_factory=Orders)
    wishes: Wishes = field(default_factory=Wishes)
    muster: Muster | None = None
    unseen_stronghold: str | None = None
    eliminated: int = 0
    asked: int = 0


@dataclass(slots=True)
class HiddenArmies:
    """A sealed choice (HID-3): who made it, who may reveal it now, and whether it came out."""

    maker: int
    holder: int
    territory: str
    salt: str
    commitment: str
    revealed: bool = False
