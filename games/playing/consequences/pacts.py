"""The ledger of pacts and offers: how pacts ended, what bots said, and how often seats offered."""

from collections.abc import Mapping
from typing import Any

from games.models import Move
from games.playing.offer_limits import counted
from games.playing.pact_ledger import pact_endings, scores
from games.playing.remarks import with_remark
from games.playing.requests import After, Before
from games.storage.store.database_time import now
from games.storage.store.diplomacy import Diplomacy, PactEnding
from games.storage.store.saving import Changes
from rules import State


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
