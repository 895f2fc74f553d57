"""Deliver notices: a worker claims a delivery, attempts it, and schedules a retry if it fails.

If the worker dies, another claims the delivery after `CLAIM_DURATION`. Delivery is at least once,
always with the same id. Webhooks and pushes are sent in lanes (`lanes`).
"""

import logging
from collections.abc import Sequence
from datetime import timedelta
from time import monotonic
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from games.community.notices.answer_links import AnswerLinks, no_links
from games.community.notices.channels import CARRIERS
from games.community.notices.channels.common import DeliveryOutcome, again
from games.community.notices.channels.mail import send_mail
from games.community.notices.lanes import MOST_KNOWN, Lanes
from games.models import Delivery, Game, LastVisit, Notice, User
from games.storage.processes import presence
from games.storage.store.database_time import moment_now
from games.storage.store.sql import Select, ask

logger = logging.getLogger(__name__)

State, Channel = Delivery.State, Delivery.Channel

WAITS = (
    timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10), timedelta(minutes=30),
    timedelta(hours=2), timedelta(hours=6), timedelta(hours=12),
)  # fmt: skip
"""The delay after each failed attempt."""

MOST_TRIES = len(WAITS) + 1
"""The number of attempts after which a delivery is abandoned."""

CLAIM_DURATION = timedelta(minutes=2)
"""How long a worker's claim on a delivery lasts; longer than any attempt takes."""

KEPT_DAYS = 60
"""How long notices are kept."""

MOST_IN_A_MAIL = 50


_WAITING = Delivery.objects.filter(state=State.WAITING).order_by("next_at")


class DeliveryQueue:
    """The queue of one group of threads: the deliveries of its channels, oldest first."""

    def __init__(self, rows: QuerySet[Delivery], has_digests: bool) -> None:
        self.rows, self.has_digests = rows, has_digests
        self.next = Select(rows.values_list("next_at")[:1])

    def due(self) -> QuerySet[Delivery]:
        """Return the deliveries that are due."""
        return self.rows.filter(next_at__lte=moment_now())


ANY = DeliveryQueue(_WAITING, has_digests=True)
BY_MAIL = DeliveryQueue(_WAITING.filter(channel=Channel.MAIL), has_digests=True)
BY_POST = DeliveryQueue(_WAITING.exclude(channel=Channel.MAIL), has_digests=False)
"""`BY_POST` has the webhooks and pushes, sent to servers that users have specified."""


def deliver_next(queue: DeliveryQueue = ANY, answers: AnswerLinks = no_links) -> bool:
    """Attempt the first due delivery; return False if none is due. Raises DatabaseError.

    Mail has the links that `answers` returns for its reader and games.
    """
    taken = claim_next(queue)
    if taken:
        attempt(still_wanted(taken), answers)
    return bool(taken)


def claim_next(queue: DeliveryQueue, lanes: Lanes | None = None) -> list[Delivery]:
    """Claim the first due delivery that may be sent now, or a whole digest; [] if there is none."""
    # Check first with a SELECT, which locks nothing.
    (found,) = ask((queue.next,), queue.next.values)
    return _claim(queue, lanes) if found and found[0][0] <= moment_now() else []


def attempt(wanted: Sequence[Delivery], answers: AnswerLinks = no_links) -> None:
    """Send deliveries together, if there are any, and record the outcome."""
    if wanted:
        _record_outcome(wanted, _send(wanted, answers))


def attempt_in_lane(wanted: Sequence[Delivery], lanes: Lanes) -> None:
    """Send deliveries to which `lanes` has given a slot, and free the slot afterwards."""
    destination, began = wanted[0].destination, monotonic()
    outcome = _send(wanted)
    rests = lanes.end(destination, monotonic() - began, outcome.state == State.SENT)
    _record_outcome(wanted, outcome)
    if rests:
        # Postpone the destination's other deliveries too, so that no other worker waits for it.
        until = moment_now() + timedelta(seconds=rests)
        _WAITING.filter(destination=destination, next_at__lt=until).update(next_at=until)


def fast_destinations() -> list[str]:
    """Return the destinations that have accepted a delivery within KEPT_DAYS."""
    lately = moment_now() - timedelta(days=KEPT_DAYS)
    done = Delivery.objects.filter(state=State.SENT, done_at__gt=lately).exclude(destination="")
    return list(done.order_by().values_list("destination", flat=True).distinct()[:MOST_KNOWN])


@transaction.atomic
def _claim(queue: DeliveryQueue = ANY, lanes: Lanes | None = None) -> list[Delivery]:
    """Claim all deliveries of one due daily digest, else the first due delivery."""
    single = queue.due().filter(in_digest=False)
    if lanes is not None:
        single = single.exclude(destination__in=lanes.closed())
        alone = lanes.open_alone()
        single = single if alone is None else single.filter(destination__in=alone)
    single = single.select_for_update(skip_locked=True, of=("self",))
    digest = _digest() if queue.has_digests else []
    ids = digest or [delivery.pk for delivery in single[:1]]
    if not ids:
        return []
    next_at = moment_now() + CLAIM_DURATION
    Delivery.objects.filter(pk__in=ids).update(next_at=next_at, tries=F("tries") + 1)
    related = ("notice__user__webhook", "notice__game", "browser")
    # A digest lists its notices in the order they were made.
    return list(
        Delivery.objects.filter(pk__in=ids)
        .select_related(*related)
        .defer(*(f"notice__game__{column}" for column in Game.secrets))
        .order_by("notice__made_at", "pk")
    )


def _digest() -> list[UUID]:
    """Lock one user whose daily digest is due; return the primary keys of the digest's deliveries.

    The lock ensures that only one worker claims the digest, so that it is sent as one email.
    """
    due = BY_MAIL.due().filter(in_digest=True)
    readers = User.objects.filter(pk__in=due.order_by().values("notice__user"))
    reader = readers.select_for_update(skip_locked=True, no_key=True).first()
    if reader is None:
        return []
    return list(due.filter(notice__user=reader).values_list("pk", flat=True)[:MOST_IN_A_MAIL])


def still_wanted(taken: list[Delivery]) -> list[Delivery]:
    """Return the deliveries still worth sending; mark the others, seen on the site, as withheld."""
    wanted = []
    for delivery in taken:
        why = _why_not(delivery.notice)
        if why:
            _close([delivery], State.WITHHELD, why)
        else:
            wanted.append(delivery)
    return wanted


def _why_not(notice: Notice) -> str:
    if notice.kind == Notice.Kind.TRIAL:
        return ""
    visits = LastVisit.objects.filter(user=notice.user_id, game=notice.game_id)
    if _is_looking(notice) or visits.filter(seen_at__gte=notice.made_at).exists():
        return "You were looking at the game."
    was_read = notice.read_at is not None and notice.read_at > notice.made_at
    return "You had already read it here." if was_read else ""


def _is_looking(notice: Notice) -> bool:
    if notice.game is None:
        return False
    return notice.game.code in presence.looking_now([notice.user_id]).get(notice.user_id, ())


_FAILED = "Delivery failed: {error}."


def _send(deliveries: Sequence[Delivery], answers: AnswerLinks = no_links) -> DeliveryOutcome:
    channel = deliveries[0].channel
    try:
        if channel == Channel.MAIL:
            return send_mail(deliveries, answers)
        return CARRIERS[channel](deliveries)
    # A faulty delivery must not stop the others.
    except Exception as error:
        logger.exception("failed delivery=%s", deliveries[0].pk)
        return again(_FAILED.format(error=type(error).__name__))


def _record_outcome(deliveries: Sequence[Delivery], outcome: DeliveryOutcome) -> None:
    """Record the outcome of an attempt, unless another worker has claimed the delivery since."""
    first = deliveries[0]
    logger.info(
        "delivery=%s channel=%s state=%s tries=%s",
        first.pk,
        first.channel,
        outcome.state,
        first.tries,
    )
    if outcome.state != State.WAITING:
        _close(deliveries, outcome.state, outcome.answer)
    elif first.tries >= MOST_TRIES:
        _close(deliveries, State.GIVEN_UP, outcome.answer)
    else:
        next_at = moment_now() + WAITS[first.tries - 1]
        for delivery in deliveries:
            _claimed(delivery).update(next_at=next_at, answer=outcome.answer)


def _close(deliveries: Sequence[Delivery], state: str, answer: str) -> None:
    for delivery in deliveries:
        _claimed(delivery).update(state=state, answer=answer, done_at=moment_now())


def _claimed(delivery: Delivery) -> QuerySet[Delivery]:
    """Return a query that matches the delivery only while this worker's claim on it lasts."""
    return Delivery.objects.filter(
        pk=delivery.pk, state=State.WAITING, tries=delivery.tries, next_at=delivery.next_at
    )


def remove_old_notices() -> int:
    """Delete notices older than KEPT_DAYS and their deliveries; return the number of notices."""
    old = Notice.objects.filter(made_at__lt=moment_now() - timedelta(days=KEPT_DAYS))
    count = old.count()
    old.delete()
    return count
