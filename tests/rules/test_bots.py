"""The bots: legal answers to everything, and the manners and strength each of them promises."""

import ast
import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rules import bots
from rules.bots import BOTS
from rules.cards import BattleCard, EventCard
from rules.chance import FastChance
from rules.events_agreements import PactBroken
from rules.events_attack import AttackDeclared
from rules.events_cards import AssassinUsed, CardPlayed, HiddenRevealed
from rules.events_setup import Placed
from rules.events_turn import CardsDrawn
from rules.forms import Orders
from rules.moves import (
    AcceptTrade,
    AnswerPact,
    Control,
    DeclareAttack,
    DiscardSpied,
    LayCards,
    OfferPact,
    Pass,
    Place,
    RuinTrade,
    SendSpy,
    SetOrders,
    TakeSeat,
)
from rules.players import DecisionKind
from rules.rulesets.castle import CASTLE
from rules.rulesets.greyhawk import GREYHAWK
from rules.state import Options, to_json
from rules.turn import new_game, play
from rules.under_way import InForce, Placing
from rules.view import View

ROOT = Path(bots.__file__).parent
MOST_MOVES = 20_000


class Table:
    """A game and its bots; `log` has (seat, decision, move, events) of every answer."""

    def __init__(self, names, seed, *, see=View, persons=6, ruleset=GREYHAWK, **options):
        self.chance = FastChance(seed, keep=False)
        seats = [seat < persons for seat in range(len(names))]
        options = Options(**options, only_playable=persons == 1)
        self.state, _ = new_game(ruleset, seats, options, f"game {seed}", self.chance)
        self.bots = [BOTS[name](random.Random(f"{seed} {seat}")) for seat, name in enumerate(names)]
        self.views = [see(self.state, seat) for seat in range(len(names))]
        self.log = []

    def tell(self, seat, move, by="player"):
        return play(self.state, seat, move, self.chance, by)

    def step(self):
        decision = self.state.decisions[0]
        move = self.bots[decision.seat].choose(self.views[decision.seat])
        told = self.tell(decision.seat, move, "bot")
        self.log.append((decision.seat, decision.kind, move, told))

    def play(self, until=lambda state: False):
        while self.state.outcome is None and not until(self.state):
            assert len(self.log) < MOST_MOVES, "The game does not come to an end."
            self.step()
        return self

    def events(self):
        return [event for _, _, _, told in self.log for event in told]


def is_first_turn(state):
    return state.round == 1 and bool(state.decisions)


# Every bot


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


OF_CHAPTER_11 = {
    *(DecisionKind.REINFORCE, DecisionKind.SETS, DecisionKind.FORTIFY, DecisionKind.HEADQUARTERS)
}


@pytest.fixture(scope="module")
def captains():
    """Some games of captains alone, played to their end."""
    return [
        Table(("captain",) * size, seed, quick=seed % 2 == 0).play()
        for seed, size in enumerate((6, 5, 6, 4, 6))
    ]


@pytest.fixture(scope="module")
def castle_captains():
    """The same of Castle Risk."""
    return [
        Table(("captain",) * size, seed, ruleset=CASTLE, quick=seed % 2 == 0).play()
        for seed, size in enumerate((6, 5, 6, 4))
    ]


def test_a_captain_answers_every_kind_of_decision(captains, castle_captains):
    kinds = {kind for table in captains for _, kind, _, _ in table.log}
    of_castle = {DecisionKind.COUNTER_SPY, DecisionKind.DISCARD_SPIED}
    assert kinds == set(DecisionKind) - {DecisionKind.RUIN} - of_castle - OF_CHAPTER_11
    assert of_castle <= {kind for table in castle_captains for _, kind, _, _ in table.log}


@pytest.mark.parametrize("seed", range(6))
def test_a_bot_goes_on_wherever_another_left_off(seed):
    dice = random.Random(seed)
    table = Table(("random",) * (2 + seed % 5), seed, quick=seed % 2 == 0, rounds=20)
    stand_ins = [BOTS[name](random.Random(seed)) for name in ("captain", "random", "steward")]
    table.bots = [Relay(dice, stand_ins)] * len(table.bots)
    table.play()


class Relay:
    """Lets a different bot answer each time."""

    def __init__(self, dice, stand_ins):
        self.dice, self.stand_ins = dice, stand_ins

    def choose(self, view):
        return self.dice.choice(self.stand_ins).choose(view)


def digest(seed):
    table = Table(("captain", "random", "captain", "steward"), seed, quick=True, rounds=5).play()
    text = json.dumps(to_json(table.state), sort_keys=True) + repr([item[2] for item in table.log])
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_same_seed_plays_the_same_game_in_every_process():
    code = "import sys; sys.path[:0] = sys.argv[1:]; import test_bots; print(test_bots.digest(5))"
    where = [str(Path(__file__).parent), str(ROOT.parent.parent)]
    for hash_seed in ("1", "2"):
        printed = subprocess.run(
            [sys.executable, "-c", code, *where],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert printed.strip() == digest(5)
    assert digest(6) != digest(5)


# Nothing but the view


def shut(state, seat):
    """Show what a view shows, and have nothing else that could be reached for."""
    view = View(state, seat)

    class Shut:
        def __getattr__(self, name):
            assert not name.startswith("_"), f"A bot reached for {name}."
            return getattr(view, name)

    return Shut()


def test_bots_need_nothing_but_the_view():
    Table(("captain", "random", "steward"), 3, see=shut, quick=False, rounds=10).play()


BEHIND_THE_VIEW = {
    "rules.turn": set(),
    "rules.state": set(),
    "rules.under_way": set(),
    "rules.players": {"DecisionKind"},
    "rules.treaties": {"Pact", "Trade"},
}
"""Modules with what a view does not show, and the names that bots may have from each."""


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.py")), ids=lambda path: path.stem)
def test_bots_look_behind_nothing(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            owner = ast.unparse(node.value)
            assert owner in ("self", "Steward"), f"{owner}.{node.attr}"
        if isinstance(node, ast.ImportFrom) and node.module in BEHIND_THE_VIEW:
            assert {alias.name for alias in node.names} <= BEHIND_THE_VIEW[node.module]


# The captain


def test_a_captain_beats_a_random_player():
    wins = 0
    for seed in range(40):
        seat = seed % 2
        names = ("captain", "random") if seat == 0 else ("random", "captain")
        table = Table(names, seed, quick=seed % 4 < 2, rounds=100).play()
        wins += table.state.outcome.winners == (seat,)
    assert wins >= 36


def test_captains_come_to_an_end_by_themselves(captains):
    assert {table.state.outcome.reason for table in captains} == {"last_standing"}
    assert sorted(table.state.round for table in captains)[len(captains) // 2] <= 40


def test_captains_use_every_kind_of_card_and_their_hidden_armies(captains):
    used = Counter()
    for event in (event for table in captains for event in table.events()):
        if isinstance(event, CardPlayed):
            used[event.card] += 1
        elif isinstance(event, AssassinUsed):
            used[f"assassin {event.use}"] += 1
        else:
            used[event.name] += 1
    cards = {card.value for card in BattleCard}
    assert cards - {"mercenaries", "assassin"} <= set(used)
    assert used["mercenaries_played"] and used["hidden_revealed"] and used["assassin_countered"]
    assert used["assassin spy"] and used["assassin hand"] and used["assassin block"]


def test_captains_use_every_kind_of_card_of_castle_risk(castle_captains):
    told = [event for table in castle_captains for event in table.events()]
    played = {event.card for event in told if isinstance(event, CardPlayed)}
    names = {event.name for event in told}
    assert {"hero", "fortification", "fleet", "ambassador"} <= played
    assert {"mercenaries_played", "spy_sent", "spy_countered", "hidden_revealed"} <= names
    assert {table.state.outcome.reason for table in castle_captains} == {"last_standing"}


def test_a_captain_has_the_marshall_of_a_castle_it_can_storm_discarded():
    table, source, _ = in_two_empires(CASTLE)
    spy, marshall = BattleCard.ASSASSIN, BattleCard.FORTIFICATION
    table.state.players[0].hand = [spy]
    table.state.players[1].hand = [marshall, BattleCard.MERCENARIES]
    assert table.bots[0].choose(table.views[0]) == SendSpy(1)
    table.tell(0, SendSpy(1))
    assert table.bots[1].choose(table.views[1]) == Pass()
    table.tell(1, Pass())
    assert table.bots[0].choose(table.views[0]) == DiscardSpied(marshall)
    table.state.holdings[source].armies = 2
    assert table.bots[0].choose(table.views[0]) == DiscardSpied(BattleCard.MERCENARIES)


def test_a_captain_gathers_armies_where_they_can_still_march():
    """No card of Castle Risk moves armies: those behind one's own lines never come to the front."""
    table, _, _ = in_two_empires(CASTLE)
    state = table.state
    for holding in state.holdings.values():
        holding.owner = 0
    for player in state.players[1:]:
        state.holdings[player.stronghold].owner = player.seat
        state.holdings[player.stronghold].armies = 400
    inland = next(
        name
        for name in state.holdings
        if state.holdings[name].owner == 0
        and not any(state.holdings[near].owner for near in state.board.territories[name].neighbours)
    )
    state.holdings[inland].armies = 900
    state.decisions = ()
    state.placings.append(Placing(0, 5, "spoils"))
    state.ask(0, DecisionKind.SPOILS)
    move = table.bots[0].choose(table.views[0])
    near = state.board.territories[move.territory].neighbours
    assert move.territory == state.players[0].stronghold or any(
        state.holdings[name].owner for name in near
    )


def test_a_captain_never_attacks_a_partner():
    attacked = Counter()
    for seed in range(3):
        table = Table(("captain",) * 4, seed, quick=True, rounds=8).play(is_first_turn)
        table.tell(0, OfferPact((1,), ("help",)))
        table.tell(1, AnswerPact(1, True))
        table.tell(2, OfferPact((3,), ("peace", "spare:great_kingdom")))
        table.tell(3, AnswerPact(2, True))
        table.play()
        attacked.update(
            frozenset((event.attacker, event.defender))
            for event in table.events()
            if isinstance(event, AttackDeclared)
        )
        assert not any(isinstance(event, PactBroken) for event in table.events())
    assert attacked[frozenset((0, 1))] == attacked[frozenset((2, 3))] == 0
    assert attacked[frozenset((0, 2))] and attacked[frozenset((1, 3))]


def in_two_empires(ruleset=GREYHAWK):
    """A game at its first turn in which seat 0, on turn, can storm the stronghold of seat 1."""
    table = Table(("captain",) * 3, 1, ruleset=ruleset, quick=True).play(is_first_turn)
    state = table.state
    state.turn, state.decisions = 0, ()
    state.ask(0, DecisionKind.ATTACKS)
    target = state.players[1].stronghold
    source = state.board.territories[target].neighbours[0]
    for name, holding in state.holdings.items():
        holding.armies = 3 if state.stronghold_on(name) is not None else 1
    state.holdings[source].owner, state.holdings[source].armies = 0, 30
    for player in state.players:
        player.hand = []
    return table, source, target


def test_a_captain_storms_a_weak_stronghold():
    table, source, target = in_two_empires()
    move = table.bots[0].choose(table.views[0])
    assert isinstance(move, DeclareAttack) and (move.source, move.target) == (source, target)
    table.state.holdings[target].armies = 40
    assert table.bots[0].choose(table.views[0]) != move


def test_a_captain_keeps_its_stronghold_manned():
    table, _, _ = in_two_empires()
    state = table.state
    own = state.players[0].stronghold
    (near, *_) = state.board.territories[own].neighbours
    state.holdings[near].owner, state.holdings[near].armies = 2, 21
    state.holdings[own].armies = 12
    while state.decisions and state.decisions[0].kind is not DecisionKind.SPOILS:
        table.step()
        assert state.holdings[own].armies >= 12 or state.holdings[near].owner == 0


def test_a_captain_ruins_a_trade_of_others_with_an_assassin_to_spare():
    table, _, _ = in_two_empires()
    hero, fleet, assassin = BattleCard.HERO, BattleCard.FLEET, BattleCard.ASSASSIN
    for seat, hand in ((0, [assassin, assassin]), (1, [hero]), (2, [fleet])):
        table.state.players[seat].hand = hand
    table.tell(1, LayCards(2, (hero,)))
    table.tell(2, LayCards(1, (fleet,)))
    table.tell(1, AcceptTrade(2, (hero,), (fleet,)))
    table.tell(2, AcceptTrade(1, (fleet,), (hero,)))
    assert table.state.decision_of(0).kind is DecisionKind.RUIN
    assert isinstance(table.bots[0].choose(table.views[0]), RuinTrade)
    table.state.players[0].hand = [assassin]
    assert table.bots[0].choose(table.views[0]) == Pass()


# The steward (ELM-7)


def with_steward(orders, seed):
    """Play some rounds with a steward in seat 1, who took over when the first turn began."""
    table = Table(("captain", "steward", "captain"), seed, quick=True, rounds=8)
    table.play(is_first_turn)
    table.log.clear()
    table.tell(1, SetOrders(orders))
    table.tell(1, TakeSeat(Control.STEWARD), "clock")
    return table.play()


@pytest.mark.parametrize("seed", range(4))
def test_a_steward_only_defends(seed):
    table = with_steward(Orders(), seed)
    stronghold = table.state.players[1].stronghold
    for event in table.events():
        if isinstance(event, AttackDeclared):
            assert event.attacker != 1
        elif isinstance(
            event,
            CardsDrawn | CardPlayed | HiddenRevealed | AssassinUsed,
        ):
            assert event.seat != 1
        elif isinstance(event, Placed) and (event.seat, event.purpose) == (1, "spoils"):
            assert event.territory == stronghold


def test_a_steward_follows_the_orders_left_behind():
    always = dict.fromkeys(("fortification", "hidden", "block", "counter"), "always")
    used = Counter()
    for seed in range(5):
        for event in with_steward(Orders(fallbacks=always), seed).events():
            if isinstance(event, CardPlayed) and event.seat == 1:
                used[event.card] += 1
            elif isinstance(event, HiddenRevealed) and event.seat == 1:
                used["hidden armies"] += 1
    assert set(used) == {"fortification", "hidden armies"}


def test_a_steward_lets_deserters_join_the_weakest():
    table, source, target = in_two_empires()
    state = table.state
    state.holdings[source].owner = 1
    state.placings.append(Placing(1, 2, "army_deserters", (target, source)))
    state.ask(1, DecisionKind.PLACE)
    steward = BOTS["steward"](random.Random(1))
    assert steward.choose(table.views[1]) == Place(target, 2)
    state.holdings[source].armies = 2
    assert steward.choose(table.views[1]) == Place(source, 2)
    state.placings[0].purpose, state.placings[0].allowed = "muster_troops", None
    assert steward.choose(table.views[1]) == Place(target, 2)


# What a view tells bots of the board


def test_a_view_tells_what_events_close_and_add():
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
