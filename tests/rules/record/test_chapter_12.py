"""Chapter 12 is complete: its tables list everything in a record that a verifier needs."""

import hashlib
import json
import re
from importlib.resources import files

import pytest

from rules.events.json import EVENTS
from rules.rulesets import RULESETS
from tests.support.rules.golden import FOLDER, read_golden
from tests.support.rules.recorded_games import played_games

TEXT = files("rules").joinpath("rulebook.md").read_text(encoding="utf-8").partition("\n## 12 ")[2]
NAME = re.compile(r"`([^`]+)`")


def table(heading):
    """The rows of a table in the chapter, as lists of cells."""
    _, _, rest = TEXT.partition(heading)
    lines = rest.partition("\n|")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


LISTS = {
    (board, kind): NAME.findall(names)
    for board, kind, names in re.findall(r"^- `(\w+)`, (territories|groups): (.+)\.$", TEXT, re.M)
}
PURPOSES = {
    name: row[1] for row in table("**Purposes of draws.**") for name in NAME.findall(row[0])
}
EVENT = re.compile(r"^- `(\w+)`( \(for its `seat` alone\))?: (.+)\.$", re.M)
FIELDS = {
    name: (bool(private), NAME.findall(fields))
    for name, private, fields in EVENT.findall(TEXT.partition("**Events.**")[2])
}


def documents():
    for each in played_games():
        yield json.loads(json.dumps(each.record.to_json()))
    for path in sorted(FOLDER.glob("*.json.gz")):
        yield read_golden(path)[0]


def test_every_draw_has_a_purpose_listed_in_the_rulebook():
    drawn = {
        (draw["purpose"], draw["kind"])
        for document in documents()
        for entry in document["entries"]
        for draw in entry.get("draws", ())
    }
    assert drawn <= set(PURPOSES.items())
    assert {purpose for purpose, _ in drawn} >= {
        "seats",
        "battle card",
        "assassin",
        "card of a hand",
    }


def test_every_event_has_the_fields_listed_in_the_rulebook():
    assert list(FIELDS) == list(EVENTS)
    later = {"until"}
    for document in documents():
        for entry in document["entries"]:
            for event in entry.get("events", ()):
                named = set(FIELDS[event["event"]][1])
                assert named - later <= event.keys() - {"event"} <= named


@pytest.mark.parametrize("name", FIELDS)
def test_the_rulebook_lists_the_audience_of_every_event(name):
    assert FIELDS[name][0] == EVENTS[name].private


@pytest.mark.parametrize("board", sorted({ruleset.board.id for ruleset in RULESETS.values()}))
def test_the_order_and_the_version_of_a_board_follow_from_its_data_and_the_text(board):
    data = json.loads(
        files("rules.board.data").joinpath(f"{board}.json").read_text(encoding="utf-8")
    )
    order = list(data["territories"])
    assert LISTS[board, "territories"] == order
    assert LISTS[board, "groups"] == list(data["groups"])
    beside = {name: set() for name in order}
    for link in data["connections"]:
        beside[link["a"]].add(link["b"])
        beside[link["b"]].add(link["a"])
    facts = {
        "id": data["id"],
        "territories": [
            {
                "id": name,
                "name": item["name"],
                "empire": item["group"],
                "seas": item.get("seas", []),
                "neighbours": [other for other in order if other in beside[name]],
                "wooded": item.get("wooded", False),
                "rakers": item.get("rakers", False),
                "symbol": item.get("symbol"),
                "number": order.index(name),
            }
            for name, item in data["territories"].items()
        ],
        "groups": [
            {
                "id": name,
                "name": item["name"],
                "kind": item["kind"],
                "bonus": item.get("bonus", 0),
                "territories": [
                    each for each in order if data["territories"][each]["group"] == name
                ],
            }
            for name, item in data["groups"].items()
        ],
        "sea_zones": [
            {"id": name, "name": item["name"], "neighbours": item.get("neighbours", [])}
            for name, item in data.get("sea_zones", {}).items()
        ],
        "connections": [
            {
                "a": link["a"],
                "b": link["b"],
                "kind": link["kind"],
                "river": link.get("river"),
                "crosses": link.get("crosses", []),
            }
            for link in data["connections"]
        ],
    }
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    version = hashlib.sha256(f"\n{text}".encode("ascii")).hexdigest()
    found = {each["board"]["version"] for each in documents() if each["board"]["id"] == board}
    assert found == {version}


def cards_drawn(entry, deck, *, two_left):
    """The battle cards that an entry draws from a deck, found from the chapter's text alone."""
    cards = []
    for draw in entry.get("draws", ()):
        if draw["purpose"] == "battle card":
            assert draw["of"] == len(deck)
            cards.append(deck.pop(draw["values"][0]))
    return [card for card in cards if not (two_left and card == "ambassador")]


def test_the_battle_cards_of_a_record_follow_from_its_draws_and_the_text():
    entries = removed = 0
    for document in documents():
        seats, ruleset = len(document["seats"]), RULESETS[document["ruleset"]["name"]]
        counts = {str(card): number for card, number in ruleset.battle_cards.items()}
        if seats == 2:
            counts.pop("ambassador", None)
        deck = sorted(card for card, number in counts.items() for _ in range(number))
        for entry in document["entries"]:
            events = entry.get("events", ())
            names = [event["event"] for event in events]
            if "pile_shuffled" in names or entry["kind"] == "take_back":
                break
            seats -= names.count("eliminated")
            seen = [
                card
                for event in events
                if event["event"] == "cards_seen"
                for card in event["cards"]
            ]
            assert cards_drawn(entry, deck, two_left=seats == 2) == seen
            entries += bool(seen)
            removed += names.count("ambassador_removed")
    assert entries > 200 and removed


def test_the_text_names_all_cards_in_alphabetical_order():
    paragraph = TEXT.partition("**Identifiers.**")[2].partition("\n")[0]
    _, _, cards = paragraph.partition("Battle cards: ")
    battle, _, events = cards.partition("Event cards: ")
    events = events.partition(". A territory card")[0]
    ruleset = RULESETS["greyhawk"]
    assert NAME.findall(battle) == sorted(map(str, ruleset.battle_cards))
    assert NAME.findall(events) == sorted(map(str, ruleset.event_cards))


def test_hidden_choices_are_in_order_of_choice():
    for document in documents():
        if any(entry["kind"] == "take_back" for entry in document["entries"]):
            continue
        made = [
            event["commitment"]
            for entry in document["entries"]
            for event in entry["events"]
            if event["event"] == "hidden_chosen"
        ]
        assert [choice["commitment"] for choice in document["hidden"]] == made
