"""Notices by web push, encrypted for one browser and signed with the site's VAPID key."""

import base64
import hashlib
import json
import time
from collections.abc import Sequence
from email.utils import parseaddr
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils import timezone

from games.community.notices.channels.common import DeliveryOutcome, posted, rests
from games.community.notices.letters.writing import letter_for
from games.community.notices.notices import notify
from games.models import Delivery, Notice, PushBrowser
from games.storage.store.database_time import moment_now

_INVALID_KEYS = "This browser’s push keys are invalid: {error}."
GONE = (404, 410)
"""The statuses with which a push service reports an expired subscription."""


@cache
def push_key() -> ec.EllipticCurvePrivateKey:
    """Return the site's VAPID key, derived from `settings.PUSH_SECRET`."""
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    digest = hashlib.sha512(settings.PUSH_SECRET.encode()).digest()
    return ec.derive_private_key(int.from_bytes(digest) % (order - 1) + 1, ec.SECP256R1())


def push_public_key() -> str:
    """Return the VAPID public key in the format browsers expect: base64url, without padding."""
    point = (
        push_key()
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


LONGEST_BODY = 600
"""The maximum length of a push's text: push services take 4 KB, encrypted."""

PUSH_HOURS = 24
"""How long a push service keeps a message while the browser is offline."""


def send_push(deliveries: Sequence[Delivery]) -> DeliveryOutcome:
    """Send a notice to one browser, encrypted with the browser's keys."""
    delivery = deliveries[0]
    browser = delivery.browser
    if browser is None or browser.rests_since is not None:
        return rests("This browser no longer accepts push notifications.")
    if browser.user_id != delivery.notice.user_id:
        return rests("Another account now uses this browser for push notifications.")
    letter = letter_for([delivery.notice], delivery.notice.user, moment_now())
    body = {
        "id": str(delivery.notice_id),
        "title": letter.subject,
        "body": "\n".join(letter.lines)[:LONGEST_BODY],
        "url": letter.url,
    }
    try:
        sealed = _sealed(browser, json.dumps(body).encode())
    except ValueError as error:
        return _rest(browser, _INVALID_KEYS.format(error=error))
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(PUSH_HOURS * 3600),
        **_push_authorization(browser.endpoint),
    }
    outcome, status = posted(browser.endpoint, sealed, headers)
    return _rest(browser, outcome.answer) if status in GONE else outcome


def _sealed(browser: PushBrowser, body: bytes) -> bytes:
    # Imported here because it loads slowly and only processes that send pushes need it.
    from pywebpush import WebPusher, WebPushException

    info = {"endpoint": browser.endpoint, "keys": {"p256dh": browser.key, "auth": browser.secret}}
    try:
        sealed: bytes = WebPusher(info).encode(body, "aes128gcm")["body"]
    except WebPushException as error:
        raise ValueError(str(error)) from None
    return sealed


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
    signed: dict[str, Any] = vapid.sign(claims)
    return signed


def _rest(browser: PushBrowser, answer: str) -> DeliveryOutcome:
    active = PushBrowser.objects.filter(pk=browser.pk, rests_since=None)
    if active.update(rests_since=timezone.now()):
        text = _STOPPED.format(browser=browser.name)
        notify(Notice.Kind.CHANNEL, browser.user, None, f"browser {browser.pk}", text)
    return rests(answer)


_STOPPED = (
    "Push notifications stopped in “{browser}”: its subscription has expired. Turn them on again "
    "there if you still use it."
)
