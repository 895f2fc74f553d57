"""Django's Redis cache behind a circuit breaker, with a fallback cache in each process.

The cache stores the counters of rate limits. While Redis is down, each process counts separately,
so a site with several web processes allows several times the limit. Moves have no rate limit.
"""

import logging
from collections.abc import Callable
from functools import cache, partial
from time import monotonic
from typing import Any, TypeVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")

PATIENCE = 1.0
"""Seconds to wait for a response from Redis."""

PAUSE = 2.0
"""Seconds between attempts to reach Redis while it is down."""


class FallbackCache(RedisCache):
    """Django's Redis cache, or a cache in this process while Redis does not respond."""

    _servers: list[str]

    @property
    def _cache(self) -> "FallbackClient":
        # Django makes a new cache object for every request; the client is shared by all of them.
        return _client(tuple(self._servers))


class Breaker:
    """A circuit breaker: for `PAUSE` seconds after a failed call to Redis, it uses `own`."""

    def __init__(self) -> None:
        self.own = LocMemCache("while Redis is down", {"OPTIONS": {"MAX_ENTRIES": 20_000}})
        self._is_down = False
        self._retry_at = 0.0

    def call(
        self, fallback: Callable[..., Answer], command: Callable[..., Answer], *arguments: Any
    ) -> Answer:
        """Return the result of `command`, or that of `fallback` if Redis is down."""
        if self._is_down:
            if monotonic() < self._retry_at:
                return fallback(*arguments)
            # Only this thread tries; the others continue without waiting for the result.
            self._retry_at = monotonic() + PAUSE
        try:
            answer = command(*arguments)
        except RedisError as error:
            if not self._is_down:
                # Counters of an earlier outage no longer count.
                self.own.clear()
                logger.warning("Redis is unavailable; each process counts alone: %s", error)
            self._is_down, self._retry_at = True, monotonic() + PAUSE
            return fallback(*arguments)
        if self._is_down:
            self._is_down = False
            logger.info("Redis is available again; rate limits are shared")
        return answer


def _guarded(name: str) -> Any:
    """Return a client method that uses this process's local cache while Redis is down."""
    command = getattr(RedisCacheClient, name)

    def guarded(self: "FallbackClient", *arguments: Any) -> Any:
        return self.breaker.call(
            getattr(self.breaker.own, name), partial(command, self), *arguments
        )

    return guarded


class FallbackClient(RedisCacheClient):
    """A Redis client shared by several threads; while Redis is down, it uses a local cache."""

    def __init__(self, addresses: tuple[str, ...], **options: Any) -> None:
        super().__init__([*addresses], **options)
        self.breaker = Breaker()

    add, get, incr = _guarded("add"), _guarded("get"), _guarded("incr")
    set, touch, delete = _guarded("set"), _guarded("touch"), _guarded("delete")
    get_many, set_many = _guarded("get_many"), _guarded("set_many")
    has_key, delete_many, clear = _guarded("has_key"), _guarded("delete_many"), _guarded("clear")


@cache
def _client(addresses: tuple[str, ...]) -> FallbackClient:
    return FallbackClient(addresses, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
