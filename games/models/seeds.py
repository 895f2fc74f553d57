"""Seeds of unfinished games, encrypted at rest so that a stolen backup reveals no dice.

The key is in a file beside the other secrets, never in the database. When a game ends, its seed is
published (FAIR-2) and stored in clear.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

FINGERPRINT_LENGTH = 16
MOST_KNOWN = 200
"""The number of games whose decrypted seeds each process caches."""

_KEY_MISSING = (
    "Game {code} can’t continue: its seed was encrypted with a key that this site does not have. "
    "The site’s operator must put the file seed-key back."
)


class SeedKeyMissing(Exception):
    """The key file lacks the key needed to decrypt a seed; the text is a sentence."""


def encrypted(seed: bytes) -> dict[str, bytes | None]:
    """Return the columns of Game for the seed of an unfinished game."""
    return {"seed": None, "sealed_seed": _keys(settings.SEED_KEYS).encrypt(seed)}


def in_clear(seed: bytes) -> dict[str, bytes | None]:
    """Return the columns of Game for the seed of a finished game."""
    return {"seed": seed, "sealed_seed": None}


def open_seed(
    code: str, seed: bytes | memoryview | None, sealed_seed: bytes | memoryview | None
) -> bytes:
    """Return a game's seed from its columns; raise SeedKeyMissing if no key decrypts it."""
    if seed is not None:
        return bytes(seed)
    try:
        return _decrypted(tuple(settings.SEED_KEYS), bytes(sealed_seed or b""))
    except InvalidToken:
        raise SeedKeyMissing(_KEY_MISSING.format(code=code)) from None


@lru_cache(MOST_KNOWN)
def _decrypted(keys: tuple[str, ...], sealed_seed: bytes) -> bytes:
    """Return a seed; cached, as every move of a game needs it."""
    return _keys(keys).decrypt(sealed_seed)


def _keys(keys: Iterable[str]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def fingerprint() -> str:
    """Return a hash of the newest key; processes compare it to detect different keys."""
    return hashlib.sha256(settings.SEED_KEYS[0].encode()).hexdigest()[:FINGERPRINT_LENGTH]
