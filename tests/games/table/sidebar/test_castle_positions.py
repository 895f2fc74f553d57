"""What a table of Castle Risk shows in constructed positions: Marshalls, spoils, hidden armies."""

from dataclasses import replace

import pytest
from django.http import QueryDict

from games.models import User
from games.table.panel.odds import clash_of
from games.table.panel.panel import panel_context
from games.table.sidebar.hints import hints_context
from games.table.sidebar.in_force import forces_context
from games.table.sidebar.status import spoils_context
from rules import (
    CASTLE,
    FastChance,
    Options,
    attack_odds,
    new_game,
    play,
    view,
)
from rules.cards import BattleCard
from rules.chance.recorded import ScriptedChance
from rules.moves import DeclareAttack, Default, Defend
from rules.questions import DecisionKind
from tests.support.tables.panels import FOREIGN_TO_CASTLE, panel_html, scene_of
from tests.support.tables.scenes import shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def state():
    """A game of three people at the first attacks of its first turn."""
    chance = FastChance(2)
    options = Options(quick=True, fixed_seats=True, regions="beside", hidden_at_start=True)
    state, _ = new_game(CASTLE, [True] * 3, options, "x", chance)
    while state.decisions[0].kind is not DecisionKind.ATTACKS:
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    return state


def test_a_marshall_in_play_is_listed_with_its_end(state):
    state.this_turn.fortified = [1]
    (mine,) = forces_context(scene_of(state, 1))["standing"]
    (theirs,) = forces_context(scene_of(state, 0))["standing"]
    assert (mine["title"], theirs["title"]) == ("Your Marshall", "Bob’s Marshall")
    assert theirs["until"] == "until the end of this turn"
    assert "Bob’s defences" in theirs["text"]
    assert forces_context(scene_of(state, 0))["nothing"] == "No truces."


def test_a_marshall_in_play_counts_in_the_odds(state):
    (seat,) = [decision.seat for decision in state.decisions]
    source, target = _attack_of(state, seat)
    query = QueryDict(f"source={source}&target={target}&how=press")
    defender = state.holdings[target].owner
    state.players[defender].hand = [BattleCard.FORTIFICATION]
    _, may = _odds_and_lead(state, seat, query)
    assert "play a Marshall" in may
    state.this_turn.fortified = [defender]
    odds, may = _odds_and_lead(state, seat, query)
    defenders = state.holdings[target].armies
    assert odds.win == round(attack_odds(8, defenders, fortifications=1).win * 100)
    assert [bonus.cause for bonus in odds.bonuses] == ["Marshall"]
    assert "Marshall" not in may


def _odds_and_lead(state, seat, query):
    panel = panel_context(scene_of(state, seat), query)["shown"]
    return panel.body["odds"], " ".join(panel.body["notes"])


def test_a_marshall_in_play_counts_in_the_odds_of_an_attack_on_its_owner_elsewhere(state):
    (seat,) = [decision.seat for decision in state.decisions]
    source, target = _attack_of(state, seat)
    defender = state.holdings[target].owner
    state.holdings[target].armies = 9
    state.players[defender].hand = [BattleCard.FORTIFICATION]
    play(state, seat, DeclareAttack(source, target, dice=1), FastChance(3))
    play(state, defender, Defend(2, fortification=True), ScriptedChance([1, 6, 6]))
    assert state.attack.fortification
    others = [name for name in state.held_by(defender) if name != target]
    assert all(clash_of(view(state, seat), source, name).fortification for name in others)
    third = next(each for each in state.living() if each not in (seat, defender))
    assert not clash_of(view(state, seat), source, state.held_by(third)[0]).fortification


def test_region_spoils_follow_the_options(state):
    for name in state.board.groups["spain"].territories:
        state.holdings[name].owner = 0
    assert "Spain 2" in spoils_context(view(state, 0), 0)["items"]
    state.options = replace(state.options, regions="none")
    assert not any("Spain" in item for item in spoils_context(view(state, 0), 0)["items"])


def test_the_hint_about_spoils_follows_the_options(state):
    said = {
        "none": "4 armies for each whole empire, 6 for holding every independent territory and 8",
        "beside": "6 for holding every independent territory, 2 for each independent region and 8",
        "instead": "4 armies for each whole empire, 2 for each independent region and 8",
    }
    alice = User(name="alice", preferences={})
    for regions, sentence in said.items():
        state.options = replace(state.options, regions=regions)
        told = {hint["name"]: hint["text"] for hint in hints_of(state, alice)}
        assert sentence in told["spoils"] and "castle" in told["spoils"]
        assert "event" not in told


def hints_of(state, user):
    return hints_context(scene_of(state, 0), user)["hints"]


def test_defence_texts_omit_hidden_armies_if_unused(state):
    state.track = 3
    (seat,) = [decision.seat for decision in state.decisions]
    source, target = _attack_of(state, seat)
    query = f"?source={source}&target={target}"
    told = f"reveal {view(state, seat).hidden_size} hidden armies"
    assert told not in panel_html(scene_of(state, seat), query)
    state.options = replace(state.options, hidden_at_start=False)
    assert told in panel_html(scene_of(state, seat), query)


def _attack_of(state, seat):
    """Give a player 9 armies next to a target; return (source, target)."""
    sites = {player.stronghold for player in state.players}
    source, target = next(
        (source, target)
        for source, held in state.holdings.items()
        for target in state.board.territories[source].neighbours
        if held.owner == seat and state.holdings[target].owner != seat and target not in sites
    )
    state.holdings[source].armies = 9
    return source, target


def test_the_first_attack_warns_about_hidden_armies(state):
    (seat,) = [decision.seat for decision in state.decisions]
    source, target = _attack_of(state, seat)
    state.track = 3
    mine = next(choice for choice in state.hidden if choice.holder == seat)
    mine.territory = source
    where, warning = (
        f"?source={source}&target={target}",
        "Once you attack, you can’t reveal your hidden armies",
    )
    for query in ("", "?use=reveal"):
        assert "before your first attack" in panel_html(scene_of(state, seat), query)
    assert warning in panel_html(scene_of(state, seat), where)
    mine.territory = target
    assert warning not in panel_html(scene_of(state, seat), where)
    mine.territory, state.options = source, replace(state.options, hidden_at_start=False)
    assert warning not in panel_html(scene_of(state, seat), where)
    assert "before your first attack" not in panel_html(scene_of(state, seat), "?use=reveal")


def test_a_marshall_is_offered_for_all_defences_of_the_turn(state):
    (seat,) = [decision.seat for decision in state.decisions]
    source, target = _attack_of(state, seat)
    defender = state.holdings[target].owner
    state.players[defender].hand = [BattleCard.FORTIFICATION]
    play(state, seat, DeclareAttack(source, target, dice=1), FastChance(3))
    panel = panel_html(scene_of(state, defender))
    assert "Your Marshall" in panel and "in every defence this turn" in panel
    assert FOREIGN_TO_CASTLE.search(shown(panel)) is None


def test_the_hidden_army_card_says_each_only_for_several(state):
    (seat,) = [decision.seat for decision in state.decisions]
    state.track = 2
    one, other = state.hidden[:2]
    one.holder = other.holder = seat
    one.territory, other.territory = state.held_by(seat)[:2]
    assert "4 armies each, before your first attack" in panel_html(scene_of(state, seat))
    other.territory = one.territory
    assert "4 armies, before your first attack" in panel_html(scene_of(state, seat))
