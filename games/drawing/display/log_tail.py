"""The newest entries of a game's log, read once for all viewers of a drawing."""

from collections.abc import Callable, Collection, Sequence
from threading import Lock

from games.drawing.display.log import LogEntry, entries_for, log_rows
from games.models import Move
from games.storage.store.log_entries import Row

LATELY = 12
"""The number of entries read at once."""

MOST_KEPT = 60
"""The number of newest entries that the tail of the next drawing takes over."""


class LogTail:
    """The entries of a log up to `number`, as visible to each of some seats (None: a spectator).

    They are read backwards from the `rows` already loaded, as far as a viewer asks. A tail that
    follows an `earlier` one takes over its newest entries. Thread-safe.
    """

    def __init__(
        self,
        game: int,
        number: int,
        rows: Sequence[Row],
        seats: Collection[int | None],
        explained: Collection[int | None] = (),
        earlier: "LogTail | None" = None,
    ) -> None:
        self._game, self._seats, self._explained = game, seats, explained
        self._number, self._since = number, number - len(rows)
        self._entries = entries_for(rows, seats, explained)
        self._lock = Lock()
        if earlier is not None and earlier.is_followed_by(self):
            self._take_over(earlier)

    def is_followed_by(self, later: "LogTail") -> bool:
        """Return whether a later tail has the same viewers, and begins where this one ends."""
        return (self._game, self._number, self._seats, self._explained) == (
            later._game, later._since, later._seats, later._explained,
        )  # fmt: skip

    def _take_over(self, earlier: "LogTail") -> None:
        with earlier._lock:
            since, entries = earlier._since, earlier._entries
        self._since = max(since, self._number - MOST_KEPT)
        for seat in self._seats:
            kept = tuple(entry for entry in entries[seat] if entry.number > self._since)
            self._entries[seat] = kept + self._entries[seat]

    def after(self, number: int, seat: int | None) -> list[LogEntry]:
        """Return the entries after `number` that a seat may see, in order."""
        if number < self._since:
            self._read_back_to(number)
        return [entry for entry in self._entries[seat] if entry.number > number]

    def back_to(
        self, is_start: Callable[[LogEntry], bool], until: int, seat: int | None
    ) -> list[LogEntry]:
        """Return a seat's entries before `until`, from the newest one that `is_start`, or []."""
        # Search backwards in batches, as any number of entries may be hidden from the viewer.
        for since in range(until - 1 - LATELY, -LATELY - 1, -LATELY):
            earlier = self.after(max(since, -1), seat)
            found = [entry for entry in earlier if entry.number < until]
            starts = [place for place, entry in enumerate(found) if is_start(entry)]
            if starts:
                return found[starts[-1] :]
        return []

    def newest(self, seat: int | None) -> LogEntry | None:
        """Return the newest entry with an event visible to a seat; None if there is none.

        Entries that are hidden from a seat do not affect its result (ORD-5).
        """
        while True:
            since, entries = self._since, self._entries[seat]
            found = next((entry for entry in reversed(entries) if entry.events), None)
            if found is not None or since < 0:
                return found
            self._read_back_to(max(since - LATELY, -1))

    def _read_back_to(self, number: int) -> None:
        with self._lock:
            if number < self._since:
                moves = Move.objects.filter(
                    game=self._game, number__gt=number, number__lte=self._since
                )
                is_private = {*self._seats} != {None} or bool(self._explained)
                self._prepend(tuple(log_rows(moves.order_by("number"), is_private)), number)

    def _prepend(self, rows: Sequence[Row], since: int) -> None:
        earlier = entries_for(rows, self._seats, self._explained)
        self._entries = {seat: earlier[seat] + self._entries[seat] for seat in self._seats}
        self._since = since
