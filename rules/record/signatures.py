"""Chapter 12: what the site signs (FAIR-10), as text, and checking its Ed25519 signatures.

Checking needs the package `cryptography`, which the rest of the rules do without.
"""

import re
from collections.abc import Sequence

from rules.record.document import HASH
from rules.record.public_chain import Step

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:  # pragma: no cover - the tests have it
    can_verify = False
else:
    can_verify = True

SIGNATURE = re.compile(r"[0-9a-f]{128}")
KEY = HASH


def seal_text(game: str, commitment: str, opened: str) -> str:
    """Return the text signed for a seal when its table is opened."""
    return "\n".join(("castlerisk-seal-1", game, commitment, opened))


def value_text(game: str, seat: int, value: str, given: str) -> str:
    """Return the text signed for a public value when it arrives."""
    return "\n".join(("castlerisk-value-1", game, str(seat), value, given))


def step_text(game: str, step: Step) -> str:
    """Return the text signed for a step of the public chain."""
    return "\n".join(("castlerisk-step-1", game, str(step.number), step.digest))


def end_text(game: str, step: Step, entries: int, last: str) -> str:
    """Return the text signed at the end; `last` is the digest of the last of the entries."""
    lines = ("castlerisk-end-1", game, str(step.number), step.digest, str(entries), last)
    return "\n".join(lines)


def day_text(day: str, seals: int, root: str, before: str) -> str:
    """Return the text signed for a day of the log of seals; `before` is the root of the last."""
    return "\n".join(("castlerisk-day-1", day, str(seals), root, before))


def is_signed(text: str, signature: str, keys: Sequence[str]) -> bool:
    """Return whether any of the public keys, in hex, verifies the signature of a text."""
    return any(_verifies(text.encode(), bytes.fromhex(signature), key) for key in keys)


def _verifies(text: bytes, signature: bytes, key: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, text)
    except InvalidSignature:
        return False
    return True
