"""Helpers for tests of clocks: time that passes without waiting."""

from datetime import timedelta

from django.db.models import F

from games.models import Due, Game, Player
from games.playing.play import play_move
from games.storage.store import clocks
from games.storage.store.database_time import milliseconds, moment
from games.storage.store.stored_game import load
from games.web.worker import due
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import SetOrders
from tests.support.visitors.patience import PATIENCE, wait_until

__all__ = [
    "LONG",
    "PATIENCE",
    "item",
    "leave_unwarned",
    "let_pass",
    "missed",
    "run_out",
    "say_orders",
    "stored_times",
    "times",
    "wait_until",
]

LONG = 3600
"""More seconds than any player has in a game with the default times."""


def let_pass(code, seconds):
    """Move a game's times back, as if this many seconds had passed."""
    back = seconds * 1000
    game = Game.objects.get(code=code)
    data = game.clocks
    turn = data["turn"]
    if turn and turn["until"] is not None:
        turn["until"] -= back
    for clock in data["running"].values():
        clock["until"] -= back
        clock["since"] = clock.get("since", 0) - back
        if "warn" in clock:
            clock["warn"] -= back
    if "pause" in data:
        for part in ("since", "until"):
            data["pause"][part] -= back
    for call in (data["bot"], data.get("offer")):
        if call:
            call["when"] -= back
    Game.objects.filter(pk=game.pk).update(clocks=data)
    Due.objects.filter(game=game).update(when=F("when") - timedelta(seconds=seconds))


def leave_unwarned(code):
    """Remove the warnings of a game, so that the deadline is due next."""
    game = Game.objects.get(code=code)
    for clock in game.clocks["running"].values():
        clock.pop("warn", None)
    Game.objects.filter(pk=game.pk).update(clocks=game.clocks)
    Due.objects.filter(game=game, kind="clock").update(when=moment(times(code).due()[clocks.CLOCK]))


def times(code):
    """Return the clocks of a game."""
    return load(code).clocks


def item(code, kind):
    """Return a game's due item of a kind, as a worker finds it; None if there is none."""
    found = [item for item in due.next_items() if (item.code, item.kind) == (code, kind)]
    return found[0] if found else None


def stored_times(code):
    """Return the stored due time of each kind."""
    rows = Due.objects.filter(game__code=code).values_list("kind", "when")
    return {kind: milliseconds(when) for kind, when in rows}


def run_out(code):
    """Let the time of the player who must decide run out, and fire the timeout."""
    let_pass(code, LONG)
    return due.fire(item(code, "clock"))


def missed(code):
    """Return how many turns in a row each seat has missed."""
    seats = Player.objects.filter(game__code=code).order_by("seat")
    return list(seats.values_list("missed", flat=True))


def say_orders(table, user):
    """Set a user's standing orders, a move that answers no decision."""
    return play_move(table.code, user, SetOrders(CORRESPONDENCE), key=table.key(), decision=None)
