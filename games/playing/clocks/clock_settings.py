"""A table's time control and its players' rest times, as the clocks apply them."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace

from games.models import User, Vacation
from games.playing.clocks.rest_times import Rest, moved_out
from games.storage.store.clocks import Clocks
from games.storage.store.stored_game import StoredGame


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
        """Return the full time for a turn (if `of_turn`) or a reaction, in milliseconds."""
        return 1000 * (self.turn_seconds if of_turn else self.reaction_seconds)

    def moved_out(self, seat: int, now: int, until: int, of_turn: bool) -> int:
        """Return a deadline, moved past the rest times of a seat's player if it falls into them."""
        rest = self.rest_of(seat)
        return until if rest is None else moved_out(rest, now, until, self.whole(of_turn))

    def bank_of(self, seat: int, times: Clocks) -> int:
        """Return the time in a seat's bank, in milliseconds."""
        return times.banks.get(seat, self.bank_seconds * 1000)


def terms_with_rests(stored: StoredGame) -> ClockSettings:
    """Return a table's time control with its players' rest times, in at most two queries."""
    terms = terms_of(stored)
    if not stored.keeps_rest:
        return terms
    known = rests_of({seat.user for seat in stored.seats if seat.user is not None})
    return replace(terms, rests=tuple(known.get(seat.user) for seat in stored.seats))


def terms_of(stored: StoredGame) -> ClockSettings:
    """Return a table's time control without rest times."""
    return ClockSettings(
        turn_seconds=stored.turn_seconds,
        reaction_seconds=stored.reaction_seconds,
        pace=stored.pace,
        bank_seconds=stored.bank_seconds,
        refill_seconds=stored.refill_seconds,
        excuse_seconds=stored.excuse_seconds,
    )


def rests_of(users: Collection[int]) -> dict[int | None, Rest]:
    """Return rest times by user: two queries."""
    days = defaultdict(list)
    for user, first, last in Vacation.objects.filter(user__in=users).values_list(
        "user", "first", "last"
    ):
        days[user].append((first, last))
    columns = ("pk", "time_zone", "rest_times__quiet_from", "rest_times__quiet_until")
    found = User.objects.filter(pk__in=users).values_list(*columns, "rest_times__weekends")
    return {
        user: Rest(
            zone=zone,
            quiet=None if began is None or ended is None else (began, ended),
            weekends=bool(weekends),
            vacations=tuple(days[user]),
        )
        for user, zone, began, ended, weekends in found
    }
