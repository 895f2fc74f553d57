"""The part of a worker that writes and brings notices, in threads of its own.

It holds no game. A mail server that is slow must not hold up a clock.
"""

import logging
from collections.abc import Callable
from threading import Event, Thread

from django.db import DatabaseError, connection

from games import deliveries, notice_facts, outbox
from games.sharing import Share

logger = logging.getLogger("games.work")

LOOK_SECONDS = 0.5
LONGEST_PAUSE, LONGEST_PAUSE_AWAY = 30.0, 2.0
CARRIERS = 3
"""So many deliveries are on their way at once in one worker."""


class Postman:
    """Writes notices and brings them, until `stop` is set."""

    def __init__(self, stop: Event, share: Callable[[], Share]) -> None:
        """Read the logs of a `share` of the games, as it is then."""
        self._stop = stop
        jobs: list[Callable[[], bool]] = [lambda: _read_on(share())]
        jobs.append(outbox.send_next)
        jobs += [deliveries.deliver_next] * CARRIERS
        self._threads = [
            Thread(target=self._work, args=[job], name=f"postman-{number}", daemon=True)
            for number, job in enumerate(jobs)
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def join(self, seconds: float) -> None:
        """Wait until what was begun is finished, at most so long; the rest is tried again."""
        for thread in self._threads:
            thread.join(seconds)

    def _work(self, job: Callable[[], bool]) -> None:
        """Do a job again at once as long as it says that there is more to do."""
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
                self._close()
            # Nothing that is wrong with one notice ends all others.
            except Exception:
                pause = min(2 * pause, LONGEST_PAUSE)
                logger.exception("The postman failed.")
            self._stop.wait(pause)
        self._close()

    def _close(self) -> None:
        try:
            connection.close()
        except DatabaseError:
            logger.debug("The connection was closed already.", exc_info=True)


def _read_on(share: Share) -> bool:
    """Write notices; say whether there are more to write.

    What moves in a short while is read together: many games cost little more than one does.
    """
    return notice_facts.notice_moves(share) >= notice_facts.BATCH
