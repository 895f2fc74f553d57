"""The outbox: requests store mail in their transaction, and a worker sends it.

A request never connects to a mail server. A password reset stores only the typed address; the
worker looks up the account, so the response time does not reveal whether the address has an
account.
"""

import hashlib
import hmac
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import QuerySet

from games.community.notices.channels import smtp
from games.community.notices.channels.common import DeliveryOutcome, again, rests
from games.community.notices.sending import account_mail
from games.community.trust import email_addresses
from games.models import Delivery, OutgoingMail
from games.storage.store.database_time import moment_now
from games.storage.store.sql import Select, ask

logger = logging.getLogger(__name__)

Kind = OutgoingMail.Kind
State = OutgoingMail.State

HOUR = timedelta(hours=1)
CLAIMED_FOR = timedelta(minutes=2)
"""How long a worker's claim on an email lasts; longer than any attempt takes."""

WAITS = tuple(timedelta(seconds=seconds) for seconds in (15, 30, 60, 120, 300))
"""The delays between attempts; the last one repeats until the email is too old."""

POSTPONED = timedelta(minutes=5)
"""How long an email is postponed if the total limit or its network's limit is reached."""

KEPT = timedelta(days=1)
"""How long a row is kept; its content is cleared once it is sent or dropped."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The lifetime of a kind of mail, and its hourly rate limits.

    There is a limit per recipient address, one in total, and, for mail that has a network, one per
    network.
    """

    an_address: int
    in_all: int
    lifetime: timedelta
    a_network: int = 0


LIMITS = {
    Kind.RESET: Limits(3, 300, HOUR),
    Kind.UNCONFIRMED_RESET: Limits(3, 60, HOUR),
    Kind.CONFIRMATION: Limits(5, 120, 12 * HOUR, 20),
    Kind.CHANGE: Limits(5, 120, 12 * HOUR, 20),
    Kind.OTHER: Limits(20, 1000, 24 * HOUR),
}
"""The limits of each kind.

Anybody may sign up with any address, then request its confirmation and a password reset. Resets of
confirmed addresses, and confirmations of a change of a confirmed address, are separate kinds, so
that such sign-ups cannot exhaust their limits. Each network (an IPv4 /24 or an IPv6 /48) may use
only a small share of the confirmations, so that no network can exhaust them.
"""


# Storing


class OutboxBackend(BaseEmailBackend):
    """Django mail backend that stores all mail sent by `django.core.mail` in the outbox."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store messages; return their number."""
        for message in email_messages:
            enqueue(message)
        return len(email_messages)


def enqueue(message: EmailMessage, kind: Kind = Kind.OTHER, network: str = "") -> None:
    """Store an email to send once the transaction commits; raise ValueError for attachments.

    `network` is the digest of the network from which the mail was requested, for the limit per
    network.
    """
    if message.attachments:
        raise ValueError("The outbox takes no attachments.")
    addresses = message.recipients()
    if not addresses:
        return
    content = {
        "subject": str(message.subject),
        "body": str(message.body),
        "from": message.from_email,
        "to": addresses,
        "headers": {name: str(value) for name, value in message.extra_headers.items()},
        "subtype": message.content_subtype,
        "alternatives": [
            [str(one[0]), str(one[1])] for one in getattr(message, "alternatives", [])
        ],
    }
    _store(kind, addresses[0], content, network)


def enqueue_reset(address: str) -> None:
    """Store a request for a password reset, whether the address has an account or not."""
    _store(Kind.RESET, address, {"address": address})


def _store(kind: Kind, address: str, content: dict[str, Any], network: str = "") -> None:
    now = moment_now()
    OutgoingMail.objects.create(
        kind=kind,
        recipient=_digest(address),
        network=network,
        content=content,
        made_at=now,
        next_at=now,
    )


def _digest(address: str) -> str:
    key = f"outbox:{settings.SECRET_KEY}".encode()
    return hmac.new(key, address.lower().encode(), hashlib.sha256).hexdigest()


def forget_recipients(addresses: Collection[str]) -> None:
    """Delete all stored mail to these addresses."""
    OutgoingMail.objects.filter(recipient__in=[_digest(one) for one in addresses if one]).delete()


def remove_old_mails() -> int:
    """Delete rows older than KEPT; return how many."""
    return OutgoingMail.objects.filter(made_at__lt=moment_now() - KEPT).delete()[0]


# Sending


_WAITING = OutgoingMail.objects.filter(state=State.WAITING).order_by("next_at")
_NEXT = Select(_WAITING.values_list("next_at")[:1])


def send_next() -> bool:
    """Send the email that is due first; return False if none is due. Raises DatabaseError."""
    (found,) = ask((_NEXT,), _NEXT.values)
    if not found or found[0][0] > moment_now():
        return False
    mail = _take()
    if mail is not None:
        _record_outcome(mail, _try(mail))
    return True


@transaction.atomic
def _take() -> OutgoingMail | None:
    """Claim the email due first; None if a rate limit or another worker prevents it."""
    now = moment_now()
    first = _WAITING.filter(next_at__lte=now).first()
    if first is None:
        return None
    # Lock all emails to the address, so that concurrent workers cannot exceed the limit.
    rows = OutgoingMail.objects.filter(recipient=first.recipient, kind=first.kind).order_by("pk")
    found = {row.pk: row for row in rows.select_for_update()}
    mail = found.pop(first.pk, None)
    if mail is None or mail.state != State.WAITING or mail.next_at > now:
        return None
    # Only the worker looks up whether the address is confirmed, see `enqueue_reset`.
    if mail.kind == Kind.RESET and not email_addresses.is_confirmed(mail.content["address"]):
        OutgoingMail.objects.filter(pk=mail.pk).update(kind=Kind.UNCONFIRMED_RESET)
        return None
    if not _may_go(mail, found.values(), now):
        return None
    mail.tries, mail.next_at = mail.tries + 1, now + CLAIMED_FOR
    mail.save(update_fields=["tries", "next_at"])
    return mail


def _may_go(mail: OutgoingMail, to_same: Collection[OutgoingMail], now: datetime) -> bool:
    """Return whether an email's limits allow sending it; if not, drop or postpone it."""
    limits, kind = LIMITS[Kind(mail.kind)], mail.kind
    if mail.made_at + limits.lifetime <= now:
        _drop(mail, "too old")
    elif mail.tries:
        return True
    elif sum(_is_recent(one, now) for one in to_same) >= limits.an_address:
        _drop(mail, "too many to one address")
    elif mail.network and _sent_lately(now, kind=kind, network=mail.network) >= limits.a_network:
        logger.info("mail=%s kind=%s postponed: too many from one network", mail.pk, kind)
        _postpone(mail, now)
    elif _sent_lately(now, kind=kind) >= limits.in_all:
        logger.warning("mail limit reached kind=%s in_all=%s", kind, limits.in_all)
        _postpone(mail, now)
    else:
        return True
    return False


def _is_recent(mail: OutgoingMail, now: datetime) -> bool:
    """Return whether sending an email was attempted in the last hour, judging by its `next_at`."""
    return mail.tries > 0 and mail.state != State.DROPPED and mail.next_at > now - HOUR


def _sent_lately(now: datetime, **which: str) -> int:
    """Count the emails for which `_is_recent` is true."""
    rows = OutgoingMail.objects.filter(tries__gt=0, next_at__gt=now - HOUR, **which)
    return rows.exclude(state=State.DROPPED).count()


def _postpone(mail: OutgoingMail, now: datetime) -> None:
    OutgoingMail.objects.filter(pk=mail.pk).update(next_at=now + POSTPONED)


def _drop(mail: OutgoingMail, why: str) -> None:
    logger.info("mail=%s kind=%s dropped: %s", mail.pk, mail.kind, why)
    OutgoingMail.objects.filter(pk=mail.pk).update(state=State.DROPPED, content={})


def _try(mail: OutgoingMail) -> DeliveryOutcome:
    try:
        message = _message(mail)
        return rests("nobody to send it to") if message is None else smtp.send(message)
    # A faulty email must not stop the others.
    except Exception as error:
        logger.exception("failed mail=%s", mail.pk)
        return again(type(error).__name__)


def _message(mail: OutgoingMail) -> EmailMessage | None:
    """Return the mail to send; None for a reset of an address without an account."""
    content = mail.content
    if mail.kind in (Kind.RESET, Kind.UNCONFIRMED_RESET):
        return account_mail.reset_message(content["address"])
    message = EmailMultiAlternatives(
        content["subject"],
        content["body"],
        content["from"],
        # Further recipients go to Bcc, so that their addresses are not shown.
        bcc=content["to"][1:],
        to=content["to"][:1],
        headers={"Auto-Submitted": "auto-generated", **content["headers"]},
    )
    message.content_subtype = content["subtype"]
    for text, kind in content["alternatives"]:
        message.attach_alternative(text, kind)
    return message


def _record_outcome(mail: OutgoingMail, outcome: DeliveryOutcome) -> None:
    """Record the outcome of an attempt, unless another worker has claimed the email since."""
    mine = OutgoingMail.objects.filter(pk=mail.pk, tries=mail.tries, next_at=mail.next_at)
    logger.info("mail=%s kind=%s state=%s tries=%s", mail.pk, mail.kind, outcome.state, mail.tries)
    if outcome.state == Delivery.State.WAITING:
        wait = WAITS[min(mail.tries, len(WAITS)) - 1]
        mine.update(next_at=moment_now() + wait)
        return
    is_sent = outcome.state == Delivery.State.SENT
    mine.update(state=State.SENT if is_sent else State.DROPPED, content={})


def waiting() -> QuerySet[OutgoingMail]:
    """Return the emails waiting to be sent."""
    return OutgoingMail.objects.filter(state=State.WAITING)
