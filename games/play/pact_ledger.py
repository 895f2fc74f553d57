"""What became of the pacts of a game (DIP-1): noted from the log, for the table and for profiles.

The position knows of a pact that it is broken or ended; who did it, by which attack and where in
the log it stands is noted beside it, by the number of the pact.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Event, State
from rules.diplomacy.pacts import parties
from rules.events.agreements import PactBroken, PactEnded
from rules.json import from_plain, to_plain
from rules.state.treaties import Pact

PACTS = "pacts"
"""Where the fates stand in the document that is kept with a game."""

BROKEN = "broken"
BY_A_PARTY = frozenset(("ended", "refused"))
"""For which reasons a pact ends because one of its parties says so."""


@dataclass(frozen=True, slots=True)
class Fate:
    """How a pact came to its end: in which entry of the log and in which round.

    `how` is “broken” or the reason of `PactEnded`. `seat` is who broke, ended or refused it, None
    where nobody did; `is_persons` says that a person did it themselves. `source` and `target` are
    those of the attack that broke it.
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
    """How many pacts somebody has kept, broken, and ended before their time."""

    kept: int = 0
    broken: int = 0
    ended: int = 0

    @property
    def made(self) -> int:
        """Return how many pacts these are."""
        return self.kept + self.broken + self.ended


def fates_of(document: Mapping[str, Any]) -> dict[int, Fate]:
    """Return the fates noted in a game's document, by the number of the pact."""
    noted = document.get(PACTS, {})
    return {int(number): from_plain(Fate, fate) for number, fate in noted.items()}


def noted(
    document: dict[str, Any],
    events: Iterable[Event],
    entry: int,
    begun_in: int,
    seat: int,
    is_persons: bool,
) -> dict[str, Any]:
    """Return the document with what the events of an entry brought to pacts.

    The entry was made for a seat in the round `begun_in`; `is_persons` by the person themselves.
    """
    found = {}
    for event in events:
        if isinstance(event, PactBroken):
            attack = (event.seat, is_persons, event.source, event.target)
            found[event.pact] = Fate(BROKEN, entry, begun_in, *attack)
        elif isinstance(event, PactEnded) and event.reason in BY_A_PARTY:
            found[event.pact] = Fate(event.reason, entry, begun_in, seat, is_persons)
        elif isinstance(event, PactEnded):
            found[event.pact] = Fate(event.reason, entry, begun_in)
    if not found:
        return document
    written = {str(number): to_plain(fate) for number, fate in found.items()}
    return {**document, PACTS: {**document.get(PACTS, {}), **written}}


def has_begun(pact: Pact) -> bool:
    """Say whether a pact ever came into force."""
    return len(pact.accepted) == len(pact.partners)


def scores(state: State, document: Mapping[str, Any]) -> dict[int, Score]:
    """Return by seat what a game that is over says of whoever made pacts in it.

    A pact counts as broken for whose attack broke it, as ended for who ended it before its time,
    else as kept. What was not done by a person counts for nobody.
    """
    fates = fates_of(document)
    counts: dict[int, dict[str, int]] = {}
    for pact in state.pacts:
        is_open = pact.status == "in_force"
        fate = None if is_open else fates.get(pact.number)
        if not has_begun(pact) or not (is_open or fate):
            continue
        for seat in parties(pact):
            word = _word(seat, fate)
            if word:
                count = counts.setdefault(seat, {})
                count[word] = count.get(word, 0) + 1
    return {seat: Score(**count) for seat, count in counts.items()}


def _word(seat: int, fate: Fate | None) -> str:
    """Return what a pact with such a fate counts as for one of its parties; may be nothing."""
    if fate is None or fate.seat != seat:
        return "kept"
    return fate.how if fate.is_persons else ""
