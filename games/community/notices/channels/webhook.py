"""Webhooks: requests signed with a secret known only to their owner.

A webhook that is gone, or has failed for FAILS_FOR, is switched off, and its owner is notified.
"""

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urlsplit

from games.community.notices.channels.common import DeliveryOutcome, State, posted, rests
from games.community.notices.channels.payloads import Post, payload_of
from games.community.notices.letters.writing import letter_for
from games.community.notices.links import page_of
from games.community.notices.notices import notify
from games.models import Delivery, HookAddress, Notice, TableWebhook, User, Webhook
from games.storage.store.database_time import moment_now

GONE = (401, 404, 410)
"""The statuses of an address that no longer exists or whose key is no longer valid."""

TOO_MANY = 429
"""The status of a rate limit, which is no failure of the address."""

FAILS_FOR = timedelta(days=3)
"""How long a webhook may fail before it is switched off."""


def new_hook_secret() -> str:
    """Return a new secret for signing a webhook's requests."""
    return secrets.token_urlsafe(32)


def signature(secret: str, when: int, body: bytes) -> str:
    """Return the signature of a request: hex HMAC-SHA256 over the Unix time, a dot and the body."""
    return hmac.new(secret.encode(), f"{when}.".encode() + body, hashlib.sha256).hexdigest()


def host_of(url: str) -> str:
    """Return the host name of a URL, all that others may see of it."""
    return urlsplit(url).hostname or ""


def send_hook(deliveries: Sequence[Delivery]) -> DeliveryOutcome:
    """Send a notice to its user's webhook."""
    delivery = deliveries[0]
    notice = delivery.notice
    hook: Webhook | None = getattr(notice.user, "webhook", None)
    if hook is None:
        return rests(REMOVED)
    letter = letter_for([notice], notice.user, moment_now())
    post = Post(
        id=str(delivery.pk),
        kind=notice.kind,
        game=notice.game.code if notice.game else None,
        made_at=notice.made_at,
        url=page_of(notice),
        lines=letter.lines,
        title=letter.subject,
    )
    return send_post(hook, post)


REMOVED = "The webhook was removed."
_OFF = "The webhook is off."


def send_post(hook: Webhook | TableWebhook, post: Post) -> DeliveryOutcome:
    """Send a post to a webhook; record failures, and switch the webhook off if it is gone."""
    if hook.off_since is not None:
        return rests(_OFF)
    body = json.dumps(payload_of(post, hook.format)).encode()
    when = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "Castlerisk-Delivery": post.id,
        "Castlerisk-Signature": f"t={when},v1={signature(hook.secret, when, body)}",
    }
    outcome, status = posted(hook.url, body, headers)
    if outcome.state == State.SENT:
        if hook.failing_since is not None:
            _update(hook, failing_since=None)
    elif status == TOO_MANY:
        return outcome
    elif outcome.state == State.RESTING or status in GONE or _fails_too_long(hook):
        _switch_off(hook, outcome.answer)
        return rests(outcome.answer)
    elif hook.failing_since is None:
        _update(hook, failing_since=moment_now())
    return outcome


def _fails_too_long(hook: HookAddress) -> bool:
    return hook.failing_since is not None and moment_now() - hook.failing_since > FAILS_FOR


def _update(hook: Webhook | TableWebhook, **values: object) -> int:
    """Update a webhook, unless its address has changed since it was read."""
    same = type(hook)._default_manager.filter(pk=hook.pk, secret=hook.secret, off_since=None)
    return same.update(**values)


def _switch_off(hook: Webhook | TableWebhook, answer: str) -> None:
    when = moment_now()
    if not _update(hook, off_since=when):
        return
    owner: User = hook.owner if isinstance(hook, TableWebhook) else hook.user
    game, circle = (hook.game, hook.circle) if isinstance(hook, TableWebhook) else (None, None)
    text = _TABLE_STOPPED if game else _CIRCLE_STOPPED if circle else _STOPPED
    text = text.format(host=host_of(hook.url), answer=answer, circle=circle)
    notify(Notice.Kind.CHANNEL, owner, game, f"hook {hook.pk} {when.isoformat()}", text)


_STOPPED = (
    "We switched off your webhook at {host}, as it failed ({answer}). Save the "
    "address again to turn it on."
)
_TABLE_STOPPED = (
    "We switched off your webhook at {host} in this game, as it failed ({answer}). You can turn it "
    "on again on the game’s page of webhooks."
)
_CIRCLE_STOPPED = (
    "We switched off your webhook at {host} in the circle {circle}, as it failed ({answer}). You "
    "can turn it on again on the circle’s page of webhooks."
)
