"""Public values: what players add to the seed before a game begins (FAIR-1)."""

import hashlib
import string

from django.db import transaction

from games.display.seals import LONGEST_VALUE
from games.exceptions import NotSeated, Stale
from games.lobby.tables import lock_table, tell
from games.models import VALUE_COLUMNS, Game, User
from rules import InvalidMove

_HEX = frozenset(string.hexdigits)


def clean_public_value(text: str) -> str:
    """Return the public value that a text gives: hex as it is, of other words their SHA-256.

    An empty text gives none. Raises InvalidMove for what is not one line of 64 characters at most.
    """
    text = text.strip()
    if len(text) > LONGEST_VALUE or not text.isprintable():
        raise InvalidMove(f"A public value is one line of at most {LONGEST_VALUE} characters.")
    return text.lower() if _HEX.issuperset(text) else hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def set_public_value(code: str, user: User, text: str) -> str:
    """Give or replace a player's public value before the start; return it as it is kept.

    Raises NoSuchGame, NotSeated, InvalidMove, or Stale where the game has begun.
    """
    value = clean_public_value(text)
    # A start locks the same row: no value changes while a game begins.
    table = lock_table(code)
    if table.game.status != Game.Status.OPEN:
        raise Stale("Public values are fixed when a game begins (FAIR-1).")
    player = table.player_of(user)
    if player is None:
        raise NotSeated("You do not sit at this table.")
    player.give_value(value)
    player.save(update_fields=VALUE_COLUMNS)
    tell(table.game)
    return value
