"""The panel between two battles: what interrupted the attack, defaults, and when to stop."""

import pytest
from django.urls import reverse

from games.playing.play import play_move
from rules import FastChance, legal_moves, play
from rules.cards import BattleCard
from rules.chance.recorded import ScriptedChance
from rules.moves import Battle, BlockHero, DeclareAttack, Defend, NameDice, Pass, Scope
from rules.state.players import Holding
from tests.support.tables.panels import panel_html, scene_of
from tests.support.tables.positions.attacks import ME, OTHER, attacks_of_the_first_player, shown
from tests.support.tables.positions.diplomacy import alter, deal
from tests.support.visitors.markup import one_line

ATTACKERS, DEFENDERS, STOP = 40, 30, 5
INTERRUPTED = "Your attack was interrupted: "


REST = (Defend(2), NameDice(2), Pass())
"""Answers until the attack pauses between two battles."""


@pytest.fixture
def fight(first_turn, client):
    """A function that lets the first player attack, with large armies on both sides.

    It takes the number of armies to stop at, both hands, and the defender's answers, and plays the
    first legal answer. It returns the panel between two battles.
    """
    table, seat, user, (source, target) = first_turn
    owner = table.state().holdings[target].owner
    client.force_login(user)

    def reinforce(state):
        state.holdings[source].armies, state.holdings[target].armies = ATTACKERS, DEFENDERS
        # Without a card on the track, hidden armies cannot be revealed.
        state.deck.remove(BattleCard.MERCENARIES)
        state.track += 1
        next(choice for choice in state.hidden if choice.maker == owner).territory = target

    def run(press, own, theirs, *answers, hero=False, rest=REST):
        deal(table.code, dict.fromkeys(table.persons, ()) | {seat: own, owner: theirs})
        alter(table.code, reinforce)
        fought(table, (DeclareAttack(source, target, press=press, hero=hero),))
        fought(table, (*answers, *rest))
        return one_line(client.get(reverse("panel", args=[table.code])).content.decode())

    run.defender = table.persons[owner].get_username()
    return run


def fought(table, answers):
    """Play the first legal one of these answers to every decision until the attack pauses."""
    while True:
        state = table.state()
        decision = state.decisions[0]
        legal = set(legal_moves(state, decision.seat))
        move = next((answer for answer in answers if answer in legal), None)
        if move is None:
            return
        user = table.persons[decision.seat]
        play_move(table.code, user, move, key=table.key(), decision=decision.number)


FORTIFICATION, HERO, ASSASSIN = BattleCard.FORTIFICATION, BattleCard.HERO, BattleCard.ASSASSIN
CAUSES = [
    ((), (FORTIFICATION,), (Defend(2, fortification=True),), "{name} played a Fortification."),
    ((), (), (Defend(2, reveal=1),), "{name} revealed hidden armies."),
    ((HERO,), (ASSASSIN,), (BlockHero(),), "{name} sent an Assassin."),
    ((HERO,), (), (), "your Hero was lost."),
]


# What interrupted the attack


@pytest.mark.parametrize(("own", "theirs", "answers", "cause"), CAUSES)
def test_an_interrupted_attack_says_why(fight, own, theirs, answers, cause):
    panel = fight(STOP, own, theirs, *answers, hero=bool(own))
    assert INTERRUPTED + cause.format(name=fight.defender) in panel
    # The number to stop at is kept.
    assert f'name="press" value="{STOP}"' in panel


def test_an_attack_that_stopped_at_its_number_was_not_interrupted(fight):
    fortified = Defend(2, fortification=True)
    panel = fight(ATTACKERS - 1, (), (FORTIFICATION,), fortified)
    assert "again?</h2>" in panel and INTERRUPTED not in panel


@pytest.mark.parametrize(
    ("theirs", "answer", "cause"),
    [
        ((FORTIFICATION,), Defend(2, fortification=True), "{name} played a Fortification."),
        ((), Defend(2, reveal=1), "{name} revealed "),
    ],
)
def test_a_changed_battle_says_what_has_changed(fight, theirs, answer, cause):
    panel = fight(STOP, (), theirs, answer, rest=())
    assert "The battle has changed: choose your dice again" in panel
    assert cause.format(name=fight.defender.capitalize()) in panel


# Defaults, and when to stop


@pytest.fixture
def state():
    return attacks_of_the_first_player()


def test_a_player_who_rolled_once_is_asked_to_roll_once_again(first_turn, client):
    table, _seat, user, (source, target) = first_turn
    client.force_login(user)

    def attack(move):
        """Attack, let the defender answer, and return the panel, which asks for another battle."""
        number = table.decision()[0].number
        play_move(table.code, user, move, key=table.key(), decision=number)
        while table.mover != user:
            table.answer()
        panel = one_line(client.get(reverse("panel", args=[table.code])).content.decode())
        assert table.state().attack is not None and "again?</h2>" in panel
        return panel

    name = table.state().board.territories[target].name
    once, press = 'value="once" checked', 'value="press" checked'
    panel = attack(DeclareAttack(source, target, dice=1))
    assert once in panel and f"Attack {name} once with" in panel and press not in panel
    armies = table.state().holdings[source].armies
    panel = attack(Battle(press=armies - 1))
    assert press in panel and f"Attack {name} until it falls" in panel and once not in panel


def fight_for_irongate(state, left):
    """Fight a battle for Irongate from the stronghold Onnwal; then these armies are left there."""
    for near in state.board.territories["onnwal"].neighbours:
        state.holdings[near].owner = ME
    state.holdings["irongate"].owner = OTHER
    state.players[OTHER].hand = [BattleCard.FORTIFICATION]
    state.players[ME].stronghold = "onnwal"
    play(state, ME, DeclareAttack("onnwal", "irongate", dice=3), FastChance(1))
    play(state, OTHER, Defend(2, scope=Scope.ATTACK), ScriptedChance([1, 1, 1, 6, 6]))
    state.holdings["onnwal"], state.holdings["irongate"] = Holding(ME, left), Holding(OTHER, 3)


@pytest.mark.parametrize(("left", "is_reckless"), [(6, False), (2, True)])
def test_stopping_is_proposed_if_the_stronghold_could_not_hold(state, left, is_reckless):
    fight_for_irongate(state, left)
    body = shown(state).body
    assert "Irongate threatens " in body["warning"] and "with 3 armies." in body["warning"]
    assert ("At most" in body["warning"]) == is_reckless
    assert body["is_reckless"] == is_reckless
    html = panel_html(scene_of(state, ME))
    attack = html[: html.index("Attack Irongate until it falls")].rpartition("<button")[2]
    assert ("primary" in attack) != is_reckless
    assert ("Stop this attack" in html) == is_reckless
    assert "Choose another attack" in html and "End attacks …" in html


def test_stopping_is_not_proposed_if_the_attack_will_probably_succeed(state):
    fight_for_irongate(state, 12)
    state.holdings["idee"] = Holding(OTHER, 40)  # beside Irongate
    warned = {11: "At most 11 armies can stay", 1: "Only 1 army could be left in"}
    for stop, is_reckless in ((11, True), (1, False)):
        body = shown(state, f"how=press&press={stop}").body
        assert warned[stop] in body["warning"]
        assert body["is_reckless"] == is_reckless
