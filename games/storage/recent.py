"""A cache of the values that were set last."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """A cache of `most` values by key; when it is full, the value set longest ago is dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        self.get, self.clear = self._values.get, self._values.clear

    def set(self, key: K, value: V) -> None:
        """Cache a value."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def pop(self, key: K) -> V | None:
        """Remove a key; return its value, or None if it is not cached."""
        return self._values.pop(key, None)
