"""A table's time control and its players' rest times, as the clocks apply them."""

from dataclasses import dataclass

from games.playing.clocks.rest_times import Rest, moved_out
from games.storage.store.clocks import Clocks


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """A table's time control and the pace of its bots; `rests` are by seat.

    At a table without a clock `turn_seconds` is 0. A bank starts full with `bank_seconds` and gets
    `refill_seconds` back per turn.
    """

    turn_seconds: int
    reaction_seconds: int
    pace: str
    bank_seconds: int = 0
    refill_seconds: int = 0
    excuse_seconds: int = 0
    rests: tuple[Rest | None, ...] = ()

    @property
    def is_timed(self) -> bool:
        """Return whether the table has a clock."""
        return self.turn_seconds > 0

    def rest_of(self, seat: int) -> Rest | None:
        """Return the rest times of a seat's player; None if the game does not honour rest."""
        return self.rests[seat] if seat < len(self.rests) else None

    def whole(self, of_turn: bool) -> int:
        """Return the time for a turn, or for a reaction, in milliseconds."""
        return 1000 * (self.turn_seconds if of_turn else self.reaction_seconds)

    def moved_out(self, seat: int, now: int, until: int, of_turn: bool) -> int:
        """Return a deadline, moved past the rest times of a seat's player if it falls into them."""
        return moved_out(self.rest_of(seat), now, until, self.whole(of_turn))

    def bank_of(self, seat: int, times: Clocks) -> int:
        """Return the time in a seat's bank, in milliseconds."""
        return times.banks.get(seat, self.bank_seconds * 1000)
