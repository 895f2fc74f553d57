"""Chapter 12: checking the public chain and the signatures of a record (FAIR-9, FAIR-10)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import RecordError
from rules.json import from_plain
from rules.record import signatures
from rules.record.document import LONGEST_NAME, SIGNED_SCHEMA, RecordHead, complaint
from rules.record.public_chain import (
    STEPS_PER_SIGNATURE,
    Step,
    first_step,
    public_events,
    steps_after,
)
from rules.record.signatures import KEY, SIGNATURE, is_signed

MOST_KEYS = 20

NOT_PROVABLE = (
    "Not provable: this record has no signatures. Its dice fit its seed, but nobody can tell "
    "whether the seats, the options, the times or the test mark in it were changed."
)
NOT_CHECKED = (
    "Signatures not checked: install the package “cryptography”, as in "
    "pip install castlerisk[signatures], and verify again."
)
CUT_SHORT = (
    "A signed record is published only when its game is over. This one was cut short, or its end "
    "was removed."
)
UNSIGNED = "This record has no signatures, so the keys of the site could not be compared."
_COMPARE_KEYS = (
    "The keys of the signatures are only what the record says: {keys}. Compare them with those "
    "that the site publishes under /.well-known/castlerisk-keys.json, or give its file with --keys."
)
_KEYS_FIT = "The record is signed with keys of the site: {keys}."
_OTHER_KEY = (
    "The record names a key that is not among the keys of the site that were given: {key}. Either "
    "somebody else signed it, or the list of keys is older than the game."
)


@dataclass(frozen=True, slots=True)
class PublicChain:
    """The part `public_chain` of a record."""

    steps: int
    digest: str


@dataclass(frozen=True, slots=True)
class Signatures:
    """The part `signatures` of a record; `steps` signs steps 0, 10, 20 and so on."""

    keys: tuple[str, ...]
    opened: str
    seal: str
    values: tuple[str, ...]
    steps: tuple[str, ...]
    end: str


def verify_evidence(
    document: Mapping[str, Any], head: RecordHead, keys: Sequence[str] | None
) -> str:
    """Check the chain and signatures of a record whose entries were verified; return a note.

    `keys` are those that the site publishes, if they are known: the record may name no others.
    Raises RecordError for the first thing that does not fit.
    """
    if head.schema < SIGNED_SCHEMA:
        return NOT_PROVABLE if keys is None else UNSIGNED
    entries = document["entries"]
    signed = _read_signatures(document["signatures"], head)
    steps = list(_steps(head, entries))
    last = steps[-1][1]
    chain = from_plain(PublicChain, document["public_chain"], "public chain")
    if (chain.steps, chain.digest) != (last.number, last.digest):
        raise RecordError(
            "The public chain should end at step {step} with the digest {digest}.",
            step=last.number,
            digest=last.digest,
        )
    if len(signed.steps) != last.number // STEPS_PER_SIGNATURE + 1:
        raise RecordError("There must be one signature for step 0 and for every tenth step.")
    if not signatures.can_verify:
        return NOT_CHECKED
    _verify_before_start(head, signed)
    _verify_steps(head, signed, steps)
    end = signatures.end_text(head.game, last, len(entries), entries[-1]["digest"])
    if not is_signed(end, signed.end, signed.keys):
        raise RecordError(_END)
    for key in signed.keys:
        if keys is not None and key not in keys:
            raise RecordError(_OTHER_KEY, key=key)
    note = _COMPARE_KEYS if keys is None else _KEYS_FIT
    return note.format(keys=", ".join(signed.keys))


def read_keys(document: Mapping[str, Any]) -> list[str]:
    """Return the keys in the file that a site publishes (FAIR-10).

    Raises RecordError for another file.
    """
    listed = document.get("keys")
    found = listed if isinstance(listed, list) else []
    keys = [str(each.get("key")) for each in found if isinstance(each, dict)]
    if not keys or len(keys) != len(found) or not all(map(KEY.fullmatch, keys)):
        raise RecordError("The keys are not a file like /.well-known/castlerisk-keys.json.")
    return keys


def _steps(head: RecordHead, entries: list[dict[str, Any]]) -> Iterator[tuple[int, Step]]:
    """Yield each step with the number of its entry."""
    step = first_step(head)
    yield 0, step
    for number, entry in enumerate(entries):
        for after in steps_after(step, public_events(entry)):
            step = after
            yield number, step


def _read_signatures(data: Any, head: RecordHead) -> Signatures:
    signed = from_plain(Signatures, data, "signatures")
    if not 0 < len(signed.keys) <= MOST_KEYS or not all(map(KEY.fullmatch, signed.keys)):
        raise RecordError("The keys of the signatures must be 64 digits of lower-case hex.")
    if not signed.opened.isprintable() or len(signed.opened) > LONGEST_NAME:
        raise RecordError("The time at which the table was opened must be one short line.")
    if len(signed.values) != len(head.values):
        raise RecordError("There must be one signature for each public value.")
    given = [each for each in signed.values if each]
    if not all(map(SIGNATURE.fullmatch, (signed.seal, *given, *signed.steps, signed.end))):
        raise RecordError("A signature must be 128 digits of lower-case hex.")
    return signed


def _verify_before_start(head: RecordHead, signed: Signatures) -> None:
    seal = signatures.seal_text(head.game, head.commitment, signed.opened)
    if not is_signed(seal, signed.seal, signed.keys):
        raise RecordError(_SEAL)
    for seat, value in enumerate(head.values):
        signature = signed.values[seat]
        text = signatures.value_text(head.game, seat, value, head.seats[seat].value_given)
        if bool(value) != bool(signature) or (
            signature and not is_signed(text, signature, signed.keys)
        ):
            raise RecordError(_VALUE, seat=seat)


def _verify_steps(head: RecordHead, signed: Signatures, steps: list[tuple[int, Step]]) -> None:
    made = [each for each in steps if each[1].is_signed]
    for (number, step), signature in zip(made, signed.steps, strict=True):
        if not is_signed(signatures.step_text(head.game, step), signature, signed.keys):
            if step.number == 0:
                raise RecordError(_HEAD)
            before = step.number - STEPS_PER_SIGNATURE
            raise complaint(_STEP, number=number, step=step.number, before=before)


_SEAL = (
    "The signature of the seal does not fit: the seal or the time at which the table was opened "
    "was changed."
)
_VALUE = (
    "The signature of the public value of seat {seat} does not fit: the value or the time at which "
    "it came was changed."
)
_HEAD = (
    "The signature of the header does not fit: the seats, bots, times, options or the test mark "
    "were changed after the game began."
)
_STEP = (
    "Entry {number}: The signature of step {step} does not fit. Something that everybody could see "
    "was changed after step {before}."
)
_END = (
    "The signature of the end does not fit: in some entry, something that not everybody could see "
    "was changed, such as by whom a move came."
)
