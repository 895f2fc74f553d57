"""How workers share what is due: each has games of its own, and helps others who are late.

No game depends on whose it is: who plays in it holds it first. But two that never meet at one game
do not wait for each other, and each knows the games it played last.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, Q
from django.db.models.functions import Now
from django.db.models.lookups import Exact

from games.models import Process
from games.processes.presence import GONE_AFTER

HELPED_AFTER = timedelta(milliseconds=400)
"""What is so late, whoever has nothing else to do does."""


@dataclass(frozen=True, slots=True)
class Share:
    """The games whose numbers, divided by the workers they are shared `among`, leave `place`."""

    place: int = 0
    among: int = 1

    def own(self, game: str = "game_id") -> Q:
        """Return what is true of rows of one's own; `game` names the column with the game."""
        return Q(Exact(F(game) % self.among, self.place))


WHOLE = Share()
"""All games, as where there is one worker."""


def share_of(process: int | None) -> Share:
    """Return what falls to the worker whose row has this number; all of it where it has none."""
    workers = Process.objects.filter(kind=Process.Kind.WORKER, seen_at__gt=Now() - GONE_AFTER)
    living = list(workers.order_by("pk").values_list("pk", flat=True))
    return Share(living.index(process), len(living)) if process in living else WHOLE
