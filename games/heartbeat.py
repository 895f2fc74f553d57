"""How the site knows for how long it did not live: workers write down that they do.

While no worker lives nothing runs out. Afterwards all clocks are given back the time that was
lost, and no more.
"""

from collections.abc import Iterator
from datetime import timedelta

from django.db import transaction

from games.clocks import milliseconds
from games.ladder import Lost
from games.models import Heartbeat, Outage
from games.statements import Select, ask
from games.timekeeping import moment_now

BEAT = timedelta(seconds=2)
"""How often it is written down that a worker lives, however many there are."""

MOST_SILENT = timedelta(seconds=10)
"""After so long a silence nobody lived, and what was lost is given back."""

_ROW = 1
_OUTAGES = Select(
    Outage.objects.filter(pk__gt=0).order_by("pk").values_list("pk", "began", "ended")
)


def beat() -> bool:
    """Write down that a worker lives; say whether there was an outage before."""
    last = Heartbeat.objects.filter(pk=_ROW).values_list("at", flat=True).first()
    if last is not None and moment_now() - last < BEAT:
        return False
    return _beat()


@transaction.atomic
def _beat() -> bool:
    Heartbeat.objects.get_or_create(pk=_ROW, defaults={"at": moment_now()})
    # Of several workers that come back at once, one finds that there was an outage.
    last = Heartbeat.objects.select_for_update().get(pk=_ROW).at
    moment = moment_now()
    Heartbeat.objects.filter(pk=_ROW).update(at=moment)
    if moment - last < MOST_SILENT:
        return False
    Outage.objects.create(began=last, ended=moment)
    return True


def is_alive() -> bool:
    """Say whether a worker lives."""
    last = Heartbeat.objects.filter(pk=_ROW).values_list("at", flat=True).first()
    return last is not None and moment_now() - last < MOST_SILENT


def outages_after(number: int) -> Iterator[Lost]:
    """Yield the outages since the one of a number, the oldest first."""
    (found,) = ask((_OUTAGES,), (number,))
    for key, began, ended in found:
        yield Lost(key, milliseconds(began), milliseconds(ended))
