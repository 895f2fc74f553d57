"""The components of a site with several processes; each can be killed and restarted."""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Protocol

from tests.support.servers.ports import free_port
from tests.support.servers.postgresql import Cluster
from tests.support.servers.processes import Running
from tests.support.servers.redis_servers import RedisServer
from tests.support.visitors.patience import wait_until

SECONDS = 5


class Part(Protocol):
    """A component of the site, required or optional."""

    name: str

    def kill(self) -> None:
        """Kill it as a power failure would."""

    def come_back(self) -> None:
        """Restart it, and wait until it is available."""


class Command:
    """A management command; the output of all its processes is kept."""

    def __init__(self, name: str, stack: ExitStack, *words: str) -> None:
        self.name, self._stack, self._words = name, stack, words
        self.all: list[Running] = []

    @property
    def running(self) -> Running:
        """The newest of its processes."""
        return self.all[-1]

    def start(self) -> None:
        """Start a process; when the stack closes, it is stopped if it still runs."""
        self.all.append(Running(*self._words))
        self._stack.callback(self.running.close)

    def kill(self) -> None:
        """Kill it."""
        self.running.process.kill()
        self.running.process.wait()

    @property
    def lines(self) -> list[str]:
        """The whole output."""
        return [line for one in self.all for line in one.lines]


class Worker(Command):
    """A worker process."""

    def __init__(self, name: str, stack: ExitStack) -> None:
        super().__init__(name, stack, "work", "--verbosity", "2")

    def come_back(self) -> None:
        """Restart it, and wait until it works."""
        self.start()
        self.running.wait_for("games.work started")


class Web(Command):
    """A web process on its own port."""

    def __init__(self, name: str, stack: ExitStack) -> None:
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        super().__init__(name, stack, "web", "--port", str(self.port))

    def come_back(self) -> None:
        """Restart it, and wait until it is ready."""
        self.start()
        wait_until(self.is_ready)

    def is_ready(self) -> bool:
        """Return whether it answers requests."""
        assert self.running.process.poll() is None, "\n".join(self.running.lines)
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        with suppress(OSError, HTTPException):
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False


@dataclass(frozen=True, slots=True)
class Server:
    """A server that the site needs, with the functions that kill and restart it."""

    name: str
    kill: Callable[[], None]
    come_back: Callable[[], None]


def ending_redis(server: RedisServer) -> Server:
    """Return Redis as a part that loses its data when killed."""
    return Server("redis", server.kill, server.start)


def freezing_redis(server: RedisServer) -> Server:
    """Return the same Redis as a part that freezes: it then accepts data and never answers."""
    return Server("redis, frozen", server.freeze, server.thaw)


def database_of(cluster: Cluster) -> Server:
    """Return the database as a part that keeps all committed data when killed."""
    return Server("postgresql", cluster.kill, cluster.start_again)


def nothing() -> Server:
    """Return a dummy part, for comparison: everything keeps running."""
    return Server("nothing", lambda: None, lambda: None)
