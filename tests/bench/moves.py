"""Statements and time of a move, bytes of what is pushed, and whether they grow with the game."""

from statistics import median
from time import perf_counter

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import frames, pushes, sight
from games.models import Move
from tests.bench.figures import Figures
from tests.bench.tables import SixPeople

MOST_STATEMENTS = 12
MOST_BYTES = 2048
ONE_BATTLE = frozenset({"attack_declared", "battle_fought", "attack_ended"})
LATER = 150
"""So many moves further on the game is measured again."""


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
    for kind in ("mover", "opponent", "watcher"):
        sizes = early.battles[kind] + late.battles[kind]
        figures.add(f"Push of one battle, {kind}, median", median(sizes), MOST_BYTES, " B")
        figures.add(f"Push of one battle, {kind}, most", max(sizes), None, " B")
    figures.add_times("Time of a move in the server", early.times + late.times)
    figures.add_times("Resync of one missed move, early", early.resyncs)
    figures.add_times("Resync of one missed move, late", late.resyncs)


def _client(user: object) -> Client:
    client = Client()
    client.force_login(user)
    return client


class _Measured:
    """Moves posted as by htmx, and the frames that are drawn for all after each."""

    def __init__(self, table: SixPeople, clients: list[Client]) -> None:
        self.table, self.clients = table, clients
        self.users = {None, *(user.pk for user in table.users)}
        self.tables = self._draw()[0]
        self.statements: list[int] = []
        self.times: list[float] = []
        self.resyncs: list[float] = []
        self.battles: dict[str, list[int]] = {"mover": [], "opponent": [], "watcher": []}

    def play(self, moves: int) -> None:
        for _ in range(moves):
            self._move()

    def _draw(self, old: dict | None = None) -> tuple[dict, dict]:
        position = pushes.position(sight.drawing_now(self.table.code), self.users)
        drawn = {
            seat: pushes.frame(position, seat, old and old.get(seat)) for seat in position.seats()
        }
        return {seat: one for seat, (one, _) in drawn.items()}, {
            seat: text or "" for seat, (_, text) in drawn.items()
        }

    def _move(self) -> None:
        decision, move = self.table.next_move()
        seat = decision.seat
        have = sight.look(self.table.code, self.table.users[seat].pk).table
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
        self.tables, texts = self._draw(self.tables)
        self._note_battle(texts, seat)
        started = perf_counter()
        self.clients[seat].get(f"{path}changes/", {"have": have.version}, headers=headers)
        self.resyncs.append(perf_counter() - started)

    def _note_battle(self, texts: dict, mover: int) -> None:
        """Note the sizes where a battle, and nothing that follows from it, was pushed."""
        entry = Move.objects.filter(game__code=self.table.code).order_by("-number")[:1]
        kinds = [event["event"] for event in entry.get().public["events"]]
        if kinds.count("battle_fought") != 1 or not ONE_BATTLE.issuperset(kinds):
            return
        others = [len(text.encode()) for seat, text in texts.items() if seat not in (None, mover)]
        self.battles["mover"].append(len(texts[mover].encode()))
        self.battles["opponent"].append(max(others))
        self.battles["watcher"].append(len(texts[None].encode()))
