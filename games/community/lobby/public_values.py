"""Public values, which players add to the seed before a game begins (FAIR-1)."""

import hashlib
import string

from django.db import transaction

from games.community.lobby.tables import announce_change, lock_table
from games.drawing.display.seals import LONGEST_VALUE
from games.exceptions import NotSeated, Stale
from games.models import VALUE_COLUMNS, Game, User
from games.storage.evidence.signing import sign_value
from rules import InvalidMove

_HEX = frozenset(string.hexdigits)


def clean_public_value(text: str) -> str:
    """Return a text as a public value: hex digits in lower case, the SHA-256 of any other text.

    An empty text stays empty. Raises InvalidMove unless the text is one line of at most
    64 characters.
    """
    text = text.strip()
    if len(text) > LONGEST_VALUE or not text.isprintable():
        raise InvalidMove(
            "Enter your value on one line, with at most {most} characters.", most=LONGEST_VALUE
        )
    return text.lower() if _HEX.issuperset(text) else hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def set_public_value(code: str, user: User, text: str) -> str:
    """Set or replace a player's public value before the start; return it as stored.

    Raises NoSuchGame, NotSeated, InvalidMove, or Stale if the game has begun.
    """
    value = clean_public_value(text)
    # Beginning the game locks the same row, so no value changes meanwhile.
    table = lock_table(code)
    if table.game.status != Game.Status.OPEN:
        raise Stale("You can’t change your value after the game has started.")
    player = table.player_of(user)
    if player is None:
        raise NotSeated("You don’t have a seat in this game.")
    player.give_value(value)
    sign_value(code, player)
    player.save(update_fields=VALUE_COLUMNS)
    announce_change(table.game)
    return value
