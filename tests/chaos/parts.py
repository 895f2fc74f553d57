"""The parts of a site of several processes; each can be killed and comes back."""

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
    """Something that the site needs, or does better with."""

    name: str

    def kill(self) -> None:
        """End it as a power failure would."""

    def come_back(self) -> None:
        """Start it again, and wait until it is there."""


class Command:
    """A command of the site; what all its processes said is kept."""

    def __init__(self, name: str, stack: ExitStack, *words: str) -> None:
        self.name, self._stack, self._words = name, stack, words
        self.all: list[Running] = []

    @property
    def running(self) -> Running:
        """The newest of its processes."""
        return self.all[-1]

    def start(self) -> None:
        """Start a process, which ends with the stack at the latest."""
        self.all.append(Running(*self._words))
        self._stack.callback(self.running.close)

    def kill(self) -> None:
        """End it on the spot."""
        self.running.process.kill()
        self.running.process.wait()

    @property
    def lines(self) -> list[str]:
        """All that was said."""
        return [line for one in self.all for line in one.lines]


class Worker(Command):
    """A worker."""

    def __init__(self, name: str, stack: ExitStack) -> None:
        super().__init__(name, stack, "work", "--verbosity", "2")

    def come_back(self) -> None:
        """Start it again, and wait until it works."""
        self.start()
        self.running.wait_for("games.work started")


class Web(Command):
    """A web process on a port of its own."""

    def __init__(self, name: str, stack: ExitStack) -> None:
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        super().__init__(name, stack, "web", "--port", str(self.port))

    def come_back(self) -> None:
        """Start it again, and wait until it is ready."""
        self.start()
        wait_until(self.is_ready)

    def is_ready(self) -> bool:
        """Say whether it would answer."""
        assert self.running.process.poll() is None, "\n".join(self.running.lines)
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        with suppress(OSError, HTTPException):
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False


@dataclass(frozen=True, slots=True)
class Server:
    """A server that the site needs: what takes it away, and what brings it back."""

    name: str
    kill: Callable[[], None]
    come_back: Callable[[], None]


def ending_redis(server: RedisServer) -> Server:
    """Return Redis, which forgets everything when it is killed."""
    return Server("redis", server.kill, server.start)


def freezing_redis(server: RedisServer) -> Server:
    """Return the same Redis, which takes what it is sent and answers nothing."""
    return Server("redis, frozen", server.freeze, server.thaw)


def database_of(cluster: Cluster) -> Server:
    """Return the database; what it has answered for it keeps."""
    return Server("postgresql", cluster.kill, cluster.start_again)


def nothing() -> Server:
    """Return no part at all, to compare with: all goes on."""
    return Server("nothing", lambda: None, lambda: None)
