"""The whole site by one command: real processes, started, killed and restarted."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import urllib.request
from contextlib import closing

import pytest
from django.db import connection

from castlerisk_site.settings import STORAGES
from games.management.commands.serve import _collect, address_of
from tests.support.servers.ports import free_port
from tests.support.servers.processes import Running, running
from tests.support.visitors.waiting import PATIENCE, wait_until


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def serve(tmp_path, port):
    """A function that starts the site, in the same folder each time."""
    started = []

    def start(*words):
        one = Running(
            *("serve", "--port", str(port), *words),
            CASTLERISK_VAR=str(tmp_path / "var"),
            DATABASE_URL="",
        )
        started.append(one)
        return one

    yield start
    for one in started:
        one.close()


@pytest.fixture
def migrated(tmp_path, transactional_db):
    """Put a migrated database into the folder of the site."""
    (tmp_path / "var").mkdir()
    with closing(sqlite3.connect(tmp_path / "var" / "castlerisk.sqlite3")) as copy:
        connection.cursor().connection.backup(copy)


def get(port, path="/"):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        return answer.status, answer.read().decode()


def worker_of(one, times=1):
    """The process id of the newest worker, which is the `times`-th to start."""
    return int(re.search(r"process=(\d+)", one.wait_for("games.work started", times))[1])


def is_taken(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_the_site_starts_stops_and_keeps_what_it_had(serve, port, tmp_path):
    first = serve()
    assert first.wait_for("Castlerisk is at").endswith(
        f"http://127.0.0.1:{port}/ until you press Ctrl-C."
    )
    assert first.wait_for("createsuperuser").startswith("To make an administrator: ")
    worker_of(first)
    status, page = get(port)
    style = re.search(r'href="(/static/site/site\.[0-9a-f]{12}\.css)"', page)[1]
    assert status == 200 and get(port, style)[0] == 200
    assert "Traceback" not in page
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(port, "/nowhere/")

    second = serve()
    assert second.end() == 1
    assert second.lines == [
        f"CommandError: Port {port} of 127.0.0.1 is not available (Address already in use): "
        "choose another with --port (or make play PORT=...)."
    ]

    assert first.stop(signal.SIGINT) == 0
    assert not is_taken(port)
    assert "games.work stopped" in first.lines[-1]
    assert not any("Traceback" in line for line in first.lines)

    var = tmp_path / "var"
    with closing(sqlite3.connect(var / "castlerisk.sqlite3")) as database, database:
        database.execute("create table kept (word text)")
    collected = (var / "static" / "staticfiles.json").stat().st_mtime_ns
    again = serve()
    worker_of(again)
    assert get(port)[0] == 200
    assert again.stop(signal.SIGTERM) == 0
    assert (var / "static" / "staticfiles.json").stat().st_mtime_ns == collected
    with closing(sqlite3.connect(var / "castlerisk.sqlite3")) as database:
        assert database.execute("select * from kept").fetchall() == []


@pytest.mark.long
def test_a_dead_worker_is_restarted_and_stops_with_the_server(migrated, serve, port):
    one = serve()
    os.kill(worker_of(one), signal.SIGKILL)
    one.wait_for("the worker ended code=-9")
    worker_of(one, times=2)
    wait_until(lambda: is_taken(port))
    # A killed server cannot stop its worker, which notices and stops by itself.
    assert one.stop(signal.SIGKILL) == -signal.SIGKILL
    assert "games.work stopped" in one.lines[-1]


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("/dev/null/kept", "/dev/null/kept cannot be created: Not a directory."),
        ("damaged", "CommandError: The database cannot be used: file is not a database."),
        (
            "blocked",
            "CommandError: {folder}/static/staticfiles.json cannot be written: Not a directory.",
        ),
        ("taken", "{folder}/secret-key cannot be read or written: Is a directory."),
    ],
)
@pytest.mark.long
def test_startup_obstacles_are_reported_in_a_sentence(tmp_path, port, folder, words):
    place = tmp_path / folder
    if not str(folder).startswith("/"):
        place.mkdir()
    if folder == "damaged":
        (place / "castlerisk.sqlite3").write_text("no database\n" * 100)
    if folder == "blocked":
        (place / "static").write_text("a file where a folder belongs")
    if folder == "taken":
        (place / "secret-key").mkdir()
    with running("serve", "--port", str(port), CASTLERISK_VAR=str(place), DATABASE_URL="") as one:
        assert one.end() == 1
        assert one.lines == [words.format(folder=place)]


@pytest.mark.parametrize(
    ("hosts", "bind", "address"),
    [
        (["localhost", "127.0.0.1"], "127.0.0.1", "http://127.0.0.1:8116"),
        (["localhost", "127.0.0.1"], "0.0.0.0", "http://localhost:8116"),
        (["192.0.2.5"], "0.0.0.0", "http://192.0.2.5:8116"),
    ],
)
def test_links_start_with_the_site_address(settings, monkeypatch, hosts, bind, address):
    monkeypatch.delenv("CASTLERISK_ADDRESS", raising=False)
    settings.ALLOWED_HOSTS = hosts
    settings.SITE_ADDRESS = f"http://{hosts[0]}:8000"
    assert address_of(bind, 8116) == address
    monkeypatch.setenv("CASTLERISK_ADDRESS", "https://play.example.org")
    settings.SITE_ADDRESS = "https://play.example.org"
    assert address_of(bind, 8116) == "https://play.example.org"


@pytest.mark.long
def test_missing_static_files_are_collected_again(settings, tmp_path):
    settings.VAR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STORAGES = STORAGES
    for _ in range(2):
        _collect()
        names = json.loads((settings.STATIC_ROOT / "staticfiles.json").read_text())["paths"]
        assert (settings.STATIC_ROOT / names["site/site.css"]).exists()
        shutil.rmtree(settings.STATIC_ROOT)


def test_a_site_without_a_worker_is_refused_before_anything_is_done(serve, tmp_path):
    one = serve("--workers", "0")
    assert one.end() == 1
    assert one.lines == ["CommandError: The site needs at least one worker."]
    assert not (tmp_path / "var" / "castlerisk.sqlite3").exists()


@pytest.mark.long
def test_a_second_web_process_on_a_file_is_refused_until_the_first_has_gone(
    migrated, serve, port, tmp_path
):
    first = serve()
    first.wait_for("started process")
    wait_until(lambda: is_taken(port))
    get(port)
    environment = {"CASTLERISK_VAR": str(tmp_path / "var"), "DATABASE_URL": ""}
    with running("web", "--port", "0", **environment) as second:
        assert second.end() == 1
        (line,) = second.lines
    assert line.startswith("Another web process already serves this site (web process")
    assert "SQLite allows only one." in line
    first.stop(signal.SIGKILL)
    with running("web", "--port", str(port), **environment) as third:
        wait_until(lambda: is_taken(port))
        assert get(port)[0] == 200
        assert third.stop() == 0
