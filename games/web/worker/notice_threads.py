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

from games.community.notices.sending import deliveries, outbox
from games.community.notices.sending.attempts import Row
from games.community.notices.sending.lanes import SLOTS, Lanes
from games.community.notices.shared import messages
from games.community.notices.sources import from_log
from games.community.own_games.answers_by_link import answers_for
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
        """Start sending what is due next; False if nothing is due or no slot is free.

        Notices and the messages of tables take turns, so that neither waits for all of the other.
        """
        return self._post_notice() | self._post_message()

    def _post_notice(self) -> bool:
        taken: list[Delivery] = []

        def claimed() -> list[Delivery]:
            taken.extend(deliveries.claim_next(deliveries.BY_POST, self._lanes))
            return deliveries.still_wanted(taken)

        self._post(claimed, deliveries.attempt_in_lane)
        return bool(taken)

    def _post_message(self) -> bool:
        return self._post(partial(messages.claim_next, self._lanes), messages.attempt_in_lane)

    def _post(
        self, claimed: Callable[[], list[Row]], attempt: Callable[[list[Row], Lanes], None]
    ) -> bool:
        """Send the claimed rows in a thread of their own, if a slot is free; else claim none."""
        if not self._slots.acquire(timeout=LOOK_SECONDS):
            return False
        rows: list[Row] = []
        try:
            rows = claimed()
        finally:
            if not rows:
                self._slots.release()
        if rows:
            self._lanes.begin(rows[0].destination)
            Thread(target=self._send, args=[attempt, rows], name="posting", daemon=True).start()
        return bool(rows)

    def _send(self, attempt: Callable[[list[Row], Lanes], None], rows: list[Row]) -> None:
        try:
            attempt(rows, self._lanes)
        except DatabaseError as error:
            # The rows are sent again when their claim expires.
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
