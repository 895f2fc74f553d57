"""FAIR-8: every tutorial can be played to the end by following its steps; its record verifies."""

import json
from dataclasses import replace

import pytest

from rules.chance import SeededSalts, seed_commitment
from rules.errors import IllegalMove, InvalidMove
from rules.moves import Default, EndAttacks, Place, Resign, SetOrders
from rules.moves.orders_and_wishes import Orders
from rules.questions import DecisionKind
from rules.record.document import RecordedSeat
from rules.record.game import GameRecord
from rules.record.verifying import verify
from rules.rulesets import RULESETS
from rules.state import Options
from rules.state.invariants import check
from rules.turn import legal_moves, new_game, offer
from rules.tutorials import TUTORIALS, tutorial_of
from rules.tutorials.scripted_chance import chance_of_game
from rules.tutorials.steps import LEARNER, OPPONENT
from rules.view import view
from tests.support.rules.chances import committed

GAME, SEED, VALUES = "k3v9x2mq", bytes(range(32)), ("5eed", "")
OPTIONS = Options(only_playable=True, tutorial=True)
rulesets = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda each: each.name)


def begun(ruleset, options=OPTIONS):
    """Return the record of a tutorial that has just begun."""
    chance = chance_of_game(ruleset, options, SEED, VALUES, GAME, SeededSalts(SEED))
    seats = [
        RecordedSeat(LEARNER, "Aelfgyth", value_given="before the start"),
        RecordedSeat(OPPONENT, "Brunhild", "bot", "captain"),
    ]
    commitment = seed_commitment(SEED)
    return GameRecord.begin(
        ruleset, seats, options, GAME, chance, seed_commitment=commitment, values=VALUES
    )


def seat_asked(state):
    (decision,) = state.decisions
    return decision.seat


def play_step(record):
    """Play the step that is open, and return it."""
    seat = seat_asked(record.state)
    step = view(record.state, seat).tutorial_step
    record.play(seat, step.move, "player" if seat == LEARNER else "bot")
    check(record.state)
    return step


def played_until(record, name):
    """Play steps until the learner's step of this name is open."""
    while view(record.state, LEARNER).tutorial_step is None or (
        view(record.state, LEARNER).tutorial_step.name != name
    ):
        play_step(record)
    return record.state


def test_every_ruleset_has_a_tutorial():
    assert list(TUTORIALS) == list(RULESETS)


@rulesets
def test_a_tutorial_is_played_to_its_end(ruleset):
    record = begun(ruleset)
    check(record.state)
    steps = []
    while not record.state.is_over:
        seat = seat_asked(record.state)
        expected = view(record.state, seat).tutorial_step
        assert expected.move in list(legal_moves(record.state, seat))
        steps.append(play_step(record))
    assert steps == list(tutorial_of(ruleset).steps)
    assert record.state.outcome.winners == (LEARNER,)
    drawn = [draw["values"] for entry in record.entries for draw in entry["draws"]]
    scripted = [list(values) for values in tutorial_of(ruleset).draws]
    assert [values for values in drawn if isinstance(values, list)] == scripted


@rulesets
def test_the_record_of_a_tutorial_is_verified(ruleset):
    record = begun(ruleset)
    while not record.state.is_over:
        play_step(record)
    record.close(SEED)
    document = json.loads(json.dumps(record.to_json()))
    report = verify(document)
    assert report.ok, report.problems
    roll = next(
        draw for entry in document["entries"] for draw in entry["draws"] if draw["kind"] == "roll"
    )
    roll["values"][0] -= 1
    assert not verify(document).ok


@rulesets
def test_a_tutorial_is_drawn_from_its_script_and_never_without_the_option(ruleset):
    usual = chance_of_game(ruleset, Options(), SEED, VALUES, GAME)
    assert usual.roll(3, "attack dice") == committed(SEED, VALUES, GAME).roll(3, "attack dice")
    scripted = chance_of_game(ruleset, OPTIONS, SEED, VALUES, GAME)
    beyond = len(tutorial_of(ruleset).draws)
    scripted.begin(0, beyond)
    usual.begin(0, beyond)
    assert scripted.roll(3, "attack dice") == usual.roll(3, "attack dice")
    assert scripted.pick(range(9), "battle card") == usual.pick(range(9), "battle card")


@rulesets
def test_the_steps_of_the_learner_have_names_of_their_own(ruleset):
    names = [step.name for step in tutorial_of(ruleset).lessons]
    assert all(names) and len(set(names)) == len(names)
    assert {"place", "attack", "defend"} <= set(names)


def test_greyhawk_teaches_nine_things():
    assert {step.name for step in tutorial_of(RULESETS["greyhawk"]).lessons} >= {
        *("place", "attack", "press", "defend", "card"),
        *("hidden", "event", "fleet", "stronghold"),
    }


def test_an_offer_is_limited_to_the_step():
    record = begun(RULESETS["greyhawk"])
    played_until(record, "attack")
    for option in offer(record.state, LEARNER):
        assert option.choices["source"] == ("irongate",)
        assert option.choices["target"] == ("ahlissa",)


def test_another_move_is_refused_and_changes_nothing():
    record = begun(RULESETS["greyhawk"])
    played_until(record, "place")
    before = record.state.copy()
    for move in (Place("irongate", 2), Place("onnwal", 3), EndAttacks()):
        with pytest.raises(IllegalMove) as refusal:
            record.play(LEARNER, move)
        assert refusal.value.rule == "FAIR-8"
    assert record.state == before


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("place", {"armies": 2}, "Choose 3 armies first."),
        ("attack", {"press": 1}, "Choose to roll once first."),
        ("press", {"press": 2}, "Attack until it falls, and keep 1 army."),
        ("defend", {"fortification": False}, "Choose to play your Fortification first."),
    ],
)
def test_a_refusal_says_what_to_choose(name, changes, said):
    record = begun(RULESETS["greyhawk"])
    played_until(record, name)
    step = view(record.state, LEARNER).tutorial_step
    with pytest.raises(IllegalMove) as refusal:
        record.play(LEARNER, replace(step.move, **changes))
    assert refusal.value.message == f"Not yet. {said}"


def test_a_free_field_is_the_learners_own_choice():
    record = begun(RULESETS["greyhawk"])
    played_until(record, "move_in")
    step = view(record.state, LEARNER).tutorial_step
    record.play(LEARNER, replace(step.move, armies=5))
    while not record.state.is_over:
        play_step(record)
    assert record.state.outcome.winners == (LEARNER,)


def test_there_are_no_orders_in_a_tutorial_but_one_may_resign():
    record = begun(RULESETS["castle"])
    with pytest.raises(IllegalMove, match="no orders"):
        record.play(LEARNER, SetOrders(Orders()))
    record.play(LEARNER, Resign())
    assert record.state.is_over


def test_the_house_may_answer_any_decision():
    record = begun(RULESETS["greyhawk"])
    record.play(LEARNER, Default(), "clock")
    assert record.state.decision_of(LEARNER).kind is not DecisionKind.PLACE


@pytest.mark.parametrize("persons", [(True, True), (False, False), (False, True), (True,) * 3])
def test_a_tutorial_is_for_one_person_and_one_bot(persons):
    options = replace(OPTIONS, only_playable=False)
    with pytest.raises(IllegalMove) as refusal:
        new_game(RULESETS["greyhawk"], persons, options, GAME, committed(SEED, VALUES, GAME))
    assert refusal.value.rule == "FAIR-8"


def test_the_option_is_true_or_false():
    options, chance = replace(OPTIONS, tutorial="yes"), committed(SEED, VALUES, GAME)
    with pytest.raises(InvalidMove):
        new_game(RULESETS["castle"], (True, False), options, GAME, chance)
