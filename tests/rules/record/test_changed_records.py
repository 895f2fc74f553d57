"""Chapter 12: changes to a record's entries, take-backs, head or end are detected and named."""

import json
import random

import pytest

from rules.errors import RecordError
from rules.record.document import head_digest, read_head
from rules.record.entries import entry_digest
from rules.record.replaying import replay
from rules.record.verifying import UNFINISHED, verify
from rules.state import to_json as position
from tests.support.rules.changing import all_places, draws_of, problem
from tests.support.rules.recorded_games import short_document


@pytest.mark.parametrize("place", range(5, 100, 9))
def test_a_changed_order_is_named(document, place):
    entries = [
        entry
        for entry in document["entries"]
        if entry["kind"] == "move" and "territory" in entry["move"]
    ]
    entry = entries[place * len(entries) // 100]
    others = sorted({other["move"]["territory"] for other in entries})
    others.remove(entry["move"]["territory"])
    entry["move"]["territory"] = others[place % len(others)]
    assert problem(document).startswith(f"Entry {entry['number']}: ")


def test_a_move_with_another_player_or_source_is_named(document):
    entry = next(
        entry
        for entry in document["entries"]
        if entry["kind"] == "move" and entry["move"]["move"] == "claim"
    )
    for change in ({"seat": 1 - entry["seat"]}, {"seat": 5}, {"by": "clock"}, {"by": "me"}):
        document["entries"][entry["number"]] = {**entry, **change}
        assert problem(document).startswith(f"Entry {entry['number']}: ")


def test_omitted_doubled_or_swapped_entries_are_named(document):
    entries = document["entries"]
    for changed, number in (
        (entries[:50] + entries[51:], 50),
        (entries[:51] + entries[50:], 51),
        ([*entries[:50], entries[51], entries[50], *entries[52:]], 50),
        (entries[1:], 0),
    ):
        assert problem({**document, "entries": changed}).startswith(f"Entry {number}: ")
    # Draw numbers are checked first, hence an entry without draws.
    drawless = next(entry for entry in entries[50:] if not entry.get("draws"))
    for entry in (drawless, {**entries[1], "number": len(entries)}):
        longer = {**document, "entries": [*entries, {**entry, "number": len(entries)}]}
        assert problem(longer) == f"Entry {len(entries)}: It comes after the end of the game."
    again = [
        {**entry, "number": number} for number, entry in enumerate(entries[:50] + entries[51:])
    ]
    assert problem({**document, "entries": again}).startswith("Entry ")


def test_a_game_cut_short_is_no_finished_game(document):
    document["entries"] = document["entries"][:60]
    assert "outcome differs" in problem(document)
    document["outcome"] = None
    assert "not over, but its secrets are published" in problem(document)
    document["seed"] = document["hidden"] = None
    assert verify(document).ok and UNFINISHED in verify(document).notes


def test_a_changed_take_back_is_named(document):
    number = next(entry["number"] for entry in document["entries"] if entry["kind"] == "take_back")
    entry = document["entries"][number]
    for change, sentence in (
        ({"to": entry["to"] - 1}, ""),
        ({"to": number}, "does not exist"),
        ({"to": number - 1}, "nothing to take back"),
        ({"epoch": 2}, "must be 1"),
        ({"epoch": 0}, "must be 1"),
        ({"draw": entry["draw"] - 1}, f"must be {entry['draw']}, not {entry['draw'] - 1}"),
        ({"draw": True}, "give an entry"),
        ({"by": "player"}, "Only a moderator"),
        ({"reason": 5}, "one line"),
    ):
        document["entries"][number] = {**entry, **change}
        assert sentence in problem(document)
    del document["entries"][number]
    assert problem(document).startswith(f"Entry {number}: It has the wrong number")


def test_undone_entries_are_checked_too(document):
    to, number = next(
        (entry["to"], entry["number"])
        for entry in document["entries"]
        if entry["kind"] == "take_back"
    )
    draw, place = next(
        (draw, entry["number"])
        for entry in document["entries"][to + 1 : number]
        for draw in entry.get("draws", ())
        if draw["kind"] == "roll"
    )
    trusted = position(replay(document, check_events=False))
    draw["values"][0] = draw["values"][0] % 6 + 1
    assert problem(document).startswith(f"Entry {place}, ")
    with pytest.raises(RecordError, match=f"Entry {place}: "):
        replay(document)
    assert position(replay(document, check_events=False)) == trusted


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": "00" * 32}, "does not match the published seal"),
        ({"seed": "00"}, "64 digits"),
        ({"seed": 17}, "64 digits"),
        ({"seed": None}, "its seed is not in the record"),
        ({"commitment": "00" * 32}, "does not match the published seal"),
        ({"commitment": "no"}, "64 digits"),
        ({"outcome": None}, "outcome differs"),
        ({"hidden": None}, "published hidden armies"),
        ({"schema": 2}, "missing or unknown fields: public_chain, signatures"),
        ({"schema": 3}, "Only records of schema 1 or 2"),
        ({"schema": True}, "Only records of schema 1"),
        ({"game": "another"}, "Entry 0, the order of the seats"),
        ({"game": "two\nlines"}, "one line of at most"),
        ({"game": "\ud800"}, "one line of at most"),
        ({"values": ["", "", ""]}, "Entry 0, the order of the seats"),
        ({"values": ["", ""]}, "one public value for each seat"),
        ({"values": ["x", "", ""]}, "lower-case hex"),
        ({"entries": []}, "a list of entries"),
        ({"entries": {}}, "a list of entries"),
        ({"board": {"id": "flanaess", "version": "00" * 32}}, "on a board that this version"),
        ({"seats": []}, "number of players: 0"),
        ({"seats": "none"}, "“record.seats” should be a list"),
        ({"more": 1}, "has missing or unknown fields: more"),
    ],
)
def test_a_changed_head_or_end_is_named(document, change, sentence):
    assert sentence in problem({**document, **change})


def test_the_edition_of_the_rules_counts(document):
    for change in ({"version": 2}, {"name": "chess"}):
        changed = {**document, "ruleset": {**document["ruleset"], **change}}
        assert "rules that this version does not support" in problem(changed)


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("pace", "slow", "no pace"),
        ("on_resign", "player", "cannot take over the seat"),
        ("rounds", 10**9, "rounds"),
        ("rounds", "4", "should be int"),
        ("quick", 1, "should be bool"),
        ("quick", True, "Entry "),
    ],
)
def test_changed_options_are_named(document, option, value, sentence):
    document["ruleset"]["options"][option] = value
    assert sentence in problem(document)


@pytest.mark.parametrize("made", ["orders", "wishes", "agree", "seat"])
def test_changed_declarations_are_named(document, made):
    entry = next(
        entry
        for entry in document["entries"]
        if entry["kind"] == "move" and entry["move"]["move"] == made
    )
    number = entry["number"]
    entry["by"] = "order"
    assert problem(document).startswith(f"Entry {number}")
    if made == "orders":
        entry["by"] = "player"
        assert verify(document).ok
        entry["move"]["orders"]["fallbacks"] = {}
        assert problem(document) == (
            f"Entry {number} was changed after it was written: its digest is wrong."
        )


def test_a_changed_die_is_reported_before_a_wrong_seed(document):
    number, draw = draws_of(document, "roll")[3]
    draw["values"][0] = draw["values"][0] % 6 + 1
    blamed, found = verify(document).problems
    assert blamed == f"Entry {number} was changed after it was written: its digest is wrong."
    assert found.startswith(f"Entry {number}, the ")


def test_a_die_of_another_seed_is_reported_as_a_wrong_seed(document):
    number, draw = draws_of(document, "roll")[-1]
    draw["values"][0] = draw["values"][0] % 6 + 1
    write_digests_again(document)
    (found,) = verify(document).problems
    assert found.startswith(f"Entry {number}, the ") and "the seed gives" in found


def write_digests_again(document):
    digest = head_digest(read_head(document))
    for entry in document["entries"]:
        entry["digest"] = digest = entry_digest(digest, entry)


def test_the_head_is_covered_by_a_digest(document):
    document["seats"][0]["value_given"] = "after the start"
    assert problem(document).startswith("The header or entry 0 was changed after it was written")


def changed(value):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return ("1" if value[:1] == "0" else "0") + value[1:]
    return "something"


@pytest.mark.parametrize("part", range(12))
def test_every_changed_value_is_noticed(part):
    document = json.loads(short_document())
    places = [
        (container, key)
        for container, key in all_places(document)
        if not isinstance(container[key], dict | list) and key != "name"
    ]
    for container, key in random.Random(part).sample(places, 20):
        value = container[key]
        container[key] = changed(value)
        assert problem(document)
        container[key] = value
    assert verify(document).ok


def test_another_outcome_is_named(document):
    document["outcome"]["winners"] = [0]
    assert "outcome differs" in problem(document)
