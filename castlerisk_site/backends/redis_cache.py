"""Django's Redis cache behind a circuit breaker: while Redis is down, it acts as an empty cache.

The cache stores the counters of rate limits. While Redis is down, no rate limit applies, because
rejecting requests would be worse. Moves have no rate limit.
"""

import logging
from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")

PATIENCE = 1.0
"""Seconds to wait for an answer from Redis."""

PAUSE = 2.0
"""Seconds between attempts to reach Redis while it is down."""


Key = str | bytes | memoryview


class FailOpenCache(RedisCache):
    """Django's Redis cache, except that it raises no exception if Redis does not answer."""

    _servers: list[str]

    @property
    def _cache(self) -> "FailOpenClient":
        # Django makes a new cache object for every request; the client is shared by all of them.
        return _client(tuple(self._servers))


class Breaker:
    """Skips calls to Redis for `PAUSE` seconds after one has failed."""

    def __init__(self) -> None:
        self._is_down = False
        self._retry_at = 0.0

    def call(self, fallback: Answer, command: Callable[..., Answer], *arguments: Any) -> Answer:
        """Return the answer of Redis, or the fallback if it is down."""
        if self._is_down:
            if monotonic() < self._retry_at:
                return fallback
            # Only this thread tries; the others continue without waiting for the result.
            self._retry_at = monotonic() + PAUSE
        try:
            answer = command(*arguments)
        except RedisError as error:
            if not self._is_down:
                logger.warning("Redis is unavailable; rate limits are not enforced: %s", error)
            self._is_down, self._retry_at = True, monotonic() + PAUSE
            return fallback
        if self._is_down:
            self._is_down = False
            logger.info("Redis is available again; rate limits are enforced")
        return answer


def _guarded(fallback: Any, command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a client's method that returns the fallback while Redis is down."""

    def guarded(self: "FailOpenClient", *arguments: Any) -> Any:
        return self.breaker.call(fallback, command, self, *arguments)

    return guarded


class FailOpenClient(RedisCacheClient):
    """A client shared by several threads; while Redis is down, it answers like an empty cache.

    Only `add` reports success although it stores nothing: a caller that uses it to find out whether
    it is the first may continue.
    """

    def __init__(self, addresses: tuple[str, ...], **options: Any) -> None:
        super().__init__([*addresses], **options)
        self.breaker = Breaker()

    add = _guarded(True, RedisCacheClient.add)
    set = _guarded(None, RedisCacheClient.set)
    touch = _guarded(False, RedisCacheClient.touch)
    delete = _guarded(False, RedisCacheClient.delete)
    get_many = _guarded({}, RedisCacheClient.get_many)
    has_key = _guarded(False, RedisCacheClient.has_key)
    set_many = _guarded(None, RedisCacheClient.set_many)
    delete_many = _guarded(None, RedisCacheClient.delete_many)
    clear = _guarded(False, RedisCacheClient.clear)

    def get(self, key: Key, default: Any) -> Any:
        """Return a value, or the default."""
        return self.breaker.call(default, super().get, key, default)

    def incr(self, key: Key, delta: int) -> int:
        """Add to a number and return it; raise ValueError if the key does not exist."""
        number: int | None = self.breaker.call(None, super().incr, key, delta)
        if number is None:
            raise ValueError(f"Key {key!r} not found.")
        return number


@cache
def _client(addresses: tuple[str, ...]) -> FailOpenClient:
    return FailOpenClient(addresses, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
