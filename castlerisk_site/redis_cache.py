"""The cache in Redis shared by all web processes; while Redis is away, it acts as an empty cache.

The cache counts for rate limits. While Redis is away, no rate limit applies: rejecting requests
would be worse. Moves never use a rate limit.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")

PATIENCE = 1.0
"""Seconds to wait for an answer from Redis."""

PAUSE = 2.0
"""Seconds between attempts to reach Redis while it is away."""


class OpenCache(RedisCache):
    """Django's Redis cache, except that it raises nothing when Redis does not answer."""

    @property
    def _cache(self) -> "OpenClient":
        # Django makes a new cache object for every request; the client is shared by all of them.
        return _client(tuple(self._servers))


@cache
def _client(addresses: tuple[str, ...]) -> "OpenClient":
    return OpenClient(addresses, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


class OpenClient(RedisCacheClient):
    """A client shared by several threads; while Redis is away, it answers like an empty cache.

    Only `add` reports success without storing anything: a caller that asks whether it is the first
    may continue.
    """

    def __init__(self, addresses: tuple[str, ...], **options: Any) -> None:
        super().__init__(addresses, **options)
        self._lock = Lock()
        self._ask_again_at: float | None = None

    def add(self, key: str, value: Any, timeout: int | None) -> bool:
        """Store a value unless the key exists, and return whether it was stored."""
        return self._ask(True, super().add, key, value, timeout)

    def get(self, key: str, default: Any) -> Any:
        """Return a value, or the default."""
        return self._ask(default, super().get, key, default)

    def set(self, key: str, value: Any, timeout: int | None) -> None:
        """Store a value for `timeout` seconds."""
        self._ask(None, super().set, key, value, timeout)

    def touch(self, key: str, timeout: int | None) -> bool:
        """Extend a value's life to `timeout` seconds from now, and return whether it exists."""
        return self._ask(False, super().touch, key, timeout)

    def delete(self, key: str) -> bool:
        """Delete a value, and return whether it existed."""
        return self._ask(False, super().delete, key)

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the stored values by key."""
        return self._ask({}, super().get_many, keys)

    def has_key(self, key: str) -> bool:
        """Say whether a key exists."""
        return self._ask(False, super().has_key, key)

    def incr(self, key: str, delta: int) -> int:
        """Add to a number and return it; raise ValueError if the key does not exist."""
        number = self._ask(None, super().incr, key, delta)
        if number is None:
            raise ValueError(f"Key '{key}' not found.")
        return number

    def set_many(self, data: Mapping[str, Any], timeout: int | None) -> None:
        """Store values for `timeout` seconds."""
        self._ask(None, super().set_many, data, timeout)

    def delete_many(self, keys: Iterable[str]) -> None:
        """Delete values."""
        self._ask(None, super().delete_many, keys)

    def clear(self) -> bool:
        """Delete everything in this Redis database, and return whether it succeeded."""
        return self._ask(False, super().clear)

    def _ask(self, away: Answer, command: Callable[..., Answer], *arguments: Any) -> Answer:
        """Return the answer of Redis, or `away` if it does not answer."""
        if not self._may_ask():
            return away
        try:
            answer = command(*arguments)
        except RedisError as error:
            self._note_away(error)
            return away
        self._note_back()
        return answer

    def _may_ask(self) -> bool:
        if self._ask_again_at is None:
            return True
        with self._lock:
            now = monotonic()
            if self._ask_again_at is not None and now < self._ask_again_at:
                return False
            # Only this thread tries; the others continue without waiting for the result.
            self._ask_again_at = now + PAUSE
            return True

    def _note_away(self, error: RedisError) -> None:
        with self._lock:
            is_news = self._ask_again_at is None
            self._ask_again_at = monotonic() + PAUSE
        if is_news:
            logger.warning("Redis is away, limits are open until it is back: %s", error)

    def _note_back(self) -> None:
        if self._ask_again_at is None:
            return
        with self._lock:
            is_news = self._ask_again_at is not None
            self._ask_again_at = None
        if is_news:
            logger.info("Redis is back, limits count again")
