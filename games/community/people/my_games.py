"""A person's games, in groups: waiting for the person, waiting soon, and the rest.

Takes six queries for any number of games.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, OuterRef, Subquery
from django.utils import timezone

from games.community.people.ended_games import (
    MOST_OVER,
    ended_games,
    rematch_requests,
    result_of,
    seats_of,
)
from games.community.people.requests import (
    OWN_SEAT,
    TAKEN_AGAIN,
    CastVote,
    GameFacts,
    PlayerRequest,
    requests_of,
)
from games.community.talk.talk import messages_of_others
from games.drawing.display.seating import seat_name
from games.drawing.display.titles import heading_of
from games.models import AbsenceStep, Game, LastVisit, Player, User, Vote
from games.storage.processes import presence
from games.storage.store import clocks
from games.storage.store.database_time import moment
from rules import RULESETS
from rules.moves import Control

SOON = 1
"""A turn is soon if at most this many turns come first, counting the current one."""

# Load these only for a person's own games: open decisions and the position are secret.
_COLUMNS = (
    "pk", "code", "title", "host__name", "ruleset", "status", "round", "turn",
    "clocks", "decisions", "position", "epoch", "held_since",
)  # fmt: skip
TOLD_FOR = timedelta(days=14)
"""How long the page says that a vacant seat was filled."""


@dataclass(frozen=True, slots=True)
class Mine:
    """One of a person's games; `deadline` is when their time to answer ends, in ISO format.

    `what` describes the state of the game in a few words. `is_late` is set if the clock runs on
    time bank or excuse. `unread` counts the other players' messages since the person's last view.
    """

    code: str
    heading: str
    ruleset: str
    what: str
    deadline: str | None = None
    is_late: bool = False
    unread: int = 0


@dataclass(frozen=True, slots=True)
class MyGames:
    """A person's requests, and their games grouped by how soon they must act.

    `away` are the requests about seats that the person has lost for now and can take back.
    """

    away: tuple[PlayerRequest, ...]
    requests: tuple[PlayerRequest, ...]
    waiting: tuple[Mine, ...]
    soon: tuple[Mine, ...]
    others: tuple[Mine, ...]
    opened: tuple[Mine, ...]
    over: tuple[Mine, ...]

    @property
    def wanted(self) -> int:
        """Return the number of games waiting for the person, plus requests."""
        return len(self.away) + len(self.waiting) + len(self.requests)


@dataclass(frozen=True, slots=True)
class _Seat:
    seat: int
    name: str
    is_out: bool
    is_playing: bool
    is_vacant: bool
    away_round: int | None


@dataclass(frozen=True, slots=True)
class _Own:
    """A person's seat at a table, and what they have seen there.

    `may_return`: a stand-in plays the seat until the person is back. `is_replaced`: another player
    has taken the seat over.
    """

    seat: int
    is_playing: bool
    may_return: bool
    is_replaced: bool
    seen_at: datetime | None
    unread: int
    dismissed: frozenset[str]


@dataclass(slots=True)
class _News:
    """A table's open votes, and the vacant seats filled since the person's last view."""

    votes: list[CastVote] = field(default_factory=list)
    taken: list[tuple[int, int, str]] = field(default_factory=list)


def my_games(user: User) -> MyGames:
    """Return a person's games and requests."""
    own = _own_seats(user)
    rows = Game.objects.filter(pk__in=own).order_by("-changed_at", "-pk").values(*_COLUMNS)
    seated, news = _seated(own), _news(user, own)
    found: defaultdict[str, list[Mine]] = defaultdict(list)
    asked: list[PlayerRequest] = []
    for row in rows:
        mine, others = own[row["pk"]], seated[row["pk"]]
        place = _place(row, mine.seat, others) if mine.is_playing else "others"
        unread = 0 if user.pk in presence.looking(row["code"]) else mine.unread
        found[place].append(_mine(row, mine, others, place, unread))
        if row["status"] == Game.Status.RUNNING and not mine.is_replaced:
            asked += requests_of(_facts(row, mine, others, news[row["pk"]]))
    found["waiting"].sort(key=lambda game: (game.deadline is None, game.deadline or ""))
    ended = ended_games(user)
    return MyGames(
        away=tuple(one for one in asked if one.kind in OWN_SEAT),
        requests=(
            *(one for one in asked if one.kind not in OWN_SEAT),
            *rematch_requests(ended),
        ),
        waiting=tuple(found["waiting"]),
        soon=tuple(found["soon"]),
        others=tuple(found["others"]),
        opened=tuple(found["opened"]),
        over=_over(ended),
    )


def _own_seats(user: User) -> dict[int, _Own]:
    """Map each open or running game to the person's seat and what they have seen there."""
    seats = seats_of(user).filter(game__status__in=(Game.Status.RUNNING, Game.Status.OPEN))
    visit = LastVisit.objects.filter(user=user, game=OuterRef("game"))
    since = {"game": OuterRef("game"), "said_at__gt": OuterRef("seen_at")}
    messages = messages_of_others(user).filter(**since)
    columns = ("game", "seat", "user", "control", "own", "eliminated")
    rows = seats.annotate(
        seen_at=Subquery(visit.values("seen_at")[:1]),
        dismissed=Subquery(visit.values("dismissed")[:1]),
        unread=Subquery(
            messages.order_by().values("game").annotate(count=Count("pk")).values("count")
        ),
    ).values_list(*columns, "seen_at", "unread", "dismissed")
    return {
        game: _Own(
            seat,
            is_playing=sitter == user.pk and own and control == Control.PLAYER and not out,
            may_return=sitter == user.pk and own and control == Control.STEWARD and not out,
            is_replaced=sitter != user.pk,
            seen_at=seen_at,
            unread=unread or 0,
            dismissed=frozenset(dismissed or ()),
        )
        for game, seat, sitter, control, own, out, seen_at, unread, dismissed in rows
    }


def _news(user: User, games: Collection[int]) -> defaultdict[int, _News]:
    """Map each game to its open votes and the vacant seats filled since the person's last visit."""
    news: defaultdict[int, _News] = defaultdict(_News)
    votes = Vote.objects.filter(game__in=games).order_by("pk")
    for game, key, seat, what, about in votes.values_list("game", "pk", "seat", "what", "about"):
        news[game].votes.append(CastVote(key, seat, what, about))
    since = timezone.now() - TOLD_FOR
    steps = AbsenceStep.objects.filter(game__in=games, step__in=TAKEN_AGAIN, at__gt=since)
    after_visit = {"game__last_visits__user": user, "at__gt": F("game__last_visits__seen_at")}
    unseen = steps.filter(**after_visit).order_by("pk")
    for game, key, seat_taken, step in unseen.values_list("game", "pk", "seat", "step"):
        if seat_taken is not None:
            news[game].taken.append((key, seat_taken, step))
    return news


def _facts(row: dict[str, Any], mine: _Own, seated: list[_Seat], news: _News) -> GameFacts:
    """Return the facts from which a running table's requests are made."""
    return GameFacts(
        code=row["code"],
        heading=heading_of(row["title"], row["host__name"]),
        ruleset=RULESETS[row["ruleset"]],
        seat=mine.seat,
        names=tuple(player.name for player in seated),
        playing=frozenset(player.seat for player in seated if player.is_playing),
        vacant={player.seat: player.away_round for player in seated if player.is_vacant},
        position=row["position"],
        round=row["round"],
        epoch=row["epoch"],
        may_return=mine.may_return,
        is_paused=clocks.is_paused(row["clocks"]),
        is_held=row["held_since"] is not None,
        votes=tuple(news.votes),
        taken=tuple(news.taken),
        dismissed=mine.dismissed,
    )


def _seated(games: Mapping[int, Any]) -> dict[int, list[_Seat]]:
    seated = defaultdict(list)
    seats = Player.objects.filter(game__in=games).order_by("seat")
    players = seats.values_list(
        "game", "seat", "user__name", "bot", "eliminated",
        "user", "control", "own", "is_vacant", "away_round",
    )  # fmt: skip
    for game, seat, name, bot, out, user, control, own, is_vacant, away in players:
        is_playing = user is not None and control == Control.PLAYER and own and not out
        called = seat_name(seat, name, bot)
        row = _Seat(seat, called, bool(out), is_playing, is_vacant and not out, away)
        seated[game].append(row)
    return seated


def _place(row: dict[str, Any], seat: int, seated: list[_Seat]) -> str:
    """Return the group (a field of MyGames) of a running or open game."""
    if row["status"] == Game.Status.OPEN:
        return "opened"
    if any(decision["seat"] == seat for decision in row["decisions"]):
        return "waiting"
    before = _before(row, seat, seated)
    return "soon" if before is not None and before <= SOON else "others"


def _before(row: dict[str, Any], seat: int, seated: list[_Seat]) -> int | None:
    """Return how many turns come before a seat's turn, counting the current one."""
    if not row["round"] or row["turn"] is None:
        return None
    out = {player.seat for player in seated if player.is_out}
    order = [one for one in row["position"]["order"] if one not in out]
    if row["turn"] not in order or seat not in order:
        return None
    return (order.index(seat) - order.index(row["turn"])) % len(order)


def _mine(row: dict[str, Any], own: _Own, seated: list[_Seat], place: str, unread: int) -> Mine:
    times = clocks.from_json(row["clocks"]) if place == "waiting" else None
    clock = times.running.get(own.seat) if times else None
    return Mine(
        code=row["code"],
        heading=heading_of(row["title"], row["host__name"]),
        ruleset=RULESETS[row["ruleset"]].title,
        what=_what(row, own, seated, place),
        deadline=moment(clock.until).isoformat() if clock else None,
        is_late=clock is not None and bool(clock.lent or clock.excused),
        unread=unread,
    )


_STATES = {
    "opened": "Not started",
    "setup": "Setting up",
    "out": "Round {round}, you were eliminated",
    "away": "Round {round}, somebody else plays your seat",
    "own turn": "Round {round}, your turn",
    "response": "Round {round}, {player}’s turn: you need to respond",
    "turn": "Round {round}, {player}’s turn",
}
"""The state of a person's game in a few words."""


def _what(row: dict[str, Any], own: _Own, seated: list[_Seat], place: str) -> str:
    mover = next((player.name for player in seated if player.seat == row["turn"]), "")
    text = _STATES[_state(row, own, seated, place)]
    return text.format(round=row["round"], player=mover)


def _state(row: dict[str, Any], own: _Own, seated: list[_Seat], place: str) -> str:
    if place == "opened":
        return "opened"
    if not row["round"] or row["turn"] is None:
        return "setup"
    if any(player.seat == own.seat and player.is_out for player in seated):
        return "out"
    if not own.is_playing:
        return "away"
    if row["turn"] == own.seat:
        return "own turn"
    return "response" if place == "waiting" else "turn"


def _over(ended: list[dict[str, Any]]) -> tuple[Mine, ...]:
    return tuple(
        Mine(
            row["code"],
            heading_of(row["title"], row["host"]),
            RULESETS[row["ruleset"]].title,
            result_of(row),
        )
        for row in ended[:MOST_OVER]
    )
