"""The `work` command: deadlines, bots, plans, notices, hourly chores, jobs for finished games."""

import logging
import os
import random
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from threading import Event
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from games.playing.clocks import recovery, unattended
from games.playing.clocks.outages import BEAT, HEARD_AFTER
from games.storage.processes import partition
from games.storage.processes.connections import connect_apart
from games.storage.processes.metrics_folder import share_figures
from games.storage.processes.registry import CannotServe
from games.storage.processes.shutdown import stop_on_signals
from games.storage.processes.systemd import say_ready
from games.storage.store.clocks import BOT, CLOCK, PLAN
from games.storage.store.database_time import moment_now
from games.storage.store.worker_cache import Memory
from games.web.worker import due, hourly
from games.web.worker.heartbeat import HeartbeatThread
from games.web.worker.jobs import JobRunner
from games.web.worker.notice_threads import NoticeThreads

logger = logging.getLogger("games.work")

LOOK_SECONDS = 0.25
BETWEEN_BATCHES = 0.02
"""The pause between two batches of `recovery.give_back` after an outage, in seconds."""

CHORES_SECONDS = 3600.0
UNATTENDED_SECONDS, LEFT_OVER_SECONDS = 15.0, 1.0
"""Seconds between searches for unattended games: usually, and after a search that found some."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 1.0
NOTICE_SECONDS = 3.0
NICENESS = 10
"""The niceness of workers: people wait for web processes, but nobody waits for bots."""
LEVELS = {0: logging.WARNING, 1: logging.INFO}


class Command(BaseCommand):
    """Runs until it is stopped; any number of workers may run side by side."""

    help = "Run a worker: deadlines, bots, notices, mail and hourly jobs."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--parent", type=int, help="exit if the parent process ID changes")

    def handle(
        self,
        *args: Any,
        verbosity: int,
        parent: int | None = None,
        **options: Any,
    ) -> None:
        logging.getLogger("games").setLevel(LEVELS.get(verbosity, logging.DEBUG))
        stop = stop_on_signals()
        os.nice(NICENESS)
        share_figures()
        heartbeat = HeartbeatThread("worker")
        try:
            heartbeat.start()
        except CannotServe as refusal:
            raise CommandError(str(refusal)) from None
        connect_apart()
        logger.info("started process=%s", os.getpid())
        say_ready()
        worker = Worker(stop, parent, heartbeat)
        notices = NoticeThreads(stop, lambda: worker.share)
        notices.start()
        try:
            worker.run()
        finally:
            stop.set()
            notices.join(NOTICE_SECONDS)
            heartbeat.stop()
        logger.info("stopped process=%s", os.getpid())


class Worker:
    """Fires due items until `stop` is set or the parent process ends.

    `clock` returns seconds; it times the searches for due items and the periodic tasks.
    """

    def __init__(
        self,
        stop: Event,
        parent: int | None,
        heartbeat: HeartbeatThread,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._stop = stop
        self._parent = parent
        self._heartbeat = heartbeat
        self._clock = clock
        self.share, self._memory = partition.WHOLE, Memory()
        self._jobs = JobRunner(clock)
        self._chores_at = self._lives_at = self._helps_at = self._unattended_at = clock()
        self._pause = FIRST_PAUSE
        self._is_recovering = False

    def run(self) -> None:
        """Work until stopped; finish the item in progress."""
        while not self._is_over():
            try:
                wait = self._round()
                self._pause = FIRST_PAUSE
            except DatabaseError as error:
                wait = self._back_off(error)
            self._stop.wait(wait)

    def _is_over(self) -> bool:
        return self._stop.is_set() or self._parent not in (None, os.getppid())

    def _round(self) -> float:
        """Fire everything due now; return the number of seconds to wait before the next round."""
        self._live()
        self._pause_unattended()
        if self._is_recovering:
            self._is_recovering = recovery.give_back()
        items, now = due.next_items(self.share), moment_now()
        ready = [item for item in items if item.when <= now]
        later = items[len(ready) :]
        has_fired = self._fire_all(ready)
        if self._clock() >= self._helps_at:
            # A busy worker helps others only with deadlines older than its own.
            own = [item.when for item in ready if has_fired and item.kind == CLOCK]
            before = max(own, default=None)
            helped = due.late_items(self.share, deadlines_only=has_fired, before=before)
            # Shuffle, so that several helpers start with different items.
            random.shuffle(helped)
            has_fired |= self._fire_all(helped)
            self._helps_at = self._clock() + LOOK_SECONDS
        if self._is_recovering:
            return BETWEEN_BATCHES
        # Chores must run every hour, even in a busy worker.
        if self._clock() >= self._chores_at:
            self._chores_at = self._clock() + CHORES_SECONDS
            hourly.do_chores()
        if has_fired:
            return 0
        wait = self._until_due(later if not ready else [])
        return 0 if wait and self._jobs.work(wait) else wait

    def _until_due(self, later: list[due.Item]) -> float:
        """Return the seconds until the next search for due items."""
        if not later:
            return LOOK_SECONDS
        next_in = later[0].when - moment_now()
        if later[0].kind == CLOCK:
            next_in += HEARD_AFTER
        return min(LOOK_SECONDS, max(0.0, next_in.total_seconds()))

    def _live(self) -> None:
        if self._clock() >= self._lives_at:
            self._is_recovering = due.beat_workers()
            # Set only on success: after a database error, the heartbeat is retried first.
            self._lives_at = self._clock() + BEAT.total_seconds()
            self.share = partition.partition_of(self._heartbeat.number)

    def _pause_unattended(self) -> None:
        if self._clock() < self._unattended_at:
            return
        count = unattended.pause_unattended(self.share)
        # There may be more than one batch: look again soon.
        self._unattended_at = self._clock() + (LEFT_OVER_SECONDS if count else UNATTENDED_SECONDS)
        if count:
            logger.info("paused unattended games count=%s", count)

    def _fire_all(self, items: Iterable[due.Item]) -> bool:
        """Fire items for about LOOK_SECONDS, so that newly expired deadlines are found soon."""
        has_fired, until = False, self._clock() + LOOK_SECONDS
        for item in items:
            if self._is_over() or self._clock() > until:
                break
            self._live()
            has_fired |= self._fire(item)
        return has_fired

    def _fire(self, item: due.Item) -> bool:
        played = due.fire(item, self._memory)
        if played is None:
            return False
        # Plans are secret (ORD-5), and bots move too often for INFO.
        level = logging.DEBUG if item.kind in (BOT, PLAN) else logging.INFO
        late = (moment_now() - item.when).total_seconds()
        # Imported late: multiprocess metrics must be created in the process that counts them.
        from games.storage.processes.metrics import fired, late_seconds

        fired.labels(item.kind).inc()
        late_seconds.labels(item.kind).observe(max(0.0, late))
        logger.log(
            level,
            "fired game=%s kind=%s seat=%s number=%s late=%.3f",
            item.code,
            item.kind,
            played.seat,
            played.number,
            late,
            extra={"game": item.code, "number": played.number},
        )
        return True

    def _back_off(self, error: DatabaseError) -> float:
        wait, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        logger.warning("database error=%r wait=%.1f", str(error).strip(), wait)
        try:
            connection.close()
        except DatabaseError:
            logger.debug("The connection was closed already.", exc_info=True)
        return wait
