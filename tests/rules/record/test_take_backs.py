"""FAIR-6: after a take-back the game continues in the next epoch; its record stays complete."""

import copy

import pytest

from rules import moves as m
from rules.errors import IllegalMove
from rules.moves.orders_and_wishes import Orders
from rules.record.entries import MOST_TAKE_BACKS
from rules.record.replaying import replay
from rules.record.verifying import verify
from rules.state import Options
from rules.state import to_json as position
from tests.support.rules.recorded_games import Table, played_games
from tests.support.rules.records_begun import begin, standing, two_seats


def test_a_take_back_continues_in_the_next_epoch():
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


def test_the_history_of_a_seat_has_what_it_saw_without_undone_moves():
    table = Table(3, 11, Options(quick=True))
    table.go_on(60)
    viewers = (None, 0, 1, 2)
    before = {seat: table.record.history(seat) for seat in viewers}
    table.go_on(25)
    assert all(len(table.record.history(seat)) > len(before[seat]) for seat in viewers)
    table.record.take_back(60)
    assert {seat: table.record.history(seat) for seat in viewers} == before
    assert not any(event.private for event in before[None])
    for seat in (0, 1, 2):
        own = [event for event in before[seat] if event.private]
        assert own and all(event.seat == seat for event in own)


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


def test_after_a_take_back_the_same_move_draws_again():
    record = begin(two_seats(), ["", ""])
    drawn = []
    for _ in range(6):
        record.play(record.state.decisions[0].seat, m.Default(), "clock")
        drawn.append(tuple(draw["values"][0] for draw in record.entries[-1]["draws"]))
        record.take_back(0)
    # Each time, one territory of the empire is drawn, then one of five empires.
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
            # Entry 61 is the first take-back; the second take-back went back past it.
            with pytest.raises(IllegalMove, match="was taken back"):
                table.record.take_back(to)
            continue
        table.record.take_back(to)
        assert standing(table.state) == positions[to]
        positions[len(table.record.entries) - 1] = positions[to]
    # Entry 92 is the second take-back, which restores the position after entry 20.
    assert table.record.entries[92]["kind"] == "take_back"
    assert standing(table.state) == positions[20]
    assert table.state.epoch == 3
    assert position(replay(table.record.to_json())) == position(table.state)
    assert verify(table.end()).ok


def test_invalid_take_backs_are_refused():
    table = Table(2, 14)
    table.go_on(10)
    before = copy.deepcopy(table.record.to_json())
    for to, reason, sentence in (
        (10, "", "nothing to take back"),
        (11, "", "does not exist"),
        (-1, "", "give an entry"),
        ("0", "", "give an entry"),
        (True, "", "give an entry"),
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


def test_take_backs_are_limited():
    record = begin(two_seats(), ["", ""])
    for _ in range(MOST_TAKE_BACKS):
        record.play(0, m.SetOrders(Orders()))
        record.take_back(0)
    record.play(0, m.SetOrders(Orders()))
    with pytest.raises(IllegalMove, match="at most 100 times"):
        record.take_back(0)
    assert replay(record.to_json()).epoch == MOST_TAKE_BACKS
