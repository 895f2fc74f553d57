"""Advice that agrees with itself: what armies are placed or moved in for is then attacked."""

import random
from dataclasses import replace

import pytest

from rules.bots import BOTS
from rules.bots.adviser import LIKELY, SAFE, Adviser
from rules.bots.borders import divided
from rules.bots.evaluation import CaptainEvaluation
from rules.bots.general.garrisons import garrison_needed
from rules.bots.general.warfare import Warfare
from rules.bots.position import Position
from rules.bots.reasons import PLACEMENTS, Chosen, Reason, ReasonKind
from rules.bots.reasons.moves import reason_of
from rules.cards import BattleCard
from rules.moves import (
    DeclareAttack,
    EndAttacks,
    Fortify,
    MoveIn,
    Place,
    PlayAmbassador,
    SailFleet,
)
from rules.questions import DecisionKind
from rules.rulesets import RULESETS
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.state.players import Holding
from rules.state.treaties import Truce
from rules.state.under_way import CapturedTerritory, Placing, PlacingPurpose
from rules.view import View
from tests.support.rules.bot_tables import Table, in_two_empires, with_safe_home
from tests.support.rules.worlds import world

AIMS = set(PLACEMENTS) - {
    ReasonKind.GUARD,
    ReasonKind.FRONT,
    ReasonKind.RESERVE,
    ReasonKind.GATHER,
    ReasonKind.NEUTRAL,
}


class Watched:
    """An adviser; `faults` has every answer that contradicts an earlier one."""

    def __init__(self, seat):
        self.adviser, self.faults = Adviser(random.Random(seat)), []
        self.turn, self.last, self.attacked = None, None, set()
        self.moved_in, self.planned, self.plans = set(), [], []

    def choose(self, view):
        chosen = self.adviser.decide(view)
        if view.turn == view.seat and view.round:
            if self.turn != view.round:
                self.turn, self.last, self.attacked, self.moved_in = view.round, None, set(), set()
                self.plans, self.planned = self.planned, []
            self.faults += [(view.round, fault, chosen) for fault in self.check(view, chosen)]
            self.last = chosen
        return chosen.move

    def check(self, view, chosen):
        move, reason = chosen.move, chosen.reason
        match move:
            case DeclareAttack() | SailFleet():
                if move.hero and self.is_safe(view, move):
                    yield "plays a Hero that it does not need"
                self.attacked.add(move.target)
                self.moved_in = {way for way in self.moved_in if way[1] != move.source}
            case MoveIn():
                landing = view.open_landing
                if move.armies > landing.least:
                    self.moved_in.add((landing.source, landing.target))
            case Fortify() if (move.target, move.source) in self.moved_in:
                yield "marches back"
            case Place() if reason.kind in AIMS and view.open_placing.purpose == "spoils":
                # A storm that is not yet likely to succeed may wait for more armies.
                if reason.target and (
                    reason.kind is not ReasonKind.STORM or reason.chance >= LIKELY
                ):
                    self.planned.append((move, reason, view.armies(reason.target)))
            case PlayAmbassador():
                targets = (view.owner(reason.target) for _, reason in self.possible(view))
                if move.opponent in targets:
                    yield "forces a truce on the owner of its aim"
            case EndAttacks():
                is_promise = self.last and self.last.reason.kind in AIMS
                if is_promise and isinstance(self.last.move, MoveIn | Place):
                    yield f"ends the attacks after {self.last}"
                for placed, aim in self.possible(view):
                    if aim.target not in self.attacked:
                        yield f"does not attack after {placed}"

    def is_safe(self, view, move):
        """Return whether an attack on a territory without a stronghold needs no Hero."""
        position = Position(view)
        if move.target in position.strongholds:
            return False
        force = move.armies if isinstance(move, SailFleet) else view.armies(move.source) - 1
        return CaptainEvaluation(position).forecast(force, move.target)[0] >= SAFE

    def possible(self, view):
        """Yield the plans of the last turn that nothing has hindered since."""
        position = Position(view)
        for placed, aim, defenders in self.plans:
            source, target = placed.territory, aim.target
            if position.owner[source] == view.seat and position.armies[source] > placed.armies:
                is_weaker = position.armies[target] <= defenders
                if is_weaker and position.is_target(source, target):
                    yield placed, aim


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("opponent", ["recruit", "captain"])
def test_an_adviser_does_what_it_has_announced(ruleset, opponent):
    for seed in (1, 2):
        table = Table(("captain",) * 4, seed, persons=1, ruleset=ruleset, quick=True, rounds=10)
        table.bots = [Watched(0), *(BOTS[opponent](random.Random(seat)) for seat in (1, 2, 3))]
        table.play()
        assert table.bots[0].faults == []


def landed(holdings, rest, source, target, least=1, ruleset=CLASSIC):
    """A position in which seat 0 has just captured `target` from `source`."""
    table = world(ruleset, ("general",) * 3, holdings, rest)
    state = table.state
    state.landing = CapturedTerritory(1, source, target, least)
    state.ask(0, DecisionKind.MOVE_IN)
    return state


def advised(state):
    return Adviser(random.Random(0)).decide(View(state, 0))


def test_no_more_armies_than_necessary_move_where_no_enemy_borders():
    holdings = {"japan": (0, 0), "kamchatka": (0, 1), "mongolia": (0, 9)}
    state = landed(holdings, (1, 40), "mongolia", "japan", least=3)
    chosen = advised(state)
    assert chosen.move == MoveIn(3)
    assert (chosen.reason.kind, chosen.reason.source) == (ReasonKind.INLAND, "japan")


STRONG = (1, 30)


def in_iceland(greenland, ukraine):
    """A position in which seat 0 has just captured Iceland from Scandinavia."""
    holdings = {"iceland": (0, 0), "scandinavia": (0, 8), "great_britain": (0, 1)}
    holdings |= {"northern_europe": (0, 1), "greenland": greenland, "ukraine": ukraine}
    return landed(holdings, STRONG, "scandinavia", "iceland")


def for_border(state):
    """The adviser's division after a move in that only strengthens a border."""
    return divided(View(state, 0), Chosen(MoveIn(1), Reason(ReasonKind.FRONT, "iceland")))


def test_armies_are_divided_between_two_borders_that_can_be_held():
    chosen = advised(in_iceland(greenland=(1, 5), ukraine=(1, 5)))
    assert chosen.move == MoveIn(4)
    assert (chosen.reason.kind, chosen.reason.source) == (ReasonKind.SHARE, "scandinavia")


def test_more_armies_stay_where_the_enemy_is_stronger():
    threats = ((1, armies) for armies in (2, 4, 6))
    stay = [8 - for_border(in_iceland((1, 4), threat)).move.armies for threat in threats]
    assert stay == sorted(stay) and 1 <= stay[0] < stay[-1] <= 7


def test_all_armies_leave_a_border_without_danger():
    chosen = for_border(in_iceland(greenland=(1, 6), ukraine=(1, 1)))
    assert chosen.move == MoveIn(7)
    assert (chosen.reason.kind, chosen.reason.target) == (ReasonKind.EXPOSED, "iceland")


def test_all_armies_leave_a_border_that_cannot_be_held():
    chosen = for_border(in_iceland(greenland=(1, 6), ukraine=STRONG))
    assert chosen.move == MoveIn(7)
    assert (chosen.reason.kind, chosen.reason.source) == (ReasonKind.CONCEDE, "scandinavia")


def test_a_player_who_may_not_attack_is_no_danger_to_a_border():
    state = in_iceland(greenland=(2, 5), ukraine=(1, 5))
    threatened = for_border(state).move.armies
    state.truces = [Truce(0, 1)]
    assert for_border(state).move.armies > threatened


def test_a_stronghold_keeps_its_garrison_though_the_opponents_gather_at_home():
    state = world(GREYHAWK, ("general",) * 3, {}, (1, 1)).state
    for player in state.players:
        state.holdings[player.stronghold] = Holding(player.seat, 22 if player.seat else 9)
        player.person = not player.seat
    own = state.players[0].stronghold
    target = next(iter(state.board.territories[own].neighbours))
    state.holdings[target] = Holding(0, 0)
    state.round, state.decisions = 2, ()
    state.landing = CapturedTerritory(0, own, target, 3)
    state.ask(0, DecisionKind.MOVE_IN)
    seen = View(state, 0)
    assert garrison_needed(seen) > 6
    assert advised(state).move == MoveIn(3)


def test_armies_move_in_for_an_attack_only_if_it_follows():
    for armies in (1, 2, 4, 8, 30):
        holdings = {"madagascar": (1, armies), "east_africa": (0, 0), "congo": (0, 10)}
        state = landed(holdings, (1, 60), "congo", "east_africa", least=3)
        chosen = advised(state)
        for name, more in (("congo", -chosen.move.armies), ("east_africa", chosen.move.armies)):
            state.holdings[name].armies += more
        state.landing, state.decisions = None, ()
        state.ask(0, DecisionKind.ATTACKS)
        follows = advised(state)
        if chosen.reason.kind in AIMS:
            assert isinstance(follows.move, DeclareAttack)
            assert follows.reason == chosen.reason
        else:
            assert not isinstance(follows.move, DeclareAttack) or follows.move.source == "congo"


def test_a_march_between_two_fronts_is_not_said_to_lead_closer_to_the_enemy():
    holdings = {"alaska": (0, 9), "alberta": (0, 1)}
    state = world(CLASSIC, ("general",) * 3, holdings, (1, 5)).state
    state.ask(0, DecisionKind.FORTIFY)
    march = reason_of(View(state, 0), Fortify("alaska", "alberta", 3))
    assert (march.kind, march.target) == (ReasonKind.FRONT, "alberta")


def test_armies_are_placed_for_an_attack_only_if_it_gains_enough():
    state, _ = with_safe_home(GREYHAWK)
    for name, holding in state.holdings.items():
        if holding.owner != 0 and state.stronghold_on(name) is None:
            holding.armies = 30
    state.placings = [Placing(0, 12, PlacingPurpose.SPOILS)]
    state.decisions = ()
    state.ask(0, DecisionKind.SPOILS)
    chosen = advised(state)
    assert chosen.reason.kind in {ReasonKind.FRONT, ReasonKind.RESERVE}
    assert chosen.reason.chance is None


def test_no_truce_is_forced_on_the_owner_of_a_territory_worth_attacking():
    table, source, _ = in_two_empires()
    state = table.state
    state.players[0].hand = [BattleCard.AMBASSADOR]
    near = [
        name
        for name in state.board.territories[source].neighbours
        if state.stronghold_on(name) is None
    ]
    state.holdings[near[0]].owner = 1
    view = View(state, 0)
    assert 1 in Warfare(view).victims
    chosen = BOTS["general"](random.Random(1)).decide(view)
    assert chosen.move != PlayAmbassador(1)
    assert replace(chosen.reason, seat=None).kind is not ReasonKind.FORCE_TRUCE
