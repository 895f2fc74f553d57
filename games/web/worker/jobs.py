"""Jobs for finished games, which a worker does bit by bit while nothing in a game is due."""

import logging
from collections.abc import Callable, Iterator
from time import monotonic, thread_time
from typing import NamedTuple

from django.db import DatabaseError

from games.community.sharing.jobs import claim_next
from games.models import Job
from games.storage.store.stored_game import StoredGame, load
from games.table.replay.analysis import analyse
from games.table.replay.animated import animate
from games.table.replay.mistakes import find_mistakes
from rules import RulesError

logger = logging.getLogger("games.work")

LOOK_SECONDS = 2.0
TOLD_EVERY = 10
"""The progress is stored after this many per cent."""


class Work(NamedTuple):
    """How a kind of job is done, in at most `most_seconds` of CPU time.

    `make` yields the percentage done after each short part of the work, then what it made, which is
    stored in `column`. `name` is what players call it.
    """

    make: Callable[[StoredGame], Iterator[object]]
    column: str
    name: str
    most_seconds: float = 5.0


WORK: dict[str, Work] = {
    Job.Kind.ANALYSIS: Work(analyse, "result", "analysis"),
    Job.Kind.ANIMATION: Work(animate, "file", "animated map"),
    Job.Kind.MISTAKES: Work(find_mistakes, "result", "list of moves to think about"),
}

OLDER_RULES = "This game was played under older rules, so it has no {name}."
FAILED = "Something went wrong, so this game has no {name}."
TOO_LONG = "This game takes too long, so it has no {name}."


class JobRunner:
    """Does one job after another; `clock` returns seconds."""

    def __init__(
        self, clock: Callable[[], float] = monotonic, cpu: Callable[[], float] = thread_time
    ) -> None:
        self._clock, self._cpu = clock, cpu
        self._look_at = clock()
        self._parts: Iterator[None] = iter(())
        self._is_working = False

    def work(self, seconds: float) -> bool:
        """Work for about this long, at least a part; return whether there is more to do."""
        until = self._clock() + seconds
        if not self._is_working and not self._begin():
            return False
        while self._is_working:
            self._is_working = next(self._parts, self) is not self
            if self._clock() >= until:
                break
        return self._is_working

    def _begin(self) -> bool:
        if self._clock() < self._look_at:
            return False
        self._look_at = self._clock() + LOOK_SECONDS
        job = claim_next()
        if job is not None:
            self._parts, self._is_working = self._done(job), True
        return self._is_working

    def _done(self, job: Job) -> Iterator[None]:
        """Do a job part by part, and store what it made or the reason why it made nothing."""
        work, code = WORK[job.kind], job.game.code
        spent, told, begun = 0.0, 0, self._cpu()
        stored = Job.objects.filter(pk=job.pk)
        try:
            for done in work.make(load(code)):
                if not isinstance(done, int):
                    stored.update(**{work.column: done}, percent=100)
                elif done >= told + TOLD_EVERY:
                    told = done
                    stored.update(percent=done)
                spent += self._cpu() - begun
                if spent > work.most_seconds and isinstance(done, int):
                    logger.warning("gave up %s game=%s after=%.1f", job.kind, code, spent)
                    stored.update(failure=TOO_LONG.format(name=work.name))
                    return
                yield
                # Other work of the worker, between two parts, does not count.
                begun = self._cpu()
        except RulesError:
            stored.update(failure=OLDER_RULES.format(name=work.name))
        except DatabaseError:
            raise
        # Catch everything: the worker must go on with its games.
        except Exception:
            logger.exception("failed %s game=%s", job.kind, code)
            stored.update(failure=FAILED.format(name=work.name))
