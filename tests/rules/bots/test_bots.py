"""All bots answer everything legally, from the view alone."""

import ast
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rules import bots
from rules.bots import BOTS
from rules.cards import EventCard
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.state.under_way import InForce
from rules.view import View
from tests.support.rules.bot_tables import Table, digest, in_two_empires

ROOT = Path(bots.__file__).parent


SETTINGS = [
    (("captain", "captain"), {"quick": False}),
    (("captain", "random", "captain"), {"quick": True}),
    (("captain",) * 4, {"quick": False, "pace": "correspondence"}),
    (("captain", "random", "captain", "steward", "captain"), {"quick": True, "rounds": 12}),
    (("captain",) * 6, {"quick": False}),
    (("captain", "random") * 3, {"quick": True, "pace": "correspondence", "rounds": 15}),
    (("random",) * 3, {"quick": False, "rounds": 12}),
    (("steward",) * 2, {"quick": False, "rounds": 12}),
    (("steward", "captain", "random"), {"quick": True, "rounds": 12, "persons": 1}),
    (("captain",) * 3, {"ruleset": CASTLE, "quick": False}),
    (("captain", "random", "steward"), {"ruleset": CASTLE, "quick": True, "rounds": 12}),
    (("captain", "random") * 3, {"ruleset": CASTLE, "hidden_at_start": True, "rounds": 15}),
]


@pytest.mark.parametrize(("names", "options"), SETTINGS)
def test_every_answer_is_legal_and_the_game_ends(names, options):
    table = Table(names, 7, **options).play()
    assert table.state.outcome is not None


@pytest.mark.parametrize("seed", range(6))
def test_a_bot_can_take_over_from_another(seed):
    dice = random.Random(seed)
    table = Table(("random",) * (2 + seed % 5), seed, quick=seed % 2 == 0, rounds=20)
    stand_ins = [BOTS[name](random.Random(seed)) for name in ("captain", "random", "steward")]
    table.bots = [Relay(dice, stand_ins)] * len(table.bots)
    table.play()


class Relay:
    """Lets a randomly chosen bot give each answer."""

    def __init__(self, dice, stand_ins):
        self.dice, self.stand_ins = dice, stand_ins

    def choose(self, view):
        return self.dice.choice(self.stand_ins).choose(view)


def test_the_same_seed_plays_the_same_game_in_every_process():
    code = "import sys; from tests.support.rules.bot_tables import digest; print(digest(5))"
    for hash_seed in ("1", "2"):
        printed = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT.parent.parent,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert printed.strip() == digest(5)
    assert digest(6) != digest(5)


# Only the view


def shut(state, seat):
    """A proxy with the public names of a view and nothing else."""
    view = View(state, seat)

    class Shut:
        def __getattr__(self, name):
            assert not name.startswith("_"), f"A bot reached for {name}."
            return getattr(view, name)

    return Shut()


def test_bots_need_nothing_but_the_view():
    names = ("captain", "general", "random", "recruit", "steward", "raider")
    Table(names, 3, see=shut, quick=False, rounds=10).play()
    Table(names, 3, see=shut, ruleset=CLASSIC, quick=True, rounds=6).play()


BEHIND_THE_VIEW = {
    "rules.turn": set(),
    "rules.state": set(),
    "rules.state.json": set(),
    "rules.state.state": set(),
    "rules.state.under_way": {"PlacingPurpose"},
    "rules.state.players": {"DecisionKind"},
    "rules.state.treaties": {"Pact", "Trade"},
}
"""Modules that hold more than a view shows, and the names that bots may import from each."""


@pytest.mark.parametrize(
    "path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_bots_cannot_access_hidden_state(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            owner = ast.unparse(node.value)
            assert owner in ("self", "super()", "Steward"), f"{owner}.{node.attr}"
        if isinstance(node, ast.ImportFrom) and node.module in BEHIND_THE_VIEW:
            assert {alias.name for alias in node.names} <= BEHIND_THE_VIEW[node.module]


# The view's information about the board


def test_a_view_includes_the_effects_of_events():
    table, source, target = in_two_empires()
    view, state = table.views[0], table.state
    coast = next(
        name for name in state.holdings if "azure_sea" in state.board.territories[name].seas
    )
    near = state.board.territories[coast].neighbours[0]
    assert not view.is_closed(coast, near) and view.voyages(coast)
    assert view.attack_bonus(0) == view.defence_bonus(source) == 0
    for card in (EventCard.AZURE_STORMS, EventCard.FAVOUR_OF_THE_GODS):
        state.in_force.append(InForce(card, 0, 2))
    assert view.is_closed(coast, near)
    assert all("azure_sea" not in route for route in view.voyages(coast).values())
    assert view.attack_bonus(0) == view.defence_bonus(source) == 1
    assert view.attack_bonus(1) == view.defence_bonus(target) == 0
