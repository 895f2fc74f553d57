"""Helpers for tests of notices, and of what is posted to the webhooks of games and circles."""

from datetime import timedelta

from games.community.notices.shared import messages
from games.community.notices.sources import from_log
from games.models import Game, Notice

CAPTURE = {"event": "captured", "seat": 0, "territory": "bone_march", "loser": 1}


def told(user, **among):
    """Return a user's notices as (kind, cause), sorted."""
    return sorted(Notice.objects.filter(user=user, **among).values_list("kind", "cause"))


def game_of(table):
    """Return the game of a test's table."""
    return Game.objects.get(code=table.code)


def entry(table, *events):
    """Add an entry with public events to a game's log, and read it."""
    game = game_of(table)
    public, private = {"events": list(events)}, {"move": {}, "draws": [], "events": []}
    game.moves.create(
        number=game.number + 1, seat=0, by="player", public=public, private=private, round=3
    )
    Game.objects.filter(pk=game.pk).update(number=game.number + 1)
    from_log.notice_moves()


def later(seconds=61):
    """Make all waiting messages due this many seconds earlier."""
    for message in messages.waiting_messages():
        message.next_at -= timedelta(seconds=seconds)
        message.save()


def work():
    """Send everything that is due once a minute has passed."""
    later()
    while messages.send_next():
        pass
