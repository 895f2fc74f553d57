"""Every bot plays the same moves in every process, and stronger levels beat weaker ones."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rules.bots import BOTS
from rules.moves import DeclareAttack
from rules.questions import DecisionKind
from rules.rulesets import RULESETS
from rules.rulesets.classic import CLASSIC
from rules.rulesets.headquarters import HEADQUARTERS
from rules.terminal.gauntlet.games import Match
from rules.terminal.gauntlet.running import run_match
from rules.view import View
from tests.support.rules.bot_tables import in_two_empires
from tests.support.rules.worlds import world

ROOT = Path(__file__).resolve().parents[3]


DIGEST = """
from tests.support.rules.bot_tables import Table
from rules.bots import BOTS
from rules.rulesets import RULESETS
half = len(BOTS) // 2
groups = sorted(BOTS)[:half], sorted(BOTS)[half:]
tables = [(names, ruleset, 1) for names in groups for ruleset in RULESETS.values()]
tables += [(("general", "steward", "steward"), RULESETS["greyhawk"], 2)]
for names, ruleset, rounds in tables:
    table = Table(names, 3, ruleset=ruleset, quick=True, rounds=rounds).play()
    print(ruleset.name, [move for _, _, move, _ in table.log])
"""


@pytest.mark.long
def test_every_bot_plays_the_same_moves_in_every_process():
    printed = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    (moves,) = printed
    assert all(name in moves for name in RULESETS)


# How the levels differ


@pytest.mark.long
def test_a_general_beats_captains_and_a_recruit_does_not():
    strong = run_match(Match("classic", ("general", *["captain"] * 2), 5, 40, quick=True), 6)
    weak = run_match(Match("classic", ("recruit", "captain"), 5, 40, quick=True), 6)
    assert strong.wins["general"] >= 4
    assert weak.wins["recruit"] <= 2


def test_a_general_finishes_a_beaten_opponent():
    holdings = {"alaska": (0, 14), "northwest_territory": (1, 1), "alberta": (1, 1)}
    table = world(CLASSIC, ("general",) * 3, holdings, (2, 3))
    cards = table.state.territory_cards
    cards.hands[1] = [cards.deck.pop() for _ in range(3)]
    table.state.ask(0, DecisionKind.ATTACKS)
    move = table.bots[0].choose(table.views[0])
    assert isinstance(move, DeclareAttack) and table.state.holdings[move.target].owner == 1


def test_a_general_storms_a_stronghold_over_several_steps():
    table, target, source = in_two_empires()
    state, board = table.state, table.state.board.territories
    state.holdings[source].owner, state.holdings[source].armies = 2, 1
    beside = board[target].neighbours
    far = next(
        far
        for near in beside
        if state.holdings[near].owner != 0
        for far in board[near].neighbours
        if far != target and far not in beside and state.stronghold_on(far) is None
    )
    state.holdings[far].owner, state.holdings[far].armies = 0, 40
    state.holdings[target].armies = 8
    general = BOTS["general"](random.Random(1))
    move = general.choose(View(state, 0))
    assert isinstance(move, DeclareAttack) and move.source == far


def test_a_general_takes_the_headquarters_that_win():
    holdings = {"alaska": (0, 9), "alberta": (0, 2), "kamchatka": (1, 4), "iceland": (2, 2)}
    table = world(HEADQUARTERS, ("general",) * 3, holdings, (2, 2))
    table.state.headquarters = {0: "alaska", 1: "kamchatka", 2: "alberta"}
    table.state.ask(0, DecisionKind.ATTACKS)
    move = table.bots[0].choose(table.views[0])
    assert isinstance(move, DeclareAttack) and move.target == "kamchatka"


def test_a_recruit_leaves_people_alone_at_first():
    table, _, _ = in_two_empires()
    state = table.state
    for player in state.players:
        player.person = True
    recruit = BOTS["recruit"](random.Random(1))
    moves = {type(recruit.choose(View(state, 0))) for _ in range(20)}
    state.round = 9
    later = {type(recruit.choose(View(state, 0))) for _ in range(20)}
    assert DeclareAttack not in moves and DeclareAttack in later
