"""The recruit and the general answer any position legally and quickly, and are told apart."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rules.bots import BOTS
from rules.moves import DeclareAttack
from rules.questions import DecisionKind
from rules.rulesets import RULESETS
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.headquarters import HEADQUARTERS
from rules.terminal.gauntlet.games import Match
from rules.terminal.gauntlet.running import run_match
from rules.view import View
from tests.support.rules.bot_tables import Table, in_two_empires
from tests.support.rules.worlds import world

ROOT = Path(__file__).resolve().parents[3]
LEVELS = ("recruit", "general")
POSITIONS, MOST_GAMES = 200, 20
FREQUENT = {
    "greyhawk": {"place", "attacks", "spoils", "move_in", "defend"},
    "castle": {"place", "attacks", "spoils", "move_in", "defend"},
    "classic": {"place", "attacks", "reinforce", "move_in", "fortify"},
    "headquarters": {"place", "attacks", "reinforce", "move_in", "fortify"},
}


class Watched:
    """A bot whose every position others answer too; each answer is checked and thrown away."""

    def __init__(self, bot, others, counts):
        self.bot, self.others, self.counts = bot, others, counts

    def choose(self, view):
        kind = view.open_decision.kind
        if self.counts[kind] < POSITIONS:
            self.counts[kind] += 1
            for other in self.others:
                move = other.choose(view)
                assert view.why_not(move) is None, (kind, move)
        return self.bot.choose(view)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_every_level_answers_any_position(ruleset):
    counts, wanted = Counter(), {DecisionKind(kind) for kind in FREQUENT[ruleset.name]}
    for seed in range(MOST_GAMES):
        names = [("captain", "random")[(seed + seat) % 3 == 0] for seat in range(2 + seed % 5)]
        table = Table(names, seed, ruleset=ruleset, quick=seed % 3 > 0, rounds=25)
        levels = [BOTS[name](random.Random(seed)) for name in LEVELS]
        table.bots = [Watched(bot, levels, counts) for bot in table.bots]
        table.play()
        if all(counts[kind] >= POSITIONS for kind in wanted):
            break
    assert {kind for kind in wanted if counts[kind] >= POSITIONS} == wanted


DIGEST = """
import sys
from tests.support.rules.bot_tables import Table
from rules.rulesets import RULESETS
names = ("general", "recruit", "general")
for name in ("castle", "classic"):
    table = Table(names, 3, ruleset=RULESETS[name], quick=True, rounds=4).play()
    print([move for _, _, move, _ in table.log])
"""


def test_the_same_seed_plays_the_same_moves_in_every_process():
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
    assert len(printed) == 1


@pytest.mark.parametrize("ruleset", [CASTLE, CLASSIC], ids=lambda ruleset: ruleset.name)
def test_what_a_seat_cannot_see_never_changes_its_move(ruleset):
    table = Table(("captain",) * 4, 9, ruleset=ruleset, quick=True)
    dice, asked = random.Random(9), 0
    while asked < 60:
        table.step()
        decision = table.state.decisions[0]
        twin = table.state.copy()
        redraw(twin, decision.seat, dice)
        views = [View(state, decision.seat) for state in (table.state, twin)]
        if views[0].to_json() != views[1].to_json():
            continue
        asked += 1
        for name in LEVELS:
            moves = [BOTS[name](random.Random(1)).choose(view) for view in views]
            assert moves[0] == moves[1]


def redraw(state, seat, dice):
    """Redraw hands and hidden armies that a seat cannot see."""
    if state.territory_cards is not None:
        cards = state.territory_cards
        deal(cards.hands, cards.deck, seat, dice)
        return
    hands = [player.hand for player in state.players]
    deal(hands, state.deck, seat, dice)
    for item in state.hidden:
        if seat not in (item.maker, item.holder) and not item.revealed:
            item.territory = dice.choice(sorted(state.holdings))


def deal(hands, deck, seat, dice):
    """Shuffle the deck and all hands but one, keeping their sizes."""
    others = [hand for place, hand in enumerate(hands) if place != seat]
    pool = [card for hand in others for card in hand] + deck
    dice.shuffle(pool)
    for hand in (*others, deck):
        hand[:] = sorted(pool.pop() for _ in range(len(hand)))


# What tells the levels apart


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
