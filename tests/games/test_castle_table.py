"""A table of Castle Risk: opened, played and seen in the game's own words, its secrets kept."""

import html
import random
import re

import pytest
from django.urls import reverse

from games.lobby_forms import NewGameForm
from games.models import Game
from games.play import create_game, play_move, start_game
from games.sight import look
from games.store import load
from rules import Options, legal_moves
from rules.moves import EndAttacks, Pass, SendSpy
from rules.state import DecisionKind
from tests.games.robot import Robot, read_panel
from tests.games.tables import Table
from tests.games.test_lobby_pages import USUAL

pytestmark = pytest.mark.django_db

FOREIGN = re.compile(
    r"stronghold|\bhero\b|\bheroes\b|fortification|mercenar|assassin|ambassador|flanaess|storm"
    r"|event card",
    re.IGNORECASE,
)
"""What Castle Risk has not, or calls otherwise."""

OFTEN = 3
"""So many decisions of each kind are looked at."""


def shown(page):
    """What a page says to who sees it or hears it read."""
    main = page[page.index("<main") :] if "<main" in page else page
    main = re.sub(r"<(script|style|defs)\b.*?</\1>", " ", main, flags=re.DOTALL)
    said = re.findall(r'(?:aria-label|title|placeholder|alt|data-says)="([^"]*)"', main)
    words = [html.unescape(part) for part in (*said, re.sub(r"<[^>]+>", " ", main))]
    return " ".join(" ".join(words).split())


def castle_table(alice, bob, *bots, seed=7, **options):
    game = create_game([alice, bob, *bots], Options(quick=True, **options), "castle")
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
    assert "Hidden armies come out at any time in your turn, or when you defend." in page
    assert f'href="{reverse("cards_of", args=["castle"])}"' in page


def test_the_game_speaks_its_own_words_on_every_page(client, alice, bob, charlie):
    table = castle_table(alice, bob, "captain", seed=3, rounds=4)
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
    """Yield a player's table, the panel, and every step of the panel that a link leads to."""
    address = f"/games/{code}/"
    yield client.get(address).content.decode()
    panel = client.get(f"{address}panel/").content.decode()
    yield panel
    for link in read_panel(panel).links:
        if link.startswith(f"{address}?"):
            query = link.removeprefix(address).partition("#")[0]
            yield client.get(f"{address}panel/{query}").content.decode()


def around(text):
    found = FOREIGN.search(text)
    return text[max(0, found.start() - 60) : found.end() + 60] if found else ""


def test_a_robot_plays_a_whole_game_by_the_page(client, alice):
    game = create_game([alice, "captain"], Options(quick=True, rounds=3), "castle")
    start_game(game.code)
    client.force_login(alice)
    robot, others = Robot(client, game.code, 5), Table(game.code, {}, random.Random(2))
    while (state := load(game.code).state()).decisions:
        if state.decision_of(0):
            robot.play()
        else:
            others.answer()
    assert "end_attacks" in robot.sent and "place_stronghold" in robot.sent


def test_the_furniture_is_the_games_own(client, table):
    seat = to_attacks(table)
    client.force_login(table.persons[seat])
    page = client.get(f"/games/{table.code}/").content.decode()
    steps = re.search(r'<ol id="steps".*?</ol>', page)[0]
    assert re.findall(r"<li[^>]*>(\w+)</li>", steps) == ["Draw", "Attacks", "Spoils"]
    assert 'id="track-title">Reinforcements<' in page
    assert "No truce." in page
    assert len(re.findall(r'<fieldset class="order">', page)) == 5
    assert "A Spy comes against you. Do you counter it" in shown(page)
    hand = {card.value for card in table.state().players[seat].hand}
    for kind in hand:
        assert f'class="card-{kind}' in page


def test_a_spy_is_sent_from_the_hand_and_only_its_sender_sees_what_it_saw(client, table):
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
    assert "has seen the hand" in shown(client.get(f"{address}panel/").content.decode())
    for user in (table.persons[other], None):
        viewer = look(table.code, user and user.pk)
        assert viewer.table.parts["hand"].context["seen"] == []


def with_a_spy(table):
    """Let turn after turn go by until a person may send a Spy against the other."""
    while True:
        seat = to_attacks(table)
        state = table.state()
        other, decision = 1 - seat, state.decision_of(seat)
        if SendSpy(other) in legal_moves(state, seat):
            return seat, other
        user, key = table.persons[seat], table.key()
        play_move(table.code, user, EndAttacks(), key=key, decision=decision.number)
