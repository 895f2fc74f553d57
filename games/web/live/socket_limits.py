"""Limits on open sockets for each network, each account and the process.

Everything here runs in the event loop. When the process is full, a new socket evicts the oldest one
of the lowest rank below its own: anonymous visitors first, then users, never a moderator.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from time import monotonic

from django.conf import settings

from games.storage.processes.metrics import refused
from games.web.live.descriptors import connection_limits

TOO_MANY = 4429
"""The close code of a socket that may reconnect later; its page polls meanwhile."""

OPENINGS, OPENINGS_PER_SECOND = 120, 4.0
"""The rate limit on opening sockets from one network: a burst, then a number per second."""

SENT, SENT_PER_SECOND = 4096, 64.0
"""The rate limit on data from a client, in bytes: pages answer pings, and report their use."""


class TooManySockets(Exception):
    """A socket is over a limit; the text is the limit's name for the metrics."""


class TokenBucket:
    """A token bucket: a burst of `most`, refilled at `per_second`."""

    def __init__(self, most: float, per_second: float) -> None:
        self._most, self._per_second = most, per_second
        self._left, self._at = most, monotonic()

    def take(self, amount: float = 1) -> bool:
        """Take an amount if it is available; return whether it was."""
        self._refill()
        if amount > self._left:
            return False
        self._left -= amount
        return True

    def charge(self, amount: float) -> None:
        """Take an amount even if it is not available."""
        self._refill()
        self._left -= amount

    @property
    def is_overdrawn(self) -> bool:
        """Whether more has been taken than was available."""
        self._refill()
        return self._left < 0

    @property
    def is_full(self) -> bool:
        """Whether the bucket is full: it has not been used lately."""
        self._refill()
        return self._left >= self._most

    def _refill(self) -> None:
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now


class SocketPriority(IntEnum):
    """The priority of a socket when the process is full."""

    STRANGER, PERSON, MODERATOR = range(3)


@dataclass(eq=False, slots=True)
class SocketSlot:
    """A socket's entry in the limits."""

    rank: SocketPriority
    account: int | None
    close: Callable[[int], Awaitable[None]]


@dataclass
class SocketLimits:
    """The limits of this process, and the sockets that count towards them."""

    most: int
    per_network: int
    per_account: int
    _networks: Counter[str] = field(default_factory=Counter)
    _openings: dict[str, TokenBucket] = field(default_factory=dict)
    _accounts: Counter[int] = field(default_factory=Counter)
    _slots: dict[SocketPriority, dict[SocketSlot, None]] = field(
        default_factory=lambda: {rank: {} for rank in SocketPriority}
    )

    def may_open(self, network: str) -> bool:
        """Count an attempt to open a socket; return whether the rate limit allows it."""
        if network not in self._openings:
            self._forget_idle()
            self._openings[network] = TokenBucket(OPENINGS, OPENINGS_PER_SECOND)
        return self._openings[network].take()

    def count_socket(self, network: str) -> None:
        """Count a new socket of a network; raise TooManySockets if the network has too many."""
        if self._networks[network] >= self.per_network:
            raise TooManySockets("network")
        self._networks[network] += 1

    def uncount_socket(self, network: str) -> None:
        """Uncount a socket of a network."""
        self._networks[network] -= 1
        if not self._networks[network]:
            del self._networks[network]

    def _forget_idle(self) -> None:
        if len(self._openings) > 2 * self.most:
            for network in [one for one, left in self._openings.items() if left.is_full]:
                del self._openings[network]

    async def admit(self, slot: SocketSlot) -> None:
        """Give a socket a slot, evicting another one if necessary.

        Raises TooManySockets if no slot is free.
        """
        if slot.account is not None and self._accounts[slot.account] >= self.per_account:
            raise TooManySockets("account")
        evicted = self._slot_to_evict(slot.rank) if self.count >= self.most else None
        self._slots[slot.rank][slot] = None
        if slot.account is not None:
            self._accounts[slot.account] += 1
        if evicted is not None:
            self.release(evicted)
            refused.labels("socket", "evicted").inc()
            await evicted.close(TOO_MANY)

    def _slot_to_evict(self, rank: SocketPriority) -> SocketSlot:
        for lower in SocketPriority:
            if lower < rank and self._slots[lower]:
                return next(iter(self._slots[lower]))
        raise TooManySockets("process")

    def release(self, slot: SocketSlot) -> None:
        """Free the slot of a socket, if it still has one."""
        if slot not in self._slots[slot.rank]:
            return
        del self._slots[slot.rank][slot]
        if slot.account is not None:
            self._accounts[slot.account] -= 1
            if not self._accounts[slot.account]:
                del self._accounts[slot.account]

    @property
    def count(self) -> int:
        """The number of sockets that have a slot."""
        return sum(len(slots) for slots in self._slots.values())


@cache
def socket_limits() -> SocketLimits:
    """Return the limits of this process."""
    return SocketLimits(
        connection_limits().sockets, settings.SOCKETS_PER_ADDRESS, settings.SOCKETS_PER_ACCOUNT
    )
