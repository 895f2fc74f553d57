"""Rate limits on offers (chapter 9), and on changes to standing orders and wish lists."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.utils.translation import ngettext

from games.exceptions import TooFast
from games.models import Move
from games.playing.requests import MoveRequest
from games.storage.store.database_time import moment_now, now
from games.storage.store.diplomacy import Offers
from games.storage.store.stored_game import StoredGame
from rules.moves import LayCards, OfferPact, SetOrders, SetWishes
from rules.moves import Move as RulesMove

MINUTE, DAY = 60_000, 24 * 60 * 60_000
OFFER_LIMITS: dict[str, tuple[tuple[int, int], ...]] = {
    # Pacts are never removed from the position, hence the low daily limit.
    OfferPact.name: ((5, MINUTE), (40, DAY)),
    LayCards.name: ((10, MINUTE), (200, DAY)),
}
"""For each move name: (number of moves, window in milliseconds)."""

ORDER_LIMITS = ((20, timedelta(minutes=1)), (300, timedelta(days=1)))
"""Allowed changes, as (number, window); every change is logged."""

_NAMES = frozenset((SetOrders.name, SetWishes.name))
_UNSEEN: dict[str, Any] = {"events": []}
"""The public part of an entry that other players cannot see."""


def verify_rates(stored: StoredGame, seat: int, request: MoveRequest) -> None:
    """Raise TooFast if a person's offers, or changes to their orders, are over a rate limit."""
    if request.by is not Move.By.PLAYER:
        return
    _verify_orders(stored, seat, request.moves)
    waiting = wait(stored.diplomacy.offers, seat, request.moves, now())
    if waiting:
        again = in_words(waiting)
        raise TooFast("You’ve made a lot of offers. You can make more in {time}.", time=again)


# Offers


def wait(offers: Offers, seat: int, moves: Iterable[RulesMove], now: int) -> int:
    """Return how many milliseconds a seat must wait before making these moves; 0 if it need not."""
    made = offers.get(seat, {})
    return max((_wait(move.name, made.get(move.name, ()), now) for move in moves), default=0)


def _wait(name: str, times: tuple[int, ...], now: int) -> int:
    free = (
        times[-most] + within - now
        for most, within in OFFER_LIMITS.get(name, ())
        if len(times) >= most
    )
    return max(0, *free, 0)


def counted(offers: Offers, seat: int, moves: Iterable[RulesMove], now: int) -> Offers:
    """Return the offers with these moves counted; times that no limit needs are dropped."""
    made = dict(offers.get(seat, {}))
    limited = [move.name for move in moves if move.name in OFFER_LIMITS]
    for name in limited:
        longest = max(most for most, _ in OFFER_LIMITS[name])
        made[name] = (*made.get(name, ()), now)[-longest:]
    return {**offers, seat: made} if limited else offers


# Orders and wish lists


def _verify_orders(stored: StoredGame, seat: int, moves: Sequence[RulesMove]) -> None:
    """Raise TooFast if a seat has changed its orders too often recently. Takes one query."""
    if not any(move.name in _NAMES for move in moves):
        return
    moment, (most, longest) = moment_now(), ORDER_LIMITS[-1]
    entries = Move.objects.filter(
        game=stored.id, seat=seat, by=Move.By.PLAYER, public=_UNSEEN, made_at__gt=moment - longest
    )
    rows = entries.order_by("-number").values_list("made_at", "private")[: 2 * most]
    changed = [at for at, private in rows if private["move"]["move"] in _NAMES]
    waits = [
        changed[few - 1] + within - moment for few, within in ORDER_LIMITS if len(changed) >= few
    ]
    wait = max(waits, default=timedelta())
    if wait > timedelta():
        again = in_words(wait // timedelta(milliseconds=1))
        raise TooFast(
            "You’ve changed your orders a lot. You can change them again in {time}.", time=again
        )


_MINUTE, _HOUR = 60, 3600


def in_words(milliseconds: int) -> str:
    """Return a wait in words, rounded up to whole seconds, minutes or hours."""
    seconds = -(-milliseconds // 1000)
    if seconds >= _HOUR:
        hours = -(-seconds // _HOUR)
        return ngettext("an hour", "{number} hours", hours).format(number=hours)
    if seconds >= _MINUTE:
        minutes = -(-seconds // _MINUTE)
        return ngettext("a minute", "{number} minutes", minutes).format(number=minutes)
    return ngettext("a second", "{number} seconds", seconds).format(number=seconds)
