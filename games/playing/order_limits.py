"""Rate limits on changing standing orders and wish lists, as every change is logged."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games.exceptions import TooFast
from games.models import Move
from games.playing.offer_limits import in_words
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import StoredGame
from rules.moves import Move as RulesMove
from rules.moves import SetOrders, SetWishes

LIMITS = ((20, timedelta(minutes=1)), (300, timedelta(days=1)))
"""Allowed changes, as (number, window)."""

_NAMES = frozenset((SetOrders.name, SetWishes.name))
_UNSEEN: dict[str, Any] = {"events": []}
"""The public part of an entry that other players cannot see."""


def verify_pace(stored: StoredGame, seat: int, moves: Sequence[RulesMove]) -> None:
    """Raise TooFast if a seat has changed its orders too often recently. Takes one query."""
    if not any(move.name in _NAMES for move in moves):
        return
    moment, (most, longest) = moment_now(), LIMITS[-1]
    entries = Move.objects.filter(
        game=stored.id, seat=seat, by=Move.By.PLAYER, public=_UNSEEN, made_at__gt=moment - longest
    )
    rows = entries.order_by("-number").values_list("made_at", "private")[: 2 * most]
    changed = [at for at, private in rows if private["move"]["move"] in _NAMES]
    waits = [changed[few - 1] + within - moment for few, within in LIMITS if len(changed) >= few]
    wait = max(waits, default=timedelta())
    if wait > timedelta():
        again = in_words(wait // timedelta(milliseconds=1))
        raise TooFast(
            "You’ve changed your orders a lot. You can change them again in {time}.", time=again
        )
