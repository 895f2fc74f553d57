"""Kill parts of the site until enough moves are acknowledged; count lost and repeated moves.

A move is acknowledged if the response to a player's request has status 200. It is lost if it is not
in the log, and repeated if it is there more than once.
"""

import random
from argparse import Namespace
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

from django.db import connection, transaction

from games.community.fairness.audit import audit
from games.models import Game, Move, User
from games.playing.start import create_game, start_game
from games.storage.processes.connections import connect_apart
from rules import Options
from tests.chaos.parts import Command, Part, Web, Worker, database_of, ending_redis
from tests.chaos.people import Person
from tests.chaos.scenarios import Site

MOST_AT_ONCE = 3
REPORT_SECONDS = 30.0


def run(asked: Namespace, site: Site) -> list[str]:
    """Run the scenario; return what went wrong."""
    return Kills(asked, site).run()


class Kills:
    """One run; the seed determines what is killed, and when."""

    def __init__(self, asked: Namespace, site: Site) -> None:
        connect_apart()
        self._asked, self._random = asked, random.Random(asked.seed)
        webs = [Web(f"web {number}", site.stack) for number in (1, 2)]
        workers = [Worker(f"worker {number}", site.stack) for number in (1, 2)]
        self._webs, self._processes = webs, [*workers, *webs]
        self._services: list[Part] = [database_of(site.cluster), ending_redis(site.redis)]
        self._killed: Counter[str] = Counter()
        self._users = [User.objects.create_user(f"Player {number}") for number in (1, 2)]

    def run(self) -> list[str]:
        """Play until there are enough moves and kills; print the figures, return the errors."""
        for part in self._processes:
            part.come_back()
        people = [
            Person(self._begin, self._users, self._webs, seed, pause=0.0)
            for seed in range(self._asked.players)
        ]
        for person in people:
            person.start()
        self._kill(people)
        for person in people:
            person.end()
        for part in self._processes:
            part.running.stop()
        # The connection broke when the database was killed.
        connection.close()
        return [*self._missed(people), *self._errors(people), *self._verify(people)]

    @transaction.atomic
    def _begin(self) -> str:
        """Start a game of two players and a bot; return its code."""
        code = create_game([*self._users, "captain"], Options(quick=True)).code
        Game.objects.filter(code=code).update(pace=Game.Pace.AT_ONCE)
        start_game(code)
        return code

    # Killing

    def _kill(self, people: list[Person]) -> None:
        began = reported = monotonic()
        while not self._is_enough(people) and monotonic() - began < 60 * self._asked.minutes:
            parts = [*self._processes, *self._services]
            self._strike(self._random.sample(parts, self._random.randint(1, MOST_AT_ONCE)))
            if monotonic() - reported >= REPORT_SECONDS:
                reported = monotonic()
                print(
                    f"{_acknowledged(people)} moves acknowledged, "
                    f"{self._killed.total()} kills, {reported - began:.0f} s",
                    flush=True,
                )

    def _is_enough(self, people: list[Person]) -> bool:
        is_done = _acknowledged(people) >= self._asked.moves
        return is_done and self._killed.total() >= self._asked.kills

    def _strike(self, parts: list[Part]) -> None:
        sleep(self._random.uniform(0, 1))
        for part in parts:
            self._killed[part.name] += 1
            part.kill()
            sleep(self._random.uniform(0, 0.2))
        for service in parts:
            if not isinstance(service, Command):
                service.come_back()
        processes = [part for part in parts if isinstance(part, Command)]
        with ThreadPoolExecutor(MOST_AT_ONCE) as pool:
            list(pool.map(lambda part: part.come_back(), processes))

    # Results

    def _missed(self, people: list[Person]) -> list[str]:
        if self._is_enough(people):
            return []
        return [
            f"after {self._asked.minutes} minutes only {_acknowledged(people)} moves "
            f"were acknowledged under {self._killed.total()} kills"
        ]

    def _errors(self, people: list[Person]) -> list[str]:
        return [f"{one.name}: {one.error!r}" for one in people if one.error is not None]

    def _verify(self, people: list[Person]) -> list[str]:
        keys = Counter(Move.objects.exclude(key=None).values_list("key", flat=True))
        answered = [key for person in people for key in person.answered]
        lost = sum(not keys[key] for key in answered)
        twice = sum(keys[key] > 1 for key in answered)
        refused = sum(keys[key] > 0 for person in people for key in person.refused)
        codes = list(Game.objects.values_list("code", flat=True))
        entries, audited = Move.objects.count(), sum(audit(code) for code in codes)
        killed = ", ".join(f"{what} {count}" for what, count in sorted(self._killed.items()))
        print(f"killed: {killed}")
        print(
            f"{len(answered)} moves acknowledged under {self._killed.total()} kills: "
            f"lost {lost}, twice {twice}, refused but played {refused}, "
            f"audited {audited} of {entries} entries in {len(codes)} games"
        )
        is_right = not (lost or twice or refused) and audited == entries
        return [] if is_right else ["moves were lost, repeated or cannot be replayed"]


def _acknowledged(people: list[Person]) -> int:
    return sum(len(person.answered) for person in people)
