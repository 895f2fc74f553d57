"""How often a player may offer pacts and lay cards (chapter 9), so that a table stays playable.

The times of the newest offers are kept with the game, by seat and by the name of the move.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rules import Move
from rules.moves import LayCards, OfferPact

OFFERS = "offers"
"""Where the times stand in the document that is kept with a game."""

MINUTE, DAY = 60_000, 24 * 60 * 60_000
LIMITS: dict[str, tuple[tuple[int, int], ...]] = {
    # A pact stays in the position for good: so many a day are enough for anybody.
    OfferPact.name: ((5, MINUTE), (40, DAY)),
    LayCards.name: ((10, MINUTE), (200, DAY)),
}
"""By the name of a move: so many may be made within so many milliseconds."""


def wait(document: Mapping[str, Any], seat: int, moves: Iterable[Move], now: int) -> int:
    """Return the milliseconds a seat has to wait before it makes these moves; 0 where it may."""
    made = document.get(OFFERS, {}).get(str(seat), {})
    return max((_wait(move.name, made.get(move.name, []), now) for move in moves), default=0)


def _wait(name: str, times: list[int], now: int) -> int:
    free = (
        times[-most] + within - now for most, within in LIMITS.get(name, ()) if len(times) >= most
    )
    return max(0, *free, 0)


def counted(document: dict[str, Any], seat: int, moves: Iterable[Move], now: int) -> dict[str, Any]:
    """Return the document with these moves counted; times that no limit looks at are dropped."""
    made = dict(document.get(OFFERS, {}).get(str(seat), {}))
    limited = [move.name for move in moves if move.name in LIMITS]
    for name in limited:
        longest = max(most for most, _ in LIMITS[name])
        made[name] = [*made.get(name, []), now][-longest:]
    if not limited:
        return document
    return {**document, OFFERS: {**document.get(OFFERS, {}), str(seat): made}}


def in_words(milliseconds: int) -> str:
    """Return a wait as it is told: in seconds, minutes or hours, never too short."""
    seconds = -(-milliseconds // 1000)
    for length, one, many in ((3600, "an hour", "hours"), (60, "a minute", "minutes")):
        if seconds > length:
            return f"{-(-seconds // length)} {many}"
        if seconds == length:
            return one
    return "a second" if seconds == 1 else f"{seconds} seconds"
