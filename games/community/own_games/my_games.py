"""A person's games, in groups: waiting for the person, waiting soon, and the rest.

Takes nine queries for any number of games, one more with invitations, and describes only those on
the requested page.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from math import inf
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.utils import timezone

from games.community.own_games.ended_games import (
    MOST_OVER,
    ended_games,
    rematch_requests,
    seats_of,
)
from games.community.own_games.game_rows import GameRow, RowFacts
from games.community.own_games.game_seats import OwnSeat, Seat, seats_at
from games.community.own_games.invited import invitation_requests
from games.community.own_games.requests import (
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
from games.drawing.board.small_maps import small_outlines
from games.drawing.display.emblems import EMBLEMS
from games.drawing.display.titles import heading_of
from games.models import AbsenceStep, Game, LastVisit, Player, User, Vote
from games.storage.store import clocks
from games.storage.store.database_time import moment_now
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
class MyGames:
    """A person's requests, and their games grouped by how soon they must act.

    The groups hold the games on the `page`; `counts` has the number of games in each group on all
    pages. `away` are the requests about seats that the person has lost for now and can take back.
    """

    away: tuple[PlayerRequest, ...]
    requests: tuple[PlayerRequest, ...]
    waiting: tuple[GameRow, ...]
    soon: tuple[GameRow, ...]
    others: tuple[GameRow, ...]
    opened: tuple[GameRow, ...]
    over: tuple[GameRow, ...]
    counts: dict[str, int]
    page: Page[Any]

    @property
    def rows(self) -> Iterator[GameRow]:
        """Yield the rows of all groups."""
        yield from (*self.waiting, *self.soon, *self.others, *self.opened, *self.over)

    @property
    def is_empty(self) -> bool:
        """Return whether the person has never had a game."""
        return not self.page.paginator.count and not self.over

    @property
    def outlines(self) -> list[dict[str, Any]]:
        """Return the outlines of the boards on the page's small maps."""
        boards = dict.fromkeys(row.map.board for row in self.rows if row.map)
        return [small_outlines(board) for board in boards]

    @property
    def arms(self) -> list[tuple[str, str]]:
        """Return the livery and the emblem of each coat of arms on the page."""
        worn = {seat.livery for row in self.rows for seat in row.seats}
        return [(livery, EMBLEMS.get(livery, "")) for livery in sorted(worn)]

    @property
    def wanted(self) -> int:
        """Return the number of games waiting for the person, plus requests."""
        return len(self.away) + self.counts["waiting"] + len(self.requests)


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
    ended = ended_games(user)
    over = {row["game"]: row for row in ended[:MOST_OVER]}
    seated = seats_at({*page, *asking, *over})
    drawn = RowFacts(
        user=user,
        seated=seated,
        holdings=_holdings({*page, *over}),
        vacations=vacations_shown(_movers(user, {pk: rows[pk] for pk in page}, seated)),
        now=moment_now(),
    )
    found: defaultdict[str, list[GameRow]] = defaultdict(list)
    for pk in page:
        found[places[pk]].append(drawn.row(rows[pk], own[pk], places[pk]))
    asked: list[PlayerRequest] = []
    for pk in asking:
        asked += requests_of(_facts(rows[pk], own[pk], seated[pk], news[pk]))
    return MyGames(
        away=tuple(one for one in asked if one.kind in OWN_SEAT),
        requests=(
            *(one for one in asked if one.kind not in OWN_SEAT),
            *rematch_requests(ended),
            *invitation_requests(user),
        ),
        **{group: tuple(found[group]) for group in GROUPS},
        over=tuple(drawn.ended_row(row) for row in over.values()),
        counts=Counter(places.values()),
        page=page,
    )


def _movers(
    user: User, rows: dict[int, dict[str, Any]], seated: dict[int, list[Seat]]
) -> set[int | None]:
    """Return the other users whose turn it is in some games."""
    return {
        player.user
        for pk, row in rows.items()
        for player in seated[pk]
        if player.seat == row["turn"] and player.user not in (None, user.pk)
    }


def _holdings(games: Collection[int]) -> dict[int, Any]:
    """Map the games that have begun to [owner, armies] in board order; these are public."""
    begun = Game.objects.filter(pk__in=games).exclude(status=Game.Status.OPEN)
    return dict(begun.values_list("pk", "holdings"))


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


def _own(user: User, row: dict[str, Any]) -> OwnSeat:
    is_own = row["user"] == user.pk and row["own"] and not row["eliminated"]
    return OwnSeat(
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


def _may_ask(row: dict[str, Any], mine: OwnSeat, absent: _Absent, news: _News) -> bool:
    """Return whether a table can have requests; building its facts takes far longer."""
    if row["status"] != Game.Status.RUNNING or mine.is_replaced:
        return False
    has_news = news.votes or news.taken
    return bool(mine.may_return or absent.vacant or has_news or has_offers(row["position"]))


def _facts(row: dict[str, Any], mine: OwnSeat, seated: list[Seat], news: _News) -> GameFacts:
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


def _place(row: dict[str, Any], mine: OwnSeat, absent: _Absent) -> str:
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


def _rank(row: dict[str, Any], mine: OwnSeat, place: str) -> tuple[int, float]:
    """Return the sort key of a game: its group, and among those that wait, the deadline."""
    deadline = clocks.deadline_of(row["clocks"], mine.seat) if place == "waiting" else None
    return GROUPS.index(place), inf if deadline is None else deadline
