"""Helpers for tests of notices."""

from games.models import Game, Notice


def told(user, **among):
    """Return a user's notices as (kind, cause), sorted."""
    return sorted(Notice.objects.filter(user=user, **among).values_list("kind", "cause"))


def game_of(table):
    """Return the game of a test's table."""
    return Game.objects.get(code=table.code)
