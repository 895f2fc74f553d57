"""A full disk: pages say so, nothing is stored partially, and the site is not ready."""

import errno
import subprocess
from contextlib import suppress
from datetime import timedelta

import psycopg
import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, OperationalError, connection
from django.test import Client

from games.community.fairness.audit import audit
from games.models import Game, User
from games.storage.processes.connections import watch
from games.storage.processes.disk import has_room, is_full
from tests.support.attackers.routes import paths
from tests.support.tables.bringing import tell
from tests.support.tables.quick import press_play_now


@pytest.fixture
def full():
    """Fill the database: its file cannot grow and has no free page."""
    if connection.vendor != "sqlite":
        pytest.skip("Only a file can be told how large it may become.")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filling (what BLOB)")
        pages, most = _pragma(cursor, "page_count"), _pragma(cursor, "max_page_count")
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        for _ in range(_pragma(cursor, "freelist_count") + 2):
            with suppress(OperationalError):
                cursor.execute("INSERT INTO filling VALUES (zeroblob(3000))")
    yield
    watch().is_full = False
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {most}")
        cursor.execute("DROP TABLE filling")


def _pragma(cursor, name):
    cursor.execute(f"PRAGMA {name}")
    return cursor.fetchone()[0]


def begin_games():
    """Begin games until the disk is full; return the last response."""
    for _ in range(9):
        answer = press_play_now(Client(raise_request_exception=False))
        if answer.status_code != 302:
            break
    return answer


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_reported_and_nothing_is_half_stored(client, full):
    answer = begin_games()
    assert answer.status_code == 503 and answer["Retry-After"] == "60"
    text = answer.content.decode()
    assert "The disk is full" in text and "Your request was not stored." in text
    for code, status in Game.objects.values_list("code", "status"):
        assert (audit(code) > 0) is (status == Game.Status.RUNNING)
    assert client.get("/about/").status_code == 200


WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def no_room(execute, sql, parameters, many, context):
    """Fail like a full disk on any statement that writes."""
    if sql.startswith(WRITES):
        cause = psycopg.errors.DiskFull("could not extend file: No space left on device")
        raise OperationalError("database or disk is full") from cause
    return execute(sql, parameters, many, context)


@pytest.mark.django_db(transaction=True)
def test_all_pages_can_be_read_while_the_disk_is_full(table, alice):
    """Also by a player who was away for a day and has news, so that the visit would be noted."""
    User.objects.filter(pk=alice.pk).update(seen_at=alice.seen_at - timedelta(days=1))
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    tell(alice, table)
    player = Client(raise_request_exception=False)
    player.force_login(alice)
    routes = {
        name: path
        for name, path in paths(table, alice)
        # An invitation has to be stored in the visitor's session.
        if name != "invitation" and not path.startswith("/admin/")
    }
    with connection.execute_wrapper(no_room):
        found = {name: player.get(path).status_code for name, path in routes.items()}
    watch().is_full = False
    assert sum(status == 200 for status in found.values()) > 40
    assert [name for name, status in found.items() if status >= 500] == []


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_fails_readyz(client, full):
    begin_games()
    for _ in range(2):
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["disk"]) == (503, "full")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1000000")
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_an_unwritable_folder_fails_readyz(client, tmp_path, settings):
    settings.VAR = tmp_path / "full"
    settings.VAR.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(settings.VAR)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("No file system can be mounted here.")
    try:
        with suppress(OSError):
            (settings.VAR / "filling").write_bytes(bytes(65_536))
        assert not has_room()
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["disk"]) == (503, "full")
        (settings.VAR / "filling").unlink()
        settings.VAR = tmp_path
        assert client.get("/readyz").status_code == 200
    finally:
        subprocess.run(["umount", str(tmp_path / "full")], check=True)


def wrapped(cause):
    """Return an error of psycopg as Django wraps it."""
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OperationalError("database or disk is full"), True),
        (wrapped(psycopg.errors.DiskFull("could not extend file: No space left on device")), True),
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), True),
        (OSError(errno.EACCES, "Permission denied"), False),
        (OperationalError("database is locked"), False),
        (wrapped(psycopg.errors.ConnectionFailure("server closed the connection")), False),
        (IntegrityError("FOREIGN KEY constraint failed"), False),
        (None, False),
    ],
)
def test_errors_that_count_as_a_full_disk(error, expected):
    assert is_full(error) is expected
