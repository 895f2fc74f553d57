"""Chapter 12: a game and its record; replaying the document restores every position."""

import copy
import json

import pytest

from rules import moves as m
from rules.chance import FastChance
from rules.errors import IllegalMove, InvalidMove, RecordError
from rules.record.document import (
    TEST_NOTE,
    RecordedSeat,
    pseudonymize,
)
from rules.record.replaying import replay, replay_entries
from rules.record.verifying import verify
from rules.state import Options
from rules.state import to_json as position
from tests.support.rules.recorded_games import NAMES, Table, play_games, played_games
from tests.support.rules.records_begun import SEED, begin, two_seats

# Replaying


@pytest.mark.parametrize("check_events", [True, False])
def test_a_record_reaches_its_games_position(check_events):
    for table in played_games():
        document = json.loads(json.dumps(table.record.to_json()))
        assert position(replay(document, check_events)) == position(table.state)


def test_the_test_games_cover_nearly_all_moves_and_events():
    entries = [entry for table in played_games() for entry in table.record.entries]
    made = {entry["move"]["move"] for entry in entries if entry["kind"] == "move"}
    assert set(m.MOVES) - made <= {"ruin", "claim_win", "assassinate_ambassador"}
    assert {entry["by"] for entry in entries if "by" in entry} >= {
        "player",
        "bot",
        "clock",
        "moderator",
    }


def test_the_same_game_gives_the_same_record():
    again = [table.record.to_json() for table in play_games()]
    assert again == [table.record.to_json() for table in played_games()]


@pytest.mark.parametrize("quick", [False, True])
def test_every_intermediate_position_is_replayed(quick):
    table = Table(3, 7, Options(quick=quick, rounds=3))
    positions = [position(table.state)]
    events = [table.record.events]
    while len(positions) < 200 and not table.state.is_over:
        before = len(table.record.entries)
        if before in (40, 90):
            table.take_back(15)
        else:
            table.go_on(1)
        positions += [position(table.state)] * (len(table.record.entries) - before)
        events += [table.record.events] * (len(table.record.entries) - before)
    replayed = [
        (position(each.state), each.events) for each in replay_entries(table.record.to_json())
    ]
    assert replayed == list(zip(positions, events, strict=True))


def test_a_running_game_is_replayed_without_its_seed():
    table = Table(4, 1)
    table.go_on(60)
    document = table.record.to_json()
    assert document["seed"] is document["hidden"] is document["outcome"] is None
    assert table.seed.hex() not in json.dumps(document)
    assert position(replay(document)) == position(table.state)


@pytest.mark.parametrize("winners", [(), (1,), (0, 1)])
def test_a_moderator_ends_the_game(winners):
    table = Table(2, 2)
    table.record.play(1, m.EndGame(winners), "moderator")
    document = table.end()
    assert document["entries"][-1]["by"] == "moderator"
    assert document["outcome"]["reason"] == ("moderator" if winners else "cancelled")
    assert verify(document).ok


def test_players_agree_on_a_result():
    table = Table(3, 2)
    for seat in (2, 0, 1):
        table.record.play(seat, m.AgreeResult((1,)))
    document = table.end()
    assert document["outcome"] == {
        "winners": [1],
        "reason": "agreed",
        "places": [[1], [0, 2]],
    }
    assert verify(document).ok


@pytest.mark.parametrize("on_resign", ["bot", "steward"])
def test_one_resigns_and_the_one_left_takes_the_win(on_resign):
    table = Table(2, 4, Options(on_resign=on_resign))
    table.record.play(1, m.Resign())
    table.record.play(0, m.ClaimWin())
    document = table.end()
    assert document["entries"][1]["events"][-1]["control"] == on_resign
    assert document["outcome"]["winners"] == [0]
    assert verify(document).ok


def test_a_substitute_takes_the_seat_and_the_player_returns():
    table = Table(3, 9)
    table.record.play(2, m.Resign())
    table.record.play(2, m.TakeSeat(m.Control.PLAYER), "moderator")
    table.record.play(2, m.TakeSeat(m.Control.PLAYER, own=True), "moderator")
    assert replay(table.record.to_json()).players[2].own
    assert verify(table.end()).ok


# Writing


def test_a_refused_move_does_not_change_the_record():
    record = begin(two_seats(), ["", ""])
    before = copy.deepcopy(record.to_json()), position(record.state)
    seat = record.state.decisions[0].seat
    for refused, error in (
        (m.EndAttacks(), IllegalMove),
        (m.PlaceStronghold("atlantis"), InvalidMove),
    ):
        with pytest.raises(error):
            record.play(seat, refused)
    with pytest.raises(ValueError):
        record.play(seat, m.Resign(), "nobody")
    assert (record.to_json(), position(record.state)) == before


def test_the_first_entry_is_the_start():
    record = begin(two_seats(), ["a1", ""])
    (start,) = record.to_json()["entries"]
    assert start["kind"] == "start"
    assert next(event["event"] for event in start["events"]) == "seats_ordered"
    assert next(draw["purpose"] for draw in start["draws"]) == "seats"
    assert len(record.events) == len(start["events"])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "two\nlines"}, "one line of at most"),
        ({"seats": [RecordedSeat(0, "Aelfgyth")]}, "number of players: 1"),
        (
            {"seats": [RecordedSeat(i, "x") for i in range(7)], "values": [""] * 7},
            "number of players: 7",
        ),
        ({"seats": [RecordedSeat(1, "Aelfgyth"), RecordedSeat(0, "Brunhild")]}, "numbered from 0"),
        (
            {"seats": [RecordedSeat(0, "x\ny"), RecordedSeat(1, "z")]},
            "text of seat 0 must be one line",
        ),
        ({"seats": [RecordedSeat(0, "x"), RecordedSeat(1, "z", "bot")]}, "a bot of a named kind"),
        (
            {"seats": [RecordedSeat(0, "x"), RecordedSeat(1, "z", "person", "bold")]},
            "a bot of a named kind",
        ),
        (
            {"seats": [RecordedSeat(0, "x"), RecordedSeat(1, "z", "cat", "bold")]},
            "a bot of a named kind",
        ),
        (
            {"seats": [RecordedSeat(0, "x"), RecordedSeat(1, "z", "bot", "bold")]},
            "bot’s public value must be empty",
        ),
        ({"values": ["A1", "b2"]}, "lower-case hex"),
        ({"values": ["a1"]}, "one public value for each seat"),
        ({"options": Options(pace="slow")}, "no pace"),
        ({"options": Options(on_resign="player")}, "cannot take over the seat"),
        ({"options": Options(rounds=-1)}, "rounds"),
    ],
)
def test_a_game_too_large_for_a_record_is_refused(change, sentence):
    facts = {"seats": two_seats(), "values": ["a1", "b2"], **change}
    with pytest.raises(RecordError, match=sentence):
        begin(**facts, chance=FastChance(1))


def test_only_the_true_seed_is_published_at_the_end():
    record = begin(two_seats(), ["", ""])
    with pytest.raises(RecordError, match="not over"):
        record.close(SEED)
    record.play(0, m.EndGame(()), "moderator")
    with pytest.raises(RecordError, match="does not match"):
        record.close(bytes(32))
    assert record.to_json()["seed"] is None
    record.close(SEED)
    assert record.to_json()["seed"] == SEED.hex()


def test_a_record_drawn_for_a_test_says_so():
    record = begin(two_seats(), ["", ""], test=True)
    record.play(0, m.EndGame(()), "moderator")
    record.close(SEED)
    document = record.to_json()
    assert document["test"] is True and document["note"] == TEST_NOTE
    report = verify(document)
    assert report.ok and TEST_NOTE in report.notes
    assert verify({**document, "test": False}).problems
    assert verify({**document, "note": ""}).problems


def test_salts_and_commitments_of_all_hidden_armies_are_published_in_the_end():
    table = played_games()[2]
    document = table.record.to_json()
    assert [choice["maker"] for choice in document["hidden"]] == [
        choice.maker for choice in table.state.hidden
    ]
    sealed = {
        event["commitment"]
        for entry in document["entries"]
        for event in entry.get("events", ())
        if event["event"] == "hidden_chosen"
    }
    assert len(document["hidden"]) == 3
    assert {choice["commitment"] for choice in document["hidden"]} <= sealed


# Names


def test_names_occur_only_in_the_head():
    for table in played_games():
        text = json.dumps(table.record.to_json())
        for name in NAMES[: len(table.state.players)]:
            assert text.count(name) == 1


def test_a_pseudonymised_record_still_verifies():
    document = played_games()[2].record.to_json()
    changed = pseudonymize(document, {1: "a former player"})
    assert NAMES[1] not in json.dumps(changed)
    assert [seat["name"] for seat in changed["seats"]] == [NAMES[0], "a former player", NAMES[2]]
    assert {key for key in document if document[key] != changed[key]} == {"seats"}
    assert verify(changed).ok
    assert document["seats"][1]["name"] == NAMES[1]


@pytest.mark.parametrize("names", [{3: "x"}, {-1: "x"}, {0: "two\nlines"}, {0: "x" * 101}])
def test_an_invalid_pseudonym_is_refused(names):
    with pytest.raises(RecordError):
        pseudonymize(played_games()[2].record.to_json(), names)
