"""The tests of what is stored once more, on a PostgreSQL of their own."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from tests.games import postgresql

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent.relative_to(ROOT)

STORING = (
    *("test_play", "test_store", "test_races", "test_audit", "test_due"),
    *("test_lobby", "test_lobby_races", "test_guests", "test_talk", "test_records"),
    *("test_worker", "test_presence", "test_processes"),
    *("test_notices", "test_deliveries", "test_postman", "test_since"),
    *("test_moderation_people", "test_moderation_races"),
)
"""The tests that ask something of the database, in processes of the site too."""

SERVED = (
    "test_live.py::test_pages_outlive_the_loss_of_every_connection",
    "test_several.py",
    "test_redis.py::test_limits_are_shared_open_while_redis_is_away_and_shared_again",
)
"""What only a database with connections can show, or one for several web processes."""


def test_what_is_stored_holds_on_postgresql_too(possible):
    files = [str(FOLDER / name) for name in (*(f"{name}.py" for name in STORING), *SERVED)]
    with postgresql.server() as address:
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


def test_a_port_that_somebody_took_meanwhile_is_left_to_them(possible):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        free = next(postgresql.free_ports())
        with postgresql.server(iter((taken, free))) as address:
            assert f":{free}/" in address
            socket.create_connection(("127.0.0.1", free)).close()


def test_a_place_that_the_owner_of_the_data_cannot_reach_is_passed_over(possible, tmp_path):
    tmp_path.chmod(0o700)
    below = tmp_path / "below"
    below.mkdir(mode=0o777)
    reaches = os.getuid() != 0
    places = (tmp_path / "nowhere", below, *postgresql.PLACES)
    with postgresql.folder_for(postgresql.owner_of_data(), places) as folder:
        assert (folder.parent == below) is reaches
    assert not folder.exists() and not list(below.iterdir())
