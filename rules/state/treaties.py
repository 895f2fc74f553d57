"""Chapter 9: truces, trades and pacts; parts of `state.State`."""

from dataclasses import dataclass, field

from rules.cards import BattleCard
from rules.state.under_way import Assassination


@dataclass(slots=True)
class Truce:
    """A forced truce (AMB-2): `seat` played the Ambassador on `other`."""

    seat: int
    other: int


@dataclass(slots=True)
class Trade:
    """Cards laid face up by two players, and which players have accepted (DIP-3)."""

    seats: tuple[int, int]
    laid: tuple[tuple[BattleCard, ...], tuple[BattleCard, ...]] = ((), ())
    accepted: tuple[bool, bool] = (False, False)

    def laid_by(self, seat: int) -> tuple[BattleCard, ...]:
        """Return the cards laid by a party."""
        return self.laid[self.seats.index(seat)]

    def partner_of(self, seat: int) -> int:
        """Return the other party."""
        return self.seats[1 - self.seats.index(seat)]


@dataclass(slots=True)
class BoundTrade:
    """A trade accepted by both parties that waits for the player on turn (DIP-4)."""

    trade: Trade
    asked: bool = False
    assassination: Assassination | None = None


@dataclass(slots=True)
class Pact:
    """An alliance or truce (DIP-1); `status` is offered, in_force, broken, ended or refused.

    `until` is its last round, 0 if it is open-ended. For a pact that lasts `rounds` rounds it is
    set when the pact comes into force.
    """

    number: int
    seat: int
    partners: tuple[int, ...]
    terms: tuple[str, ...]
    rounds: int
    words: str
    accepted: list[int] = field(default_factory=list)
    status: str = "offered"
    until: int = 0
