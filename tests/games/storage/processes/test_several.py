"""Several web processes that share a database and Redis, and see each other's changes."""

import re
import socket
import threading
from contextlib import ExitStack, closing

import pytest
from django.conf import settings
from django.db import connection, transaction

from games.models import Game, Presence, Process
from rules import move_to_json
from tests.support.servers.live import Browser, Page
from tests.support.servers.ports import free_port
from tests.support.servers.processes import Running, database_address
from tests.support.visitors.patience import PATIENCE, wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="A file is for one web process."),
]


class Web:
    """A web process on its own port."""

    def __init__(self, folder, redis):
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.running = Running(
            *("web", "--port", str(self.port)),
            CASTLERISK_VAR=str(folder),
            DATABASE_URL=database_address(),
            REDIS_URL=redis,
            DJANGO_SETTINGS_MODULE="tests.support.servers.served",
        )

    def wait(self):
        """Wait until it answers."""
        wait_until(lambda: self.is_there() or self.running.process.poll() is not None)
        assert self.is_there(), "\n".join(self.running.lines)
        return self

    def is_there(self):
        """Return whether a server listens."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


@pytest.fixture
def folder(tmp_path):
    """The folder shared by the processes, with the tests' keys."""
    (tmp_path / "secret-key").write_text(settings.SECRET_KEY)
    (tmp_path / "seed-key").write_text("\n".join(settings.SEED_KEYS))
    (tmp_path / "signing-key").write_text("\n".join(settings.SIGNING_KEYS))
    (tmp_path / "static").mkdir()
    return tmp_path


@pytest.fixture
def two(folder, redis_server):
    """Two web processes."""
    with ExitStack() as stack:
        webs = [Web(folder, redis_server.address) for _ in range(2)]
        for web in webs:
            stack.callback(web.running.close)
        yield [web.wait() for web in webs]


def fields_of(table, key):
    decision, move = table.decision()
    written = {name: value for name, value in move_to_json(move).items() if value is not None}
    return {**written, "decision": decision.number, "key": key, "have": ""}


def online(browser, code):
    """The seats that a page shows as present."""
    text = browser.get(f"/games/{code}/")[1]
    parts = re.findall(r'(?s)id="player-(\d)"(.*?)</p>', text)
    return sorted(int(seat) for seat, part in parts if "is-online" in part)


def test_moves_reach_pages_of_other_processes(table, two, alice, bob):
    with ExitStack() as stack:
        people = zip(two, (alice, bob), strict=True)
        browsers = [stack.enter_context(closing(Browser(*one))) for one in people]
        pages = [Page(browser, table.code) for browser in browsers]
        # Each page shows both players as present, though they use different processes.
        for browser in browsers:
            wait_until(lambda browser=browser: online(browser, table.code) == [0, 1])
        assert Process.objects.filter(kind="web", has_redis=True).count() == 2
        assert Presence.objects.count() == 2
        mover, other = (0, 1) if table.mover == alice else (1, 0)
        version = pages[other].version
        status, answer = browsers[mover].post(
            f"/games/{table.code}/moves/", **fields_of(table, "a-key-of-its-own")
        )
        assert status == 200, answer
        pages[other].hear_until(lambda page: page.version != version)
        # Unannounced moves are noticed a little later.
        versions = [page.version for page in pages]
        table.answer()
        for page, before in zip(pages, versions, strict=True):
            page.hear_until(lambda page, before=before: page.version != before)
            page.hear_all()
        assert two[0].running.stop() == two[1].running.stop() == 0
    assert not Process.objects.exists() and not Presence.objects.exists()


def test_a_stopping_process_answers_and_its_pages_reconnect(table, two, alice):
    first, second = two
    browsers = [Browser(web, table.mover) for web in two]
    page = Page(Browser(first, alice), table.code)
    answers = []

    def send():
        answers.append(
            browsers[0].post(f"/games/{table.code}/moves/", **fields_of(table, "a-key-of-its-own"))
        )

    with transaction.atomic():
        Game.objects.select_for_update().get(code=table.code)
        sending = threading.Thread(target=send)
        sending.start()
        wait_until(lambda: _waiting_for_locks() > 0)
        first.running.process.terminate()
        # New connections are refused, and pending requests keep waiting.
        wait_until(lambda: not first.is_there())
        assert answers == [] and first.running.process.poll() is None
    sending.join(PATIENCE)
    assert answers[0][0] == 200
    assert first.running.end() == 0
    # Pages reconnect by themselves if the socket closes without a code.
    assert page.closed_with() is None
    page.browser.server = second
    page.connect()
    page.hear_all()
    assert page.is_right()


def _waiting_for_locks():
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
        return cursor.fetchone()[0]


def test_a_second_process_without_redis_is_refused(two, folder):
    alone = Web(folder, "")
    with closing(alone.running):
        assert alone.running.end() == 1
    (line,) = alone.running.lines
    assert re.match(r"Another web process already serves this site .* set REDIS_URL", line)
    assert all(web.is_there() for web in two)
