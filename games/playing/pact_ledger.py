"""The ending of each pact of a game (DIP-1), recorded from the log for the table and for profiles.

The position only says whether a pact is broken or ended. The ledger adds, by pact number, the seat
that broke or ended it, the attack that broke it, and the log entry.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Event, State
from rules.chapters.diplomacy.pacts import parties
from rules.events.agreements import PactBroken, PactEnded
from rules.json import from_plain, to_plain
from rules.state.treaties import Pact

PACTS = "pacts"
"""The key of the endings in the game's diplomacy document."""

BROKEN = "broken"
BY_A_PARTY = frozenset(("ended", "refused"))
"""The reasons of `PactEnded` for a pact that one of its parties ended or refused."""


@dataclass(frozen=True, slots=True)
class PactEnding:
    """How a pact ended, and the log entry and round in which it did.

    `how` is “broken” or the reason of `PactEnded`. `seat` broke, ended or refused the pact; it is
    None if nobody did. `is_persons` is true if a person made that move themselves. `source` and
    `target` are the territories of the attack that broke it.
    """

    how: str
    entry: int
    round: int
    seat: int | None = None
    is_persons: bool = False
    source: str = ""
    target: str = ""


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


def pact_endings_of(document: Mapping[str, Any]) -> dict[int, PactEnding]:
    """Return the endings stored in a game's document, by pact number."""
    noted = document.get(PACTS, {})
    return {int(number): from_plain(PactEnding, ending) for number, ending in noted.items()}


def noted(
    document: dict[str, Any],
    events: Iterable[Event],
    entry: int,
    begun_in: int,
    seat: int,
    is_persons: bool,
) -> dict[str, Any]:
    """Return the document with the endings that an entry's events have caused.

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
    if not found:
        return document
    written = {str(number): to_plain(ending) for number, ending in found.items()}
    return {**document, PACTS: {**document.get(PACTS, {}), **written}}


def has_begun(pact: Pact) -> bool:
    """Return whether a pact ever came into force."""
    return len(pact.accepted) == len(pact.partners)


def scores(state: State, document: Mapping[str, Any]) -> dict[int, Score]:
    """Return the score of every seat that made pacts in a finished game.

    A pact is broken for the party whose attack broke it, ended for the party that ended it early,
    and kept for everyone else. If a bot or the clock broke or ended it for a seat, the pact does
    not count for that seat.
    """
    endings = pact_endings_of(document)
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
