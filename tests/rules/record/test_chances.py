"""Winning chances: what they are at the ends of games, and the turns that changed them most."""

from dataclasses import replace
from itertools import pairwise

import pytest

from rules.events.attack import Captured, Eliminated
from rules.events.turn import TurnEnded
from rules.record.chances.course import LEAST_CHANGE, MOST_TURNS, Course
from rules.record.chances.estimate import chances_of, softmax, weights_of
from rules.record.chances.features import NAMES, features_of
from rules.rulesets import RULESETS
from tests.rules.record.calibration import fit, positions_of
from tests.support.rules.bot_tables import Table, is_first_turn


def followed(name, seats, seed=3):
    """A finished game of captains and its course; log entries are counted from 1."""
    table, course = Table(("captain",) * seats, seed, ruleset=RULESETS[name], quick=True), Course()
    while table.state.outcome is None:
        table.step()
        course.add(len(table.log), table.log[-1][-1], table.state)
    return table, course


@pytest.mark.parametrize("name", RULESETS)
def test_chances_follow_a_game_to_its_winner(name):
    table, course = followed(name, 3)
    ended = sum(isinstance(event, TurnEnded) for event in table.events())
    # The set-up, the turns, and perhaps a last turn that the end of the game cut short.
    assert ended <= len(course.turns) - 1 <= ended + 1
    assert course.turns[0].seat is None and course.turns[0].round == 0
    for turn in course.turns:
        assert sum(turn.chances) == pytest.approx(1) and min(turn.chances) >= 0
    (winner,) = table.state.outcome.winners
    assert course.turns[-1].chances[winner] == 1
    points = course.turning_points()
    assert 0 < len(points) <= MOST_TURNS
    assert [point.turn.at for point in points] == sorted(point.turn.at for point in points)
    kept = {point.turn.at: point.change for point in points}
    for before, turn in pairwise(course.turns):
        change = max(abs(a - b) for a, b in zip(turn.chances, before.chances, strict=True))
        least = max(LEAST_CHANGE, min(kept.values()) if len(kept) == MOST_TURNS else 0)
        assert kept.get(turn.at, change) == change
        assert turn.at in kept or change <= least
    causes = [point.cause.event for point in points if point.cause]
    assert any(isinstance(event, Captured | Eliminated) for event in causes)


def test_a_stronger_seat_has_better_chances():
    state = Table(("captain",) * 4, 1, quick=True).play(is_first_turn).state
    before = chances_of(state)
    state.holdings[state.held_by(2)[0]].armies += 60
    after = chances_of(state)
    assert after[2] > before[2] and all(after[seat] < before[seat] for seat in (0, 1, 3))


def test_the_winners_share_the_victory():
    table, _ = followed("castle", 3)
    state = table.state
    state.outcome = replace(state.outcome, winners=(0, 2))
    assert chances_of(state) == {0: 0.5, 2: 0.5}


def test_a_fit_finds_what_decides_games():
    """In games that the seat with most armies wins, it gets the best chances."""
    place = NAMES.index("armies")
    games = [
        (features, _won_by(features, place)) for features, _ in positions_of("headquarters", 4)
    ]
    weights = tuple(fit(games))
    right = sum(
        won[max(given, key=given.get)]
        for won, given in ((won, softmax(weights, features)) for features, won in games)
    )
    assert right > 0.9 * len(games)


def _won_by(features, place):
    best = max(features, key=lambda seat: features[seat][place])
    return {seat: float(seat == best) for seat in features}


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_has_weights_for_all_features(name):
    table = Table(("captain",) * 2, 1, ruleset=RULESETS[name], quick=True)
    state = table.play(lambda state: state.round == 2).state
    assert {len(own) for own in features_of(state).values()} == {len(weights_of(name))}
