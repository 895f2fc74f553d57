"""What is known of a person's games: those going on, results, and against whom."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.ledger import Score
from games.lobby_lists import TableShown, tables_for
from games.models import Game, Player, User

LOOKED_AT = 300
"""How many of a person's newest games are counted when opponents are compared."""

_FEWEST_PERSONS = 2
"""Beside bots alone nobody is an opponent."""


@dataclass(frozen=True, slots=True)
class Record:
    """How many games with a result a person has finished, how many won, and how many left.

    `pacts` says how they stood by their word in all that are over (DIP-1).
    """

    finished: int
    won: int
    left: int
    pacts: Score


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game as one of its players saw it end; `place` is None without a result."""

    table: TableShown
    ended: datetime
    place: int | None
    is_shared: bool
    has_left: bool
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
    return _games(person, visitor).filter(status=Game.Status.OVER).order_by("-moved_at", "-pk")


def _games(person: User, visitor: User | AnonymousUser) -> QuerySet[Game]:
    games = Game.objects.public().select_related("host").filter(_seated(person))
    if visitor.pk == person.pk:
        return games
    if not visitor.is_authenticated:
        return games.filter(is_listed=True)
    return games.filter(Q(is_listed=True) | _seated(visitor))


def _seated(user: User) -> Exists:
    return Exists(Player.objects.filter(game=OuterRef("pk"), user=user))


def record_of(person: User) -> Record:
    """Return how a person has done in all their finished games."""
    seats = person.seats.filter(game__status=Game.Status.OVER)
    columns = ("pacts_kept", "pacts_broken", "pacts_ended")
    rows = list(seats.values_list("seat", "own", "game__outcome", *columns))
    results = [seat in outcome["winners"] for seat, _, outcome, *_ in rows if _has_result(outcome)]
    pacts = Score(*(sum(row[place] for row in rows) for place in (3, 4, 5)))
    return Record(len(results), sum(results), sum(not row[1] for row in rows), pacts)


def _has_result(outcome: dict[str, Any] | None) -> bool:
    return bool(outcome and outcome["winners"])


def results_of(person: User, games: Iterable[Game], visitor: User | AnonymousUser) -> list[Result]:
    """Return how some ended games went for a person."""
    listed = list(games)
    rows = person.seats.filter(game__in=listed).values_list("game", "seat", "own")
    seats = {game: (seat, own) for game, seat, own in rows}
    tables = tables_for(listed, visitor)
    return [
        _result(game, *seats[game.pk], table) for game, table in zip(listed, tables, strict=True)
    ]


def _result(game: Game, seat: int, own: bool, table: TableShown) -> Result:
    place, is_shared = _place(game.outcome, seat)
    return Result(
        table=table,
        ended=game.moved_at,
        place=place,
        is_shared=is_shared,
        has_left=not own,
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
    newest = dict(finished_games(person, visitor).values_list("pk", "outcome")[:LOOKED_AT])
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
