"""Deliver notices: a worker claims a delivery, attempts it, and schedules a retry if it fails.

The deliveries of one user and one game that are due by mail are claimed together, as a letter.
Webhooks and pushes are sent in lanes (`lanes`).
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from games.community.notices.answer_links import AnswerLinks
from games.community.notices.channels import CARRIERS
from games.community.notices.channels.common import DeliveryOutcome
from games.community.notices.channels.mail import send_mail
from games.community.notices.sending import attempts
from games.community.notices.sending.lanes import MOST_KNOWN, Lanes
from games.community.notices.sending.wanted import why_not
from games.models import Delivery, Game, Notice
from games.storage.store.database_time import moment_now
from games.storage.store.sql import Select

State, Channel = Delivery.State, Delivery.Channel

KEPT_DAYS = 60
"""How long notices are kept."""

MOST_IN_A_MAIL = 50


_WAITING = Delivery.objects.filter(state=State.WAITING).order_by("next_at")


class DeliveryQueue:
    """The queue of one group of threads: the deliveries of its channels, oldest first."""

    def __init__(self, rows: QuerySet[Delivery], has_mail: bool) -> None:
        self.rows, self.has_mail = rows, has_mail
        self.next = Select(rows.values_list("next_at")[:1])

    def due(self) -> QuerySet[Delivery]:
        """Return the deliveries that are due."""
        return self.rows.filter(next_at__lte=moment_now())


ANY = DeliveryQueue(_WAITING, has_mail=True)
BY_MAIL = DeliveryQueue(_WAITING.filter(channel=Channel.MAIL), has_mail=True)
BY_POST = DeliveryQueue(_WAITING.exclude(channel=Channel.MAIL), has_mail=False)
"""`BY_POST` has the webhooks and pushes, sent to servers that users have specified."""


def deliver_next(queue: DeliveryQueue = ANY, answers: AnswerLinks | None = None) -> bool:
    """Attempt the first due delivery; return False if none is due. Raises DatabaseError.

    Mail has the links that `answers` returns for its reader and games.
    """
    taken = claim_next(queue)
    if taken:
        attempt(still_wanted(taken), answers)
    return bool(taken)


def claim_next(queue: DeliveryQueue, lanes: Lanes | None = None) -> list[Delivery]:
    """Claim the first due delivery that may be sent now, or all of a mail; [] if there is none."""
    return _claim(queue, lanes) if attempts.is_due(queue.next) else []


def attempt(wanted: Sequence[Delivery], answers: AnswerLinks | None = None) -> None:
    """Send deliveries together, if there are any, and record the outcome."""
    if wanted:
        carry = partial(_carry, answers=answers)
        attempts.record_outcome(wanted, attempts.send(wanted, carry))


def attempt_in_lane(wanted: Sequence[Delivery], lanes: Lanes) -> None:
    """Send deliveries to which `lanes` has given a slot, and free the slot afterwards."""
    outcome, pause = attempts.send_in_lane(wanted, _carry, lanes)
    attempts.record_outcome(wanted, outcome)
    if pause:
        # Postpone the destination's other deliveries too, so that no other worker waits for it.
        attempts.postpone(Delivery.objects.filter(destination=wanted[0].destination), pause)


def _carry(deliveries: Sequence[Delivery], answers: AnswerLinks | None = None) -> DeliveryOutcome:
    channel = deliveries[0].channel
    if channel == Channel.MAIL:
        return send_mail(deliveries, answers)
    return CARRIERS[channel](deliveries)


def fast_destinations() -> list[str]:
    """Return the destinations that have accepted a delivery within KEPT_DAYS."""
    lately = moment_now() - timedelta(days=KEPT_DAYS)
    done = Delivery.objects.filter(state=State.SENT, done_at__gt=lately).exclude(destination="")
    return list(done.order_by().values_list("destination", flat=True).distinct()[:MOST_KNOWN])


@transaction.atomic
def _claim(queue: DeliveryQueue = ANY, lanes: Lanes | None = None) -> list[Delivery]:
    """Claim the deliveries of one due letter or daily digest, else the first due delivery."""
    ids = _of_one_mail() if queue.has_mail else []
    if not ids:
        single = attempts.allowed(queue.due().exclude(channel=Channel.MAIL), lanes)
        ids = [delivery.pk for delivery in single[:1]]
    if not ids:
        return []
    attempts.claim(Delivery.objects.filter(pk__in=ids))
    related = ("notice__user__webhook", "notice__game__host", "browser")
    # A mail lists its notices in the order they were made.
    return list(
        Delivery.objects.filter(pk__in=ids)
        .select_related(*related)
        .defer(*(f"notice__game__{column}" for column in Game.secrets))
        .order_by("notice__made_at", "pk")
    )


def _of_one_mail() -> list[UUID]:
    """Lock the user of the first due mail; return the deliveries that one email has.

    These are all due deliveries of a daily digest, or those of a letter about one game. The lock
    ensures that only one worker claims them.
    """
    first = (
        BY_MAIL.due()
        .select_related("notice__user")
        .select_for_update(skip_locked=True, no_key=True, of=("notice__user",))
        .first()
    )
    if first is None:
        return []
    notice, now = first.notice, moment_now()
    rows = BY_MAIL.rows.filter(notice__user=notice.user, in_digest=first.in_digest)
    if first.in_digest:
        due = rows.filter(next_at__lte=now)
        return list(due.values_list("pk", flat=True)[:MOST_IN_A_MAIL])
    if notice.game_id is None:
        return list(rows.filter(pk=first.pk, next_at__lte=now).values_list("pk", flat=True))
    # Another worker may have claimed the first delivery before its user was locked.
    found = {row.pk: row for row in rows.filter(notice__game=notice.game_id)[:MOST_IN_A_MAIL]}
    leader = found.get(first.pk)
    if leader is None or leader.next_at > now:
        return []
    return [row.pk for row in found.values() if _goes_with(row, leader)]


def _goes_with(row: Delivery, leader: Delivery) -> bool:
    """Return whether a delivery is part of a letter: every attempt has the same ones.

    A first attempt also takes those that wait to be gathered.
    """
    is_new = row.tries == leader.tries == 0
    return is_new or (row.tries == leader.tries and row.next_at == leader.next_at)


def still_wanted(taken: list[Delivery]) -> list[Delivery]:
    """Return the deliveries still worth sending; mark the others as withheld."""
    reasons = why_not(taken)
    for delivery in taken:
        if delivery.pk in reasons:
            attempts.close([delivery], State.WITHHELD, reasons[delivery.pk])
    return [delivery for delivery in taken if delivery.pk not in reasons]


def remove_old_notices() -> int:
    """Delete notices older than KEPT_DAYS and their deliveries; return the number of notices."""
    old = Notice.objects.filter(made_at__lt=moment_now() - timedelta(days=KEPT_DAYS))
    count = old.count()
    old.delete()
    return count
