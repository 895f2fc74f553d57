"""Helpers of the tests: a PostgreSQL server of their own, for as long as a block lasts."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from tests.support.servers.ports import free_port
from tests.support.visitors.patience import wait_until

SETTLED = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=100"
KEPT = "-c fsync=off -c full_page_writes=on -c synchronous_commit=on -c max_connections=200"
"""What was answered outlives the death of its processes; only a power failure would lose it."""

PLACES = (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm")
MOST_PORTS = 8
PATIENCE = 240
"""For how many seconds a server may start or stop."""


class Missing(Exception):
    """There can be no server on this machine; the text is a sentence that says why."""


def programs():
    """The folder of PostgreSQL's server programs, the newest."""
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(found, key=lambda path: float(path.parts[4]), default=shutil.which("initdb"))
    if newest is None:
        raise Missing("PostgreSQL is not installed: nothing was tried on it.")
    return Path(newest).parent


def owner_of_data():
    """The name of the user whom the server runs as, who is never root."""
    try:
        return (pwd.getpwuid(os.getuid()) if os.getuid() else pwd.getpwnam("postgres")).pw_name
    except KeyError:
        raise Missing("PostgreSQL needs a user with a name who is not root.") from None


def run_as(owner, *command, **more):
    """Run a command as the owner; return whether it went well."""
    before = ["runuser", "-u", owner, "--"] if os.getuid() == 0 else []
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.run([*before, *command], check=False, **quiet, **more).returncode == 0


@contextmanager
def folder_for(owner, places=PLACES):
    """A new folder in the first of these places where the owner can write."""
    for place in places:
        try:
            folder = Path(tempfile.mkdtemp(prefix="castlerisk-postgresql-", dir=place))
        except OSError:
            continue
        try:
            if os.getuid() == 0:
                shutil.chown(folder, owner)
            # What lies above it may be closed to them.
            if run_as(owner, "test", "-w", folder, cwd="/"):
                yield folder
                return
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    raise Missing("PostgreSQL has no place for its data: nothing was tried on it.")


def free_ports():
    """Yield ports that nobody has, or had a moment ago."""
    while True:
        yield free_port()


class Cluster:
    """PostgreSQL on a folder and a port of its own, which can be killed and started again."""

    def __init__(self, folder, owner, settings):
        self.folder, self.owner, self.settings = folder, owner, settings
        self.place = programs()
        self.data, self.log = folder / "data", folder / "log"
        self.port = None

    @property
    def address(self):
        """Where it is, as the environment names it."""
        return f"postgres://castlerisk@127.0.0.1:{self.port}/postgres"

    def initialise(self):
        """Make its data."""
        # Where a locale is named that the machine does not have, initdb would refuse.
        words = ("-A", "trust", "--no-sync", "-U", "castlerisk", "-E", "UTF8", "--locale=C")
        assert run_as(self.owner, self.place / "initdb", "-D", self.data, *words, cwd=self.folder)

    def start(self, port):
        """Start it on a port; return whether it has that."""
        self.port = port
        # The path of a socket in the folder might be too long.
        listening = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories= -p {port}"
        return self._control("-l", self.log, "-o", f"{listening} {self.settings}", "start")

    def kill(self):
        """End it as a power failure would, and wait until all of it is gone."""
        number = int((self.data / "postmaster.pid").read_text().split()[0])
        others = children(number)
        os.kill(number, signal.SIGKILL)
        for one in others:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        wait_until(lambda: not any(map(is_running, (number, *others))))

    def start_again(self):
        """Start it where it was; what lies about of one that was killed may hold it up."""
        wait_until(lambda: self.start(self.port))

    def stop(self):
        """End it, if it runs."""
        self._control("-m", "immediate", "stop")

    def _control(self, *words):
        waiting = ("pg_ctl", "-D", self.data, "-w", "-t", str(PATIENCE))
        return run_as(self.owner, self.place / waiting[0], *waiting[1:], *words, cwd=self.folder)


def children(number):
    """The processes that a process started."""
    found = Path(f"/proc/{number}/task/{number}/children")
    return [int(word) for word in found.read_text().split()] if found.exists() else []


def is_running(number):
    """Say whether a process has not ended; one that nobody asked after has."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


@contextmanager
def cluster(ports=None, settings=SETTLED):
    """A server that runs as long as the block, on the first port it can have."""
    # A machine without its programs has no place for it either.
    programs()
    owner = owner_of_data()
    with folder_for(owner) as folder:
        made = Cluster(folder, owner, settings)
        made.initialise()
        try:
            if not any(made.start(port) for port in islice(ports or free_ports(), MOST_PORTS)):
                raise AssertionError(made.log.read_text())
            yield made
        finally:
            made.stop()


@contextmanager
def server(ports=None):
    """The address of a server that runs as long as the block, on the first port it can have."""
    with cluster(ports) as made:
        yield made.address
