"""Recorded chance: scripts that match or report why not, replayed records, draws as JSON."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chance import (
    Draw,
    FastChance,
)
from rules.chance.recorded import (
    RecordedChance,
    ScriptedChance,
    ScriptEnded,
    ScriptError,
    draw_from_json,
    to_json,
)
from rules.errors import RecordError
from tests.support.rules.chances import CARDS, committed

# Scripts


def test_a_script_returns_its_values():
    chance = ScriptedChance(
        dice=[6, 1, 3, 2, 2], picks=["Assassin", "Hero"], shuffles=[["b", "c", "a", "b"]]
    )
    assert chance.roll(3, "attack") == (6, 1, 3)
    assert chance.roll(2, "defence") == (2, 2)
    assert chance.pick(CARDS, "battle card") == 3
    assert chance.pick(CARDS, "battle card") == 0
    assert chance.shuffle(["a", "b", "b", "c"], "seats") == ["b", "c", "a", "b"]
    assert chance.drawn[-1].values == (1, 3, 0, 2)
    assert chance.left() == ""


def test_a_script_reports_unused_values():
    chance = ScriptedChance(dice=[6, 1], picks=["Hero"])
    chance.roll(1, "attack")
    assert chance.left() == "dice: 1; picks: Hero"


@pytest.mark.parametrize(
    "ask",
    [
        lambda chance: chance.roll(2, "attack"),
        lambda chance: chance.pick(CARDS, "attack"),
        lambda chance: chance.shuffle(CARDS, "attack"),
    ],
)
def test_an_exhausted_script_names_the_missing_draw(ask):
    chance = ScriptedChance(dice=[4])
    with pytest.raises(ScriptEnded, match="'attack'") as ended:
        ask(chance)
    assert ended.value.purpose == "attack"
    assert (chance.drawn, chance.left()) == ([], "dice: 4")


def test_a_mismatched_script_is_reported():
    chance = ScriptedChance(picks=["Dragon"], shuffles=[["a"], ["a", "a"]])
    with pytest.raises(ScriptError, match="wants Dragon for 'battle card'"):
        chance.pick(CARDS, "battle card")
    with pytest.raises(ScriptError, match="orders 1 of 2 items"):
        chance.shuffle(["a", "b"], "seats")
    with pytest.raises(ScriptError, match="1 to 6"):
        ScriptedChance(dice=[7])
    assert chance.left() == "picks: Dragon; shuffles: ['a'], ['a', 'a']"


def test_a_script_can_leave_shuffles_unchanged():
    chance = ScriptedChance(shuffles="as they are")
    assert chance.shuffle(CARDS, "deck") == list(CARDS)
    assert chance.shuffle("ab", "seats") == ["a", "b"]
    assert chance.drawn[0].values == (0, 1, 2, 3)
    assert chance.left() == ""


def test_script_falls_back_with_its_own_numbers():
    """Draws missing from the script come from the fallback, numbered as in a whole game."""
    chance = ScriptedChance(dice=[5, 5, 5], fallback=committed())
    chance.begin(2, 10)
    assert chance.roll(3, "attack") == (5, 5, 5)
    rolled, index = chance.roll(2, "defence"), chance.pick(CARDS, "battle card")
    order = chance.shuffle(CARDS, "seats")
    alone = committed()
    alone.begin(2, 11)
    assert alone.roll(2, "defence") == rolled
    assert alone.pick(CARDS, "battle card") == index
    assert alone.shuffle(CARDS, "seats") == order
    assert chance.drawn[1:] == alone.drawn


def test_script_with_too_few_dice_for_a_roll_does_not_mix():
    chance = ScriptedChance(dice=[5], fallback=FastChance(1))
    with pytest.raises(ScriptEnded):
        chance.roll(2, "attack")


# Records


def asked(chance):
    """Make one draw of each kind, as the engine would."""
    return [
        chance.roll(3, "attack"),
        chance.pick(CARDS, "battle card"),
        chance.shuffle(CARDS, "seats"),
        chance.salt("hidden armies"),
        chance.roll(2, "defence"),
    ]


def recorded(start=0):
    chance = committed()
    chance.begin(0, start)
    return asked(chance), chance.drawn


def test_record_replays():
    values, draws = recorded(start=7)
    replay = RecordedChance(json_round_trip(draws))
    replay.begin(0, 7)
    assert asked(replay) == values
    assert replay.drawn == draws
    assert replay.number == 11
    assert replay.left() == ""


def json_round_trip(draws):
    return [draw_from_json(json.loads(json.dumps(to_json(draw)))) for draw in draws]


@pytest.mark.parametrize(
    ("at", "change", "sentence"),
    [
        (0, {"purpose": "defence"}, "has draw 0, a roll for 'defence' where .* for 'attack'"),
        (
            0,
            {"kind": "pick", "values": (0,)},
            "has draw 0, a pick for 'attack' where .* a roll for 'attack'",
        ),
        (0, {"number": 1}, "has draw 1, .* where the game asks for draw 0"),
        (0, {"of": 8}, "draw 0, .* does not hold dice from 1 to 6"),
        (0, {"values": (6, 6)}, "draw 0, .* has 2 dice, not 3"),
        (0, {"values": (6, 6, 7)}, "draw 0, .* does not hold dice from 1 to 6"),
        (0, {"values": (0, 6, 6)}, "draw 0, .* does not hold dice from 1 to 6"),
        (0, {"values": (True, 6, 6)}, "draw 0, .* does not hold dice from 1 to 6"),
        (1, {"values": (4,)}, "draw 1, a pick for 'battle card' does not hold one of its items"),
        (1, {"values": (-1,)}, "draw 1, .* does not hold one of its items"),
        (1, {"values": (0, 1)}, "draw 1, .* does not hold one of its items"),
        (1, {"of": 5}, "draw 1, .* is out of 5, not out of 4"),
        (2, {"values": (0, 1, 2, 2)}, "draw 2, a shuffle for 'seats' is not an order of its items"),
        (2, {"values": (0, 1, 2)}, "draw 2, .* is not an order of its items"),
        (2, {"values": "0123"}, "draw 2, .* is not an order of its items"),
        (3, {"values": "AB" * 32}, "a salt for 'hidden armies' does not hold 32 bytes in hex"),
        (3, {"values": "ab" * 31}, "a salt for 'hidden armies' does not hold 32 bytes in hex"),
        (3, {"number": 3}, "draw 3, a salt for 'hidden armies' has a wrong number, 3"),
    ],
)
def test_changed_record_is_found_and_named(at, change, sentence):
    _, draws = recorded()
    draws[at] = draws[at]._replace(**change)
    with pytest.raises(RecordError, match=sentence):
        asked(RecordedChance(json_round_trip(draws)))


def test_a_record_of_wrong_length_is_reported():
    _, draws = recorded()
    with pytest.raises(RecordError, match="ends where the game asks for draw 3, a roll for 'def"):
        asked(RecordedChance(draws[:-1]))
    replay = RecordedChance([*draws, Draw(4, "attack", "roll", 6, (1,))])
    asked(replay)
    assert replay.left() == "draw 4, a roll for 'attack'"


# JSON


def draws_of_a_script(script):
    chance = FastChance(random.Random(script))
    for size, kind in enumerate(script, start=1):
        if kind == "r":
            chance.roll(size, "attack")
        elif kind == "p":
            chance.pick(range(size), "battle card")
        elif kind == "h":
            chance.shuffle(range(size), "seats")
        else:
            chance.salt("hidden armies")
    return chance.drawn


@given(st.text("rphs", max_size=12))
def test_json_round_trip(script):
    draws = draws_of_a_script(script)
    assert json_round_trip(draws) == draws


GOOD = {"number": 3, "purpose": "attack", "kind": "roll", "of": 6, "values": [1, 6]}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [3, "attack", "roll", 6, [1, 6]],
        {},
        {**GOOD, "more": 1},
        {key: GOOD[key] for key in GOOD if key != "of"},
        *(
            {**GOOD, **change}
            for change in (
                {"number": "3"},
                {"number": True},
                {"number": -1},
                {"number": -2},
                {"number": 3.0},
                {"purpose": 5},
                {"kind": "throw"},
                {"kind": ["roll"]},
                {"kind": "salt"},
                {"of": 7},
                {"of": None},
                {"values": []},
                {"values": [0]},
                {"values": ["6"]},
                {"values": [1.0]},
                {"values": [[1]]},
                {"values": "16"},
                {"values": {"1": 6}},
                {"values": None},
                {"kind": "pick", "of": 2, "values": [2]},
                {"kind": "pick", "of": 0, "values": [0]},
                {"kind": "shuffle", "of": 2, "values": [1, 1]},
                {"kind": "shuffle", "of": 10**12, "values": [0]},
                {"kind": "salt", "of": 0, "values": "ab" * 32},
                {"kind": "salt", "of": 0, "number": -1, "values": "ab"},
                {"kind": "salt", "of": 1, "number": -1, "values": "ab" * 32},
                {"kind": "salt", "of": 0, "number": -1, "values": list(range(32))},
                {"kind": "salt", "of": 0, "number": -1, "values": []},
            )
        ),
    ],
)
def test_json_of_an_impossible_draw_is_refused(data):
    assert draw_from_json(GOOD).values == (1, 6)
    with pytest.raises(RecordError) as refused:
        draw_from_json(data)
    assert str(refused.value).count(".") == 1 and str(refused.value).endswith(".")


recursive_json = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 50) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(
    data=recursive_json
    | st.fixed_dictionaries(
        {
            "number": recursive_json,
            "purpose": recursive_json,
            "kind": st.sampled_from(["roll", "pick", "shuffle", "salt"]) | recursive_json,
            "of": recursive_json,
            "values": st.lists(st.integers(-1, 7), max_size=4) | recursive_json,
        }
    )
)
def test_any_json_is_read_or_refused(data):
    try:
        draw = draw_from_json(data)
    except RecordError:
        return
    assert to_json(draw) == data
