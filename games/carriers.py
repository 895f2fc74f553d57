"""How a notice goes out: what each way sends, and what its answer means.

Every message carries the id of its delivery, the same at every try, so that who gets it twice
can tell.
"""

import base64
import hashlib
import hmac
import json
import secrets
import smtplib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from games import outbound
from games.models import Delivery, PushBrowser, RestingAddress, User
from games.models.notices import LONGEST_ANSWER
from games.notice_choices import Channel
from games.notices import addresses_of

GONE = (404, 410)
"""What a push service answers for a browser that takes no pushes any more."""

REFUSED_FOR_GOOD = (550, 551, 553)
"""What a mail server answers for an address there is not."""

State = Delivery.State


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a try: sent, resting for good, or (waiting) to be tried again."""

    state: str
    answer: str


def sent(answer: str = "") -> Outcome:
    """Return the outcome of what was taken."""
    return Outcome(State.SENT, answer[:LONGEST_ANSWER])


def again(answer: str) -> Outcome:
    """Return the outcome of what was not taken this time."""
    return Outcome(State.WAITING, answer[:LONGEST_ANSWER])


def rests(answer: str) -> Outcome:
    """Return the outcome of what will never be taken."""
    return Outcome(State.RESTING, answer[:LONGEST_ANSWER])


def link(path: str) -> str:
    """Return the whole address of a page of this site."""
    return settings.SITE_ADDRESS + path


def page_of(delivery: Delivery) -> str:
    """Return the address of the page a notice leads to."""
    game = delivery.notice.game
    return link(reverse("table", args=[game.code]) if game else reverse("notices"))


# Mail


def stop_token(user: int, address: str) -> str:
    """Return what the link to stop mail carries: it works without a log-in, and for ever."""
    return signing.dumps([user, address], salt="stop-mail", compress=False)


def read_stop_token(token: str) -> str | None:
    """Return the address a token stops mail to; None for one that is not ours."""
    try:
        _, address = signing.loads(token, salt="stop-mail")
    except (signing.BadSignature, ValueError):
        return None
    return address


def send_mail(deliveries: Sequence[Delivery]) -> Outcome:
    """Send notices of one user in one mail."""
    first = deliveries[0]
    user = first.notice.user
    address = addresses_of([user.pk]).get(user.pk)
    if address is None:
        return rests("There is no confirmed address any more.")
    resting = RestingAddress.objects.filter(address=address).first()
    if resting is not None:
        return rests(f"The address rests: {resting.get_reason_display().lower()}.")
    try:
        _mail(user, address, deliveries).send()
    except smtplib.SMTPRecipientsRefused as error:
        code, text = next(iter(error.recipients.values()))
        return _refused(address, code, _words(text))
    except smtplib.SMTPResponseException as error:
        return again(f"{error.smtp_code} {_words(error.smtp_error)}")
    except OSError as error:
        return again(f"The mail server could not be reached: {error}.")
    return sent()


def _words(text: bytes | str) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


def _refused(address: str, code: int, text: str) -> Outcome:
    answer = f"{code} {text}"[:LONGEST_ANSWER]
    if code not in REFUSED_FOR_GOOD:
        return again(answer)
    RestingAddress.objects.get_or_create(
        address=address, defaults={"reason": RestingAddress.Reason.REFUSED, "answer": answer}
    )
    return rests(answer)


def _mail(user: User, address: str, deliveries: Sequence[Delivery]) -> EmailMultiAlternatives:
    first = deliveries[0]
    stop = link(reverse("stop_mail", args=[stop_token(user.pk, address)]))
    notices = [{"text": one.notice.text, "url": page_of(one)} for one in deliveries]
    context = {
        "name": user.name,
        "notices": notices,
        "stop": stop,
        "settings": link(reverse("notice_choices")),
    }
    count = len(notices)
    subject = notices[0]["text"] if count == 1 else f"{count} notices of your games"
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    mail = EmailMultiAlternatives(
        " ".join(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}".split()),
        render_to_string("notices/mail.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<{first.pk}@{host}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return mail


# Push


@cache
def push_key() -> ec.EllipticCurvePrivateKey:
    """Return the site's own key for pushes (VAPID), made of a secret kept with the others."""
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    digest = hashlib.sha512(settings.PUSH_SECRET.encode()).digest()
    return ec.derive_private_key(int.from_bytes(digest) % (order - 1) + 1, ec.SECP256R1())


def push_public_key() -> str:
    """Return the public half of it, as browsers ask for it."""
    point = (
        push_key()
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


PUSH_HOURS = 24
"""For how long a push service keeps what a browser cannot take yet."""


def send_push(deliveries: Sequence[Delivery]) -> Outcome:
    """Send a notice to one browser, sealed for it."""
    delivery = deliveries[0]
    browser = delivery.browser
    if browser is None or browser.rests_since is not None:
        return rests("This browser takes no pushes any more.")
    body = {
        "id": str(delivery.notice_id),
        "title": "Castlerisk",
        "body": delivery.notice.text,
        "url": page_of(delivery),
    }
    try:
        sealed = _sealed(browser, json.dumps(body).encode())
    except ValueError as error:
        return _rest(browser, f"The keys of this browser are no good: {error}.")
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(PUSH_HOURS * 3600),
        **_push_authorization(browser.endpoint),
    }
    outcome, status = _posted(browser.endpoint, sealed, headers)
    return _rest(browser, outcome.answer) if status in GONE else outcome


def _sealed(browser: PushBrowser, body: bytes) -> bytes:
    # It takes long to load, and only who carries pushes needs it.
    from pywebpush import WebPusher, WebPushException

    info = {"endpoint": browser.endpoint, "keys": {"p256dh": browser.key, "auth": browser.secret}}
    try:
        return WebPusher(info).encode(body, "aes128gcm")["body"]
    except WebPushException as error:
        raise ValueError(str(error)) from None


def _push_authorization(endpoint: str) -> dict[str, Any]:
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.private_key = push_key()
    parts = urlsplit(endpoint)
    contact = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": f"mailto:{contact}",
        "exp": int(time.time()) + 12 * 3600,
    }
    return vapid.sign(claims)


def _rest(browser: PushBrowser, answer: str) -> Outcome:
    PushBrowser.objects.filter(pk=browser.pk).update(rests_since=timezone.now())
    return rests(answer)


# Webhooks


def new_hook_secret() -> str:
    """Return the secret with which what is sent to an address of one's own is signed."""
    return secrets.token_urlsafe(32)


def signature(secret: str, when: int, body: bytes) -> str:
    """Return what shows that a body is ours: HMAC-SHA256 over the time, a dot and the body."""
    return hmac.new(secret.encode(), f"{when}.".encode() + body, hashlib.sha256).hexdigest()


def send_hook(deliveries: Sequence[Delivery]) -> Outcome:
    """Send a notice to the address its user gave; chat bridges read `text` or `content`."""
    delivery = deliveries[0]
    notice = delivery.notice
    hook = getattr(notice.user, "webhook", None)
    if hook is None:
        return rests("There is no address any more.")
    url = page_of(delivery)
    words = f"{notice.text} {url}"
    body = json.dumps(
        {
            "id": str(delivery.pk),
            "kind": notice.kind,
            "game": notice.game.code if notice.game else None,
            "made_at": notice.made_at.isoformat(timespec="seconds"),
            "url": url,
            "text": words,
            "content": words,
        }
    ).encode()
    when = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "Castlerisk-Delivery": str(delivery.pk),
        "Castlerisk-Signature": f"t={when},v1={signature(hook.secret, when, body)}",
    }
    return _posted(hook.url, body, headers)[0]


def _posted(url: str, body: bytes, headers: dict[str, str]) -> tuple[Outcome, int | None]:
    """Post something; return what became of it, and with which status it was answered."""
    try:
        answer = outbound.post(url, body, headers)
    except outbound.NotAllowed as refusal:
        return rests(str(refusal)), None
    except OSError as error:
        return again(f"It could not be reached: {error}."), None
    if answer.is_good:
        return sent(f"answered {answer.status}"), answer.status
    return again(f"answered {answer.status}: {answer.text}"), answer.status


CARRIERS: dict[str, Callable[[Sequence[Delivery]], Outcome]] = {
    Channel.MAIL: send_mail,
    Channel.PUSH: send_push,
    Channel.HOOK: send_hook,
}
"""What sends by which channel; mail may take several notices of a user at once."""
