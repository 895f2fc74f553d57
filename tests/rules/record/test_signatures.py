"""Chapter 12: signed records, forgeries that make the digests right again, and the vectors."""

import json
from copy import deepcopy

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rules.events.base import seen_events
from rules.events.json import from_json
from rules.record import signatures
from rules.record.evidence import NOT_CHECKED, NOT_PROVABLE
from rules.record.verifying import verify
from rules.terminal.main import main
from tests.support.rules.recorded_games import short_document
from tests.support.rules.signing import (
    FORGERIES,
    KEY,
    forged,
    read_vectors,
    sign_again,
    vectors,
)

VECTORS = read_vectors()


def test_the_vectors_are_those_of_this_version():
    assert vectors() == VECTORS


def test_signed_records_are_correct_and_name_their_key():
    for document in VECTORS["records"]:
        report = verify(document)
        assert report.ok and not report.proves_nothing
        assert any(VECTORS["key"] in note for note in report.notes)


@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_what_a_forger_cannot_sign_is_named(number):
    place, forge, sentence = FORGERIES[number]
    (found,) = verify(forged(VECTORS["records"][place], forge)).problems
    assert sentence in found
    assert VECTORS["forgeries"][number]["wrong"] == found


def test_a_signature_by_another_key_is_named():
    document = deepcopy(VECTORS["records"][1])
    sign_again(document, Ed25519PrivateKey.generate())
    assert verify(document).ok  # Only the key, which the report names, tells them apart.
    document["signatures"]["keys"] = [VECTORS["key"]]
    assert "seal" in verify(document).problems[0]


def test_the_keys_of_the_site_tell_a_forgers_key_apart(tmp_path, capsys):
    right, other = deepcopy(VECTORS["records"][1]), deepcopy(VECTORS["records"][1])
    sign_again(other, Ed25519PrivateKey.generate())
    unsigned = json.loads(short_document())
    published = {"key": VECTORS["key"], "from": "2026-01-02 03:04:05 UTC", "until": None}
    keys, file = tmp_path / "keys.json", tmp_path / "record.json"
    keys.write_text(json.dumps({"keys": [published]}))
    for document, status, said in (
        (right, 0, "signed with keys of the site"),
        (other, 1, "a key that is not among the keys of the site"),
        (unsigned, 4, "has no signatures"),
    ):
        file.write_text(json.dumps(document))
        assert main(["verify", str(file), "--keys", str(keys)]) == status
        assert said in " ".join(capsys.readouterr().out.split())
    for damaged in ({}, {"keys": []}, {"keys": [published, 5]}, {"keys": [{"key": "00"}]}):
        keys.write_text(json.dumps(damaged))
        assert main(["verify", str(file), "--keys", str(keys)]) == 2


def test_two_signed_texts_about_the_same_thing_convict_the_site(tmp_path, capsys):
    def signed(text, key=KEY):
        return {"text": text, "signature": key.sign(text.encode()).hex()}

    step, other = "castlerisk-step-1\nk3v9\n10\na", "castlerisk-step-1\nk3v9\n10\nb"
    values = [signed(f"castlerisk-value-1\nk3v9\n0\n{value}\nthen") for value in "ab"]
    file = tmp_path / "proof.json"
    for texts, status in (
        ([signed(step), signed(step), signed(other)], 1),
        ([signed(step), signed(step), signed(other, Ed25519PrivateKey.generate())], 4),
        (values, 4),
        (
            [
                5,
                {"text": step},
                {"text": f"{step}\ud800", "signature": "00" * 64},
                {"text": step, "signature": "00"},
            ],
            4,
        ),
        (None, 4),
    ):
        proof = {"castlerisk_proof": "k3v9", "signed": texts, "keys": [VECTORS["key"], 5]}
        file.write_text(json.dumps(proof))
        assert main(["verify", str(file)]) == status
        out = capsys.readouterr().out
        assert ("two different things" in out) == (status == 1)


def test_malformed_signatures_are_errors_of_the_record():
    for part, wrong in (
        ("keys", []),
        ("keys", ["00"]),
        ("seal", "00"),
        ("values", []),
        ("steps", []),
        ("end", ""),
        ("opened", 5),
    ):
        document = deepcopy(VECTORS["records"][1])
        document["signatures"][part] = wrong
        assert verify(document).problems
    document["signatures"] = None
    assert verify(document).problems


def test_a_record_without_signatures_is_not_provable():
    report = verify(json.loads(short_document()))
    assert report.ok and NOT_PROVABLE in report.notes


def test_unchecked_signatures_and_test_records_do_not_end_like_a_success(tmp_path, monkeypatch):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(VECTORS["records"][1]))
    assert main(["verify", str(file)]) == 0
    monkeypatch.setattr(signatures, "can_verify", False)
    assert NOT_CHECKED in verify(VECTORS["records"][1]).notes
    assert main(["verify", str(file)]) == 4


def test_a_record_made_for_a_test_does_not_end_like_a_success(tmp_path):
    file = tmp_path / "record.json"
    assert (
        main(["record", "--players", "2", "--rounds", "1", "--seed", "4", "--out", str(file)]) == 0
    )
    assert main(["verify", str(file)]) == 4


def test_the_public_chain_has_a_step_for_every_event_that_everybody_sees():
    for document in VECTORS["records"]:
        events = [event for entry in document["entries"] for event in entry["events"]]
        seen = seen_events(map(from_json, events), None)
        assert document["public_chain"]["steps"] == len(seen)
