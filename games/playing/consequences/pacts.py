"""The ledger of pacts and offers (chapter 9): how pacts ended, and what bots said about offers.

The position only says whether a pact is broken or ended (DIP-1). The ledger adds, by pact number,
the seat that broke or ended it, the attack that broke it, and the log entry.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Move
from games.playing.rate_limits import counted
from games.playing.requests import After, Before
from games.storage.store.database_time import now
from games.storage.store.diplomacy import (
    Diplomacy,
    PactEnding,
    Remark,
    Remarks,
    pact_key,
    trade_key,
)
from games.storage.store.saving import Changes
from rules import Event, State
from rules.bots.reasons import Reason
from rules.chapters.diplomacy.pacts import parties
from rules.events.agreements import PactBroken, PactEnded, PactOffered
from rules.moves import AcceptTrade, AnswerPact, EndPact, LayCards, OfferPact, WithdrawTrade
from rules.moves import Move as RulesMove
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


def changes(before: Before, after: After) -> Changes:
    """Enter the moves in the ledger; store each player's score when the game is over."""
    ledger, seat, request = before.stored.diplomacy, before.seat, before.request
    endings, remarks, offers = dict(ledger.pacts), ledger.remarks, ledger.offers
    for one in after.played:
        is_persons = one.by in Move.of_persons
        endings |= pact_endings(one.events, one.number, one.begun_in, seat, is_persons)
        remarks = with_remark(remarks, seat, one.move, one.events, one.begun_in, one.reason)
    if request.by is Move.By.PLAYER:
        offers = counted(offers, seat, request.moves, now())
    seats = _score_columns(after.state, endings) if after.state.is_over else {}
    return Changes(diplomacy=Diplomacy(endings, remarks, offers), seats=seats)


def _score_columns(state: State, endings: Mapping[int, PactEnding]) -> dict[int, Mapping[str, Any]]:
    """Return each player's kept, broken and ended pacts of a finished game, for their profiles."""
    return {
        seat: {
            "pacts_kept": score.kept,
            "pacts_broken": score.broken,
            "pacts_ended": score.ended,
        }
        for seat, score in scores(state, endings).items()
    }


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
    for pact, ending in counted_pacts(state, endings):
        for seat in parties(pact):
            word = word_of(seat, ending)
            if word:
                count = counts.setdefault(seat, {})
                count[word] = count.get(word, 0) + 1
    return {seat: Score(**count) for seat, count in counts.items()}


def counted_pacts(
    state: State, endings: Mapping[int, PactEnding]
) -> Iterator[tuple[Pact, PactEnding | None]]:
    """Yield the pacts of a finished game that ever were in force, each with its ending."""
    for pact in state.pacts:
        is_open = pact.status == "in_force"
        ending = None if is_open else endings.get(pact.number)
        if has_begun(pact) and (is_open or ending):
            yield pact, ending


def word_of(seat: int, ending: PactEnding | None) -> str:
    """Return the field of `Score` in which a pact counts for one of its parties; "" if in none."""
    if ending is None or ending.seat != seat:
        return "kept"
    return ending.how if ending.is_persons else ""


# Remarks


def with_remark(
    known: Remarks,
    seat: int,
    move: RulesMove,
    events: Iterable[Event],
    now: int,
    reason: Reason | None,
) -> Remarks:
    """Return the remarks, updated with a bot's remark on its offer or answer in round `now`.

    A new offer drops the remarks about an earlier offer. A move without a reason is a person's.
    """
    key = _key(seat, move, events)
    if key is None:
        return known
    said = () if _is_new(move, reason) else known.get(key, ())
    if reason is not None:
        said = (*(each for each in said if each.seat != seat), Remark(seat, now, reason))
    others = {other: each for other, each in known.items() if other != key}
    return {**others, key: said} if said else others


def _is_new(move: RulesMove, reason: Reason | None) -> bool:
    return isinstance(move, OfferPact) or (isinstance(move, LayCards) and reason is None)


def _key(seat: int, move: RulesMove, events: Iterable[Event]) -> str | None:
    """Return the key of the offer that a move is about; None for other moves."""
    match move:
        case OfferPact():
            offered = (event.pact for event in events if isinstance(event, PactOffered))
            return next(map(pact_key, offered), None)
        case AnswerPact() | EndPact():
            return pact_key(move.pact)
        case LayCards() | AcceptTrade() | WithdrawTrade():
            return trade_key(seat, move.partner)
    return None
