"""A table of Castle Risk: opening, playing and viewing it, in its own words, without leaks."""

import random
import re
from dataclasses import replace

import pytest
from django.http import QueryDict
from django.urls import reverse

from games.display.log import LogEntry
from games.lobby.forms import NewGameForm
from games.models import Game, User
from games.page.viewer import look
from games.panel.attack.odds import clash_of
from games.panel.panel import panel_context
from games.play.play import play_move
from games.play.start import create_game, start_game
from games.store.stored_game import load
from games.table.hints import hints_context
from games.table.in_force import forces_context
from games.table.last_moves import stage_part
from games.table.status import spoils_context
from rules import (
    BOTS,
    CASTLE,
    FastChance,
    Options,
    attack_odds,
    legal_moves,
    new_game,
    play,
    view,
)
from rules.cards import BattleCard
from rules.chance.recorded import ScriptedChance
from rules.events.cards import CardLost, HandSeen, SpyCountered
from rules.moves import DeclareAttack, Default, Defend, EndAttacks, Pass, SendSpy
from rules.questions import DecisionKind
from tests.support.tables.panels import ADDRESS, panel_html, scene_of
from tests.support.tables.pinned import pin
from tests.support.tables.robot import Robot, read_panel
from tests.support.tables.scenes import scene_at, seen_by, shown
from tests.support.tables.tables import Table
from tests.support.visitors.lobbies import USUAL

pytestmark = pytest.mark.django_db

FOREIGN = re.compile(
    r"stronghold|\bhero\b|\bheroes\b|fortification|mercenar|assassin|ambassador|flanaess|storm"
    r"|event card",
    re.IGNORECASE,
)
"""Words for things that Castle Risk lacks or names differently."""

OFTEN = 3
"""How many decisions of each kind are checked."""
MOST_GAMES = 12

_LATER = (
    *(DecisionKind.ATTACKS, DecisionKind.DEFEND, DecisionKind.DICE, DecisionKind.MOVE_IN),
    *(DecisionKind.SPOILS, DecisionKind.OCCUPY, DecisionKind.FILL),
    *(DecisionKind.COUNTER_SPY, DecisionKind.DISCARD_SPIED),
)
ASKED = {
    True: (DecisionKind.STRONGHOLD, DecisionKind.MUSTER, *_LATER),
    False: (DecisionKind.STRONGHOLD, DecisionKind.CLAIM, DecisionKind.PLACE, DecisionKind.HIDE),
}
"""The decisions of a game with the quick set-up, and of a full set-up."""


def castle_table(alice, bob, *bots, seed=7, **options):
    game = create_game([alice, bob, *bots], Options(quick=True, **options), "castle")
    pin(game, "castle42")
    Game.objects.update(host=alice)
    start_game(game.code)
    return Table(game.code, {0: alice, 1: bob}, random.Random(seed))


def to_attacks(table):
    """Play on until a person may attack; return their seat."""
    while True:
        decision = table.state().decisions[0]
        if decision.kind is DecisionKind.ATTACKS and decision.seat in table.persons:
            return decision.seat
        table.answer()


@pytest.fixture
def table(alice, bob):
    return castle_table(alice, bob)


def test_a_table_is_opened_begun_and_shown(client, alice):
    client.force_login(alice)
    seats = {f"seat_{number}": "closed" for number in range(2, 7)}
    fields = {**USUAL, **seats, "ruleset": "castle", "seat_2": "captain"}
    assert NewGameForm(fields).is_valid()
    opened = client.post(reverse("new_game"), fields)
    code = Game.objects.get().code
    assert opened.url == reverse("table", args=[code])
    assert client.post(reverse("start_game", args=[code])).status_code == 302
    page = client.get(opened.url).content.decode()
    assert 'data-board="europe"' in page and "Place your castle" in page
    assert "Reveal hidden armies at any time during your turn, or when you defend." in page
    assert "Hidden armies unlock with the first card." in page
    assert f'href="{reverse("cards_of", args=["castle"])}"' in page


def test_a_card_taken_by_a_spy_is_shown_to_its_owner(table):
    spy = to_attacks(table)
    own = 1 - spy
    scene = seen_by(scene_at(table.code), own)

    def kind_and_text(*events):
        moment = stage_part(replace(scene, newest=LogEntry(1, events))).context["moments"][-1]
        return moment["kind"], moment.get("text")

    taken = CardLost(own, "hero", "CAS-4")
    sender = scene.seating.names[spy].capitalize()
    assert kind_and_text(taken) == ("loss", f"{sender}’s Spy destroyed your General.")
    spent = CardLost(own, "assassin", "CAS-4")
    for before in (HandSeen(own, spy, ("hero",)), SpyCountered(own, spy)):
        assert kind_and_text(before, spent) == ("small", None)


def test_every_page_uses_the_games_own_terms(client, alice, bob, charlie):
    table = castle_table(alice, bob, "captain", seed=5, rounds=6)
    looked_at = {}
    while (state := table.state()).decisions:
        decision = state.decisions[0]
        looked_at[decision.kind] = looked_at.get(decision.kind, 0) + 1
        if looked_at[decision.kind] <= OFTEN and decision.seat in table.persons:
            client.force_login(table.persons[decision.seat])
            for page in pages_of(client, table.code):
                assert FOREIGN.search(shown(page)) is None, around(shown(page))
        table.answer()
    client.force_login(charlie)
    for part in ("", "log/", "log/?round=1", "fairness/"):
        page = client.get(f"/games/{table.code}/{part}").content.decode()
        assert FOREIGN.search(shown(page)) is None, around(shown(page))
    assert {DecisionKind.ATTACKS, DecisionKind.DEFEND, DecisionKind.SPOILS} <= set(looked_at)


def pages_of(client, code):
    """Yield a player's table, the panel, and every step that the panel's links lead to."""
    address = f"/games/{code}/"
    yield client.get(address).content.decode()
    panel = client.get(f"{address}panel/").content.decode()
    yield panel
    for link in read_panel(panel).links:
        if link.startswith(f"{address}?"):
            query = link.removeprefix(address).partition("#")[0]
            yield client.get(f"{address}panel/{query}").content.decode()


@pytest.mark.parametrize("quick", [True, False])
def test_every_question_uses_the_games_own_terms(quick):
    asked = dict.fromkeys(ASKED[quick], 0)
    for seed in range(MOST_GAMES):
        chance = FastChance(seed)
        options = Options(quick=quick, rounds=6)
        state, _ = new_game(CASTLE, [True] * 4, options, "x", chance)
        bot = BOTS["random"](random.Random(seed))
        while state.decisions and not all(number >= OFTEN for number in asked.values()):
            decision = state.decisions[0]
            if asked.get(decision.kind, OFTEN) < OFTEN:
                asked[decision.kind] += 1
                for panel in panels_of(scene_of(state, decision.seat)):
                    assert FOREIGN.search(shown(panel)) is None, around(shown(panel))
            play(state, decision.seat, bot.choose(view(state, decision.seat)), chance)
    assert all(asked.values()), asked


def panels_of(scene):
    """Yield a panel, and every step that its links lead to."""
    panel = panel_html(scene)
    yield panel
    for link in read_panel(panel).links:
        if link.startswith(f"{ADDRESS}?"):
            yield panel_html(scene, link.removeprefix(ADDRESS).partition("#")[0])


def around(text):
    found = FOREIGN.search(text)
    return text[max(0, found.start() - 60) : found.end() + 60] if found else ""


def test_a_robot_plays_a_whole_game_by_the_page(client, alice):
    game = create_game([alice, "captain"], Options(quick=True, rounds=2), "castle")
    pin(game, "castle42")
    start_game(game.code)
    client.force_login(alice)
    robot, others = Robot(client, game.code, 5), Table(game.code, {}, random.Random(2))
    while (state := load(game.code).state()).decisions:
        if state.decision_of(0):
            robot.play()
        else:
            others.answer()
    assert "end_attacks" in robot.sent and "place_stronghold" in robot.sent


def test_the_table_shows_the_games_own_sections(client, table):
    seat = to_attacks(table)
    client.force_login(table.persons[seat])
    page = client.get(f"/games/{table.code}/").content.decode()
    steps = re.search(r'<ol id="steps".*?</ol>', page, re.DOTALL)[0]
    assert re.findall(r"<li[^>]*>(\w+)</li>", steps) == ["Draw", "Attacks", "Spoils"]
    assert 'id="track-title">Reinforcements<' in page
    assert "No truces." in page
    orders = client.get(f"/games/{table.code}/sheets/orders/").content.decode()
    assert len(re.findall(r'<fieldset class="order">', orders)) == 5
    assert "Someone sends a Spy against you. Counter it" in shown(orders)
    hand = {card.value for card in table.state().players[seat].hand}
    for kind in hand:
        assert f'class="card-{kind}' in page


def test_a_spy_card_shows_a_hand_to_its_player_only(client, table):
    seat, other = with_a_spy(table)
    client.force_login(table.persons[seat])
    address = f"/games/{table.code}/"
    panel = read_panel(client.get(f"{address}panel/?use=send_spy").content.decode())
    (form,) = [form for form in panel.forms if form.move == "send_spy"]
    fields = {**dict(form.filled(random.Random(1))), "opponent": str(other)}
    assert client.post(form.action, fields).status_code == 302
    state = table.state()
    (decision,) = state.decisions
    assert (decision.seat, decision.kind) == (other, DecisionKind.COUNTER_SPY)
    play_move(table.code, table.persons[other], Pass(), key=table.key(), decision=decision.number)
    hand = look(table.code, table.persons[seat].pk).table.parts["hand"].context
    (seen,) = hand["seen"]
    assert seen["name"] == table.persons[other].name
    assert "Your Spy saw the hand" in shown(client.get(f"{address}panel/").content.decode())
    for user in (table.persons[other], None):
        viewer = look(table.code, user and user.pk)
        assert viewer.table.parts["hand"].context["seen"] == []


def with_a_spy(table):
    """Play until a person may send a Spy against the other; return the seats in that order."""
    while True:
        seat = to_attacks(table)
        state = table.state()
        other, decision = 1 - seat, state.decision_of(seat)
        if SendSpy(other) in legal_moves(state, seat):
            return seat, other
        user, key = table.persons[seat], table.key()
        play_move(table.code, user, EndAttacks(), key=key, decision=decision.number)


# Constructed positions


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
        assert "event" not in told and "Next: your spoils." in told["end"]


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
    assert FOREIGN.search(shown(panel)) is None


def test_the_hidden_army_card_says_each_only_for_several(state):
    (seat,) = [decision.seat for decision in state.decisions]
    state.track = 2
    one, other = state.hidden[:2]
    one.holder = other.holder = seat
    one.territory, other.territory = state.held_by(seat)[:2]
    assert "4 armies each, before your first attack" in panel_html(scene_of(state, seat))
    other.territory = one.territory
    assert "4 armies, before your first attack" in panel_html(scene_of(state, seat))
