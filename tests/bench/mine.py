"""My games with many games: queries and server time."""

import random
from time import perf_counter

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.community.own_games.my_games import PER_PAGE
from games.models import Game, Player, User
from games.playing.start import create_game, start_game
from rules import RULESETS, Options
from tests.bench.figures import Figures
from tests.support.tables.tables import Table

GAMES = 200
MOST_QUERIES, MOST_MILLISECONDS = 10, 60
PATH = "/my-games/"
VISITS = 40
STEPS = 60


def measure(figures: Figures) -> None:
    """Measure the page of a user in many games of all rulesets, against people and bots."""
    user = _busy_person()
    client = Client()
    client.force_login(user)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(PATH).content.count(b"/games/") >= PER_PAGE
    figures.add(f"My games, {GAMES} of them, queries", len(queries), MOST_QUERIES)
    times = []
    for _ in range(VISITS):
        started = perf_counter()
        client.get(PATH)
        times.append(perf_counter() - started)
    figures.add_times(f"My games, {GAMES} of them", times, MOST_MILLISECONDS)


def _busy_person() -> User:
    users = [User.objects.create_user(f"Busy {number}") for number in range(1, 4)]
    companies = ([users[0], *["captain"] * 3], users, [*users, "captain", "captain"])
    patterns = [
        _begun(ruleset, company, seed).pk
        for seed, ruleset in enumerate(RULESETS)
        for company in companies
    ]
    # A game that ended early is not in progress.
    on = list(Game.objects.filter(pk__in=patterns, status=Game.Status.RUNNING))
    for number in range(GAMES - len(on)):
        _copy(on[number % len(on)], number)
    return users[0]


def _begun(ruleset: str, seats: list[User | str], seed: int) -> Game:
    """Return a game in progress, after some moves."""
    game = create_game(seats, Options(quick=True), ruleset)
    Game.objects.filter(pk=game.pk).update(turn_seconds=86_400, title=f"{ruleset} {len(seats)}")
    start_game(game.code)
    persons = {seat: one for seat, one in enumerate(seats) if isinstance(one, User)}
    table = Table(game.code, persons, random.Random(seed))
    for _ in range(STEPS):
        if table.state().is_over:
            break
        table.answer()
    return game


def _copy(game: Game, number: int) -> None:
    """Store a copy of a game, with the columns that lists of games select."""
    players = list(Player.objects.filter(game=game))
    copy = Game.objects.get(pk=game.pk)
    copy.pk, copy.code = None, f"busy{number}"
    copy.save(force_insert=True)
    for player in players:
        player.pk, player.game = None, copy
    Player.objects.bulk_create(players)
