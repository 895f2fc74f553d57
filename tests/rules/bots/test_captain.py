"""The captain: it plays to win, uses every kind of card and keeps its word."""

from collections import Counter

import pytest

from rules.cards import BattleCard
from rules.events.agreements import PactBroken
from rules.events.attack import AttackDeclared
from rules.events.cards import AssassinUsed, CardPlayed
from rules.moves import (
    AcceptTrade,
    AnswerPact,
    DeclareAttack,
    DiscardSpied,
    LayCards,
    OfferPact,
    Pass,
    RuinTrade,
    SendSpy,
)
from rules.questions import DecisionKind
from rules.rulesets.castle import CASTLE
from rules.rulesets.greyhawk import GREYHAWK
from rules.state.under_way import Placing, PlacingPurpose
from tests.support.rules.bot_tables import Table, in_two_empires, is_first_turn

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
    """Some games of captains alone in Castle Risk, played to their end."""
    return [
        Table(("captain",) * size, seed, ruleset=CASTLE, quick=seed % 2 == 0).play()
        for seed, size in enumerate((6, 5, 6, 4))
    ]


def test_a_captain_answers_every_kind_of_decision(captains, castle_captains):
    kinds = {kind for table in captains for _, kind, _, _ in table.log}
    of_castle = {DecisionKind.COUNTER_SPY, DecisionKind.DISCARD_SPIED}
    assert kinds == set(DecisionKind) - {DecisionKind.RUIN} - of_castle - OF_CHAPTER_11
    assert of_castle <= {kind for table in castle_captains for _, kind, _, _ in table.log}


def test_a_captain_beats_a_random_player():
    wins = 0
    for seed in range(40):
        seat = seed % 2
        names = ("captain", "random") if seat == 0 else ("random", "captain")
        table = Table(names, seed, quick=seed % 4 < 2, rounds=100).play()
        wins += table.state.outcome.winners == (seat,)
    assert wins >= 36


def test_games_between_captains_end(captains):
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
    """No card of Castle Risk moves armies, so armies far from the front never reach it."""
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
    state.placings.append(Placing(0, 5, PlacingPurpose.SPOILS))
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


def test_a_captain_storms_a_weak_stronghold():
    table, source, target = in_two_empires()
    move = table.bots[0].choose(table.views[0])
    assert isinstance(move, DeclareAttack) and (move.source, move.target) == (source, target)
    table.state.holdings[target].armies = 40
    assert table.bots[0].choose(table.views[0]) != move


@pytest.mark.parametrize("ruleset", [GREYHAWK, CASTLE], ids=["greyhawk", "castle"])
def test_a_captain_in_a_duel_guards_its_stronghold_with_most_armies_of_the_set_up(ruleset):
    for seed in range(4):
        table = Table(("captain",) * 2, seed, ruleset=ruleset).play(until=is_first_turn)
        for player in table.state.players:
            held = [table.state.holdings[name].armies for name in table.state.held_by(player.seat)]
            guard = table.state.holdings[player.stronghold].armies - 1
            assert guard > sum(armies - 1 for armies in held) / 2


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
