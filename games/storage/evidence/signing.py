"""The site's Ed25519 keys and what it signs with the newest (FAIR-10).

The private keys are in a file beside the other secrets, never in the database; the public ones are
kept there, so that old signatures can be checked after a key has been replaced.
"""

from base64 import urlsafe_b64decode
from collections.abc import Collection
from datetime import timedelta
from functools import lru_cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.utils import timezone

from games.models import Player, SigningKey
from games.storage.store.database_time import time_text
from rules.record.signatures import value_text


def sign(text: str) -> str:
    """Return the signature of a text with the newest key, in hex."""
    return _key(settings.SIGNING_KEYS[0]).sign(text.encode()).hex()


@lru_cache(8)
def _key(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(urlsafe_b64decode(secret))


def sign_value(code: str, player: Player) -> None:
    """Sign the public value just given to a player row; the caller saves it."""
    given_at = player.value_given_at
    if player.public_value and given_at is not None:
        text = value_text(code, player.seat, player.public_value, time_text(given_at))
        player.value_signature = sign(text)


# The public keys


def publish_keys() -> int:
    """Store the public keys that are not stored yet; return how many there were."""
    unsaved = _unsaved_keys(list(SigningKey.objects.values_list("key", flat=True)))
    SigningKey.objects.bulk_create(unsaved, ignore_conflicts=True)
    return len(unsaved)


def _unsaved_keys(stored: Collection[str]) -> list[SigningKey]:
    """Return the rows of this process's public keys that are not stored yet, newest first."""
    mine = [_key(key).public_key().public_bytes_raw().hex() for key in settings.SIGNING_KEYS]
    missing = [key for key in mine if key not in stored]
    # Several keys at once stay in the order of the file, whose first line is the newest.
    now = timezone.now()
    return [
        SigningKey(key=key, first_used_at=now - timedelta(microseconds=place))
        for place, key in enumerate(missing)
    ]


def keys() -> list[str]:
    """Return all public keys that the site has had, newest first."""
    return [each["key"] for each in published_keys()]


def published_keys() -> list[dict[str, Any]]:
    """Return all public keys with the times of their first use and of their replacement."""
    stored = list(SigningKey.objects.order_by("-first_used_at"))
    # Pages can be read before a worker has stored the keys, and while the disk is full.
    rows = _unsaved_keys([row.key for row in stored]) + stored
    found = [(row.key, time_text(row.first_used_at)) for row in rows]
    ends = [None, *(start for _, start in found)]
    return [
        {"key": key, "from": start, "until": until}
        for (key, start), until in zip(found, ends, strict=False)
    ]
