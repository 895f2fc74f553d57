"""A person's profile: running games, results and opponents, as far as a visitor may see them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.community.lobby.table_summaries import TableShown, tables_for
from games.models import Game, Player, SeatHolder, SecretsApart, User
from games.playing.consequences.pacts import Score
from rules.sentences.words import isolated

LOOKED_AT = 300
"""The number of a person's latest games that count in the list of opponents."""

_FEWEST_PERSONS = 2
"""The minimum number of people, not counting bots, in a game that has opponents."""


@dataclass(frozen=True, slots=True)
class Record:
    """Counts of a person's finished games with a result, games won, and seats left.

    `pacts` counts the pacts they kept, broke and ended in all finished games (DIP-1).
    """

    finished: int
    won: int
    left: int
    pacts: Score


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game's result for the player at `seat`; `place` is None without a result.

    `has_left`: they resigned, or lost the seat by missing turns. `played_on`: another player took
    the seat over.
    """

    table: TableShown
    seat: int
    ended: datetime
    place: int | None
    is_shared: bool
    has_left: bool
    played_on: bool
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent: games together, and in how many the person finished ahead or behind."""

    name: str
    games: int
    ahead: int
    behind: int


def running_games(person: User, visitor: User | AnonymousUser) -> QuerySet[Game]:
    """Return a person's running games that a visitor may see, the most recently changed first."""
    games = _games(person, visitor).filter(status=Game.Status.RUNNING)
    return games.order_by("-changed_at", "-pk")


def finished_games(person: User, visitor: User | AnonymousUser) -> QuerySet[Game]:
    """Return a person's ended games that a visitor may see, the most recently ended first."""
    seats = person.seats.order_by().values_list("game")
    left = person.seats_held.order_by().values_list("player__game")
    games = _visible(Game.objects.filter(pk__in=seats.union(left)), visitor)
    return games.filter(status=Game.Status.OVER, is_tutorial=False).order_by("-moved_at", "-pk")


def _games(person: User, visitor: User | AnonymousUser) -> SecretsApart[Game]:
    return _visible(Game.objects.filter(_seated(person)), visitor)


def _visible(games: SecretsApart[Game], visitor: User | AnonymousUser) -> SecretsApart[Game]:
    games = games.public().select_related("host")
    if not visitor.is_authenticated:
        return games.filter(is_listed=True)
    sat = Exists(SeatHolder.objects.filter(player__game=OuterRef("pk"), user=visitor))
    return games.filter(Q(is_listed=True) | _seated(visitor) | sat)


def _seated(user: User) -> Exists:
    return Exists(Player.objects.filter(game=OuterRef("pk"), user=user))


def _taken_over(person: User) -> QuerySet[Player]:
    """Return the seats that another player has taken over from a person."""
    return Player.objects.filter(holders__user=person).exclude(user=person)


LEFT = Q(own=False) | Q(game__status=Game.Status.OVER, away_since__isnull=False)
"""Seats whose player resigned, or stayed away until the game ended."""


def record_of(person: User, visitor: User | AnonymousUser) -> Record:
    """Return a person's record over their finished games, and the number of seats they left.

    Tutorials do not count (FAIR-8), and private games count for the person alone.
    """
    counted = Q(game__is_tutorial=False)
    if person != visitor:
        counted &= Q(game__is_listed=True)
    seats = person.seats.filter(counted, game__status=Game.Status.OVER)
    columns = ("pacts_kept", "pacts_broken", "pacts_ended")
    rows = list(seats.values_list("seat", "game__outcome", *columns))
    results = [seat in outcome["winners"] for seat, outcome, *_ in rows if _has_result(outcome)]
    pacts = Score(*(sum(row[place] for row in rows) for place in (2, 3, 4)))
    return Record(len(results), sum(results), _seats_left(person, counted), pacts)


def _seats_left(person: User, counted: Q) -> int:
    """Count the seats that a person has left, including those in running games."""
    has_begun = Q(game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    taken_over = _taken_over(person).filter(has_begun, counted).values("game").distinct()
    left = person.seats.filter(LEFT, has_begun, counted)
    return left.count() + taken_over.count()


def _has_result(outcome: dict[str, Any] | None) -> bool:
    return bool(outcome and outcome["winners"])


def results_of(
    person: User, games: Iterable[Game], visitor: User | AnonymousUser
) -> list[FinishedGame]:
    """Return a person's results in the given ended games."""
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


def _result(
    game: Game, seat: int, table: TableShown, has_left: bool, played_on: bool
) -> FinishedGame:
    place, is_shared = (None, False) if played_on else _place(game.outcome, seat)
    return FinishedGame(
        table=table,
        seat=seat,
        ended=game.moved_at,
        place=place,
        is_shared=is_shared,
        has_left=has_left,
        played_on=played_on,
        against=tuple(other.name for other in table.seats if other.number != seat),
    )


def _place(outcome: dict[str, Any] | None, seat: int) -> tuple[int | None, bool]:
    """Return a seat's place (1 is first) and whether it is shared; (None, False) if it has none."""
    if outcome is None or not _has_result(outcome):
        return None, False
    above = 0
    for together in outcome["places"]:
        if seat in together:
            return above + 1, len(together) > 1
        above += len(together)
    return None, False


def opponents_of(person: User, visitor: User | AnonymousUser) -> list[Opponent]:
    """Return a person's opponents in games a visitor may see, most games first."""
    over = _games(person, visitor).filter(status=Game.Status.OVER).order_by("-moved_at", "-pk")
    newest = dict(over.values_list("pk", "outcome")[:LOOKED_AT])
    seated: defaultdict[int, list[tuple[int, str, int]]] = defaultdict(list)
    players = Player.objects.filter(game__in=list(newest), user__isnull=False)
    for game, seat, name, user in players.values_list("game", "seat", "user__name", "user"):
        seated[game].append((seat, name, user))
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for game, persons in seated.items():
        outcome = newest[game]
        if len(persons) >= _FEWEST_PERSONS and outcome is not None and _has_result(outcome):
            _compare(person, outcome, persons, counts)
    opponents = [Opponent(isolated(name), *numbers) for name, numbers in counts.items()]
    return sorted(opponents, key=lambda opponent: (-opponent.games, opponent.name))


def _compare(
    person: User,
    outcome: dict[str, Any],
    persons: list[tuple[int, str, int]],
    counts: dict[str, list[int]],
) -> None:
    """Add one game to `counts`, which maps a person's opponents to [together, ahead, behind]."""
    own = next(_place(outcome, seat)[0] for seat, _, user in persons if user == person.pk)
    for seat, name, user in persons:
        theirs = _place(outcome, seat)[0]
        if user == person.pk or own is None or theirs is None:
            continue
        numbers = counts[name]
        numbers[0] += 1
        numbers[1] += own < theirs
        numbers[2] += own > theirs
