"""The newest log entries, read once for all viewers of a drawing."""

import random

import pytest

from games.drawing.display.log import entries_for, log_rows
from games.drawing.display.log_tail import LogTail
from games.models import Move
from games.playing.start import create_game, start_game
from games.table.page import frames
from games.table.page.attack_lines import entries_of_open_attack
from games.table.page.viewer import drawing_now
from rules import Options
from tests.support.servers.queries import Queries
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

SEATS = range(4)


@pytest.fixture
def game(db):
    """A game in which an attack has begun."""
    game = pin(create_game(["captain"] * len(SEATS), Options(quick=True)), "tailgame")
    start_game(game.code)
    source = random.Random(3)
    play_ahead(game.code, source, lambda state: state.round == 2)
    play_ahead(game.code, source, lambda state: state.attack is not None)
    return game


def rows_of(game):
    return tuple(log_rows(Move.objects.filter(game=game).order_by("number"), is_private=True))


def test_every_seat_sees_what_it_would_see_alone(game):
    rows = rows_of(game)
    number = rows[-1][0]
    for loaded in (0, 1, 5):
        newest = rows[len(rows) - loaded :]
        log = LogTail(game.pk, number, newest, SEATS)
        for since in (number, number - 3, number - 20, -1):
            for seat in SEATS:
                alone = entries_for(rows, {seat})[seat]
                assert log.after(since, seat) == [one for one in alone if one.number > since]
                assert log.newest(seat) == next(one for one in reversed(alone) if one.events)


def test_a_tail_takes_over_the_entries_of_the_tail_before_it(game):
    rows = rows_of(game)
    number = rows[-1][0]
    earlier = LogTail(game.pk, number - 1, rows[-6:-1], SEATS)
    with Queries() as queries:
        log = LogTail(game.pk, number, rows[-1:], SEATS, (), earlier)
        for seat in SEATS:
            assert log.after(number - 6, seat) == list(entries_for(rows[-6:], {seat})[seat])
        assert not len(queries)
        # Entries of other viewers, or with a gap after them, are read again.
        for other in (
            LogTail(game.pk, number, (), SEATS, (), earlier),
            LogTail(game.pk, number, rows[-1:], SEATS, {0}, earlier),
        ):
            before = len(queries)
            assert [each.number for each in other.after(number - 6, 1)] == [
                each.number for each in log.after(number - 6, 1)
            ]
            assert len(queries) == before + 1


def test_the_viewers_of_a_drawing_read_the_log_once(game):
    """Each of them asks for the open attack."""
    drawing = drawing_now(game.code)
    players = {seat: drawing.for_seat(seat, drawing.newest({seat})) for seat in SEATS}
    with Queries() as queries:
        play_ahead(game.code, random.Random(3), most=1)
        drawing = drawing_now(game.code)
        newest, before = drawing.newest(SEATS), len(queries)
        for seat, old in players.items():
            seen = drawing.for_seat(seat, newest)
            frames.frame_between(seen, old.table)
            entries = seen.log.after(old.table.number, seat)
            assert entries and entries_of_open_attack(seen, entries)
        read = [one["sql"] for one in queries.captured_queries[before:]]
    assert len([sql for sql in read if '"private"' in sql]) <= 1, read


def test_no_private_column_is_read_for_spectators(game):
    drawing = drawing_now(game.code)
    with Queries() as queries:
        seen = drawing.for_seat(None, drawing.newest({None}))
        found = seen.log.after(-1, None)
    assert found == list(entries_for(rows_of(game), {None})[None])
    asked = [one["sql"] for one in queries if '"games_move"' in one["sql"]]
    assert asked and not [sql for sql in asked if '"private"' in sql]
