"""Many simultaneous games of captains, on SQLite, played by the site's worker."""

from time import perf_counter, sleep

from games.models import Game, Move
from games.playing.start import create_game, start_game
from rules import Options
from tests.bench.figures import Figures
from tests.support.servers.processes import running


def measure(figures: Figures, games: int) -> None:
    """Let a worker play this many games to their end; print its complaints and its speed."""
    codes = [create_game(["captain"] * 6, Options(quick=True)).code for _ in range(games)]
    Game.objects.filter(code__in=codes).update(pace=Game.Pace.AT_ONCE)
    for code in codes:
        start_game(code)
    started = perf_counter()
    open_games = Game.objects.filter(code__in=codes, status=Game.Status.RUNNING)
    with running("work") as worker:
        while open_games.exists() and worker.process.poll() is None:
            sleep(0.5)
        seconds = perf_counter() - started
        worker.stop()
    over = Game.objects.filter(code__in=codes, status=Game.Status.OVER).count()
    moves = Move.objects.filter(game__code__in=codes).count()
    figures.add(f"Games of six captains at once, of {games} not ended", games - over, 0)
    figures.add("Complaints of the worker, locks among them", len(worker.complaints()), 0)
    figures.add("Moves a second", moves / seconds)
