"""Games that continue while parts of the site are killed, and the checks afterwards."""

import random
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from time import monotonic, sleep

from django.db import connection, transaction

from games.community.fairness.audit import audit
from games.models import Game, Move, User
from games.playing.start import create_game, start_game
from games.storage.processes.connections import connect_apart
from games.storage.store.database_time import milliseconds
from games.web.live.hub import TABLE_CHANGED
from rules import Options
from tests.chaos.notifications import NotificationServers
from tests.chaos.parts import (
    Part,
    Web,
    Worker,
    database_of,
    ending_redis,
    freezing_redis,
    nothing,
)
from tests.chaos.people import Person, Watcher
from tests.chaos.scenarios import Site
from tests.chaos.without import Without
from tests.support.visitors.patience import wait_until
from tests.support.visitors.waiting import let_pass, times

HEALED_SECONDS = 5.0
DEADLINES, PERSONS = 8, 2
KINDS = ("postgresql", "redis", "web", "worker")
TURN_SECONDS = 300
"""The time limit of a new table for a decision of the set-up."""

NEXT_SECONDS = 86_400
COMPARED_SECONDS = 10.0
"""How long to play with everything running, for comparison."""


def run(asked: Namespace, site: Site) -> list[str]:
    """Run the scenario; return what went wrong."""
    return Storm(asked, site).run()


class Storm:
    """One run; the seed determines what is killed, and when."""

    def __init__(self, asked: Namespace, site: Site) -> None:
        connect_apart()
        stack, servers = site.stack, NotificationServers(site.mails, site.posts)
        self._asked, self._servers = asked, servers
        self._random = random.Random(asked.seed)
        self._webs = [Web(f"web {number}", stack) for number in (1, 2)]
        self._workers = [Worker(f"worker {number}", stack) for number in (1, 2)]
        self._database = database_of(site.cluster)
        self._redis: list[Part] = [ending_redis(site.redis), freezing_redis(site.redis)]
        self._services = [self._database, self._redis[0]]
        self._users = [User.objects.create_user(f"Person {number}") for number in range(1, 4)]
        for user in self._users:
            servers.ask_for_all(user)
        self._problems: list[str] = []
        self._killed: Counter[str] = Counter()

    def run(self) -> list[str]:
        """Run the storm; print the figures, and return what went wrong."""
        self._make_games()
        for part in (*self._workers, *self._webs):
            part.come_back()
        people = [
            Person(self._begin_played, self._users[:2], self._webs, seed) for seed in range(PERSONS)
        ]
        watchers = [Watcher(self._watched, web) for web in self._webs]
        for one in (*people, *watchers):
            one.start()
        self._play_without_redis(people, watchers)
        self._storm(watchers)
        self._look_without_database(watchers)
        for person in people:
            person.end()
        self._wait_for_deadlines()
        self._servers.wait_for_all()
        self._look_at_pages(watchers)
        self._verify(people)
        print(f"killed: {', '.join(f'{what} {n}' for what, n in sorted(self._killed.items()))}")
        return self._problems

    # Before

    def _make_games(self) -> None:
        quick = Options(quick=True)
        self._watched = create_game(["captain"] * 6, quick).code
        others = range(self._asked.games - 1)
        bots = [self._watched, *(create_game(["captain"] * 4, quick).code for _ in others)]
        Game.objects.update(pace=Game.Pace.QUICK)
        # At this pace, six captains do not finish the game before the run ends.
        Game.objects.filter(code=self._watched).update(pace=Game.Pace.CALM)
        self._deadlines = [create_game(self._users[:2], quick).code for _ in range(DEADLINES)]
        for code in (*bots, *self._deadlines):
            start_game(code)
        for code in self._deadlines:
            # These deadlines expire at random moments of the run.
            left = self._random.randint(5, int(self._asked.seconds + 2 * self._asked.without_redis))
            let_pass(code, TURN_SECONDS - left)
        # The next players to decide have more time than the whole run takes.
        Game.objects.filter(code__in=self._deadlines).update(turn_seconds=NEXT_SECONDS)
        self._due = {code: times(code).running for code in self._deadlines}

    @transaction.atomic
    def _begin_played(self) -> str:
        """Begin a game between people; return its code."""
        code = create_game([*self._users[:2], "captain"], Options(quick=True)).code
        Game.objects.filter(code=code).update(pace=Game.Pace.QUICK)
        start_game(code)
        return code

    # The storm

    def _play_without_redis(self, people: list[Person], watchers: list[Watcher]) -> None:
        """Play with everything running, then with Redis killed, then with Redis frozen."""
        longest = self._asked.without_redis
        lengths = (min(longest, COMPARED_SECONDS), longest, longest)
        for part, seconds in zip([nothing(), *self._redis], lengths, strict=True):
            without = Without(part, people, watchers, [*self._webs, *self._workers])
            without.play(seconds, self._asked.is_timed)
            self._problems += without.problems
            self._wait_until_healed([part], without.away, watchers)

    def _storm(self, watchers: list[Watcher]) -> None:
        """Kill a process of the site and a service it depends on, up to `strikes` times."""
        processes = [
            one
            for pair in zip(self._shuffled(self._webs), self._shuffled(self._workers), strict=True)
            for one in pair
        ]
        services = self._shuffled(self._services)
        end = monotonic() + self._asked.seconds
        for number in range(self._asked.strikes):
            # Even on a slow machine, every kind of part is killed at least once.
            if number >= len(KINDS) / 2 and monotonic() > end:
                return
            parts = [processes[number % len(processes)], services[number % len(services)]]
            self._strike(self._shuffled(parts), watchers)

    def _shuffled(self, parts: list[Part]) -> list[Part]:
        return self._random.sample(parts, len(parts))

    def _strike(self, parts: list[Part], watchers: list[Watcher]) -> None:
        sleep(self._random.uniform(0.3, 3))
        killed = monotonic()
        for part in parts:
            self._killed[part.name] += 1
            part.kill()
            sleep(self._random.uniform(0.1, 2))
        # Services are restarted before the processes that depend on them.
        for part in sorted(parts, key=lambda part: part in self._webs + self._workers):
            part.come_back()
        self._wait_until_healed(parts, monotonic() - killed, watchers)

    def _wait_until_healed(self, parts: list[Part], away: float, watchers: list[Watcher]) -> None:
        back, has_moved = monotonic(), self._has_moved_on()
        wait_until(lambda: all(one.newest_at > back for one in watchers))
        newest = monotonic() - back
        wait_until(has_moved)
        moved = monotonic()
        wait_until(lambda: all(one.heard_at > back for one in watchers))
        shown = monotonic() - moved
        names = " and ".join(part.name for part in parts)
        print(
            f"{names} killed, {away:.1f} s away; pages were at the newest {newest:.1f} s after "
            f"their return, the game went on after {moved - back:.1f} s, "
            f"and {shown:.1f} s later pages showed it",
            flush=True,
        )
        if max(newest, shown) > HEALED_SECONDS and self._asked.is_timed:
            self._problems.append(f"pages took too long after {names} received back")

    def _has_moved_on(self) -> Callable[[], bool]:
        """Return a function that tells whether the watched game has had a move since this call."""
        connection.close()
        numbers = Game.objects.filter(code=self._watched).values_list("number", flat=True)
        before = numbers.get()
        return lambda: numbers.get() > before

    def _look_without_database(self, watchers: list[Watcher]) -> None:
        """Kill the database; check that open pages learn of it without any request, and recover."""
        heard, killed = [len(one.page.heard) for one in watchers], monotonic()
        self._database.kill()
        for one, before in zip(watchers, heard, strict=True):
            wait_until(lambda one=one, before=before: TABLE_CHANGED in one.page.heard[before:])
            status, text = one.page.browser.get(f"/games/{self._watched}/changes/")
            if status != 503 or "tries again every" not in text:
                self._problems.append(f"without the database a page was told {status}")
        self._database.come_back()
        self._wait_until_healed([self._database], monotonic() - killed, watchers)

    # After

    def _wait_for_deadlines(self) -> None:
        # The connection broke when the database was killed.
        connection.close()
        entered = Move.objects.filter(game__code__in=self._deadlines, by="clock")
        wait_until(lambda: entered.count() >= 2 * DEADLINES)

    def _look_at_pages(self, watchers: list[Watcher]) -> None:
        for worker in self._workers:
            worker.running.stop()
        for watcher in watchers:
            watcher.end()
            watcher.page.hear_all()
            if not watcher.page.is_right():
                self._problems.append("a page does not show what is there")
        print(
            f"sockets opened: {sum(watcher.connections for watcher in watchers)}, pages loaded: 2"
        )

    def _verify(self, people: list[Person]) -> None:
        fired = [one for worker in self._workers for one in _fired(worker.lines)]
        entries = list(Move.objects.values_list("game__code", "number", "key"))
        self._verify_workers(fired, {(code, number) for code, number, _ in entries})
        self._verify_people(people, Counter(key for *_, key in entries))
        self._verify_deadlines()
        self._verify_told()
        codes = list(Game.objects.values_list("code", flat=True))
        total = sum(audit(code) for code in codes)
        if total != len(entries):
            self._problems.append(f"{len(entries)} entries, of which {total} were audited")
        print(f"{len(codes)} games, {total} entries audited, {len(fired)} of them logged")

    def _verify_workers(self, fired: list[tuple[str, int]], known: set[tuple[str, int]]) -> None:
        twice = [one for one, times in Counter(fired).items() if times > 1]
        lost = [one for one in fired if one not in known]
        if twice or lost:
            self._problems.append(f"of what workers did, twice: {twice}, missing: {lost}")

    def _verify_people(self, people: list[Person], keys: Counter[str | None]) -> None:
        for person in people:
            if person.error is not None:
                self._problems.append(f"{person.name}: {person.error!r}")
            wrong = [key for key in person.answered if keys[key] != 1]
            wrong += [key for key in person.refused if keys[key]]
            if wrong or not person.answered:
                self._problems.append(f"{person.name}: of {len(person.answered)} wrong: {wrong}")
            print(
                f"{person.name}: {len(person.answered)} moves answered, "
                f"{len(person.refused)} refused, sent again {person.again} times"
            )

    def _verify_deadlines(self) -> None:
        entries = Move.objects.filter(game__code__in=self._deadlines, by="clock")
        seats = Counter((entry.game.code, entry.seat) for entry in entries.select_related("game"))
        if set(seats.values()) != {1} or len(seats) != 2 * DEADLINES:
            self._problems.append(f"deadlines were not met once each: {seats}")
        for entry in entries.select_related("game"):
            due = self._due[entry.game.code].get(entry.seat)
            if due is not None and milliseconds(entry.made_at) < due.until:
                self._problems.append(f"a deadline of {entry.game.code} was fired early")
        print(f"{len(seats)} deadlines fired once each")

    def _verify_told(self) -> None:
        self._problems += self._servers.problems()
        received = Counter(way for way, _ in self._servers.received())
        times = self._servers.received().total()
        ways = ", ".join(f"{number} by {way}" for way, number in sorted(received.items()))
        print(f"of notices received {ways}; again, under the same id, {times - received.total()}")


def _fired(lines: list[str]) -> list[tuple[str, int]]:
    words = [dict(word.split("=", 1) for word in line.split() if "=" in word) for line in lines]
    return [
        (said["game"], int(said["number"]))
        for line, said in zip(lines, words, strict=True)
        if " fired game=" in line
    ]
