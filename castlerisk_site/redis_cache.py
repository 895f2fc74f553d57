"""The cache that all web processes share in Redis; while Redis is away, an empty one.

What is counted there is how often somebody does something. No limit is worth more than the
request it would stop: while Redis is away all are open, and moves never ask for any.
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
"""How many seconds Redis has for an answer."""

PAUSE = 2.0
"""After how many seconds a Redis that was away is asked again."""


class OpenCache(RedisCache):
    """Django's cache in Redis, which raises nothing when Redis does not answer."""

    @property
    def _cache(self) -> "OpenClient":
        # Django makes a cache for every request; connections and what is known of Redis last.
        return _client(tuple(self._servers))


@cache
def _client(addresses: tuple[str, ...]) -> "OpenClient":
    return OpenClient(addresses, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


class OpenClient(RedisCacheClient):
    """A client that several threads share; away, it answers for a cache in which nothing is.

    Only that something was added it says all the same: whoever asks whether they are the first
    may go on.
    """

    def __init__(self, addresses: tuple[str, ...], **options: Any) -> None:
        super().__init__(addresses, **options)
        self._lock = Lock()
        self._ask_again_at: float | None = None

    def add(self, key: str, value: Any, timeout: int | None) -> bool:
        """Keep a value where there is none yet, and say whether there was none."""
        return self._ask(True, super().add, key, value, timeout)

    def get(self, key: str, default: Any) -> Any:
        """Return a value, or the default."""
        return self._ask(default, super().get, key, default)

    def set(self, key: str, value: Any, timeout: int | None) -> None:
        """Keep a value for so many seconds."""
        self._ask(None, super().set, key, value, timeout)

    def touch(self, key: str, timeout: int | None) -> bool:
        """Keep a value for so many seconds from now, and say whether there is one."""
        return self._ask(False, super().touch, key, timeout)

    def delete(self, key: str) -> bool:
        """Forget a value, and say whether there was one."""
        return self._ask(False, super().delete, key)

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return by key the values that are kept."""
        return self._ask({}, super().get_many, keys)

    def has_key(self, key: str) -> bool:
        """Say whether a value is kept."""
        return self._ask(False, super().has_key, key)

    def incr(self, key: str, delta: int) -> int:
        """Add to a number and return it; ValueError where none is kept."""
        number = self._ask(None, super().incr, key, delta)
        if number is None:
            raise ValueError(f"Key '{key}' not found.")
        return number

    def set_many(self, data: Mapping[str, Any], timeout: int | None) -> None:
        """Keep values for so many seconds."""
        self._ask(None, super().set_many, data, timeout)

    def delete_many(self, keys: Iterable[str]) -> None:
        """Forget values."""
        self._ask(None, super().delete_many, keys)

    def clear(self) -> bool:
        """Forget everything in this database of Redis, and say whether that was done."""
        return self._ask(False, super().clear)

    def _ask(self, away: Answer, command: Callable[..., Answer], *arguments: Any) -> Answer:
        """Return what Redis answers, or what is said for it while it is away."""
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
            # One tries; all others go on without waiting for what comes of it.
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
