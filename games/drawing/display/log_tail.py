"""The newest entries of a game's log, read once for all viewers of a drawing."""

from collections.abc import Collection, Sequence
from threading import Lock

from games.drawing.display.log import LogEntry, entries_for, log_rows
from games.models import Move
from games.storage.store.log_entries import Row

LATELY = 12
"""The number of entries read at once."""


class LogTail:
    """The entries of a log up to `number`, as visible to each of some seats (None: a spectator).

    They are read backwards from the `rows` already loaded, as far as a viewer asks. Thread-safe.
    """

    def __init__(
        self,
        game: int,
        number: int,
        rows: Sequence[Row],
        seats: Collection[int | None],
        explained: Collection[int | None] = (),
    ) -> None:
        self._game, self._seats, self._explained = game, seats, explained
        self._since = number
        self._entries: dict[int | None, tuple[LogEntry, ...]] = dict.fromkeys(seats, ())
        self._lock = Lock()
        self._prepend(rows, number - len(rows))

    def after(self, number: int, seat: int | None) -> list[LogEntry]:
        """Return the entries after `number` that a seat may see, in order."""
        if number < self._since:
            self._read_back_to(number)
        return [entry for entry in self._entries[seat] if entry.number > number]

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
