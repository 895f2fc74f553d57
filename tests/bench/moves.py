"""SQL statements and time of a move, early and late in the game."""

from statistics import median
from time import perf_counter

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.table.page import frames, viewer
from tests.bench.figures import Figures
from tests.bench.tables import SixPeople

MOST_STATEMENTS = 12
LATER = 150
"""The number of moves between the two measurements."""


def measure(figures: Figures, table: SixPeople, moves: int) -> None:
    """Measure moves early and late in the game."""
    clients = [_client(user) for user in table.users]
    early = _Measured(table, clients)
    early.play(moves)
    table.play_on(LATER)
    late = _Measured(table, clients)
    late.play(moves)
    every = early.statements + late.statements
    figures.add("Statements of a move, most", max(every), MOST_STATEMENTS)
    figures.add("Statements of a move, median", median(every))
    grown = max(late.statements) - max(early.statements)
    figures.add(f"More of them {LATER} moves later", max(0, grown), 0)
    figures.add_times("Time of a move in the server", early.times + late.times)
    figures.add_times("Resync of one missed move, early", early.resyncs)
    figures.add_times("Resync of one missed move, late", late.resyncs)


def _client(user: object) -> Client:
    client = Client()
    client.force_login(user)
    return client


class _Measured:
    """Measures moves posted as by htmx, and requests of pages that missed the pushes."""

    def __init__(self, table: SixPeople, clients: list[Client]) -> None:
        self.table, self.clients = table, clients
        self.statements: list[int] = []
        self.times: list[float] = []
        self.resyncs: list[float] = []

    def play(self, moves: int) -> None:
        for _ in range(moves):
            self._move()

    def _move(self) -> None:
        decision, move = self.table.next_move()
        seat = decision.seat
        have = viewer.look(self.table.code, self.table.users[seat].pk).table
        frames.keep(have)
        fields = self.table.fields(decision, move, have.version)
        headers = {"HX-Request": "true"}
        path = f"/games/{self.table.code}/"
        with CaptureQueriesContext(connection) as captured:
            started = perf_counter()
            answer = self.clients[seat].post(f"{path}moves/", fields, headers=headers)
            self.times.append(perf_counter() - started)
        assert answer.status_code == 200, answer.content.decode()
        kept = [one["sql"] for one in captured if one["sql"][:6] not in ("BEGIN ", "COMMIT")]
        self.statements.append(len(kept))
        started = perf_counter()
        self.clients[seat].get(f"{path}changes/", {"have": have.version}, headers=headers)
        self.resyncs.append(perf_counter() - started)
