"""The tests of what is stored once more, on a PostgreSQL of their own."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent.relative_to(ROOT)
SETTLED = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=60"


def programs():
    """The folder of PostgreSQL's server programs, the newest; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts[4])
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


def as_owner(owner):
    """What a command begins with to be run by the owner of the database, who is never root."""
    return ["runuser", "-u", owner, "--"] if os.getuid() == 0 else []


@pytest.fixture
def address():
    """The address of a PostgreSQL server that runs as long as the test."""
    place = programs()
    if place is None:
        missing = "PostgreSQL is not installed: nothing was tried on it."
        if os.environ.get("CASTLERISK_REQUIRE_ALL") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    owner = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    # Below the folder of pytest nobody but its owner may look.
    folder = Path(tempfile.mkdtemp(prefix="castlerisk-postgresql-"))
    if os.getuid() == 0:
        shutil.chown(folder, owner)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(program, *words):
        command = [*as_owner(owner), place / program, "-D", folder / "data", *words]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)

    try:
        run("initdb", "-A", "trust", "--no-sync", "-U", "castlerisk", "-E", "UTF8")
        listening = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} {SETTLED}"
        run("pg_ctl", "-w", "-l", folder / "log", "-o", listening, "start")
        yield f"postgres://castlerisk@127.0.0.1:{port}/postgres"
        run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


STORING = (
    *("test_play", "test_store", "test_races", "test_audit", "test_due"),
    *("test_lobby", "test_lobby_races", "test_guests", "test_talk", "test_records"),
)
"""The tests that ask something of the database."""


def test_what_is_stored_holds_on_postgresql_too(address):
    files = [str(FOLDER / f"{name}.py") for name in STORING]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
