"""The ending of each pact of a game (DIP-1), recorded from the log for the table and for profiles.

The position only says whether a pact is broken or ended. The ledger adds, by pact number, the seat
that broke or ended it, the attack that broke it, and the log entry.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.storage.store.diplomacy import PactEnding
from rules import Event, State
from rules.chapters.diplomacy.pacts import parties
from rules.events.agreements import PactBroken, PactEnded
from rules.state.treaties import Pact

BROKEN = "broken"
BY_A_PARTY = frozenset(("ended", "refused"))
"""The reasons of `PactEnded` for a pact that one of its parties ended or refused."""


@dataclass(frozen=True, slots=True)
class Score:
    """How many pacts a player has kept, broken, and ended early."""

    kept: int = 0
    broken: int = 0
    ended: int = 0

    @property
    def made(self) -> int:
        """Return the total number of pacts."""
        return self.kept + self.broken + self.ended


def pact_endings(
    events: Iterable[Event], entry: int, begun_in: int, seat: int, is_persons: bool
) -> dict[int, PactEnding]:
    """Return how pacts ended by an entry's events, by pact number.

    The entry was made for `seat` in the round `begun_in`. `is_persons` is true if a person made it.
    """
    found = {}
    for event in events:
        if isinstance(event, PactBroken):
            attack = (event.seat, is_persons, event.source, event.target)
            found[event.pact] = PactEnding(BROKEN, entry, begun_in, *attack)
        elif isinstance(event, PactEnded) and event.reason in BY_A_PARTY:
            found[event.pact] = PactEnding(event.reason, entry, begun_in, seat, is_persons)
        elif isinstance(event, PactEnded):
            found[event.pact] = PactEnding(event.reason, entry, begun_in)
    return found


def has_begun(pact: Pact) -> bool:
    """Return whether a pact ever came into force."""
    return len(pact.accepted) == len(pact.partners)


def scores(state: State, endings: Mapping[int, PactEnding]) -> dict[int, Score]:
    """Return the score of every seat that made pacts in a finished game.

    A pact is broken for the party whose attack broke it, ended for the party that ended it early,
    and kept for everyone else. If a bot or the clock broke or ended it for a seat, the pact does
    not count for that seat.
    """
    counts: dict[int, dict[str, int]] = {}
    for pact in state.pacts:
        is_open = pact.status == "in_force"
        ending = None if is_open else endings.get(pact.number)
        if not has_begun(pact) or not (is_open or ending):
            continue
        for seat in parties(pact):
            word = _word(seat, ending)
            if word:
                count = counts.setdefault(seat, {})
                count[word] = count.get(word, 0) + 1
    return {seat: Score(**count) for seat, count in counts.items()}


def _word(seat: int, ending: PactEnding | None) -> str:
    """Return the field of `Score` in which a pact counts for one of its parties; "" if in none."""
    if ending is None or ending.seat != seat:
        return "kept"
    return ending.how if ending.is_persons else ""
