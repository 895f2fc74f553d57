"""Rate limits on offering pacts and laying cards for trades (chapter 9).

The times of the latest offers are stored with the game, by seat and move name.
"""

from collections.abc import Iterable

from django.utils.translation import ngettext

from games.storage.store.diplomacy import Offers
from rules import Move
from rules.moves import LayCards, OfferPact

MINUTE, DAY = 60_000, 24 * 60 * 60_000
LIMITS: dict[str, tuple[tuple[int, int], ...]] = {
    # Pacts are never removed from the position, hence the low daily limit.
    OfferPact.name: ((5, MINUTE), (40, DAY)),
    LayCards.name: ((10, MINUTE), (200, DAY)),
}
"""For each move name: (number of moves, window in milliseconds)."""


def wait(offers: Offers, seat: int, moves: Iterable[Move], now: int) -> int:
    """Return how many milliseconds a seat must wait before making these moves; 0 for none."""
    made = offers.get(seat, {})
    return max((_wait(move.name, made.get(move.name, ()), now) for move in moves), default=0)


def _wait(name: str, times: tuple[int, ...], now: int) -> int:
    free = (
        times[-most] + within - now for most, within in LIMITS.get(name, ()) if len(times) >= most
    )
    return max(0, *free, 0)


def counted(offers: Offers, seat: int, moves: Iterable[Move], now: int) -> Offers:
    """Return the offers with these moves counted; times that no limit needs are dropped."""
    made = dict(offers.get(seat, {}))
    limited = [move.name for move in moves if move.name in LIMITS]
    for name in limited:
        longest = max(most for most, _ in LIMITS[name])
        made[name] = (*made.get(name, ()), now)[-longest:]
    return {**offers, seat: made} if limited else offers


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
