"""Copy the database files at random instants while people play, as a power cut would leave them.

Every process that writes the files is stopped (SIGSTOP) wherever it is, even in the middle of a
commit or a checkpoint, and the files are copied as they are. In the copy of SQLite's write-ahead
log, noise replaces everything after the last commit, because it may not have reached the disk. The
copy is recovered and audited. It must have every move acknowledged before that instant, once.

This does not test disks that lose synced data, or systems that do not sync: for these the site
relies on SQLite's `synchronous=FULL` and on PostgreSQL's `fsync`.
"""

import os
import random
import signal
import sqlite3
import subprocess
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from time import sleep

import psycopg
from django.conf import settings
from django.db import transaction

from games.models import Game, User
from games.playing.start import create_game, start_game
from games.storage.processes.connections import connect_apart
from rules import Options
from tests.chaos.parts import Command, Web, Worker
from tests.chaos.people import Person
from tests.chaos.scenarios import Site
from tests.support.servers.leftovers import temporary_folder
from tests.support.servers.ports import free_port
from tests.support.servers.postgresql import KEPT, Cluster, children, folder_for
from tests.support.servers.processes import running
from tests.support.visitors.patience import wait_until

PLAYERS = 3
LONGEST_PAUSE = 2.0
HEADER, FRAME_HEADER = 32, 24
"""Sizes in SQLite's write-ahead log, in bytes."""

KEYS = "select key from games_move where key is not null"


def run(asked: Namespace, site: Site) -> list[str]:
    """Run the scenario; return what went wrong."""
    return PowerCuts(asked, site).run()


class PowerCuts:
    """One run; the seed determines when the power is cut."""

    def __init__(self, asked: Namespace, site: Site) -> None:
        connect_apart()
        self._asked, self._cluster = asked, site.cluster
        self._random = random.Random(asked.seed)
        self._parts: list[Command] = [Web("web", site.stack), Worker("worker", site.stack)]
        self._users = [User.objects.create_user(f"Player {number}") for number in (1, 2)]
        # This process cannot be stopped like the others; it writes only while it holds this lock.
        self._writes = Lock()
        self._problems: list[str] = []

    def run(self) -> list[str]:
        """Play, and cut the power `cuts` times; return what went wrong."""
        for part in self._parts:
            part.come_back()
        people = [
            Person(self._begin, self._users, self._parts[:1], seed, pause=0.0)
            for seed in range(PLAYERS)
        ]
        for person in people:
            person.start()
        for _ in range(self._asked.cuts):
            sleep(self._random.uniform(0, LONGEST_PAUSE))
            self._cut_power(people)
        for person in people:
            person.end()
            if person.error is not None:
                self._problems.append(f"{person.name}: {person.error!r}")
        for part in reversed(self._parts):
            part.running.stop()
        return self._problems

    def _begin(self) -> str:
        with self._writes, transaction.atomic():
            code = create_game([*self._users, "captain"], Options(quick=True)).code
            Game.objects.filter(code=code).update(pace=Game.Pace.AT_ONCE)
            start_game(code)
        return code

    def _cut_power(self, people: list[Person]) -> None:
        copied = self._copied_sqlite if self._cluster is None else self._copied_postgresql
        with copied(people) as (answered, address, stored):
            keys = Counter(stored)
            lost = sum(not keys[key] for key in answered)
            twice = sum(keys[key] > 1 for key in answered)
            with running("audit", DATABASE_URL=address) as audit:
                is_sound = audit.end() == 0
        said = audit.lines[-1] if audit.lines else "nothing"
        print(
            f"power cut after {len(answered)} acknowledged moves: "
            f"lost {lost}, twice {twice}; audit: {said}",
            flush=True,
        )
        if lost or twice or not is_sound:
            self._problems += ["a power cut lost, repeated or damaged moves", *audit.lines]

    # SQLite

    @contextmanager
    def _copied_sqlite(self, people: list[Person]) -> Iterator[tuple[list[str], str, list[str]]]:
        """Copy the files; yield the acknowledged keys, the copy's address and the keys in it."""
        name = Path(settings.DATABASES["default"]["NAME"])
        with temporary_folder("cut") as folder:
            copy = Path(folder, name.name)
            with self._writes, _stopped([part.running.process.pid for part in self._parts]):
                answered = _acknowledged(people)
                for file in name.parent.glob(f"{name.name}*"):
                    Path(folder, file.name).write_bytes(file.read_bytes())
            _tear(Path(f"{copy}-wal"), self._random)
            with closing(sqlite3.connect(copy)) as database:
                stored = [key for (key,) in database.execute(KEYS)]
                (state,) = database.execute("pragma integrity_check").fetchone()
            if state != "ok":
                self._problems.append(f"SQLite's own check: {state}")
            yield answered, f"sqlite:///{copy}", stored

    # PostgreSQL

    @contextmanager
    def _copied_postgresql(
        self, people: list[Person]
    ) -> Iterator[tuple[list[str], str, list[str]]]:
        """Copy the data folder; yield the same as `_copied_sqlite`."""
        made = self._cluster
        with folder_for(made.owner) as folder:
            copy = Cluster(folder, made.owner, KEPT)
            number = int((made.data / "postmaster.pid").read_text().split()[0])
            # Once the postmaster is stopped, it starts no other process.
            with _stopped([number]), _stopped(children(number)):
                answered = _acknowledged(people)
                subprocess.run(["cp", "-a", made.data, copy.data], check=True)
            (copy.data / "postmaster.pid").unlink()
            wait_until(lambda: copy.start(free_port()))
            try:
                with psycopg.connect(copy.address) as database:
                    stored = [key for (key,) in database.execute(KEYS)]
                yield answered, copy.address, stored
            finally:
                copy.stop()


def _acknowledged(people: list[Person]) -> list[str]:
    return [key for person in people for key in person.answered]


@contextmanager
def _stopped(processes: Sequence[int]) -> Iterator[None]:
    """Pause processes wherever they are, inside the block."""
    for number in processes:
        os.kill(number, signal.SIGSTOP)
    try:
        wait_until(lambda: all(map(_is_stopped, processes)), pause=0.001)
        yield
    finally:
        for number in processes:
            os.kill(number, signal.SIGCONT)


def _is_stopped(number: int) -> bool:
    """Return whether every thread of a process has stopped."""
    tasks = Path(f"/proc/{number}/task").glob("*/stat")
    return all(task.read_text().rpartition(")")[2].split()[0] == "T" for task in tasks)


def _tear(log: Path, chance: random.Random) -> None:
    """Replace everything after the last commit in a write-ahead log of SQLite with noise."""
    data = log.read_bytes() if log.exists() else b""
    if len(data) <= HEADER:
        return
    frame = FRAME_HEADER + int.from_bytes(data[8:12], "big")
    end = HEADER
    for start in range(HEADER, len(data) - frame + 1, frame):
        head = data[start : start + FRAME_HEADER]
        if head[8:16] != data[16:24]:
            break
        # Only a frame that ends a commit has the size of the database in this field.
        if int.from_bytes(head[4:8], "big"):
            end = start + frame
    kept = chance.randint(end, len(data))
    log.write_bytes(data[:end] + chance.randbytes(kept - end))
