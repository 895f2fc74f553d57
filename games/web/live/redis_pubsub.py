"""Announce moves between processes by Redis pub/sub.

Nothing depends on an announcement: it only makes hubs poll the database sooner. While Redis is
down they poll more often, so no move is missed.
"""

import logging
from collections.abc import Callable
from functools import cache
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic

from django.conf import settings
from redis import Redis
from redis.client import PubSub
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

POLL_SECONDS, POLL_SECONDS_SUBSCRIBED = 0.1, 2.0
"""Seconds between a hub's polls of the database: without announcements, and with them."""

PATIENCE = 1.0
SILENCE = 3.0
"""Seconds without any answer after which Redis counts as down."""

PAUSE = 1.0
MOST_WAITING = 1000

GATHERED = 0.02
"""Seconds for which announcements are collected into a batch: bots move in quick succession."""


def _client(address: str) -> Redis:
    times = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    return Redis.from_url(address, **times)


def _channel(client: Redis) -> str:
    # Two sites may share a Redis server; channels are not separated by database number.
    return f"castlerisk/{client.get_connection_kwargs().get('db') or 0}/moved"


def redis_answers() -> bool:
    """Return whether Redis answers, within about a second."""
    try:
        with _client(settings.REDIS_URL) as client:
            return bool(client.ping())
    except RedisError:
        return False


class Publisher:
    """Announces which tables moved, and drops announcements while Redis is down."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._waiting: SimpleQueue[str] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._is_away = False

    def publish(self, code: str) -> None:
        """Queue the announcement that a table moved, and return at once."""
        if self._waiting.qsize() >= MOST_WAITING:
            return
        self._waiting.put(code)
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="publisher", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        client = _client(self._address)
        channel = _channel(client)
        while True:
            codes = {self._waiting.get(), *self._all_waiting()}
            try:
                with client.pipeline(transaction=False) as pipe:
                    for code in codes:
                        pipe.publish(channel, code)
                    pipe.execute()
            except RedisError as error:
                self._note_away(error)
                Event().wait(PAUSE)
            else:
                self._is_away = False
                Event().wait(GATHERED)

    def _all_waiting(self) -> set[str]:
        codes = set()
        try:
            while True:
                codes.add(self._waiting.get_nowait())
        except Empty:
            return codes

    def _note_away(self, error: RedisError) -> None:
        if not self._is_away:
            self._is_away = True
            logger.warning("Redis is unavailable; moves are not announced: %s", error)


class Subscriber:
    """Listens in a thread for tables that moved, and calls `on_move` with each code.

    After a gap in the announcements, it calls `on_move` with None: any table may have moved.
    """

    def __init__(self, address: str, on_move: Callable[[str | None], None]) -> None:
        self._address, self._on_move = address, on_move
        self._answered_at: float | None = None
        self._ended = Event()
        Thread(target=self._run, name="subscriber", daemon=True).start()

    @property
    def is_subscribed(self) -> bool:
        """Return whether an announcement made now would be received."""
        at = self._answered_at
        return at is not None and monotonic() - at < SILENCE

    def close(self) -> None:
        """Stop listening after the next message."""
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._listen()
            except RedisError as error:
                if self._answered_at is not None:
                    logger.warning(
                        "Redis is unavailable; polling the database more often: %s", error
                    )
            self._answered_at = None
            self._ended.wait(PAUSE)

    def _listen(self) -> None:
        with _client(self._address) as client, client.pubsub() as listening:
            listening.subscribe(_channel(client))
            while not self._ended.is_set():
                self._receive_one(listening)

    def _receive_one(self, listening: PubSub) -> None:
        message = listening.get_message(timeout=PATIENCE)
        if message is None:
            if self._answered_at is not None and not self.is_subscribed:
                raise RedisError("No response from Redis.")
            listening.ping()
            return
        # A silence counts as a disconnection: announcements may have been dropped during it.
        is_news, self._answered_at = not self.is_subscribed, monotonic()
        if is_news:
            logger.info("Connected to Redis; moves are announced through it.")
            # Earlier announcements were missed, so any table may have moved.
            self._on_move(None)
        elif message["type"] == "message":
            self._on_move(message["data"].decode())


class MoveChannel:
    """The publisher and the subscriber of this process."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._publisher = Publisher(address)
        self._subscriber: Subscriber | None = None

    def publish(self, code: str) -> None:
        """Announce to all processes that a table moved; do nothing without Redis."""
        if self._address:
            self._publisher.publish(code)

    def subscribe(self, on_move: Callable[[str | None], None]) -> None:
        """Call `on_move` in another thread with each table that moved, or None for any table."""
        if self._address and self._subscriber is None:
            self._subscriber = Subscriber(self._address, on_move)

    def close(self) -> None:
        """Stop listening."""
        if self._subscriber is not None:
            self._subscriber.close()

    @property
    def is_subscribed(self) -> bool:
        """Return whether an announcement made now by another process would be received."""
        return self._subscriber is not None and self._subscriber.is_subscribed

    @property
    def poll_seconds(self) -> float:
        """Return the interval at which to poll the database."""
        return POLL_SECONDS_SUBSCRIBED if self.is_subscribed else POLL_SECONDS


@cache
def move_channel() -> MoveChannel:
    """Return the `MoveChannel` of this process."""
    return MoveChannel(settings.REDIS_URL)
