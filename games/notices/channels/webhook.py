"""Notices to an address of one's own: JSON, signed with a secret that only its owner knows."""

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Sequence

from games.models import Delivery
from games.notices.channels.common import Outcome, page_of, posted, rests


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
    return posted(hook.url, body, headers)[0]
