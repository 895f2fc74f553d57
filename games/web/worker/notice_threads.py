"""The threads of a worker that write and deliver notices and mail.

They lock no game and do not wait for one another: a slow mail server delays no webhook, a slow
webhook delays no mail, and neither delays a clock.
"""

import logging
from collections.abc import Callable
from functools import cached_property, partial
from threading import Event, Semaphore, Thread
from time import monotonic

from django.db import DatabaseError, connection

from games.community.notices import deliveries, from_log, outbox
from games.community.notices.lanes import SLOTS, Lanes
from games.community.people.answers_by_link import answers_for
from games.models import Delivery
from games.storage.processes.partition import Partition

logger = logging.getLogger("games.work")

LOOK_SECONDS = 0.5
LONGEST_PAUSE, LONGEST_PAUSE_AWAY = 30.0, 2.0
MAIL_THREADS = 2
"""The number of threads in which one worker sends notices by mail."""


class NoticeThreads:
    """Writes and delivers notices until `stop` is set."""

    def __init__(self, stop: Event, share: Callable[[], Partition]) -> None:
        """Create the threads; `share` returns this worker's current share of the games."""
        self._stop = stop
        jobs: list[Callable[[], bool]] = [lambda: _read_on(share()), outbox.send_next]
        send_next = partial(deliveries.deliver_next, deliveries.BY_MAIL, answers_for)
        jobs += [send_next] * MAIL_THREADS
        self._post_sender = PostSender()
        jobs.append(self._post_sender.post_next)
        self._threads = [
            Thread(target=self._work, args=[job], name=f"notices-{number}", daemon=True)
            for number, job in enumerate(jobs)
        ]

    def start(self) -> None:
        """Start the threads."""
        for thread in self._threads:
            thread.start()

    def join(self, seconds: float) -> None:
        """Wait up to `seconds` for work in progress; unfinished deliveries are tried again."""
        end = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
        self._post_sender.join(end - monotonic())

    def _work(self, job: Callable[[], bool]) -> None:
        """Run a job repeatedly, pausing only when it reports that nothing is left to do."""
        pause = LOOK_SECONDS
        while not self._stop.is_set():
            try:
                if job():
                    pause = LOOK_SECONDS
                    continue
                pause = LOOK_SECONDS
            except DatabaseError as error:
                pause = min(2 * pause, LONGEST_PAUSE_AWAY)
                logger.warning("database error=%r wait=%.1f", str(error).strip(), pause)
                _close()
            # Catch everything: one broken notice must not stop the thread.
            except Exception:
                pause = min(2 * pause, LONGEST_PAUSE)
                logger.exception("A notice thread failed.")
            self._stop.wait(pause)
        _close()


class PostSender:
    """Sends webhooks and pushes, one thread per request; `Lanes` decides which may be sent now."""

    def __init__(self) -> None:
        self._slots = Semaphore(SLOTS)

    @cached_property
    def _lanes(self) -> Lanes:
        return Lanes(deliveries.fast_destinations())

    def post_next(self) -> bool:
        """Start sending the next due delivery; False if none is due or no slot is free."""
        lanes = self._lanes
        if not self._slots.acquire(timeout=LOOK_SECONDS):
            return False
        wanted: list[Delivery] = []
        try:
            taken = deliveries.claim_next(deliveries.BY_POST, lanes)
            wanted = deliveries.still_wanted(taken)
        finally:
            if not wanted:
                self._slots.release()
        if wanted:
            lanes.begin(wanted[0].destination)
            Thread(target=self._send, args=[wanted], name="posting", daemon=True).start()
        return bool(taken)

    def _send(self, wanted: list[Delivery]) -> None:
        try:
            deliveries.attempt_in_lane(wanted, self._lanes)
        except DatabaseError as error:
            # The delivery is retried when its claim expires.
            logger.warning("database error=%r", str(error).strip())
        except Exception:
            logger.exception("A notice thread failed.")
        finally:
            _close()
            self._slots.release()

    def join(self, seconds: float) -> None:
        """Wait up to `seconds` for the requests in progress."""
        end = monotonic() + seconds
        for _ in range(SLOTS):
            self._slots.acquire(timeout=max(0.0, end - monotonic()))


def _close() -> None:
    try:
        connection.close()
    except DatabaseError:
        logger.debug("The connection was closed already.", exc_info=True)


def _read_on(share: Partition) -> bool:
    """Write notices of moves; return whether there are more to write.

    Many games are read in one batch, which costs little more than reading one game.
    """
    return from_log.notice_moves(share) >= from_log.BATCH
