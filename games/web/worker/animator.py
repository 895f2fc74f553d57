"""Animated maps, which a worker draws a frame at a time whenever nothing in a game is due."""

import logging
from collections.abc import Callable, Iterator
from time import monotonic, thread_time

from django.db import DatabaseError

from games.community.sharing.animations import claim_next
from games.models import AnimatedMap
from games.storage.store.stored_game import load
from games.table.replay.animated import animate
from rules import RulesError

logger = logging.getLogger("games.work")

LOOK_SECONDS = 2.0
MOST_SECONDS = 5.0
"""The CPU time that one animation may take."""
TOLD_EVERY = 10
"""The progress is stored after this many per cent."""
OLDER_RULES = "This game was played under older rules, so it has no animated map."
FAILED = "The animated map could not be drawn."
TOO_LONG = "This game takes too long to draw, so it has no animated map."


class Animator:
    """Draws one animation after another; `clock` returns seconds."""

    def __init__(
        self, clock: Callable[[], float] = monotonic, cpu: Callable[[], float] = thread_time
    ) -> None:
        self._clock, self._cpu = clock, cpu
        self._look_at = clock()
        self._frames: Iterator[None] = iter(())
        self._is_drawing = False

    def draw(self, seconds: float) -> bool:
        """Draw frames for about this long, at least one; return whether there are more to draw."""
        until = self._clock() + seconds
        if not self._is_drawing and not self._begin():
            return False
        while self._is_drawing:
            self._is_drawing = next(self._frames, self) is not self
            if self._clock() >= until:
                break
        return self._is_drawing

    def _begin(self) -> bool:
        if self._clock() < self._look_at:
            return False
        self._look_at = self._clock() + LOOK_SECONDS
        asked = claim_next()
        if asked is not None:
            self._frames, self._is_drawing = self._drawn(asked), True
        return self._is_drawing

    def _drawn(self, asked: AnimatedMap) -> Iterator[None]:
        """Draw an animation frame by frame, and store it or the reason why there is none."""
        code, spent, told, begun = asked.game.code, 0.0, 0, self._cpu()
        stored = AnimatedMap.objects.filter(pk=asked.pk)
        try:
            for done in animate(load(code)):
                if isinstance(done, bytes):
                    stored.update(file=done, percent=100)
                elif done >= told + TOLD_EVERY:
                    told = done
                    stored.update(percent=done)
                spent += self._cpu() - begun
                if spent > MOST_SECONDS and not isinstance(done, bytes):
                    logger.warning("gave up animation game=%s after=%.1f", code, spent)
                    stored.update(failure=TOO_LONG)
                    return
                yield
                # Other work of the worker, between two frames, does not count.
                begun = self._cpu()
        except RulesError:
            stored.update(failure=OLDER_RULES)
        except DatabaseError:
            raise
        # Catch everything: the worker must go on with its games.
        except Exception:
            logger.exception("failed animation game=%s", code)
            stored.update(failure=FAILED)
