"""What is known of a person's games: those going on, results, and against whom."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.lobby.lists import TableShown, tables_for
from games.models import Game, Player, User
from games.play.pact_ledger import Score

LOOKED_AT = 300
"""How many of a person's newest games are counted when opponents are compared."""

_FEWEST_PERSONS = 2
"""Beside bots alone nobody is an opponent."""


@dataclass(frozen=True, slots=True)
class Record:
    """How many games with a result a person has finished, how many won, how many seats left.

    `pacts` says how they stood by their word in all that are over (DIP-1).
    """

    finished: int
    won: int
    left: int
    pacts: Score


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game as one of its players saw it end; `place` is None without a result.

    Whoever `has_left` resigned, or lost the seat by missed turns; it may be `played_on` by another.
    """

    table: TableShown
    ended: datetime
    place: int | None
    is_shared: bool
    has_left: bool
    played_on: bool
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody a person has played against: games together, and in how many each came before."""

    name: str
    games: int
    ahead: int
    behind: int


def running_games(person: User, visitor: User | AnonymousUser) -> QuerySet[Game]:
    """Return a person's running games that a visitor may know of, the latest begun first."""
    games = _games(person, visitor).filter(status=Game.Status.RUNNING)
    return games.order_by("-changed_at", "-pk")


def finished_games(person: User, visitor: User | AnonymousUser) -> QuerySet[Game]:
    """Return a person's ended games that a visitor may know of, the latest ended first."""
    seats = person.seats.order_by().values_list("game")
    left = person.sittings.order_by().values_list("player__game")
    games = _visible(Game.objects.filter(pk__in=seats.union(left)), visitor)
    return games.filter(status=Game.Status.OVER).order_by("-moved_at", "-pk")


def _games(person: User, visitor: User | AnonymousUser) -> QuerySet[Game]:
    return _visible(Game.objects.filter(_seated(person)), visitor)


def _visible(games: QuerySet[Game], visitor: User | AnonymousUser) -> QuerySet[Game]:
    games = games.public().select_related("host")
    if not visitor.is_authenticated:
        return games.filter(is_listed=True)
    return games.filter(Q(is_listed=True) | _seated(visitor))


def _seated(user: User) -> Exists:
    return Exists(Player.objects.filter(game=OuterRef("pk"), user=user))


def _taken_over(person: User) -> QuerySet[Player]:
    """Return the seats that a person gave up, or lost, to somebody else."""
    return Player.objects.filter(sittings__user=person).exclude(user=person)


LEFT = Q(own=False) | Q(game__status=Game.Status.OVER, away_since__isnull=False)
"""Seats whose player resigned, or did not come back in time: a steward holds those to the end."""


def record_of(person: User) -> Record:
    """Return how a person has done in all their finished games, and how many seats they left."""
    seats = person.seats.filter(game__status=Game.Status.OVER)
    columns = ("pacts_kept", "pacts_broken", "pacts_ended")
    rows = list(seats.values_list("seat", "game__outcome", *columns))
    results = [seat in outcome["winners"] for seat, outcome, *_ in rows if _has_result(outcome)]
    pacts = Score(*(sum(row[place] for row in rows) for place in (2, 3, 4)))
    return Record(len(results), sum(results), _seats_left(person), pacts)


def _seats_left(person: User) -> int:
    """Count a person's seats that they left, in running games too."""
    has_begun = Q(game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    taken_over = _taken_over(person).filter(has_begun).values("game").distinct()
    return person.seats.filter(LEFT, has_begun).count() + taken_over.count()


def _has_result(outcome: dict[str, Any] | None) -> bool:
    return bool(outcome and outcome["winners"])


def results_of(person: User, games: Iterable[Game], visitor: User | AnonymousUser) -> list[Result]:
    """Return how some ended games went for a person."""
    listed = list(games)
    own = person.seats.filter(game__in=listed)
    seats = dict(_taken_over(person).filter(game__in=listed).values_list("game", "seat"))
    played_on = set(seats)
    seats.update(own.values_list("game", "seat"))
    left = played_on.union(own.filter(LEFT).values_list("game", flat=True))
    tables = tables_for(listed, visitor)
    return [
        _result(game, seats[game.pk], table, game.pk in left, game.pk in played_on)
        for game, table in zip(listed, tables, strict=True)
    ]


def _result(game: Game, seat: int, table: TableShown, has_left: bool, played_on: bool) -> Result:
    place, is_shared = (None, False) if played_on else _place(game.outcome, seat)
    return Result(
        table=table,
        ended=game.moved_at,
        place=place,
        is_shared=is_shared,
        has_left=has_left,
        played_on=played_on,
        against=tuple(other.name for other in table.seats if other.number != seat),
    )


def _place(outcome: dict[str, Any] | None, seat: int) -> tuple[int | None, bool]:
    """Return the place a seat came to, and whether others share it."""
    if not _has_result(outcome):
        return None, False
    above = 0
    for together in outcome["places"]:
        if seat in together:
            return above + 1, len(together) > 1
        above += len(together)
    return None, False


def opponents_of(person: User, visitor: User | AnonymousUser) -> list[Opponent]:
    """Return whom a person has played against in games a visitor may know of, most games first."""
    over = _games(person, visitor).filter(status=Game.Status.OVER).order_by("-moved_at", "-pk")
    newest = dict(over.values_list("pk", "outcome")[:LOOKED_AT])
    seated: defaultdict[int, list[tuple[int, str, int]]] = defaultdict(list)
    players = Player.objects.filter(game__in=list(newest), user__isnull=False)
    for game, seat, name, user in players.values_list("game", "seat", "user__name", "user"):
        seated[game].append((seat, name, user))
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for game, persons in seated.items():
        if len(persons) >= _FEWEST_PERSONS and _has_result(newest[game]):
            _compare(person, newest[game], persons, counts)
    opponents = [Opponent(name, *numbers) for name, numbers in counts.items()]
    return sorted(opponents, key=lambda opponent: (-opponent.games, opponent.name))


def _compare(
    person: User,
    outcome: dict[str, Any],
    persons: list[tuple[int, str, int]],
    counts: dict[str, list[int]],
) -> None:
    """Count one game for each of a person's opponents: together, ahead of them, behind them."""
    own = next(_place(outcome, seat)[0] for seat, _, user in persons if user == person.pk)
    for seat, name, user in persons:
        theirs = _place(outcome, seat)[0]
        if user == person.pk or own is None or theirs is None:
            continue
        numbers = counts[name]
        numbers[0] += 1
        numbers[1] += own < theirs
        numbers[2] += own > theirs
