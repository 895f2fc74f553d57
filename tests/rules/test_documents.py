"""Chapter 12: the edition of a board, and record files from any source."""

import json
from importlib.resources import files
from itertools import pairwise

import pytest

from rules import moves as m
from rules.board import board_from_json, load_board
from rules.errors import RecordError
from rules.record.document import (
    LARGEST_DOCUMENT,
    board_version,
    load_document,
    pseudonymize,
)
from rules.record.verifying import verify
from tests.support.rules.recorded_games import played_games
from tests.support.rules.records_begun import SEED, begin, two_seats

# The edition of the board


def board_document():
    return json.loads((files("rules.board.data") / "flanaess.json").read_text("utf-8"))


def test_a_boards_version_covers_what_the_rules_read():
    data = board_document()
    version = board_version(load_board("flanaess"))
    assert version == board_version(board_from_json(data))
    data["groups"]["independent"]["color"] = "#123456"
    data["viewBox"] = "0 0 2000 2460"
    assert version == board_version(board_from_json(data))
    data["territories"]["ratik"]["name"] = "Ratikk"
    assert version != board_version(board_from_json(data))


def test_a_boards_version_covers_borders_and_their_order():
    versions = set()
    for change in (dict, dry_a_border, fell_a_wood, turn_round):
        data = board_document()
        change(data)
        versions.add(board_version(board_from_json(data)))
    assert len(versions) == 4


def dry_a_border(data):
    del next(item for item in data["connections"] if item.get("river"))["river"]


def fell_a_wood(data):
    next(item for item in data["territories"].values() if item.get("wooded"))["wooded"] = False


def turn_round(data):
    data["territories"] = dict(reversed(data["territories"].items()))


# Files


@pytest.mark.parametrize("as_bytes", [False, True])
def test_a_file_survives_a_round_trip(as_bytes):
    document = played_games()[0].record.to_json()
    text = json.dumps(document, ensure_ascii=False)
    assert load_document(text.encode() if as_bytes else text) == document
    assert load_document(b"\xef\xbb\xbf" + text.encode()) == document


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "not valid JSON: line 1, column 1"),
        (b"\xff\xfe\x00", "not UTF-8 text"),
        (b"\x1f\x8b\x08\x00\x00", "not UTF-8 text"),
        ('{"schema": 1,}', "not valid JSON: line 1"),
        ('{"schema": NaN}', "contains NaN"),
        ('{"schema": -Infinity}', "contains -Infinity"),
        ("[1, 2]", "must be a JSON object"),
        ('"a text"', "must be a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"schema": ' + "9" * 5000 + "}", "a number with too many digits"),
        (b" " * (LARGEST_DOCUMENT + 1), "larger than 50 MB"),
    ],
)
def test_a_file_that_is_not_a_document_is_refused_with_a_sentence(source, sentence):
    with pytest.raises(RecordError, match=sentence):
        load_document(source)


def test_entries_are_numbered_without_gaps():
    for table in played_games():
        numbers = [entry["number"] for entry in table.record.to_json()["entries"]]
        assert numbers[0] == 0
        assert all(later == earlier + 1 for earlier, later in pairwise(numbers))


def test_a_substitute_is_named_in_the_head_and_can_be_renamed():
    record = begin(two_seats(), ("", ""))
    record.play(1, m.Resign())
    record.sit_down(1, "Cedric")
    record.play(0, m.EndGame((1,)), "moderator")
    record.close(SEED)
    document = json.loads(json.dumps(record.to_json()))
    assert document["seats"][1]["substitutes"] == ["Cedric"]
    assert "Cedric" not in json.dumps(document["entries"])
    renamed = pseudonymize(document, {1: ("player 2", "player 3")})
    assert "Cedric" not in json.dumps(renamed)
    assert verify(renamed).ok
