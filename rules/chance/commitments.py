"""Secret seeds and salts, and the commitments published for them."""

from __future__ import annotations

import hashlib
import secrets
from itertools import count

from rules.chance.draws import SALT_BYTES

SEED_BYTES = 32


def new_seed() -> bytes:
    """Return a new secret seed of 32 bytes from the operating system (FAIR-1)."""
    return secrets.token_bytes(SEED_BYTES)


def new_salt() -> bytes:
    """Return a new salt of 32 bytes from the operating system (FAIR-3)."""
    return secrets.token_bytes(SALT_BYTES)


def seed_commitment(seed: bytes) -> str:
    """Return the commitment to a seed, published before the game: SHA-256 in hex (FAIR-1)."""
    return hashlib.sha256(seed).hexdigest()


def hidden_commitment(game: str, player: int, territory: str, salt: bytes) -> str:
    """Return the public commitment to a hidden choice: SHA-256 in hex (HID-3).

    `player` is the seat, counted from 0.
    """
    lines = ("castlerisk-hidden-1", game, str(player), territory, salt.hex())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class SeededSalts:
    """Deterministic salts from a seed, for test records only, never for a real game."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._numbers = count()

    def __call__(self) -> bytes:
        text = f"castlerisk-test-salt-1\n{next(self._numbers)}\n{self._seed.hex()}"
        return hashlib.sha256(text.encode()).digest()
