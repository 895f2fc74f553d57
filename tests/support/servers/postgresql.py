"""A PostgreSQL server for tests, running inside a `with` block."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from tests.support.servers.leftovers import PLACES, prefix
from tests.support.servers.ports import free_port
from tests.support.visitors.patience import wait_until

SETTLED = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=100"
KEPT = "-c fsync=off -c full_page_writes=on -c synchronous_commit=on -c max_connections=200"
"""Commits survive the death of the server's processes; only a power failure would lose them."""

MOST_PORTS = 8
PATIENCE = 240
"""The longest time in seconds for a server to start or stop."""


class Missing(Exception):
    """No server can be started on this machine; the message says why."""


def programs():
    """Return the folder of the newest PostgreSQL server programs."""
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(found, key=lambda path: float(path.parts[4]), default=shutil.which("initdb"))
    if newest is None:
        raise Missing("PostgreSQL is not installed: nothing was tried on it.")
    return Path(newest).parent


def owner_of_data():
    """Return the name of the user the server runs as, never root."""
    try:
        return (pwd.getpwuid(os.getuid()) if os.getuid() else pwd.getpwnam("postgres")).pw_name
    except KeyError:
        raise Missing("PostgreSQL needs a user with a name who is not root.") from None


def run_as(owner, *command, **more):
    """Run a command as the owner; return whether it succeeded."""
    before = ["runuser", "-u", owner, "--"] if os.getuid() == 0 else []
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.run([*before, *command], check=False, **quiet, **more).returncode == 0


@contextmanager
def folder_for(owner, places=PLACES):
    """Yield a new folder in the first of these places where the owner can write."""
    for place in places:
        try:
            folder = Path(tempfile.mkdtemp(prefix=prefix("postgresql"), dir=place))
        except OSError:
            continue
        try:
            if os.getuid() == 0:
                shutil.chown(folder, owner)
            # The owner may have no access to a parent folder.
            if run_as(owner, "test", "-w", folder, cwd="/"):
                yield folder
                return
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    raise Missing("PostgreSQL has no place for its data: nothing was tried on it.")


def free_ports():
    """Yield free ports."""
    while True:
        yield free_port()


class Cluster:
    """PostgreSQL with its own folder and port, which can be killed and restarted."""

    def __init__(self, folder, owner, settings):
        self.folder, self.owner, self.settings = folder, owner, settings
        self.place = programs()
        self.data, self.log = folder / "data", folder / "log"
        self.port = None

    @property
    def address(self):
        """Its address, in the format of DATABASE_URL."""
        return f"postgres://castlerisk@127.0.0.1:{self.port}/postgres"

    def initialise(self):
        """Create its data folder."""
        # initdb fails if the locale in the environment is not installed.
        words = ("-A", "trust", "--no-sync", "-U", "castlerisk", "-E", "UTF8", "--locale=C")
        assert run_as(self.owner, self.place / "initdb", "-D", self.data, *words, cwd=self.folder)

    def start(self, port):
        """Start it on a port; return whether the port was free."""
        self.port = port
        # A socket in the folder could exceed the maximum path length.
        listening = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories= -p {port}"
        return self._control("-l", self.log, "-o", f"{listening} {self.settings}", "start")

    def kill(self):
        """Kill it as a power failure would, and wait until all its processes are gone."""
        number = int((self.data / "postmaster.pid").read_text().split()[0])
        others = children(number)
        os.kill(number, signal.SIGKILL)
        for one in others:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        wait_until(lambda: not any(map(is_running, (number, *others))))

    def start_again(self):
        """Restart it on the same port; files left by a killed server may delay it."""
        wait_until(lambda: self.start(self.port))

    def stop(self):
        """Stop it if it runs."""
        self._control("-m", "immediate", "stop")

    def _control(self, *words):
        waiting = ("pg_ctl", "-D", self.data, "-w", "-t", str(PATIENCE))
        return run_as(self.owner, self.place / waiting[0], *waiting[1:], *words, cwd=self.folder)


def children(number):
    """Return the child processes of a process."""
    found = Path(f"/proc/{number}/task/{number}/children")
    return [int(word) for word in found.read_text().split()] if found.exists() else []


def is_running(number):
    """Return whether a process is running; a zombie is not."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


@contextmanager
def cluster(ports=None, settings=SETTLED):
    """Run a server inside the block, on the first free port."""
    # Fail early if the server programs are missing.
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
    """Run a server inside the block, on the first free port; yield its address."""
    with cluster(ports) as made:
        yield made.address
