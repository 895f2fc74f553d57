"""Chapter 12: proofs that browsers save, in which the site may have signed two things (FAIR-12)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.record.evidence import MOST_KEYS
from rules.record.signatures import KEY, SIGNATURE, is_signed

PROOF = "castlerisk_proof"
"""The part that only such a file has."""

SUBJECT_LINES = {
    "castlerisk-seal-1": 2,
    "castlerisk-step-1": 3,
    "castlerisk-end-1": 2,
    "castlerisk-day-1": 2,
}
"""How many lines of a text say what it is about.

Values are left out: they may be signed again until the game begins.
"""
MOST_TEXTS = 500


def keys_in(proof: Mapping[str, Any]) -> list[str]:
    """Return the keys that a proof names; they are only what the proof says."""
    named = proof.get("keys")
    texts = map(str, named[:MOST_KEYS]) if isinstance(named, list) else ()
    return [key for key in texts if KEY.fullmatch(key)]


def signed_twice(proof: Mapping[str, Any], keys: Sequence[str]) -> tuple[str, str] | None:
    """Return two different texts about the same thing, both signed with one of the keys."""
    signed, found = proof.get("signed"), dict[str, str]()
    for each in signed[:MOST_TEXTS] if isinstance(signed, list) else ():
        text, signature = _parts(each)
        lines = text.split("\n")
        is_form_right = text.isascii() and SIGNATURE.fullmatch(signature)
        if lines[0] not in SUBJECT_LINES or not is_form_right:
            continue
        subject = "\n".join(lines[: SUBJECT_LINES[lines[0]]])
        if found.get(subject) == text or not is_signed(text, signature, keys):
            continue
        if subject in found:
            return found[subject], text
        found[subject] = text
    return None


def _parts(each: Any) -> tuple[str, str]:
    if not isinstance(each, dict):
        return "", ""
    return str(each.get("text")), str(each.get("signature"))
