"""A damaged board document is refused with one sentence that names the damage."""

import json
from copy import deepcopy
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import board_from_json
from rules.errors import BoardError

SOUND = json.loads((files("rules.board.data") / "flanaess.json").read_text(encoding="utf-8"))
GONE = object()


def place(a: str, b: str) -> tuple:
    """The path within the document to the connection between two territories."""
    ends = [(item["a"], item["b"]) for item in SOUND["connections"]]
    return "connections", ends.index((a, b))


LAND = place("onnwal", "irongate")
RIVER = place("sunndi", "south_province")
CROSSING = place("ekul", "hepmonaland")
PASS = place("ratik", "theocracy")
ONNWAL = ("territories", "onnwal")
TWICE = [*SOUND["connections"], {"a": "irongate", "b": "onnwal", "kind": "land"}]
NO_ISLES = [
    item for item in SOUND["connections"] if "lordship_sulward" not in (item["a"], item["b"])
]

DAMAGES = [
    (("schema",), 2, "schema 2"),
    (("schema",), "1", "schema is not a whole number"),
    (("schema",), True, "schema is not a whole number"),
    (("name",), GONE, "document is missing “name”"),
    (("name",), "", "name is not a non-empty text"),
    (("wishes",), [], "document has an unknown field, “wishes”"),
    (("groups",), [], "groups is not an object"),
    (("groups", "atlantis"), {"name": "A", "kind": "empire", "color": "#000"}, "group atlantis"),
    (("groups", "iron_league", "kind"), "league", "iron_league has an unknown kind, “league”"),
    (("groups", "iron_league", "kind"), "continent", "continent iron_league has no bonus"),
    (("groups", "iron_league", "bonus"), "4", "iron_league.bonus is not a whole number"),
    (("territories",), None, "territories is not an object"),
    ((*ONNWAL, "group"), "atlantis", "onnwal belongs to atlantis"),
    ((*ONNWAL, "group"), GONE, "territories.onnwal is missing “group”"),
    ((*ONNWAL, "name"), 7, "territories.onnwal.name is not a non-empty text"),
    ((*ONNWAL, "woded"), True, "onnwal has an unknown field, “woded”"),
    ((*ONNWAL, "wooded"), 1, "onnwal.wooded is not true or false"),
    ((*ONNWAL, "seas"), "azure_sea", "onnwal.seas is not a list"),
    ((*ONNWAL, "seas"), ["azure_sea", 3], "onnwal.seas[1] is not a non-empty text"),
    ((*ONNWAL, "seas"), ["dry_steppes"], "onnwal borders dry_steppes"),
    ((*ONNWAL, "symbol"), "infantri", "onnwal has an unknown symbol, “infantri”"),
    ((*ONNWAL, "drawing"), GONE, "onnwal is missing “drawing”"),
    ((*ONNWAL, "drawing", "path"), GONE, "onnwal.drawing is missing “path”"),
    ((*ONNWAL, "drawing", "path"), "", "onnwal.drawing.path is not a non-empty text"),
    ((*ONNWAL, "drawing", "badge"), GONE, "onnwal.drawing is missing “badge”"),
    ((*ONNWAL, "drawing", "badge"), [1, 2, 3], "onnwal.drawing.badge is not a list of 2 items"),
    ((*ONNWAL, "drawing", "badge", 1), "2", "onnwal.drawing.badge[1] is not a number"),
    ((*ONNWAL, "drawing", "label"), GONE, "onnwal.drawing is missing “label”"),
    ((*ONNWAL, "drawing", "label", "lines"), GONE, "onnwal.drawing.label is missing “lines”"),
    (("connections",), {}, "connections is not a list"),
    (("connections",), TWICE, "connection between irongate and onnwal is listed twice"),
    (("connections",), NO_ISLES, "No chain of connections leads from onnwal to lordship_sulward"),
    ((*LAND, "a"), GONE, "connections[0] is missing “a”"),
    ((*LAND, "a"), "atlantis", "connection between atlantis and irongate names atlantis"),
    ((*LAND, "b"), "atlantis", "connection between onnwal and atlantis names atlantis"),
    ((*LAND, "b"), "onnwal", "territory onnwal is connected to itself"),
    ((*LAND, "kind"), "air", "connection between onnwal and irongate has an unknown kind, “air”"),
    ((*CROSSING, "path"), GONE, "dotted line between ekul and hepmonaland is not drawn"),
    ((*PASS, "path"), GONE, "dotted line between ratik and theocracy is not drawn"),
    ((*CROSSING, "crosses"), ["dry_steppes"], "ekul and hepmonaland crosses dry_steppes"),
    ((*CROSSING, "crosses"), ["relmor_bay"], "hepmonaland crosses no sea that ekul borders"),
    ((*CROSSING, "crosses"), ["oljatt_sea"], "hepmonaland crosses no sea that ekul borders"),
    ((*RIVER, "river"), "styx", "sunndi and south_province crosses the river styx"),
    (("drawing",), GONE, "document is missing “drawing”"),
    (("drawing", "rivers", "grayflood"), GONE, "crosses the river grayflood, which is not drawn"),
    (("drawing", "seas", "azure_sea"), GONE, "sea zone azure_sea is not drawn"),
    (("drawing", "seas", "azure_sea", "zone"), "styx", "drawing puts azure_sea in styx"),
    (("sea_zones", "azure_sea", "name"), GONE, "sea_zones.azure_sea is missing “name”"),
    (("sea_zones", "azure_sea"), GONE, "borders azure_sea, which is not a sea zone"),
    (
        ("sea_zones", "relmor_bay", "neighbours"),
        ["azure_sea", "styx"],
        "bay has the neighbour styx",
    ),
    (("sea_zones", "relmor_bay", "neighbours"), [], "azure_sea has the neighbour relmor_bay"),
    (
        ("sea_zones", "relmor_bay", "neighbours"),
        ["azure_sea", "relmor_bay"],
        "bay is its own neighbour",
    ),
]


def changed(path: tuple, value: object) -> object:
    """A copy of the sound document with the value at a path replaced, added or removed."""
    document = deepcopy(SOUND)
    here = document
    for step in path[:-1]:
        here = here[step]
    if value is GONE:
        del here[path[-1]]
    else:
        here[path[-1]] = value
    return document


@pytest.mark.parametrize(("path", "value", "sentence"), DAMAGES)
def test_a_damaged_board_is_reported_in_one_sentence(path, value, sentence):
    with pytest.raises(BoardError) as caught:
        board_from_json(changed(path, value))
    message = str(caught.value)
    assert sentence in message
    assert message.endswith(".")
    assert ". " not in message


@pytest.mark.parametrize("document", [None, [], "flanaess", 3])
def test_no_document_at_all(document):
    with pytest.raises(BoardError, match="document is not an object"):
        board_from_json(document)


def test_a_board_needs_a_territory():
    drawing = {"borders": {"inner": "M0 0"}}
    empty = {
        "groups": {},
        "territories": {},
        "connections": [],
        "sea_zones": {},
        "drawing": drawing,
    }
    with pytest.raises(BoardError, match="no territories"):
        board_from_json(SOUND | empty)


def test_checking_does_not_change_the_document():
    document = deepcopy(SOUND)
    board_from_json(document)
    assert document == SOUND


def paths(value: object, path: tuple = ()):
    """Every path into the document, except those inside the drawing."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inside in steps:
        yield (*path, step)
        if isinstance(inside, dict | list) and (*path, step) != ("drawing",):
            yield from paths(inside, (*path, step))


JUNK = st.sampled_from(
    [GONE, None, True, 0, -1, 2.5, "", "onnwal", "azure_sea", [], [[]], ["onnwal"], {}, {"a": {}}]
)


@given(path=st.sampled_from(list(paths(SOUND))), value=JUNK)
def test_junk_makes_a_board_or_a_board_error(path, value):
    try:
        sentence = f"{board_from_json(changed(path, value)).name} is a board."
    except BoardError as error:
        sentence = str(error)
    assert sentence.endswith(".")
