"""Give running games the time lost in an outage, in batches.

Between batches the worker sends heartbeats and fires due items. Each game's clocks store the number
of the last outage given back, so none is given back twice; the outage's row only stores the
progress. A game whose deadline comes before its batch gets its time back at the deadline.
"""

import logging

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from games.models import Due, Game, Outage
from games.playing.clocks import expiry, outages
from games.storage.processes.isolation import count_done
from games.storage.store import clocks
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import load_locked

logger = logging.getLogger(__name__)

BATCH = 20


def give_back() -> bool:
    """Give one batch of games their lost time back; close the outage after the last batch.

    Return whether games remain; False if another worker has the lock. Raises DatabaseError.
    """
    # The newest outage suffices: giving a game back its time also covers all older outages.
    waiting = Outage.objects.filter(closed_at=None).order_by("-pk")
    newest = waiting.values_list("pk", flat=True).first()
    return newest is not None and _give_back(newest)


@transaction.atomic
def _give_back(number: int) -> bool:
    rows = Outage.objects.select_for_update(skip_locked=True, no_key=True)
    outage = rows.filter(pk=number, closed_at=None).first()
    if outage is None:
        return False
    waiting = _games().filter(pk__gt=outage.given_to).order_by("pk")
    found = list(waiting.values_list("pk", "code")[:BATCH])
    count_done("game", [code for _, code in found], settle)
    is_done = len(found) < BATCH
    if is_done:
        _close(outage)
    else:
        Outage.objects.filter(pk=number).update(given_to=found[-1][0])
    return not is_done


def _games() -> QuerySet[Game]:
    """Return the running games whose clocks are affected by an open outage."""
    running = Game.objects.filter(status=Game.Status.RUNNING, held_since=None)
    if Outage.objects.filter(closed_at=None, ended__lt=F("began")).exists():
        # The clock stepped back, which also affects the delays of bots.
        return running
    return running.filter(Exists(Due.objects.filter(game=OuterRef("pk"), kind=clocks.CLOCK)))


@transaction.atomic
def settle(code: str) -> bool:
    """Give a game its lost time back; return False if the game is held or an outage continues."""
    stored = load_locked(code)
    signs = outages.signs(stored.clocks.outage)
    # A held game gets all time since it was held back when the moderator resumes it.
    if signs.reached is None or stored.held_since is not None:
        return False
    expiry.settle(stored, signs)
    return True


def _close(outage: Outage) -> None:
    moment = moment_now()
    Outage.objects.filter(pk__lte=outage.pk, closed_at=None).update(closed_at=moment)
    took = (moment - outage.ended).total_seconds()
    logger.info("outage closed: all clocks corrected outage=%s took=%.1f", outage.pk, took)
