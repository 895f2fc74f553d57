"""Count what posted moves cost while others watch: calls, statements, parts and bytes per move.

    python -m tests.budget.posted_moves

prints the counts with six pages open, with twenty, and of a bot's moves in a worker. It needs a
process of its own, in which no test has filled a cache, and Python 3.11, where a profile counts the
calls of one thread.
"""

import asyncio
import cProfile
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from threading import Thread
from typing import Any

from tests.support.servers.leftovers import temporary_folder

SPECTATORS = 14
WARMED_UP, COUNTED = 10, 30
BOTS_WARMED_UP, BOTS_COUNTED = 30, 120
VERSION = re.compile(r'data-version="(\w+)"')

Counts = dict[str, float]


def counted_apart() -> dict[str, Counts]:
    """Return the counts of a process of its own: for six pages, for twenty and for a bot."""
    with temporary_folder("budget") as folder:
        environment = os.environ | {
            "CASTLERISK_VAR": folder,
            "CASTLERISK_DEBUG": "false",
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "tests.support.servers.unsynced",
            "PYTHONHASHSEED": "0",
        }
        command = [sys.executable, "-m", "tests.budget.posted_moves"]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


class Page:
    """An open page: the size of all that is written to its socket, and the version it shows."""

    def __init__(self, user: Any = None) -> None:
        from games.web.live.consumers import TableConsumer
        from games.web.live.session_guard import SessionGuard

        known = (user.pk, user.password, user.logins_ended) if user else (None, "", 0)
        self.user, self.socket = known[0], TableConsumer()
        self.socket.guard, self.socket.base_send = SessionGuard(None, *known), self.note
        self.size, self.version = 0, ""

    async def note(self, message: dict[str, Any]) -> None:
        """Note a message to the page."""
        self.size += len(message["text"].encode())
        if found := VERSION.search(message["text"]):
            self.version = found[1]


class Site:
    """A game in a process that serves it: its pages are written to in an event loop's thread."""

    def __init__(self) -> None:
        from django.test import Client

        from tests.bench.tables import made_table

        self.table = made_table("budget")
        self.clients = [Client() for _ in self.table.users]
        for client, user in zip(self.clients, self.table.users, strict=True):
            client.force_login(user)
            # A client loads all middleware at its first request.
            client.get(f"/games/{self.table.code}/")
        self.pages: list[Page] = []
        self.loop = asyncio.new_event_loop()
        Thread(target=self.loop.run_forever, daemon=True).start()

    def open(self, *users: Any) -> None:
        """Open pages, and wait until each kind of viewer has got a version."""
        pages = [Page(user) for user in users]
        self.pages += pages
        asyncio.run_coroutine_threadsafe(self._open(pages), self.loop).result()

    async def _open(self, pages: list[Page]) -> None:
        from games.web.live.hub import hub

        for page in pages:
            hub.watch(self.table.code, page.socket)
        while {page.user for page in pages} - {page.user for page in pages if page.version}:
            await asyncio.sleep(0.01)

    def count(self) -> Counts:
        """Post moves; return the counts per move."""
        for _ in range(WARMED_UP):
            self._post()
        posting, writing = cProfile.Profile(), cProfile.Profile()
        sizes = -sum(page.size for page in self.pages)
        for _ in range(COUNTED):
            self._post(posting, writing)
        sizes += sum(page.size for page in self.pages)
        entries = [*posting.getstats(), *writing.getstats()]
        calls: Counter[Any] = Counter()
        for entry in entries:
            calls[entry.code] += entry.callcount
        totals = {"calls": calls.total(), "bytes": sizes}
        for name, functions in counted_functions().items():
            totals[name] = sum(calls[each.__code__] for each in functions)
        return {name: total / COUNTED for name, total in totals.items()}

    def _post(self, posting: Any = None, writing: Any = None) -> None:
        decision, move = self.table.next_move()
        fields = self.table.fields(decision, move, self.pages[decision.seat].version)
        path, headers = f"/games/{self.table.code}/moves/", {"HX-Request": "true"}
        self._in_loop(writing and writing.enable)
        if posting:
            posting.enable()
        answer = self.clients[decision.seat].post(path, fields, headers=headers)
        if posting:
            posting.disable()
        self._in_loop(writing and writing.disable)
        assert answer.status_code == 200, answer.content.decode()

    def _in_loop(self, function: Any) -> None:
        """Call a function in the loop's thread, after all that was written."""

        async def call() -> None:
            if function:
                function()

        asyncio.run_coroutine_threadsafe(call(), self.loop).result()


def count_bot() -> Counts:
    """Let a worker play the first rounds of a game of bots; return the counts per move."""
    from games.playing.bots import play_bot
    from games.playing.start import create_game, start_game
    from games.storage.store.worker_cache import Memory
    from rules import Options
    from tests.support.tables.positions.pinned import pin

    game = pin(create_game(["captain"] * 4, Options(quick=True)), "bots")
    start_game(game.code)
    source, memory, playing = random.Random(1), Memory(), cProfile.Profile()
    for number in range(BOTS_WARMED_UP + BOTS_COUNTED):
        if number == BOTS_WARMED_UP:
            playing.enable()
        play_bot(game.code, source, memory=memory)
    playing.disable()
    calls: Counter[Any] = Counter()
    for entry in playing.getstats():
        calls[entry.code] += entry.callcount
    statements = sum(calls[each.__code__] for each in counted_functions()["statements"])
    return {"calls": calls.total() / BOTS_COUNTED, "statements": statements / BOTS_COUNTED}


def counted_functions() -> dict[str, tuple[Any, ...]]:
    """Return the functions whose calls are counted, by the name of the count."""
    from django.db.backends.sqlite3.base import SQLiteCursorWrapper

    from games.drawing.display.drawing import draw
    from games.drawing.display.parts import Part

    return {
        "statements": (SQLiteCursorWrapper.execute, SQLiteCursorWrapper.executemany),
        "parts_built": (Part.__init__,),
        "parts_rendered": (draw,),
    }


def main() -> None:
    """Print the counts with six pages open, with twenty, and of a bot's moves."""
    import django

    django.setup()
    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command

    from games.web.live import redis_pubsub

    # Polls would be counted, too. The hub still looks at once when a page is opened.
    redis_pubsub.POLL_SECONDS = 3600
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    settings.ALLOWED_HOSTS = ["*"]
    settings.STATIC_ROOT.mkdir()
    # Without migrations, the tables are made in a tenth of the time.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", verbosity=0, run_syncdb=True)
    site = Site()
    site.open(*site.table.users)
    found = {"six": site.count()}
    site.open(*[None] * SPECTATORS)
    found["twenty"] = site.count()
    found["bot"] = count_bot()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
