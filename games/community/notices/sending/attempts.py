"""Attempts to send something: which row is due, what a failure leads to, and when to try again.

A worker claims rows; if it dies, another claims them after `CLAIM_DURATION`. Everything is sent at
least once, always with the same id.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from time import monotonic
from typing import TypeVar

from django.db.models import F, QuerySet

from games.community.notices.channels.common import DeliveryOutcome, again
from games.community.notices.sending.lanes import Lanes
from games.models import Sending
from games.storage.store.database_time import moment_now
from games.storage.store.sql import Select, ask

logger = logging.getLogger(__name__)

State = Sending.State
Row = TypeVar("Row", bound=Sending)

WAITS = (
    timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10), timedelta(minutes=30),
    timedelta(hours=2), timedelta(hours=6), timedelta(hours=12),
)  # fmt: skip
"""The delay after each failed attempt, unless the receiver asks for a longer one."""

MOST_TRIES = len(WAITS) + 1
"""The number of attempts after which a row is abandoned."""

CLAIM_DURATION = timedelta(minutes=2)
"""How long a worker's claim on a row lasts; longer than any attempt takes."""

_FAILED = "Delivery failed: {error}."


def is_due(first: Select) -> bool:
    """Return whether the earliest `next_at`, which the query returns, has come."""
    # Check first with a SELECT, which locks nothing.
    (found,) = ask((first,), first.values)
    return bool(found) and found[0][0] <= moment_now()


def allowed(rows: QuerySet[Row], lanes: Lanes | None) -> QuerySet[Row]:
    """Return the rows that may be sent now, skipping those that other workers have locked."""
    if lanes is not None:
        rows = rows.exclude(destination__in=lanes.closed())
        alone = lanes.open_alone()
        rows = rows if alone is None else rows.filter(destination__in=alone)
    return rows.select_for_update(skip_locked=True, of=("self",))


def claim(rows: QuerySet[Row]) -> None:
    """Claim locked rows for an attempt."""
    rows.update(next_at=moment_now() + CLAIM_DURATION, tries=F("tries") + 1)


def send(
    rows: Sequence[Row], carrier: Callable[[Sequence[Row]], DeliveryOutcome]
) -> DeliveryOutcome:
    """Send rows together; an unforeseen error is a failure like any other."""
    try:
        return carrier(rows)
    # One faulty row must not stop the others.
    except Exception as error:
        logger.exception("failed %s=%s", _noun(rows[0]), rows[0].pk)
        return again(_FAILED.format(error=type(error).__name__))


def send_in_lane(
    rows: Sequence[Row], carrier: Callable[[Sequence[Row]], DeliveryOutcome], lanes: Lanes
) -> tuple[DeliveryOutcome, float]:
    """Send rows to which `lanes` has given a slot, and free it; return the outcome and the pause.

    The pause of the destination is in seconds.
    """
    began = monotonic()
    outcome = send(rows, carrier)
    was_sent = outcome.state == State.SENT
    return outcome, lanes.end(rows[0].destination, monotonic() - began, was_sent)


def postpone(rows: QuerySet[Row], seconds: float) -> None:
    """Postpone waiting rows to the end of a pause."""
    until = moment_now() + timedelta(seconds=seconds)
    rows.filter(state=State.WAITING, next_at__lt=until).update(next_at=until)


def record_outcome(rows: Sequence[Row], outcome: DeliveryOutcome) -> None:
    """Record the outcome of an attempt, unless another worker has claimed the rows since."""
    first = rows[0]
    logger.info(
        "%s=%s channel=%s state=%s tries=%s",
        _noun(first),
        first.pk,
        getattr(first, "channel", "table"),
        outcome.state,
        first.tries,
    )
    if outcome.state != State.WAITING:
        close(rows, outcome.state, outcome.answer)
    elif first.tries >= MOST_TRIES:
        close(rows, State.GIVEN_UP, outcome.answer)
    else:
        # The same moment for all, so that the next attempt has the same rows.
        next_at = moment_now() + max(WAITS[first.tries - 1], outcome.wait)
        for row in rows:
            _claimed(row).update(next_at=next_at, answer=outcome.answer)


def close(rows: Sequence[Row], state: str, answer: str) -> None:
    """Set the final state of rows, unless another worker has claimed them since.

    Those of one email get the same `done_at`.
    """
    done_at = moment_now()
    for row in rows:
        cleared = dict.fromkeys(row.cleared, "")
        _claimed(row).update(state=state, answer=answer, done_at=done_at, **cleared)


def _claimed(row: Sending) -> QuerySet[Sending]:
    """Return a query that matches a row only while this worker's claim on it lasts."""
    return type(row)._default_manager.filter(
        pk=row.pk, state=State.WAITING, tries=row.tries, next_at=row.next_at
    )


def _noun(row: Sending) -> str:
    return str(row._meta.verbose_name)
