"""Chapter 12: changes to a record's dice, cards, salts or events are detected and named."""

import json

import pytest

from rules.record.verifying import verify
from tests.support.rules.changing import draws_of, game_text, problem
from tests.support.rules.recorded_games import Table, short_document


@pytest.mark.parametrize("place", range(0, 100, 9))
def test_a_changed_die_is_named(document, place):
    rolls = draws_of(document, "roll")
    number, draw = rolls[place * len(rolls) // 100]
    true = list(draw["values"])
    draw["values"][-1] = true[-1] % 6 + 1
    says, gave = (", ".join(map(str, values)) for values in (draw["values"], true))
    assert problem(document).startswith(f"Entry {number}, the ")
    assert problem(document).endswith(f"the seed gives {gave} but the record says {says}.")


def test_a_changed_attack_die_is_called_so(document):
    number, draw = next(
        item for item in draws_of(document, "roll") if "attack" in item[1]["purpose"]
    )
    draw["values"][0] = draw["values"][0] % 6 + 1
    assert problem(document).startswith(f"Entry {number}, the attack dice: the seed gives ")


@pytest.mark.parametrize("place", range(0, 100, 9))
def test_a_changed_card_is_named(document, place):
    picks = [(number, draw) for number, draw in draws_of(document, "pick") if draw["of"] > 1]
    number, draw = picks[place * len(picks) // 100]
    draw["values"][0] = (draw["values"][0] + 1) % draw["of"]
    assert problem(document).startswith(f"Entry {number}, the ")


def test_a_changed_shuffle_is_named():
    document = json.loads(short_document())
    (number, seats), (_, dealt) = draws_of(document, "shuffle")
    seats["values"].reverse()
    assert problem(document) == (
        f"Entry {number}, the order of the seats: the seed gives "
        f"{seats['values'][1]}, {seats['values'][0]} but the record says "
        f"{seats['values'][0]}, {seats['values'][1]}."
    )
    seats["values"].reverse()
    dealt["values"][3:5] = reversed(dealt["values"][3:5])
    assert "the deal of the territories: the seed gives" in problem(document)
    assert f"{dealt['values'][4]} at position 3" in problem(document)


@pytest.mark.parametrize("whole", [False, True])
def test_a_changed_die_is_found_despite_matching_events(document, whole):
    table = Table(2, 31)
    table.go_on(5)
    document = table.end()
    start = document["entries"][0]
    roll = next(draw for draw in start["draws"] if draw["kind"] == "roll")
    roll["values"] = [1, 6] if roll["values"][1] < 6 else [6, 1]
    if whole:
        rolled = next(event for event in start["events"] if event["event"] == "first_rolled")
        rolled["rolls"] = [[[0, roll["values"][0]], [1, roll["values"][1]]]]
        rolled["seat"] = roll["values"].index(6)
    assert problem(document).startswith("Entry 0, the dice for who goes first in set-up: the seed")


def test_a_changed_salt_or_commitment_is_named(document):
    entries = [
        entry
        for entry in document["entries"]
        if any(draw["kind"] == "salt" for draw in entry.get("draws", ()))
    ]
    for entry in entries:
        told = json.dumps(entry)
        salt = next(draw["values"] for draw in entry["draws"] if draw["kind"] == "salt")
        chosen = next(event for event in entry["events"] if event["event"] == "hidden_chosen")
        territory = next(
            event["territory"] for event in entry["events"] if event["event"] == "hidden_kept"
        )
        for old, new in (
            (f'"values": "{salt}"', f'"values": "{"0" * 64}"'),
            (f'"salt": "{salt}"', f'"salt": "{"0" * 64}"'),
            (salt, "0" * 64),
            (chosen["commitment"], "f" * 64),
            (f'"territory": "{territory}"', '"territory": "ratik"'),
        ):
            assert told.count(old) >= 1
            place = document["entries"].index(entry)
            document["entries"][place] = json.loads(told.replace(old, new))
            assert problem(document).startswith(f"Entry {entry['number']}, the hidden armies: ")
            document["entries"][place] = entry
    assert len(entries) >= 3 and verify(document).ok


def test_revealed_choices_match_their_commitments(document):
    for change in (
        lambda hidden: hidden.pop(),
        lambda hidden: hidden.reverse(),
        lambda hidden: hidden[0].update(territory="ratik"),
        lambda hidden: hidden[0].update(salt="0" * 64),
        lambda hidden: hidden[0].update(maker=True),
    ):
        changed = json.loads(game_text())
        change(changed["hidden"])
        assert "hidden armies" in problem(changed)


@pytest.mark.parametrize("place", range(0, 100, 7))
def test_a_changed_event_is_named(document, place):
    told = [
        (entry["number"], event, name)
        for entry in document["entries"]
        for event in entry.get("events", ())
        for name in event
        if type(event[name]) is int and not event["event"].startswith("hidden")
    ]
    number, event, name = told[place * len(told) // 100]
    event[name] += 1
    sentence = problem(document)
    assert sentence.startswith(f"Entry {number}: In “{event['event'].replace('_', ' ')}”, ")
    assert sentence.endswith(f"should be {event[name] - 1}, not {event[name]}.")


def test_omitted_added_or_moved_events_are_named(document):
    entry = next(entry for entry in document["entries"] if len(entry.get("events", ())) > 3)
    events, number = entry["events"], entry["number"]
    for changed, sentence in (
        (events[:-1], f"The event “{events[-1]['event'].replace('_', ' ')}” is missing."),
        (events + events[-1:], "It has events that did not happen."),
        ([events[1], events[0], *events[2:]], "It has a different event in place of"),
        ([{"event": "miracle"}, *events[1:]], "It has a different event in place of"),
        ([7, *events[1:]], "It has a different event in place of"),
        ([{**events[0], "more": 1}, *events[1:]], "The event “"),
        ([{"event": events[0]["event"]}, *events[1:]], "In "),
    ):
        entry["events"] = changed
        assert problem(document).startswith(f"Entry {number}: {sentence}")


def test_true_is_not_one(document):
    number, event = next(
        (entry["number"], event)
        for entry in document["entries"]
        for event in entry.get("events", ())
        if event.get("armies") == 1
    )
    event["armies"] = True
    assert problem(document).startswith(f"Entry {number}: In ")
