"""How workers divide due games: each has its own share, and helps others with overdue games.

Any worker may play any game, because it locks the game first. Separate shares only avoid waiting
for locks and let each worker use its cache of recent games.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, Q
from django.db.models.functions import Now
from django.db.models.lookups import Exact

from games.models import Process
from games.storage.processes.presence import GONE_AFTER

HELPED_AFTER = timedelta(milliseconds=400)
"""How late other workers' games must be before an idle worker plays them."""


@dataclass(frozen=True, slots=True)
class Partition:
    """Games with `game_id % among == place`."""

    place: int = 0
    among: int = 1

    def own(self, game: str = "game_id") -> Q:
        """Return the filter for rows of this share; `game` is the column with the game's id."""
        return Q(Exact(F(game) % self.among, self.place))


WHOLE = Partition()
"""All games: the share of a single worker."""


def partition_of(process: int | None) -> Partition:
    """Return the share of the worker with this Process key; all games if it has no live row."""
    workers = Process.objects.filter(kind=Process.Kind.WORKER, seen_at__gt=Now() - GONE_AFTER)
    living = list(workers.order_by("pk").values_list("pk", flat=True))
    return Partition(living.index(process), len(living)) if process in living else WHOLE
