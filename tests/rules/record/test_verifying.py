"""Chapter 12: genuine records verify, even with a verifier written from the rulebook alone."""

import hashlib
import hmac
import json

from rules.record.document import load_document
from rules.record.verifying import UNFINISHED, VerificationReport, verify
from tests.support.rules.changing import draws_of, problem
from tests.support.rules.recorded_games import Table, played_games

# A whole record


def test_records_of_games_are_verified():
    for table in played_games():
        document = load_document(json.dumps(table.record.to_json()))
        assert verify(document).problems == ()
        assert any(document["commitment"] in note for note in verify(document).notes)


def test_the_order_of_keys_does_not_matter(document):
    assert verify(json.loads(json.dumps(document, sort_keys=True))).ok


def test_a_running_game_is_verified_as_far_as_possible():
    table = Table(3, 21)
    table.go_on(120)
    document = table.record.to_json()
    assert verify(document) == VerificationReport((), verify(document).notes)
    assert UNFINISHED in verify(document).notes
    event = next(entry for entry in document["entries"] if entry["number"] and entry["events"])
    event["events"].pop()
    assert f"Entry {event['number']}: The event “" in problem(document)


# The same, from the text of the rulebook alone


def block(document, epoch, number, index):
    lines = ["castlerisk-chance-1", document["game"], epoch, number, index, *document["values"]]
    message = "\n".join(map(str, lines)).encode()
    return hmac.new(bytes.fromhex(document["seed"]), message, hashlib.sha256).digest()


def numbers_below(document, epoch, number):
    """Return a function that returns a draw's next number below its argument."""
    bytes_left, index = b"", 0

    def below(limit):
        nonlocal bytes_left, index
        while True:
            if not bytes_left:
                bytes_left, index = block(document, epoch, number, index), index + 1
            word, bytes_left = int.from_bytes(bytes_left[:4], "big"), bytes_left[4:]
            if word < 4294967296 - 4294967296 % limit:
                return word % limit

    return below


def drawn_again(below, kind, of, count):
    if kind == "roll":
        return [1 + below(6) for _ in range(count)]
    if kind == "pick":
        return [below(of)]
    places = list(range(of))
    for i in range(of - 1, 0, -1):
        j = below(i + 1)
        places[i], places[j] = places[j], places[i]
    return places


def wrong_draws(document):
    """The numbers of all draws that do not follow from the seed."""
    assert hashlib.sha256(bytes.fromhex(document["seed"])).hexdigest() == document["commitment"]
    wrong, epoch, expected = [], 0, 0
    for entry in document["entries"]:
        epoch = entry.get("epoch", epoch)
        for draw in entry.get("draws", ()):
            if draw["kind"] != "salt":
                below = numbers_below(document, epoch, draw["number"])
                values = drawn_again(below, draw["kind"], draw["of"], len(draw["values"]))
                if draw["number"] != expected or values != draw["values"]:
                    wrong.append(expected)
                expected += 1
    return wrong


def wrong_commitments(document):
    """The numbers of all entries whose hidden armies do not match their commitments."""
    wrong = []
    for entry in document["entries"]:
        events = {event["event"]: event for event in entry.get("events", ())}
        if "hidden_chosen" in events:
            kept = events["hidden_kept"]
            lines = [document["game"], str(kept["seat"]), kept["territory"], kept["salt"]]
            text = "\n".join(["castlerisk-hidden-1", *lines])
            sealed = hashlib.sha256(text.encode()).hexdigest()
            if sealed != events["hidden_chosen"]["commitment"]:
                wrong.append(entry["number"])
    return wrong


def last_digest(document):
    """The digest of the last entry, from the head and all entries."""
    after = {"entries", "outcome", "seed", "hidden"}
    head = {name: part for name, part in document.items() if name not in after}
    names = ("name", "substitutes")
    head["seats"] = [
        {key: value for key, value in seat.items() if key not in names} for seat in head["seats"]
    ]
    digest = ""
    for facts in [head, *document["entries"]]:
        facts = {key: value for key, value in facts.items() if key != "digest"}
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256(f"{digest}\n{text}".encode("ascii")).hexdigest()
    return digest


def test_a_verifier_written_from_the_rulebook_finds_every_record_right():
    draws = commitments = 0
    for table in played_games():
        document = json.loads(json.dumps(table.record.to_json()))
        assert wrong_draws(document) == []
        assert wrong_commitments(document) == []
        assert last_digest(document) == document["entries"][-1]["digest"]
        draws += table.state.draws
        commitments += len(document["hidden"])
    assert draws > 500 and commitments > 20


def test_both_verifiers_find_the_same_changed_die(document):
    number, draw = draws_of(document, "roll")[-1]
    draw["values"][0] = draw["values"][0] % 6 + 1
    assert wrong_draws(document) == [draw["number"]]
    assert problem(document).startswith(f"Entry {number}, ")
