"""Notices by mail, in text and HTML, with links that answer requests, and an unsubscribe link.

Addresses that permanently reject mail are suppressed (RestingAddress).
"""

from collections.abc import Sequence
from dataclasses import asdict
from email.utils import parseaddr

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from games.community.notices.answer_links import AnswerLinks, no_links
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


def send_mail(deliveries: Sequence[Delivery], answers: AnswerLinks = no_links) -> DeliveryOutcome:
    """Send one user's notices in a single email, with the links to answer requests."""
    first = deliveries[0]
    user = first.notice.user
    address = addresses_of([user.pk]).get(user.pk)
    if address is None:
        return rests("The address is no longer confirmed.")
    resting = RestingAddress.objects.filter(address=address).first()
    if resting is not None:
        return rests(_PAUSED.format(reason=resting.get_reason_display().lower()))
    outcome = smtp.send(_mail(user, address, deliveries, answers))
    if outcome.state == Delivery.State.RESTING:
        RestingAddress.objects.get_or_create(
            address=address,
            defaults={"reason": RestingAddress.Reason.REFUSED, "answer": outcome.answer},
        )
    return outcome


def _mail(
    user: User, address: str, deliveries: Sequence[Delivery], answers: AnswerLinks
) -> EmailMultiAlternatives:
    first = deliveries[0]
    stop = link(reverse("stop_mail", args=[stop_token(user.pk, address)]))
    notices = [{"text": one.notice.text, "url": page_of(one)} for one in deliveries]
    context = {
        "name": str(user),
        "notices": notices,
        "answers": _answers(user, deliveries, answers),
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


def _answers(
    user: User, deliveries: Sequence[Delivery], answers: AnswerLinks
) -> list[dict[str, str]]:
    """Return the answers that the user can give now in the games of a mail."""
    games = [one.notice.game for one in deliveries]
    codes = dict.fromkeys(game.code for game in games if game is not None)
    found = [answer for code in codes for answer in answers(user, code)]
    # What is about no table comes last, and once.
    about_none = [answer for answer in found if not answer.heading][:1]
    return [
        {**asdict(answer), "url": link(answer.path)}
        for answer in (*(each for each in found if each.heading), *about_none)
    ]
