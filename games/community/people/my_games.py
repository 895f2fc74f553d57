"""A person's games, in groups: waiting for the person, waiting soon, and the rest.

Takes seven queries for any number of games, and describes only those on the requested page.
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import inf
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.formats import date_format

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
    has_offers,
    requests_of,
)
from games.community.people.vacations_shown import vacations_shown
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

PER_PAGE = 50
GROUPS = ("waiting", "soon", "others", "opened")
"""The groups of open and running games (fields of MyGames), in their order over all pages."""

# Load these only for a person's own games: open decisions and the position are secret.
_COLUMNS = (
    "code", "title", "ruleset", "status", "round", "turn",
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

    The groups hold the games on the `page`; `counts` has the number of games in each group on all
    pages. `away` are the requests about seats that the person has lost for now and can take back.
    """

    away: tuple[PlayerRequest, ...]
    requests: tuple[PlayerRequest, ...]
    waiting: tuple[Mine, ...]
    soon: tuple[Mine, ...]
    others: tuple[Mine, ...]
    opened: tuple[Mine, ...]
    over: tuple[Mine, ...]
    counts: dict[str, int]
    page: Page[Any]

    @property
    def wanted(self) -> int:
        """Return the number of games waiting for the person, plus requests."""
        return len(self.away) + self.counts["waiting"] + len(self.requests)


@dataclass(frozen=True, slots=True)
class _Seat:
    seat: int
    name: str
    user: int | None
    is_out: bool
    is_playing: bool
    is_vacant: bool
    away_round: int | None


@dataclass(frozen=True, slots=True)
class _Own:
    """A person's seat at a table.

    `may_return`: a stand-in plays the seat until the person is back. `is_replaced`: another player
    has taken the seat over.
    """

    seat: int
    is_playing: bool
    may_return: bool
    is_replaced: bool


@dataclass(slots=True)
class _Absent:
    """The seats of a table whose players are out, and the vacant seats."""

    out: set[int] = field(default_factory=set)
    vacant: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _News:
    """A table's open votes, and the vacant seats filled since the person's last view."""

    votes: list[CastVote] = field(default_factory=list)
    taken: list[tuple[int, int, str]] = field(default_factory=list)


def my_games(user: User, number: str | None = None) -> MyGames:
    """Return a person's requests, and a page of their games."""
    rows = _rows(user)
    own = {pk: _own(user, row) for pk, row in rows.items()}
    news, absent = _news(user), _absent(user)
    places = {pk: _place(row, own[pk], absent[pk]) for pk, row in rows.items()}
    order = sorted(rows, key=lambda pk: _rank(rows[pk], own[pk], places[pk]))
    page = Paginator(order, PER_PAGE).get_page(number)
    asking = [pk for pk in rows if _may_ask(rows[pk], own[pk], absent[pk], news[pk])]
    seated = _seated({*page, *asking})
    movers = {
        player.user
        for pk in page
        for player in seated[pk]
        if player.seat == rows[pk]["turn"] and player.user not in (None, user.pk)
    }
    vacations = vacations_shown(movers)
    found: defaultdict[str, list[Mine]] = defaultdict(list)
    for pk in page:
        what = _what(rows[pk], own[pk], seated[pk], places[pk], vacations)
        found[places[pk]].append(_mine(user, rows[pk], own[pk], what, places[pk]))
    asked: list[PlayerRequest] = []
    for pk in asking:
        asked += requests_of(_facts(rows[pk], own[pk], seated[pk], news[pk]))
    ended = ended_games(user)
    return MyGames(
        away=tuple(one for one in asked if one.kind in OWN_SEAT),
        requests=(
            *(one for one in asked if one.kind not in OWN_SEAT),
            *rematch_requests(ended),
        ),
        **{group: tuple(found[group]) for group in GROUPS},
        over=_over(ended),
        counts=Counter(places.values()),
        page=page,
    )


def _rows(user: User) -> dict[int, dict[str, Any]]:
    """Map each open or running game to its columns, and those of the person's seat."""
    seats = seats_of(user).filter(game__status__in=(Game.Status.RUNNING, Game.Status.OPEN))
    visit = LastVisit.objects.filter(user=user, game=OuterRef("game"))
    since = {"game": OuterRef("game"), "said_at__gt": OuterRef("seen_at")}
    messages = messages_of_others(user).filter(**since)
    ordered = seats.order_by("-game__changed_at", "-game_id")
    rows: Any = ordered.alias(seen_at=Subquery(visit.values("seen_at")[:1])).values(
        "game", "seat", "user", "control", "own", "eliminated",
        **{column: F(f"game__{column}") for column in _COLUMNS},
        host=F("game__host__name"),
        dismissed=Subquery(visit.values("dismissed")[:1]),
        unread=Subquery(
            messages.order_by().values("game").annotate(count=Count("pk")).values("count")
        ),
    )  # fmt: skip
    return {row["game"]: row for row in rows}


def _own(user: User, row: dict[str, Any]) -> _Own:
    is_own = row["user"] == user.pk and row["own"] and not row["eliminated"]
    return _Own(
        row["seat"],
        is_playing=is_own and row["control"] == Control.PLAYER,
        may_return=is_own and row["control"] == Control.STEWARD,
        is_replaced=row["user"] != user.pk,
    )


def _news(user: User) -> defaultdict[int, _News]:
    """Map the person's games to open votes and the vacant seats filled since their last visit."""
    news: defaultdict[int, _News] = defaultdict(_News)
    votes = Vote.objects.filter(game__in=_running(user)).order_by("pk")
    for game, key, seat, what, about in votes.values_list("game", "pk", "seat", "what", "about"):
        news[game].votes.append(CastVote(key, seat, what, about))
    since = timezone.now() - TOLD_FOR
    steps = AbsenceStep.objects.filter(game__in=_running(user), step__in=TAKEN_AGAIN, at__gt=since)
    after_visit = {"game__last_visits__user": user, "at__gt": F("game__last_visits__seen_at")}
    unseen = steps.filter(**after_visit).order_by("pk")
    for game, key, seat_taken, step in unseen.values_list("game", "pk", "seat", "step"):
        if seat_taken is not None:
            news[game].taken.append((key, seat_taken, step))
    return news


def _absent(user: User) -> defaultdict[int, _Absent]:
    """Map the person's games to their eliminated and vacant seats."""
    absent: defaultdict[int, _Absent] = defaultdict(_Absent)
    seats = Player.objects.filter(Q(eliminated__gt=0) | Q(is_vacant=True), game__in=_running(user))
    for game, seat, out in seats.values_list("game", "seat", "eliminated"):
        (absent[game].out if out else absent[game].vacant).add(seat)
    return absent


def _running(user: User) -> Any:
    return Game.objects.filter(status=Game.Status.RUNNING, players__user=user).values("pk")


def _may_ask(row: dict[str, Any], mine: _Own, absent: _Absent, news: _News) -> bool:
    """Return whether a table can have requests; building its facts takes far longer."""
    if row["status"] != Game.Status.RUNNING or mine.is_replaced:
        return False
    has_news = news.votes or news.taken
    return bool(mine.may_return or absent.vacant or has_news or has_offers(row["position"]))


def _facts(row: dict[str, Any], mine: _Own, seated: list[_Seat], news: _News) -> GameFacts:
    """Return the facts from which a running table's requests are made."""
    return GameFacts(
        code=row["code"],
        heading=heading_of(row["title"], row["host"]),
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
        dismissed=frozenset(row["dismissed"] or ()),
    )


def _seated(games: Collection[int]) -> dict[int, list[_Seat]]:
    seated = defaultdict(list)
    seats = Player.objects.filter(game__in=games).order_by("seat")
    players = seats.values_list(
        "game", "seat", "user__name", "bot", "eliminated",
        "user", "control", "own", "is_vacant", "away_round",
    )  # fmt: skip
    for game, seat, name, bot, out, user, control, own, is_vacant, away in players:
        is_playing = user is not None and control == Control.PLAYER and own and not out
        called = seat_name(seat, name, bot)
        row = _Seat(seat, called, user, bool(out), is_playing, is_vacant and not out, away)
        seated[game].append(row)
    return seated


def _place(row: dict[str, Any], mine: _Own, absent: _Absent) -> str:
    """Return the group of a running or open game."""
    if not mine.is_playing:
        return "others"
    if row["status"] == Game.Status.OPEN:
        return "opened"
    if any(decision["seat"] == mine.seat for decision in row["decisions"]):
        return "waiting"
    before = _before(row, mine.seat, absent.out)
    return "soon" if before is not None and before <= SOON else "others"


def _before(row: dict[str, Any], seat: int, out: set[int]) -> int | None:
    """Return how many turns come before a seat's turn, counting the current one."""
    if not row["round"] or row["turn"] is None:
        return None
    order = [one for one in row["position"]["order"] if one not in out]
    if row["turn"] not in order or seat not in order:
        return None
    return (order.index(seat) - order.index(row["turn"])) % len(order)


def _rank(row: dict[str, Any], mine: _Own, place: str) -> tuple[int, float]:
    """Return the sort key of a game: its group, and among those that wait, the deadline."""
    deadline = clocks.deadline_of(row["clocks"], mine.seat) if place == "waiting" else None
    return GROUPS.index(place), inf if deadline is None else deadline


def _mine(user: User, row: dict[str, Any], own: _Own, what: str, place: str) -> Mine:
    times = clocks.from_json(row["clocks"]) if place == "waiting" else None
    clock = times.running.get(own.seat) if times else None
    is_looking = user.pk in presence.looking(row["code"])
    return Mine(
        code=row["code"],
        heading=heading_of(row["title"], row["host"]),
        ruleset=RULESETS[row["ruleset"]].title,
        what=what,
        deadline=moment(clock.until).isoformat() if clock else None,
        is_late=clock is not None and bool(clock.lent or clock.excused),
        unread=0 if is_looking else row["unread"] or 0,
    )


_STATES = {
    "opened": "Not started",
    "setup": "Setting up",
    "out": "Round {round}, you were eliminated",
    "away": "Round {round}, somebody else plays your seat",
    "own turn": "Round {round}, your turn",
    "response": "Round {round}, {player}’s turn: you need to respond",
    "turn": "Round {round}, {player}’s turn",
    "vacation": "Round {round}, {player}’s turn, on vacation until {day}",
}
"""The state of a person's game in a few words."""


def _what(
    row: dict[str, Any],
    own: _Own,
    seated: list[_Seat],
    place: str,
    vacations: dict[int | None, date],
) -> str:
    mover = next((player for player in seated if player.seat == row["turn"]), None)
    until = vacations.get(mover.user) if mover else None
    state = _state(row, own, seated, place)
    if state == "turn" and until:
        state = "vacation"
    return _STATES[state].format(
        round=row["round"],
        player=mover.name if mover else "",
        day=date_format(until, "j F") if until else "",
    )


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
