"""Notices by webhook: JSON, signed with a secret known only to the webhook's owner."""

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Sequence

from games.community.notices.channels.common import DeliveryOutcome, posted, rests
from games.community.notices.letters.writing import letter_for
from games.community.notices.links import page_of
from games.models import Delivery
from games.storage.store.database_time import moment_now


def new_hook_secret() -> str:
    """Return a new secret for signing a webhook's requests."""
    return secrets.token_urlsafe(32)


def signature(secret: str, when: int, body: bytes) -> str:
    """Return the signature of a request: hex HMAC-SHA256 over the Unix time, a dot and the body."""
    return hmac.new(secret.encode(), f"{when}.".encode() + body, hashlib.sha256).hexdigest()


def send_hook(deliveries: Sequence[Delivery]) -> DeliveryOutcome:
    """Send a notice to its user's webhook; chat services read `text` or `content`."""
    delivery = deliveries[0]
    notice = delivery.notice
    hook = getattr(notice.user, "webhook", None)
    if hook is None:
        return rests("The webhook was removed.")
    letter = letter_for([notice], notice.user, moment_now())
    url = page_of(notice)
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
            "subject": letter.subject,
            "lines": letter.lines,
        }
    ).encode()
    when = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "Castlerisk-Delivery": str(delivery.pk),
        "Castlerisk-Signature": f"t={when},v1={signature(hook.secret, when, body)}",
    }
    return posted(hook.url, body, headers)[0]
