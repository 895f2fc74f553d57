"""Chapter 12 on show: what was committed to, and what has been opened so far."""

import hashlib
import json
import string
from collections.abc import Iterable
from typing import Any

from django.db import transaction

from games.lobby import lock_table, tell
from games.models import VALUE_COLUMNS, Game, Player, User
from games.refusals import NotSeated, Stale
from games.seating import Seat, Seating, player_name, time_told
from games.table import Part, digest_of
from rules import InvalidMove, View, seed_commitment
from rules.chance import hidden_commitment

LONGEST_VALUE = 64
SHORT = 8
"""How many digits of a hash are shown where the whole would be in the way."""

_HEX = frozenset(string.hexdigits)


# Public values (FAIR-1)


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


def values_shown(game: Game, players: Iterable[Player], user: int | None) -> dict[str, Any]:
    """Return what the waiting room shows of the public values at an open table.

    `mine` is the visitor's own value, "" where none came yet, None for who does not sit there.
    """
    taken = [player for player in players if player.user_id is not None or player.bot]
    mine = [
        player.public_value
        for player in taken
        if player.user_id is not None and player.user_id == user
    ]
    return {
        "code": game.code,
        "seed": sealed(game.seed_commitment),
        "values": [_value(player_name(player), bool(player.bot), player) for player in taken],
        "mine": mine[0] if mine else None,
        "longest": LONGEST_VALUE,
    }


def _value(name: str, is_bot: bool, giver: Player | Seat) -> dict[str, Any]:
    value, given_at = giver.public_value, giver.value_given_at
    return {
        "name": name,
        "is_bot": is_bot,
        "seal": sealed(value) if value else None,
        "given_at": time_told(given_at) if given_at else "",
    }


def sealed(text: str) -> dict[str, str]:
    """Return a hash, or a text of that kind, as it is shown: its first digits, and the whole."""
    return {"short": text[:SHORT], "whole": text}


def seal_of(code: str) -> dict[str, str] | None:
    """Return the seal of a table that has not begun; None for any other game."""
    waiting = Game.objects.filter(code=code, status=Game.Status.OPEN)
    commitment = waiting.values_list("seed_commitment", flat=True).first()
    return commitment and sealed(commitment)


# A game that has begun


def later_part(seating: Seating, view: View) -> Part:
    """Return what takes the place of the fairness panel when it changes.

    It fetches the panel when it comes into view: seals are long, and few look at them often.
    """
    drawn = digest_of(json.dumps(shown(seating, view)))
    return Part("fairness/_later.html", {"code": seating.code, "drawn": drawn})


def shown(seating: Seating, view: View | None) -> dict[str, Any]:
    """Return what the fairness panel shows a viewer; `view` is None before the start."""
    return {
        "code": seating.code,
        "is_over": seating.is_over,
        "seed": sealed(seating.seed_commitment),
        "values": [_value(seat.name, seat.is_bot, seat) for seat in seating.seats],
        "slips": [] if view is None else _slips(seating, view),
        "may_hide": view is None or view.ruleset.hidden_armies,
    }


def _slips(seating: Seating, view: View) -> list[dict[str, Any]]:
    """Return the hidden armies' slips; the view has opened those its viewer may read (HID-3)."""
    return [_slip(seating, view, choice) for choice in view.sealed]


def _slip(seating: Seating, view: View, choice: dict[str, Any]) -> dict[str, Any]:
    maker, holder, territory = choice["maker"], choice["holder"], choice["territory"]
    return {
        "maker": seating.seats[maker].name,
        "holder": None if holder == maker else seating.seats[holder].name,
        "is_own": view.seat is not None and holder == view.seat,
        "is_revealed": choice["revealed"],
        "seal": sealed(choice["commitment"]),
        "opened": None if territory is None else _opened(seating.code, view, choice),
    }


def _opened(code: str, view: View, choice: dict[str, Any]) -> dict[str, Any]:
    maker, territory, salt = choice["maker"], choice["territory"], choice["salt"]
    commitment = hidden_commitment(code, maker, territory, bytes.fromhex(salt))
    return {
        "territory": view.board.territories[territory].name,
        "territory_id": territory,
        "maker_seat": maker,
        "salt": sealed(salt),
        "fits": commitment == choice["commitment"],
    }


def seed_shown(code: str) -> dict[str, Any] | None:
    """Return the seed of a finished game and whether its commitment fits; None before the end."""
    over = Game.objects.filter(code=code, status=Game.Status.OVER)
    row = over.values_list("seed", "seed_commitment").first()
    if row is None:
        return None
    seed, commitment = bytes(row[0]), row[1]
    return {"seal": sealed(seed.hex()), "fits": seed_commitment(seed) == commitment}
