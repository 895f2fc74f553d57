"""The bots on the world map: legal moves to the end, sensible captains, defending stewards."""

import pytest

from rules.chance import FastChance
from rules.moves import DeclareAttack, Fortify, TradeSet
from rules.questions import DecisionKind
from rules.rulesets.classic import CLASSIC
from rules.rulesets.headquarters import HEADQUARTERS
from rules.state.under_way import Placing, PlacingPurpose
from rules.turn.defaults import DEFAULTS, default_answer
from tests.support.rules.bot_tables import Table
from tests.support.rules.worlds import world

GAMES = [
    (CLASSIC, ("captain", "captain"), {"quick": False}),
    (CLASSIC, ("captain", "random", "captain"), {"quick": True, "rounds": 12}),
    (CLASSIC, ("captain",) * 4, {"quick": False, "pace": "correspondence"}),
    (CLASSIC, ("captain", "random", "captain", "steward", "random", "captain"), {"rounds": 12}),
    (CLASSIC, ("steward", "steward"), {"quick": True, "rounds": 9}),
    (HEADQUARTERS, ("captain", "captain"), {"quick": True}),
    (HEADQUARTERS, ("captain", "steward", "random"), {"quick": False, "rounds": 12}),
    (HEADQUARTERS, ("captain",) * 6, {"quick": True}),
]


@pytest.fixture(scope="module")
def played():
    """Some whole games, with all their answers."""
    return [Table(names, 3, ruleset=ruleset, **options).play() for ruleset, names, options in GAMES]


def test_every_answer_is_legal_and_the_games_end(played):
    assert all(table.state.outcome is not None for table in played)
    kinds = {kind for table in played for _, kind, _, _ in table.log}
    assert kinds == {
        *(DecisionKind.CLAIM, DecisionKind.PLACE, DecisionKind.MUSTER, DecisionKind.ATTACKS),
        *(DecisionKind.MOVE_IN, DecisionKind.REINFORCE, DecisionKind.SETS, DecisionKind.FORTIFY),
        DecisionKind.HEADQUARTERS,
    }


def test_games_between_captains_end(played):
    alone = [
        table
        for table, (_, names, _) in zip(played, GAMES, strict=True)
        if set(names) == {"captain"}
    ]
    reasons = {table.state.outcome.reason for table in alone}
    assert reasons <= {"last_standing", "headquarters"} and len(alone) == 4


def test_captains_trade_fortify_and_attack(played):
    made = {type(move) for table in played for _, _, move, _ in table.log}
    assert {TradeSet, Fortify, DeclareAttack} <= made


@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS], ids=lambda ruleset: ruleset.name)
def test_a_captain_beats_random_players(ruleset):
    for seed in range(6):
        names = ["random", "random"]
        names.insert(seed % 3, "captain")
        table = Table(names, seed, ruleset=ruleset, rounds=60).play()
        assert table.state.outcome.winners == (seed % 3,)


def test_a_captain_completes_a_continent():
    holdings = {
        **dict.fromkeys(("indonesia", "new_guinea", "western_australia"), (0, 3)),
        "western_australia": (0, 9),
        "eastern_australia": (1, 1),
        "alaska": (2, 5),
    }
    table = world(CLASSIC, ("captain",) * 3, holdings, (1, 3))
    table.state.ask(0, DecisionKind.ATTACKS)
    move = table.bots[0].choose(table.views[0])
    assert isinstance(move, DeclareAttack) and move.target == "eastern_australia"


def test_a_captain_takes_the_headquarters_that_win():
    holdings = {"alaska": (0, 9), "alberta": (0, 2), "kamchatka": (1, 4), "iceland": (2, 2)}
    table = world(HEADQUARTERS, ("captain",) * 3, holdings, (2, 2))
    table.state.headquarters = {0: "alaska", 1: "kamchatka", 2: "alberta"}
    table.state.ask(0, DecisionKind.ATTACKS)
    move = table.bots[0].choose(table.views[0])
    assert isinstance(move, DeclareAttack) and move.target == "kamchatka"


def test_a_captain_guards_its_headquarters_first():
    holdings = {"alaska": (0, 1), "alberta": (0, 9), "kamchatka": (1, 6), "iceland": (2, 2)}
    table = world(HEADQUARTERS, ("captain",) * 3, holdings, (2, 1))
    table.state.headquarters = {0: "alaska", 1: "kamchatka", 2: "iceland"}
    table.state.placings = [Placing(0, 3, PlacingPurpose.REINFORCEMENTS)]
    table.state.ask(0, DecisionKind.REINFORCE)
    assert table.bots[0].choose(table.views[0]).territory == "alaska"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS], ids=lambda ruleset: ruleset.name)
def test_a_steward_answers_as_the_clock_does_and_attacks_nobody(ruleset, seed):
    table = Table(
        ("steward", *["random"] * (1 + seed)), seed, ruleset=ruleset, rounds=15, quick=seed > 1
    )
    drawn = {DecisionKind.CLAIM, DecisionKind.HEADQUARTERS}
    while not table.state.is_over:
        decision = table.state.decision_of(0)
        if decision and decision.kind in DEFAULTS and decision.kind not in drawn:
            move = table.bots[0].choose(table.views[0])
            assert move == default_answer(table.state, 0, FastChance(1))
        table.step()
    made = {type(move) for seat, _, move, _ in table.log if seat == 0}
    assert DeclareAttack not in made and Fortify not in made
