"""Who is called what in a replay."""

from dataclasses import dataclass

from games.community.absence.seat_changes import SeatHistory
from games.drawing.display.seating import Seating, seating_of
from games.storage.store.stored_game import StoredGame
from rules.sentences import Words


@dataclass(frozen=True, slots=True, repr=False)
class Cast:
    """The seats with the names shown on the map; `history` has the names of earlier players."""

    seating: Seating
    history: SeatHistory | None = None

    def words_at(self, number: int, words: Words) -> Words:
        """Return the vocabulary with the players as of a log entry."""
        return self.history.words_at(number, words) if self.history else words

    def user_at(self, seat: int, number: int) -> int | None:
        """Return the id of a seat's player as of a log entry; None for a bot or a deleted one."""
        now = self.seating.seats[seat].user
        return self.history.user_at(seat, number, now) if self.history else now


def cast_of(stored: StoredGame) -> Cast:
    """Return the cast with the names that the game's log has."""
    return Cast(seating_of(stored), SeatHistory(stored.id))
