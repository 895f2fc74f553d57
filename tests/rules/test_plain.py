"""Reading plain data: valid data round-trips, and errors name the place of invalid data."""

import random

import pytest

from rules import GREYHAWK, FastChance, Options, new_game
from rules.errors import RecordError
from rules.state import from_json, to_json


@pytest.fixture
def document():
    state, _ = new_game(GREYHAWK, [True, True], Options(), "plain", FastChance(random.Random(3)))
    return to_json(state)


def test_a_position_survives_plain_data(document):
    assert to_json(from_json(document)) == document


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("holdings", "onnwal", "armies"), "9", "“holdings.onnwal.armies” should be int."),
        (("holdings", "onnwal", "armies"), True, "“holdings.onnwal.armies” should be int."),
        (
            ("holdings", "onnwal"),
            {"owner": None},
            "“holdings.onnwal” has missing or unknown fields: armies.",
        ),
        (("holdings",), [], "“holdings” should be an object."),
        (("order",), {}, "“order” should be a list."),
        (("order", 1), None, "“order[1]” should be int."),
        (("players", 0, "seat"), 1.0, "“players[0].seat” should be int."),
        (("players", 1, "hand"), ["hero", "king"], "“players[1].hand[1]” should be one of the"),
        (("players", 1, "control"), ["bot"], "“players[1].control” should be one of the Control"),
        (("seen",), {"one": []}, "“seen” has the key “one” where a number belongs."),
        (("seen",), {"1": ["hero", 4]}, "“seen.1[1]” should be one of the"),
    ],
)
def test_mismatches_are_reported_with_their_path(document, path, value, sentence):
    *way, last = path
    part = document
    for step in way:
        part = part[step]
    part[last] = value
    with pytest.raises(RecordError) as fault:
        from_json(document)
    assert str(fault.value).startswith(sentence)
