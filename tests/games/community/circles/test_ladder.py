"""The ladder and the head-to-head results, counted by hand."""

import pytest

from games.community.circles.ladder import head_to_head, ladder_of
from games.community.circles.results import Finished, counted_games
from tests.support.visitors.circles import circle_of, finished

pytestmark = pytest.mark.django_db


def rungs(games, members):
    """Return for each member: rank, points, games, and the first three places."""
    return {
        rung.user: (rung.rank, rung.points, rung.games, rung.places[:3])
        for rung in ladder_of(games, members)
    }


def game_of(*groups):
    """Return a game from groups of people, best first; all kept their seats."""
    places, behind, above, seats = {}, {}, 0, sum(map(len, groups))
    for tied in groups:
        for user in tied:
            places[user], behind[user] = above + 1, seats - above - len(tied)
        above += len(tied)
    return Finished(1, places, behind)


def test_there_is_a_point_for_each_seat_behind():
    games = [game_of([1], [2], [3]), game_of([2], [1], [3]), game_of([3], [1])]
    # 1: 2 + 1 + 0 points, 2: 1 + 2, 3: 0 + 0 + 1. The first two won a game each.
    assert rungs(games, [1, 2, 3, 4]) == {
        1: (1, 3, 3, (1, 2, 0)),
        2: (1, 3, 2, (1, 1, 0)),
        3: (3, 1, 3, (1, 0, 2)),
        4: (None, 0, 0, (0, 0, 0)),
    }


def test_games_won_decide_between_equal_points():
    # 1: 1 point for a game won; 2: 1 point for a second place.
    games = [game_of([1], [3]), game_of([3], [2], [4])]
    assert rungs(games, [2, 1]) == {1: (1, 1, 1, (1, 0, 0)), 2: (2, 1, 1, (0, 1, 0))}


def test_tied_seats_share_a_place():
    # Two share the first place: the third is the only one behind them.
    games = [game_of([1, 2], [3])]
    assert rungs(games, [1, 2, 3]) == {
        1: (1, 1, 1, (1, 0, 0)),
        2: (1, 1, 1, (1, 0, 0)),
        3: (3, 0, 1, (0, 0, 1)),
    }


def test_head_to_head_counts_games_that_both_finished():
    games = [game_of([1], [2], [3]), game_of([2], [1]), game_of([1, 2], [3]), game_of([3], [4])]
    found = {
        pairing.other: (pairing.games, pairing.ahead, pairing.behind, pairing.level)
        for pairing in head_to_head(games, 1, [1, 2, 3, 4])
    }
    assert found == {2: (3, 1, 1, 1), 3: (2, 2, 0, 0)}


# Which games and seats count


def test_a_seat_that_changed_hands_counts_for_nobody(alice, bob, charlie, dora):
    circle = circle_of(alice, bob, charlie, dora)
    finished(circle, [alice, bob, charlie], [[2], [0], [1]], replaced={2: dora})
    (game,) = counted_games(circle)
    # The substitute won; alice keeps her second place and the one seat behind hers.
    assert game.places == {alice.pk: 2, bob.pk: 3}
    assert game.behind == {alice.pk: 1, bob.pk: 0}


def test_a_resigned_seat_counts_for_nobody(alice, bob, charlie):
    circle = circle_of(alice, bob, charlie)
    finished(circle, [alice, bob, charlie], [[0], [1], [2]], resigned=[1])
    (game,) = counted_games(circle)
    assert game.places == {alice.pk: 1, charlie.pk: 3}


def test_games_with_bots_or_without_a_result_do_not_count(alice, bob):
    circle = circle_of(alice, bob)
    finished(circle, [alice, bob], [[0], [1], [2]], bots=["captain"])
    finished(circle, [alice, bob], [[0], [1]], winners=False)
    finished(circle_of(alice, name="Another"), [alice, bob], [[0], [1]])
    assert counted_games(circle) == []


def test_the_games_are_counted_in_three_queries(alice, bob, django_assert_num_queries):
    circle = circle_of(alice, bob)
    for _ in range(4):
        finished(circle, [alice, bob], [[0], [1]])
    with django_assert_num_queries(3):
        assert len(counted_games(circle)) == 4
