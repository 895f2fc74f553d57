"""Notices by mail, in text and HTML, with an unsubscribe link.

Addresses that permanently reject mail are suppressed (RestingAddress).
"""

from collections.abc import Sequence
from email.utils import parseaddr

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from games.community.notices.channels import smtp
from games.community.notices.channels.common import DeliveryOutcome, link, page_of, rests
from games.community.notices.notices import addresses_of
from games.models import Delivery, RestingAddress, User

_PAUSED = "Email to this address is paused: {reason}."
_SEVERAL = "{number} notices from your games"


def stop_token(user: int, address: str) -> str:
    """Return the token of an unsubscribe link, which needs no login and never expires."""
    return signing.dumps([user, address], salt="stop-mail", compress=False)


def read_stop_token(token: str) -> str | None:
    """Return the address to unsubscribe; None if the token's signature is invalid."""
    try:
        _, address = signing.loads(token, salt="stop-mail")
    except (signing.BadSignature, ValueError):
        return None
    return str(address)


def send_mail(deliveries: Sequence[Delivery]) -> DeliveryOutcome:
    """Send one user's notices in a single email."""
    first = deliveries[0]
    user = first.notice.user
    address = addresses_of([user.pk]).get(user.pk)
    if address is None:
        return rests("The address is no longer confirmed.")
    resting = RestingAddress.objects.filter(address=address).first()
    if resting is not None:
        return rests(_PAUSED.format(reason=resting.get_reason_display().lower()))
    outcome = smtp.send(_mail(user, address, deliveries))
    if outcome.state == Delivery.State.RESTING:
        RestingAddress.objects.get_or_create(
            address=address,
            defaults={"reason": RestingAddress.Reason.REFUSED, "answer": outcome.answer},
        )
    return outcome


def _mail(user: User, address: str, deliveries: Sequence[Delivery]) -> EmailMultiAlternatives:
    first = deliveries[0]
    stop = link(reverse("stop_mail", args=[stop_token(user.pk, address)]))
    notices = [{"text": one.notice.text, "url": page_of(one)} for one in deliveries]
    context = {
        "name": str(user),
        "notices": notices,
        "stop": stop,
        "settings": link(reverse("notice_choices")),
    }
    count = len(notices)
    subject = notices[0]["text"] if count == 1 else _SEVERAL.format(number=count)
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    mail = EmailMultiAlternatives(
        " ".join(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}".split()),
        render_to_string("community/notices/mail.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<{first.pk}@{host}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("community/notices/mail.html", context), "text/html")
    return mail
