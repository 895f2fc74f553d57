"""Records signed with a key for tests, forged records, and the reference vectors of both.

`python -m tests.support.rules.signing` writes the vectors again.
"""

import gzip
import hashlib
import json
from copy import deepcopy
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import rules
from rules.events.json import to_json as event_to_json
from rules.events.turn import TakenBack
from rules.record import signatures as texts
from rules.record.document import SIGNED_SCHEMA, TEST_NOTE, head_digest, read_head
from rules.record.entries import TAKE_BACK, entry_digest
from rules.record.public_chain import first_step, public_events, steps_after
from rules.record.replaying import replay_entries
from rules.record.verifying import verify
from rules.rulesets import RULESETS
from rules.state import Options
from tests.support.rules.recorded_games import Table

VECTORS = Path(rules.__file__).parent / "record" / "vectors.json.gz"
KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"castlerisk test key").digest())
OPENED = "2026-01-02 03:04:05 UTC"


def public(key):
    return key.public_key().public_bytes_raw().hex()


def signed_record(document, key=KEY):
    """Return a finished record of schema 1 as the site would have published it."""
    made = {**deepcopy(document), "schema": SIGNED_SCHEMA, "public_chain": {}, "signatures": {}}
    for played in replay_entries(document):
        if played.entry.kind == TAKE_BACK:
            state, reason = played.state, played.entry.data["reason"]
            told = event_to_json(TakenBack(state.round, state.turn, reason))
            made["entries"][played.entry.number]["events"] = [told]
    chain_again(made)
    sign_again(made, key)
    return made


def chain_again(document):
    """Make the digests of a changed record right again, as a forger without the key would."""
    head = read_head(document)
    digest = head_digest(head)
    for entry in document["entries"]:
        entry["digest"] = digest = entry_digest(digest, entry)
    step = steps_of(document)[-1]
    document["public_chain"] = {"steps": step.number, "digest": step.digest}


def sign_again(document, key):
    def sign(text):
        return key.sign(text.encode()).hex()

    game, steps, entries = document["game"], steps_of(document), document["entries"]
    document["signatures"] = {
        "keys": [public(key)],
        "opened": OPENED,
        "seal": sign(texts.seal_text(game, document["commitment"], OPENED)),
        "values": [
            sign(texts.value_text(game, seat["seat"], value, seat["value_given"])) if value else ""
            for seat, value in zip(document["seats"], document["values"], strict=True)
        ],
        "steps": [sign(texts.step_text(game, step)) for step in steps if step.is_signed],
        "end": sign(texts.end_text(game, steps[-1], len(entries), entries[-1]["digest"])),
    }


def steps_of(document):
    steps = [first_step(read_head(document))]
    events = [event for entry in document["entries"] for event in public_events(entry)]
    return [*steps, *steps_after(steps[0], events)]


# Forgeries: each makes the digests right again, but cannot sign


def a_bot_becomes_a_person(document):
    seat = next(seat for seat in document["seats"] if seat["kind"] == "bot")
    seat.update(kind="person", bot="")


def a_person_becomes_a_bot(document):
    seat = next(seat for seat in document["seats"] if seat["kind"] == "person")
    seat.update(kind="bot", bot="careful")


def a_bot_of_another_kind(document):
    next(seat for seat in document["seats"] if seat["kind"] == "bot")["bot"] = "general"


def a_value_at_another_time(document):
    next(seat for seat in document["seats"] if seat["value_given"])["value_given"] = "later"


def a_test_mark_set(document):
    document.update(test=True, note=TEST_NOTE)


def another_number_of_rounds(document):
    document["ruleset"]["options"]["rounds"] += 1


def a_bots_move_by_a_player(document):
    next(entry for entry in document["entries"] if entry.get("by") == "bot")["by"] = "player"


def cut_short(document):
    del document["entries"][-10:]
    document.update(outcome=None, seed=None, hidden=None)


def a_die_changed(document):
    draw = next(
        draw
        for entry in reversed(document["entries"])
        for draw in entry.get("draws", ())
        if draw["purpose"] == "attack dice"
    )
    draw["values"][0] = draw["values"][0] % 6 + 1


def opened_at_another_time(document):
    document["signatures"]["opened"] = "2026-01-02 03:04:06 UTC"


FORGERIES = (
    (0, a_bot_becomes_a_person, "The signature of the header does not fit"),
    (1, a_person_becomes_a_bot, "The signature of the header does not fit"),
    (0, a_bot_of_another_kind, "The signature of the header does not fit"),
    (0, a_value_at_another_time, "The signature of the public value of seat 0 does not fit"),
    (1, a_test_mark_set, "The signature of the header does not fit"),
    (2, another_number_of_rounds, "The signature of the header does not fit"),
    (0, a_bots_move_by_a_player, "The signature of the end does not fit"),
    (3, cut_short, "cut short"),
    (4, a_die_changed, "the seed gives"),
    (2, opened_at_another_time, "The signature of the seal does not fit"),
)
"""Each forgery with the record that it changes, and what a verifier says of it."""


def forged(document, forge):
    made = deepcopy(document)
    forge(made)
    chain_again(made)
    return made


# The reference vectors


def tables():
    """Yield unfinished tables, small ones of every game; the first has a take-back."""
    short = Options(quick=True, rounds=4)
    first = Table(3, 7, short, bots=True)
    first.go_on(60)
    first.take_back(10)
    yield first
    yield Table(2, 8, short, values=False)
    for number, name in enumerate(("classic", "castle", "headquarters"), 9):
        options = Options(quick=True, rounds=4)
        yield Table(3, number, options, bots=number % 2 == 0, ruleset=RULESETS[name])


def vectors():
    """Return five signed records and ten forgeries of them, with the first thing wrong in each."""
    records = []
    for table in tables():
        table.go_on(25, talk=0)  # What only persons do would give a forged bot away.
        records.append(signed_record(json.loads(json.dumps(table.end()))))
    forgeries = []
    for place, forge, _ in FORGERIES:
        document = forged(records[place], forge)
        name = forge.__name__.replace("_", " ")
        wrong = verify(document).problems[0]
        forgeries.append({"name": name, "record": place, "wrong": wrong, "document": document})
    return {"key": public(KEY), "records": records, "forgeries": forgeries}


def read_vectors():
    return json.loads(gzip.decompress(VECTORS.read_bytes()))


if __name__ == "__main__":
    text = json.dumps(vectors(), separators=(",", ":"))
    VECTORS.write_bytes(gzip.compress(text.encode(), mtime=0))
