"""Players, their holdings and their open decisions; parts of `state.State`."""

from dataclasses import dataclass, field

from rules.cards import BattleCard
from rules.errors import required
from rules.immutable import immutable
from rules.json import LATER
from rules.moves import Control, Scope
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.questions import DecisionKind


@immutable
class Decision:
    """A decision open for a player; `number` counts that player's decisions from 1."""

    seat: int
    kind: DecisionKind
    number: int


@dataclass(slots=True)
class Holding:
    """The owner and armies of a territory.

    `owner` is None for the neutral army, and while the territory is unclaimed or vacated.
    """

    owner: int | None = None
    armies: int = 0

    @property
    def owning_seat(self) -> int:
        """The owner of the territory; raises LookupError if there is none."""
        return required(self.owner, "owner of this territory")


@dataclass(slots=True)
class DefenceAnswer:
    """A defender's answer that applies beyond one battle (ORD-3).

    `attack` (its number), `changes` and `defenders` record the public facts it was based on, to
    tell when the defender must be asked again.
    """

    scope: Scope
    dice: int
    attack: int
    changes: int
    defenders: int


@dataclass(slots=True)
class Muster:
    """A player's muster (SET-9), secret until all players have finished.

    `left` are armies still to place, `hidden` is the territory of the hidden armies, `neutral`
    counts the armies still to place for the neutral army (CLA-2).
    """

    left: int
    placed: dict[str, int] = field(default_factory=dict)
    hidden: str | None = None
    neutral: int = field(default=0, metadata=LATER)


@dataclass(slots=True)
class Player:
    """A seat at the table.

    `own`: the seat is played by its own player (TRN-9). `person`: a human plays or has played it;
    only such seats can agree on a result. `stronghold` is its territory, even after its capture.
    `hand` is kept sorted. `eliminated` numbers the eliminations from 1; it is 0 for a player still
    in the game. `asked` counts the decisions opened so far.
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

    @property
    def drawn_empire(self) -> str:
        """The empire the player drew; raises LookupError if there is none yet."""
        return required(self.empire, "empire of this player")

    @property
    def open_muster(self) -> Muster:
        """The player's muster; raises LookupError if there is none."""
        return required(self.muster, "muster of this player")


@dataclass(slots=True)
class HiddenArmies:
    """A choice of hidden armies (HID-3); `maker` made it, `holder` may reveal it now."""

    maker: int
    holder: int
    territory: str
    salt: str
    commitment: str
    revealed: bool = False
