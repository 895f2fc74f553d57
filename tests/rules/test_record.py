"""Chapter 12: a game and its record; every position comes again out of the document."""

import copy
import json
from importlib.resources import files
from itertools import pairwise

import pytest

from rules import moves as m
from rules.board import board_from_json, load_board
from rules.chance import CommittedChance, FastChance, SeededSalts, seed_commitment
from rules.errors import IllegalMove, InvalidMove, RecordError
from rules.forms import Orders
from rules.record.document import (
    LARGEST_DOCUMENT,
    TEST_NOTE,
    Seat,
    board_version,
    load_document,
    pseudonymize,
)
from rules.record.entries import MOST_TAKE_BACKS
from rules.record.game import GameRecord
from rules.record.replaying import replay, replay_entries
from rules.record.verifying import verify
from rules.rulesets.greyhawk import GREYHAWK
from rules.state import Options
from rules.state import to_json as position
from tests.rules.recorded_games import GAME, NAMES, Table, play_games, played_games

SEED = bytes(range(32))


def begin(seats, values, *, game=GAME, options=None, test=False, chance=None):
    return GameRecord.begin(
        GREYHAWK,
        seats,
        options or Options(),
        game,
        chance or CommittedChance(SEED, values, game, SeededSalts(SEED)),
        seed_commitment=seed_commitment(SEED),
        values=values,
        test=test,
    )


def two_seats():
    return [Seat(0, "Aelfgyth"), Seat(1, "Brunhild")]


def standing(state):
    """A position without what says where in the stream of chance it stands."""
    return {key: value for key, value in position(state).items() if key not in ("epoch", "draws")}


# Replaying


@pytest.mark.parametrize("check_events", [True, False])
def test_a_record_comes_to_the_position_of_its_game(check_events):
    for table in played_games():
        document = json.loads(json.dumps(table.record.to_json()))
        assert position(replay(document, check_events)) == position(table.state)


def test_the_games_of_these_tests_play_and_say_nearly_everything():
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
def test_every_position_on_the_way_comes_again(quick):
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


def test_a_substitute_sits_down_and_the_player_comes_back():
    table = Table(3, 9)
    table.record.play(2, m.Resign())
    table.record.play(2, m.TakeSeat(m.Control.PLAYER), "moderator")
    table.record.play(2, m.TakeSeat(m.Control.PLAYER, own=True), "moderator")
    assert replay(table.record.to_json()).players[2].own
    assert verify(table.end()).ok


# Writing


def test_a_refused_move_leaves_the_record_alone():
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
        ({"game": "two\nlines"}, "one short line"),
        ({"seats": [Seat(0, "Aelfgyth")]}, "not played by 1"),
        ({"seats": [Seat(i, "x") for i in range(7)], "values": [""] * 7}, "not played by 7"),
        ({"seats": [Seat(1, "Aelfgyth"), Seat(0, "Brunhild")]}, "numbered from 0"),
        ({"seats": [Seat(0, "x\ny"), Seat(1, "z")]}, "seat 0 is not one short line"),
        ({"seats": [Seat(0, "x"), Seat(1, "z", "bot")]}, "a bot’s that is named"),
        ({"seats": [Seat(0, "x"), Seat(1, "z", "person", "bold")]}, "a bot’s that is named"),
        ({"seats": [Seat(0, "x"), Seat(1, "z", "cat", "bold")]}, "a bot’s that is named"),
        ({"seats": [Seat(0, "x"), Seat(1, "z", "bot", "bold")]}, "Bots add no public value"),
        ({"values": ["A1", "b2"]}, "lower-case hex"),
        ({"values": ["a1"]}, "one public value for each seat"),
        ({"options": Options(pace="slow")}, "no pace"),
        ({"options": Options(on_resign="player")}, "cannot take a seat"),
        ({"options": Options(rounds=-1)}, "rounds"),
    ],
)
def test_no_game_begins_that_no_record_can_hold(change, sentence):
    facts = {"seats": two_seats(), "values": ["a1", "b2"], **change}
    with pytest.raises(RecordError, match=sentence):
        begin(**facts, chance=FastChance(1))


def test_the_seed_is_published_only_in_the_end_and_only_the_true_one():
    record = begin(two_seats(), ["", ""])
    with pytest.raises(RecordError, match="not over"):
        record.close(SEED)
    record.play(0, m.EndGame(()), "moderator")
    with pytest.raises(RecordError, match="not the seed"):
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


def test_names_stand_in_the_head_and_nowhere_else():
    for table in played_games():
        text = json.dumps(table.record.to_json())
        for name in NAMES[: len(table.state.players)]:
            assert text.count(name) == 1


def test_a_name_is_replaced_by_a_pseudonym_and_all_still_holds():
    document = played_games()[2].record.to_json()
    changed = pseudonymize(document, {1: "a former player"})
    assert NAMES[1] not in json.dumps(changed)
    assert [seat["name"] for seat in changed["seats"]] == [NAMES[0], "a former player", NAMES[2]]
    assert {key for key in document if document[key] != changed[key]} == {"seats"}
    assert verify(changed).ok
    assert document["seats"][1]["name"] == NAMES[1]


@pytest.mark.parametrize("names", [{3: "x"}, {-1: "x"}, {0: "two\nlines"}, {0: "x" * 101}])
def test_a_pseudonym_that_cannot_be_is_refused(names):
    with pytest.raises(RecordError):
        pseudonymize(played_games()[2].record.to_json(), names)


# Taking back (FAIR-6)


def test_a_take_back_goes_back_and_on_in_the_next_epoch():
    table = Table(3, 11, Options(quick=True))
    table.go_on(60)
    before, draws = standing(table.state), table.state.draws
    table.go_on(25)
    undone, numbers = table.record.entries[61:], table.state.draws
    assert numbers > draws
    table.record.take_back(60, "A slip of the hand")
    assert standing(table.state) == before
    assert (table.state.epoch, table.state.draws) == (1, numbers)
    assert table.record.entries[61:-1] == undone
    newest = dict(table.record.entries[-1])
    assert len(newest.pop("digest")) == 64
    assert newest == {
        "number": 86,
        "kind": "take_back",
        "by": "moderator",
        "to": 60,
        "reason": "A slip of the hand",
        "epoch": 1,
        "draw": numbers,
    }
    assert table.record.events == ()


def test_no_draw_comes_twice_and_none_is_left_out():
    for table in played_games():
        numbers = [
            draw["number"]
            for entry in table.record.entries
            for draw in entry.get("draws", ())
            if draw["kind"] != "salt"
        ]
        assert numbers == list(range(len(numbers)))
        assert table.state.draws == len(numbers)


def test_after_a_take_back_the_same_move_draws_anew():
    record = begin(two_seats(), ["", ""])
    drawn = []
    for _ in range(6):
        record.play(record.state.decisions[0].seat, m.Default(), "clock")
        drawn.append(tuple(draw["values"][0] for draw in record.entries[-1]["draws"]))
        record.take_back(0)
    # One of seven or fewer territories, then one of five empires, six times over.
    assert all(len(values) == 2 for values in drawn)
    assert len(set(drawn)) > 2


def test_take_backs_upon_take_backs():
    table = Table(3, 13)
    positions = {0: standing(table.state)}
    for entries, to in ((60, 50), (30, 20), (40, 61), (20, 92)):
        for _ in range(entries):
            table.go_on(1, talk=0)
            positions[len(table.record.entries) - 1] = standing(table.state)
        if to == 61:
            # Entry 61 is the first take-back; the second went back behind it.
            with pytest.raises(IllegalMove, match="taken back itself"):
                table.record.take_back(to)
            continue
        table.record.take_back(to)
        assert standing(table.state) == positions[to]
        positions[len(table.record.entries) - 1] = positions[to]
    # Entry 92 is the second take-back: after it the game stands as after entry 20.
    assert table.record.entries[92]["kind"] == "take_back"
    assert standing(table.state) == positions[20]
    assert table.state.epoch == 3
    assert position(replay(table.record.to_json())) == position(table.state)
    assert verify(table.end()).ok


def test_what_cannot_be_taken_back():
    table = Table(2, 14)
    table.go_on(10)
    before = copy.deepcopy(table.record.to_json())
    for to, reason, sentence in (
        (10, "", "nothing to take back"),
        (11, "", "not there"),
        (-1, "", "names an entry"),
        ("0", "", "names an entry"),
        (True, "", "names an entry"),
        (3, "two\nlines", "one line"),
        (3, "x" * 301, "one line"),
    ):
        with pytest.raises(IllegalMove, match=sentence) as refusal:
            table.record.take_back(to, reason)
        assert refusal.value.rule == "FAIR-6"
    assert table.record.to_json() == before
    table.end()
    with pytest.raises(IllegalMove, match="over"):
        table.record.take_back(3)


def test_take_backs_have_an_end():
    record = begin(two_seats(), ["", ""])
    for _ in range(MOST_TAKE_BACKS):
        record.play(0, m.SetOrders(Orders()))
        record.take_back(0)
    record.play(0, m.SetOrders(Orders()))
    with pytest.raises(IllegalMove, match="at most 100 times"):
        record.take_back(0)
    assert replay(record.to_json()).epoch == MOST_TAKE_BACKS


# The edition of the board


def board_document():
    return json.loads((files("rules.boards") / "flanaess.json").read_text("utf-8"))


def test_a_board_has_a_version_of_what_the_rules_read():
    data = board_document()
    version = board_version(load_board("flanaess"))
    assert version == board_version(board_from_json(data))
    data["groups"]["independent"]["color"] = "#123456"
    data["viewBox"] = "0 0 2000 2460"
    assert version == board_version(board_from_json(data))
    data["territories"]["ratik"]["name"] = "Ratikk"
    assert version != board_version(board_from_json(data))


def test_the_version_of_a_board_knows_every_border_and_their_order():
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
def test_a_file_is_read_back_as_it_was(as_bytes):
    document = played_games()[0].record.to_json()
    text = json.dumps(document, ensure_ascii=False)
    assert load_document(text.encode() if as_bytes else text) == document
    assert load_document(b"\xef\xbb\xbf" + text.encode()) == document


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "no JSON document from line 1, column 1 on"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b"\x1f\x8b\x08\x00\x00", "no text in UTF-8"),
        ('{"schema": 1,}', "no JSON document from line 1"),
        ('{"schema": NaN}', "says NaN"),
        ('{"schema": -Infinity}', "says -Infinity"),
        ("[1, 2]", "is a JSON object"),
        ('"a text"', "is a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"schema": ' + "9" * 5000 + "}", "a number that is too long"),
        (b" " * (LARGEST_DOCUMENT + 1), "larger than 50 MB"),
    ],
)
def test_what_is_no_document_is_answered_with_a_sentence(source, sentence):
    with pytest.raises(RecordError, match=sentence):
        load_document(source)


def test_entries_are_numbered_without_gaps():
    for table in played_games():
        numbers = [entry["number"] for entry in table.record.to_json()["entries"]]
        assert numbers[0] == 0
        assert all(later == earlier + 1 for earlier, later in pairwise(numbers))


def test_a_substitute_is_named_in_the_head_and_can_be_given_another_name():
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
