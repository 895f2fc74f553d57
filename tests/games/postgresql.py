"""Helpers of the tests: a PostgreSQL server of their own, for as long as a block lasts."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

SETTLED = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=100"
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
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        yield port


@contextmanager
def server(ports=None):
    """The address of a server that runs as long as the block, on the first port it can have."""
    place, owner = programs(), owner_of_data()
    with folder_for(owner) as folder:
        data, log = folder / "data", folder / "log"

        def control(*words):
            waiting = ("pg_ctl", "-D", data, "-w", "-t", str(PATIENCE))
            return run_as(owner, place / waiting[0], *waiting[1:], *words, cwd=folder)

        # Where a locale is named that the machine does not have, initdb would refuse.
        words = ("-A", "trust", "--no-sync", "-U", "castlerisk", "-E", "UTF8", "--locale=C")
        assert run_as(owner, place / "initdb", "-D", data, *words, cwd=folder)
        try:
            for port in islice(ports or free_ports(), MOST_PORTS):
                # The path of a socket in the folder might be too long.
                listening = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories= -p {port}"
                if control("-l", log, "-o", f"{listening} {SETTLED}", "start"):
                    break
            else:
                raise AssertionError(log.read_text())
            yield f"postgres://castlerisk@127.0.0.1:{port}/postgres"
        finally:
            control("-m", "immediate", "stop")
