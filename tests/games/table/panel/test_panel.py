"""The panel: its question, and that every legal answer can be reached."""

import random

import pytest

from games.models import Game
from games.playing.bots import play_bot
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import BOTS, GREYHAWK, FastChance, Options, new_game, play, view
from rules.moves import Battle, DeclareAttack, SailFleet
from rules.questions import DecisionKind
from tests.support.tables.panels import reachable, sampled, scene_of
from tests.support.tables.positions.pinned import pin
from tests.support.tables.robot import Robot, read_panel

MOST_MOVES = 4000
SETTING_UP = {
    DecisionKind.STRONGHOLD,
    DecisionKind.CLAIM,
    DecisionKind.PLACE,
    DecisionKind.HIDE,
    DecisionKind.MUSTER,
    DecisionKind.SPOILS,
}
"""Kinds with their own tests."""


def play_out(code, robot, seat, rounds):
    """Let the robot play a seat until the game or these rounds are over; return the state."""
    source = random.Random(4)
    for _ in range(MOST_MOVES):
        state = load(code).state()
        if state.outcome is not None or state.round > rounds:
            return state
        if state.decision_of(seat) is not None:
            robot.play()
        else:
            play_bot(code, source)
    raise AssertionError("The game goes on for ever.")


def test_a_robot_using_only_the_panel_plays_to_the_end(client, alice):
    game = pin(create_game([alice, "random", "steward"], Options(quick=True, rounds=5)), "r2b3t456")
    start_game(game.code)
    client.force_login(alice)
    robot = Robot(client, game.code, 1)
    state = play_out(game.code, robot, 0, rounds=5)
    assert state.outcome is not None
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
    assert 'id="outcome"' in client.get(f"/games/{game.code}/panel/").content.decode()
    assert {"attack", "end_attacks"} <= set(robot.sent)


# Every legal answer


def positions(seed, most):
    """Yield (state, decision, newest events) of a game of captains, the same for the same seed."""
    chance = FastChance(seed)
    state, events = new_game(GREYHAWK, [True] * 3, Options(quick=True), "x", chance)
    bots = [BOTS["captain"](random.Random(seed + seat)) for seat in range(3)]
    for _ in range(most):
        if state.outcome is not None:
            return
        decision = state.decisions[0]
        yield state, decision, events
        move = bots[decision.seat].choose(view(state, decision.seat))
        events = play(state, decision.seat, move, chance)


def wanted(seen, option):
    """Return the moves of an option that a panel must reach: all, but only a sample of numbers.

    A fleet can only fight to the end, so only those moves are wanted.
    """
    moves = set(option.moves())
    if option.move is SailFleet or (option.move is Battle and seen.open_attack.fleet):
        moves = {move for move in moves if move.press is not None}
    if option.move is SailFleet:
        numbers = sampled(range(1, seen.armies(option.choices["source"][0])))
        moves = {move for move in moves if move.armies in numbers}
    return moves


@pytest.mark.parametrize("seed", [1, 2])
def test_every_option_of_an_offer_can_be_reached_and_nothing_else_is_offered(seed):
    seen = {}
    for state, decision, events in positions(seed, 280):
        kind = decision.kind
        seen[kind] = seen.get(kind, 0) + 1
        every = 60 if kind is DecisionKind.ATTACKS else 8
        if kind in SETTING_UP or seen[kind] % every != 1:
            continue
        scene = scene_of(state, decision.seat, events)
        if kind in (DecisionKind.OCCUPY, DecisionKind.FILL):
            # Answered as a whole: see test_fill_vacated.py.
            continue
        found = reachable(scene)
        for option in scene.view.offer():
            missing = wanted(scene.view, option) - found
            assert not missing, (kind, list(missing)[:3])
        refused = [(move, scene.view.why_not(move)) for move in found if scene.view.why_not(move)]
        assert not refused, (kind, refused[:3])
    assert len(seen) > 8


# On the page


@pytest.fixture
def attacking(client, alice):
    """(code, a possible attack) of a table where alice, who is logged in, may attack."""
    game = pin(create_game([alice, "steward", "steward"], Options(quick=True)), "attack23")
    start_game(game.code)
    client.force_login(alice)
    robot = Robot(client, game.code, 3)
    source = random.Random(4)
    while True:
        state = load(game.code).state()
        decision = state.decision_of(0)
        if decision is not None and decision.kind is DecisionKind.ATTACKS:
            break
        play_bot(game.code, source) if decision is None else robot.play()
    option = next(item for item in view(state, 0).offer() if item.move is DeclareAttack)
    return game.code, next(option.moves())


def test_the_whole_page_shows_the_step_that_is_chosen(client, attacking):
    code, move = attacking
    page = client.get(f"/games/{code}/?source={move.source}&target={move.target}")
    panel = read_panel(page.content.decode())
    assert "attack" in [form.move for form in panel.forms]


def test_a_refused_answer_says_why_and_keeps_the_choices(client, attacking):
    code, move = attacking
    step = client.get(f"/games/{code}/panel/?source={move.source}&target={move.target}")
    form = next(form for form in read_panel(step.content.decode()).forms if form.move == "attack")
    data = dict(form.filled(random.Random(1))) | {"how": "once", "dice": "9"}
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.post(form.action, data, headers=headers)
        text = answer.content.decode()
        assert answer.status_code == 422
        assert "You can roll 1" in text
        assert read_panel(text).forms[0].move == "attack"


def test_an_answer_by_htmx_brings_the_next_panel_as_a_swap(client, attacking):
    code, _ = attacking
    step = client.get(f"/games/{code}/panel/?end=yes")
    form = read_panel(step.content.decode()).forms[0]
    answer = client.post(form.action, dict(form.filled(random.Random(1))),
                         headers={"HX-Request": "true"})  # fmt: skip
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="panel"' in text
    assert 'hx-swap-oob="true"' in text[text.index('id="panel"') :]
    again = client.post(form.action, dict(form.filled(random.Random(1))))
    assert again.status_code == 302
