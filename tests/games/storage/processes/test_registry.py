"""Processes that serve one site: their compatibility, and how the site knows that one is alive."""

import os
import subprocess
import sys

import pytest
from django.db import connection
from django.db.models.functions import Now

from games.models import Process
from games.storage.processes import registry
from games.storage.processes.registry import CannotServe, began, incompatibility, is_alive, register

pytestmark = pytest.mark.django_db

FILE, SERVER = True, False


def process(kind="web", host="here", has_redis=False, number=1, began=1):
    return Process(kind=kind, host=host, has_redis=has_redis, number=number, began=began)


@pytest.mark.parametrize(
    ("own", "other", "is_file", "expected"),
    [
        ({}, {"kind": "worker"}, FILE, ""),
        ({"kind": "worker"}, {"kind": "worker"}, FILE, ""),
        ({}, {}, FILE, "Another web process already serves this site"),
        ({"has_redis": True}, {"has_redis": True}, FILE, "Another web process"),
        ({}, {"kind": "worker", "host": "there"}, FILE, "Another machine already serves this site"),
        ({}, {}, SERVER, "Another web process already serves this site"),
        ({"has_redis": True}, {}, SERVER, "Another web process already serves this site"),
        ({}, {"has_redis": True}, SERVER, "Another web process already serves this site"),
        ({"has_redis": True}, {"has_redis": True, "host": "there"}, SERVER, ""),
        (
            {"kind": "worker"},
            {"has_redis": True},
            SERVER,
            "This process and another process of this site (web",
        ),
        ({}, {"kind": "worker", "host": "there"}, SERVER, ""),
    ],
)
def test_compatible_processes(own, other, is_file, expected):
    said = incompatibility(process(**own), process(**other), is_file)
    assert said.startswith(expected) and bool(said) is bool(expected)


@pytest.fixture
def other_process():
    """A process on this machine that runs until the test ends it."""
    waiting = [sys.executable, "-c", "input()"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE) as other:
        yield other
        other.kill()


def stored(number, **columns):
    row = process(host=registry.host(), number=number, began=began(number), **columns)
    row.seen_at = Now()
    row.save()
    return row


def test_a_reused_process_id_is_recognised(other_process):
    row = stored(other_process.pid)
    assert is_alive(row, registry.host())
    row.began += 1
    assert not is_alive(row, registry.host())
    row.began -= 1
    other_process.kill()
    os.waitid(os.P_PID, other_process.pid, os.WEXITED | os.WNOWAIT)
    # The process has ended, but its parent has not waited for it yet.
    assert not is_alive(row, registry.host())
    other_process.wait()
    assert not is_alive(row, registry.host())


def test_the_second_web_process_is_refused_while_the_first_lives(other_process):
    first = stored(other_process.pid)
    with pytest.raises(CannotServe, match=r"already serves this site \(web process \d+ on"):
        register("web")
    assert list(Process.objects.all()) == [first]
    assert register("worker").pk
    other_process.kill()
    other_process.wait()
    own = register("web")
    assert own.number == os.getpid()
    # The row of a dead process is deleted.
    assert not Process.objects.filter(pk=first.pk).exists()
    # The worker was this very process, which has one row.
    assert registry.living() == [("web", False)]


def test_of_two_simultaneous_processes_the_first_stays(other_process):
    own = stored(os.getpid())
    stored(other_process.pid)
    registry.verify_together(own)


def beat(seconds):
    """Instead of waiting, change the heartbeat of every process."""
    Process.objects.update(seen_at=Now() + registry.GONE_AFTER)


def test_remote_processes_are_checked_by_heartbeat(monkeypatch):
    monkeypatch.setattr(registry, "WATCHED_FOR", 0.05)
    there = process(host="there", has_redis=True)
    there.seen_at = Now()
    there.save()
    there.refresh_from_db()
    assert not is_alive(there, "here", wait=lambda seconds: None)

    assert is_alive(there, "here", wait=beat)
    assert not is_alive(there, "here", wait=lambda seconds: Process.objects.all().delete())


@pytest.mark.skipif(connection.vendor != "sqlite", reason="Only a file can be on two machines.")
def test_a_file_is_served_by_one_machine():
    there = process(kind="worker", host="there")
    there.seen_at = Now()
    there.save()
    with pytest.raises(CannotServe, match="To use several machines"):
        register("worker", wait=beat)


def test_a_deleted_row_is_noticed():
    own = register("web")
    assert registry.update_heartbeat(own)
    registry.unregister(own)
    assert not registry.update_heartbeat(own) and registry.living() == []
