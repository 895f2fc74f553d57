"""Letters by mail, in text and HTML with maps, and links to answer or unsubscribe.

Addresses that permanently reject mail are suppressed (RestingAddress).
"""

from collections.abc import Sequence
from email.mime.image import MIMEImage
from email.utils import parseaddr

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from games.community.notices.answer_links import AnswerLinks
from games.community.notices.channels import smtp
from games.community.notices.channels.common import DeliveryOutcome, rests
from games.community.notices.letters.letter import Letter
from games.community.notices.letters.writing import letter_for
from games.community.notices.links import link, page_of
from games.community.notices.notices import addresses_of, notify
from games.drawing.pictures.map_picture import map_png
from games.models import Delivery, Notice, RestingAddress, User
from games.storage.store.database_time import moment_now

_PAUSED = "Email to this address is paused: {reason}."
_SEVERAL = "{subject}, and {number} more"


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


def send_mail(
    deliveries: Sequence[Delivery], answers: AnswerLinks | None = None
) -> DeliveryOutcome:
    """Send one user's notices in a single email, with a letter for each game.

    `answers` returns the links to answer requests.
    """
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
        _, is_new = RestingAddress.objects.get_or_create(
            address=address,
            defaults={"reason": RestingAddress.Reason.REFUSED, "answer": outcome.answer},
        )
        if is_new:
            cause = f"address {first.pk}"
            notify(Notice.Kind.CHANNEL, user, None, cause, _STOPPED.format(address=address))
    return outcome


_STOPPED = (
    "We stopped emailing {address}: it rejected our email. Once it works, resume email in the "
    "settings of your notices."
)


class _MailWithPictures(EmailMultiAlternatives):
    # Mail programs show the pictures of a “related” message in its HTML, not as attachments.
    mixed_subtype = "related"


def _mail(
    user: User, address: str, deliveries: Sequence[Delivery], answers: AnswerLinks | None
) -> EmailMultiAlternatives:
    letters = _letters(user, [delivery.notice for delivery in deliveries], answers)
    stop = link(reverse("stop_mail", args=[stop_token(user.pk, address)]))
    context = {
        "name": str(user),
        "letters": [(letter, _picture_id(number)) for number, letter in enumerate(letters)],
        # A vacation is about no table, so one link is enough.
        "away": next((letter.away for letter in letters if letter.away), None),
        "stop": stop,
        "settings": link(reverse("notice_choices")),
    }
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{_subject(letters)}"
    mail = _MailWithPictures(
        " ".join(subject.split()),
        render_to_string("community/notices/mail.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<{deliveries[0].pk}@{host}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("community/notices/mail.html", context), "text/html")
    for number, letter in enumerate(letters):
        if letter.picture is not None:
            mail.attach(_image(map_png(letter.picture), _picture_id(number)))
    return mail


def _letters(user: User, notices: Sequence[Notice], answers: AnswerLinks | None) -> list[Letter]:
    """Return a letter for each game or other page, those that ask for something first."""
    by_game: dict[str, list[Notice]] = {}
    for notice in notices:
        by_game.setdefault(page_of(notice), []).append(notice)
    now = moment_now()
    letters = [letter_for(about, user, now, answers) for about in by_game.values()]
    return sorted(letters, key=lambda letter: not letter.asked)


def _subject(letters: Sequence[Letter]) -> str:
    first, others = letters[0].subject, len(letters) - 1
    if not others:
        return first
    return _SEVERAL.format(subject=first, number=others)


def _picture_id(number: int) -> str:
    """Return the Content-ID of a letter's picture within its email."""
    return f"map-{number + 1}"


def _image(png: bytes, name: str) -> MIMEImage:
    image = MIMEImage(png, "png")
    image.add_header("Content-ID", f"<{name}>")
    image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return image
