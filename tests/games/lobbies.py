"""For the tests of tables that have not begun: opened by their hosts, with these seats."""

from games import lobby
from games.lobby import SeatKind, Terms
from games.models import Game
from rules import Options

ME, FREE, LINK, BOT = SeatKind.ME, SeatKind.OPEN, SeatKind.LINK, SeatKind.CAPTAIN
QUICK = Options(quick=True)


def opened_by(host, *seats, **terms):
    """A table with the host's seat first."""
    return lobby.open_table(host, Terms((ME, *seats), **{"options": QUICK, **terms}))


def seats_of(game):
    """Who sits where: a name, a bot in brackets, None for nobody."""
    rows = game.players.order_by("seat").values_list("user__name", "bot")
    return [name or (f"({bot})" if bot else None) for name, bot in rows]


def status_of(game):
    """How far a game is."""
    return Game.objects.values_list("status", flat=True).get(pk=game.pk)


def finish(game):
    """Let a game be over, as after its last move; the position does not matter here."""
    outcome = {"winners": [0], "reason": "last", "places": [[0], [1]]}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=outcome)
