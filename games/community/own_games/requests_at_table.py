"""The requests to one player at one table, found in its stored game, and why one is over."""

from typing import Any

from games.community.absence.votes import vacant_seats
from games.community.own_games.ended_games import ended_games, rematch_requests
from games.community.own_games.requests import (
    CastVote,
    GameFacts,
    PlayerRequest,
    RequestKind,
    requests_of,
)
from games.community.trust.blocking import blocked_by
from games.drawing.display.seating import seating_of
from games.drawing.display.titles import heading_of
from games.models import NOBODY, Game, LastVisit, Player, User, Vote
from games.storage.store.stored_game import StoredGame
from rules import RULESETS
from rules.json import from_plain
from rules.state.treaties import Pact


def heading(stored: StoredGame) -> str:
    """Return the heading of a stored game; takes one query."""
    host = User.objects.filter(pk=stored.host_id or 0).values_list("name", flat=True).first()
    return heading_of(stored.title, host)


def seat_of(stored: StoredGame, user: User) -> int:
    """Return a user's seat; NOBODY if they have none."""
    found = (seat for seat, row in enumerate(stored.seats) if row.user == user.pk)
    return next(found, NOBODY)


def requests_at(stored: StoredGame, user: User) -> list[PlayerRequest]:
    """Return the requests to a user at a table, in a constant number of queries."""
    if stored.status == Game.Status.OVER:
        asked = rematch_requests(ended_games(user))
        return [request for request in asked if request.code == stored.code]
    if stored.status != Game.Status.RUNNING or seat_of(stored, user) not in stored.people:
        return []
    return list(requests_of(_facts(stored, user)))


def _facts(stored: StoredGame, user: User) -> GameFacts:
    columns: dict[str, Any] = stored.rows.game
    votes = Vote.objects.filter(game=stored.id).order_by("pk")
    visit = LastVisit.objects.filter(user=user, game=stored.id)
    blocked = blocked_by(user)
    return GameFacts(
        code=stored.code,
        heading=heading(stored),
        ruleset=RULESETS[stored.ruleset],
        seat=seat_of(stored, user),
        names=seating_of(stored).names,
        playing=frozenset(stored.people),
        vacant={seat: stored.seats[seat].away_round for seat in vacant_seats(stored)},
        position=columns["position"],
        round=columns["round"],
        epoch=columns["epoch"],
        is_paused=stored.clocks.pause is not None,
        is_held=stored.held_since is not None,
        votes=tuple(CastVote(*vote) for vote in votes.values_list("pk", "seat", "what", "about")),
        dismissed=frozenset(visit.values_list("dismissed", flat=True).first() or ()),
        unheard=frozenset(seat for seat, row in enumerate(stored.seats) if row.user in blocked),
    )


# Requests that are over


def why_over(stored: StoredGame, user: User, kind: RequestKind, seat: int, mark: str) -> str:
    """Return why a request of this kind and mark to the player at a seat is not open any more."""
    if kind is RequestKind.NEXT_TABLE:
        return _why_no_rematch(mark, user)
    if stored.status != Game.Status.RUNNING:
        return "the game has ended."
    if seat_of(stored, user) != seat:
        return "you no longer have this seat."
    if seat not in stored.people:
        return "you don’t play your seat now."
    return _BY_KIND.get(kind, _why_none)(stored, user, seat, mark)


def _why_no_rematch(code: str, user: User) -> str:
    if Player.objects.filter(game__code=code, user=user).exists():
        return "you have a seat in the rematch."
    return "you said no, or the rematch has no seat for you any more."


def _why_no_pact(stored: StoredGame, user: User, seat: int, mark: str) -> str:
    pacts = from_plain(list[Pact], stored.rows.game["position"].get("pacts") or [])
    pact = next((pact for pact in pacts if str(pact.number) == mark), None)
    if pact is None:
        return "there is no such pact."
    if pact.status == "refused":
        return "the pact was declined."
    return "you accepted the pact." if seat in pact.accepted else "the offer was withdrawn."


def _why_no_pause(stored: StoredGame, user: User, seat: int, mark: str) -> str:
    if stored.clocks.pause:
        return "the game is paused."
    return _why_no_vote(stored, user, seat, mark)


def _why_no_vote(stored: StoredGame, user: User, seat: int, mark: str) -> str:
    cast = Vote.objects.filter(game=stored.id, pk=mark).first()
    if cast is None:
        return "the vote was withdrawn, or has been decided."
    mine = Vote.objects.filter(game=stored.id, seat=seat, what=cast.what, about=cast.about)
    return "you agreed." if mine.exists() else "you have answered it."


def _why_none(stored: StoredGame, user: User, seat: int, mark: str) -> str:
    return "it was answered, withdrawn or changed."


_BY_KIND = {
    RequestKind.PACT: _why_no_pact,
    RequestKind.PAUSE: _why_no_pause,
    RequestKind.CAPTAIN: _why_no_vote,
}
"""The functions that say why a request is over, by kind; for the others, it is not known."""
