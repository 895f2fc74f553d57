"""A table of Castle Risk: opening, playing and viewing it, in its own words, without leaks."""

import random
import re
from dataclasses import replace

import pytest
from django.urls import reverse

from games.community.lobby.forms import NewGameForm
from games.drawing.display.log import LogEntry
from games.models import Game
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.animations.last_moves import latest_events_part
from games.table.page.viewer import look
from rules import (
    BOTS,
    CASTLE,
    FastChance,
    Options,
    legal_moves,
    new_game,
    play,
    view,
)
from rules.events.cards import CardLost, HandSeen, SpyCountered
from rules.moves import EndAttacks, Pass, SendSpy
from rules.questions import DecisionKind
from tests.support.tables.panels import ADDRESS, FOREIGN_TO_CASTLE, panel_html, scene_of
from tests.support.tables.positions.pinned import pin
from tests.support.tables.robot import Robot, read_panel
from tests.support.tables.scenes import scene_at, seen_by, shown
from tests.support.tables.tables import Table
from tests.support.visitors.lobbies import USUAL

pytestmark = pytest.mark.django_db

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
        moment = latest_events_part(replace(scene, newest=LogEntry(1, events))).context["moments"][
            -1
        ]
        return moment.kind, getattr(moment, "text", None)

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
                assert FOREIGN_TO_CASTLE.search(shown(page)) is None, around(shown(page))
        table.answer()
    client.force_login(charlie)
    for part in ("", "log/", "log/?round=1", "fairness/"):
        page = client.get(f"/games/{table.code}/{part}").content.decode()
        assert FOREIGN_TO_CASTLE.search(shown(page)) is None, around(shown(page))
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
                    assert FOREIGN_TO_CASTLE.search(shown(panel)) is None, around(shown(panel))
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
    found = FOREIGN_TO_CASTLE.search(text)
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
    orders = client.get(f"/games/{table.code}/forms/orders/").content.decode()
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
