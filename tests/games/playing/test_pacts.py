"""Pacts at the table (DIP-1): offered with a form, answered with buttons, in games with pacts."""

import re

import pytest
from django.http import QueryDict
from django.urls import reverse

from games.community.moderation.on_people import take_measure
from games.models import Move
from games.playing.forms import read_key
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.page import viewer
from games.table.panel.panel import offer_key
from games.web.live import pushes
from rules import CASTLE, CLASSIC, GREYHAWK, Options
from rules.moves import Resign
from tests.support.tables.positions.diplomacy import (
    begun,
    buttons_of,
    count_of,
    ledger_of,
    offer,
    page,
    panel_of,
    post,
    press,
    shown_to,
)
from tests.support.tables.scenes import scene_at
from tests.support.visitors.moderators import action, moderator

WORDS = '<b>Peace</b> & "bread"'


def test_a_pact_offer_is_public_and_waits_for_its_partners(client, three):
    answer = offer(client, three, words=WORDS, terms=["peace", "help", "spare:almor"])
    assert answer.status_code == 302
    (pact,) = three.state().pacts
    assert (pact.partners, pact.terms) == ((1,), ("peace", "help", "spare:almor"))
    assert (pact.rounds, pact.until, pact.words) == (3, 0, WORDS)
    html = {seat: page(client, user, three.code) for seat, user in three.persons.items()}
    html[None] = page(client, None, three.code)
    for each in html.values():
        told = ledger_of(each)
        assert "don’t attack each other; help each other; don’t attack Almor; 3 rounds" in told
        assert WORDS in told and "<b>Peace</b>" not in each
    assert "Accept (1)" in buttons_of(html[1]) and count_of(html[1]) == "1 waiting for you"
    assert "Withdraw (1)" in buttons_of(html[0])
    for seat in (2, None):
        assert not {label for label in buttons_of(html[seat]) if "(1)" in label}
    assert count_of(html[0]) == count_of(html[2]) == count_of(html[None]) == ""


@pytest.mark.parametrize(
    ("fields", "rounds", "until"),
    [
        ({"length": "open", "rounds": 9, "until": 9}, 0, 0),
        ({"length": "rounds", "rounds": 9, "until": 8}, 9, 0),
        ({"length": "until", "rounds": 9, "until": 8}, 0, 8),
    ],
)
def test_the_chosen_pact_length_applies(client, three, fields, rounds, until):
    assert offer(client, three, **fields).status_code == 302
    (pact,) = three.state().pacts
    assert (pact.rounds, pact.until) == (rounds, until)


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"partners": [""]}, 422, "one or more other players"),
        ({"partners": (0,)}, 422, "one or more other players"),
        ({"partners": (7,)}, 400, "no seat 7"),
        ({"terms": ["", ""]}, 422, "at least one term"),
        ({"terms": ["gold"]}, 400, "not a term"),
        ({"terms": ["spare:atlantis"]}, 400, "not a term"),
        ({"rounds": 51}, 422, "50 rounds at most"),
        ({"length": "until", "until": 90}, 422, "50 rounds at most"),
        ({"words": "x" * 281}, 400, "at most 280"),
        ({"words": "a\u202eb"}, 400, "one line of plain text"),
    ],
)
def test_an_invalid_pact_is_refused_with_a_sentence(client, three, fields, status, sentence):
    answer = offer(client, three, **fields)
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert three.state().pacts == []


def test_buttons_accept_end_decline_and_withdraw(client, three):
    code, (alice, bob, charlie) = three.code, three.persons.values()
    offer(client, three)
    assert press(client, bob, code, "Accept (1)").status_code == 302
    assert "Kept so far. Lasts until the end of round 4." in ledger_of(page(client, charlie, code))
    assert press(client, bob, code, "End pact (1)").status_code == 302
    offer(client, three, partners=(1, 2))
    assert press(client, bob, code, "Accept (2)").status_code == 302
    assert "Waiting for charlie" in ledger_of(page(client, alice, code))
    assert press(client, charlie, code, "Decline (2)").status_code == 302
    offer(client, three, seat=2, partners=(0,))
    assert press(client, charlie, code, "Withdraw (3)").status_code == 302
    told = ledger_of(page(client, alice, code))
    assert "Ended by bob in round 1." in told
    assert "Declined by charlie." in told and "Withdrawn by charlie." in told
    assert buttons_of(page(client, bob, code)).keys().isdisjoint({"End pact (1)", "Accept (3)"})
    assert [pact.status for pact in three.state().pacts] == ["ended", "refused", "ended"]


def test_the_log_names_who_ended_a_pact(client, three):
    bob = three.persons[1]
    offer(client, three)
    press(client, bob, three.code, "Accept (1)")
    press(client, bob, three.code, "End pact (1)")
    client.logout()
    told = "Bob ended pact 1"
    for path in ("", "log/", "log/?round=1"):
        assert told in client.get(f"/games/{three.code}/{path}").content.decode()


def test_answering_a_withdrawn_offer_is_explained(client, three):
    offer(client, three)
    said = buttons_of(page(client, three.persons[1], three.code))["Accept (1)"]
    press(client, three.persons[0], three.code, "Withdraw (1)")
    answer = post(client, three.persons[1], three.code, said=said)
    assert answer.status_code == 422
    assert "isn’t waiting for your answer" in answer.content.decode()


def test_a_repeated_press_counts_once(client, three):
    offer(client, three)
    said = buttons_of(page(client, three.persons[1], three.code))["Accept (1)"]
    before = three.number()
    for _ in range(2):
        answer = post(client, three.persons[1], three.code, said=said, key="twice-pressed")
        assert answer.status_code == 302
    assert three.number() == before + 1


@pytest.mark.parametrize("said", ["", "move", "move=offer_pact&partners=x", "a=1&" * 5000])
def test_unknown_button_values_are_refused(client, three, said):
    assert post(client, three.persons[0], three.code, said=said).status_code == 400
    assert three.state().pacts == []


def test_others_see_an_offer_at_once_and_nothing_else_changes(client, three):
    seats = (0, 1, 2, None)
    position = pushes.position(viewer.drawing_now(three.code), ())
    newest = position.drawing.newest(seats)
    before = {seat: position.drawing.for_seat(seat, newest).table for seat in seats}
    offer(client, three)
    for seat in seats:
        user = None if seat is None else three.persons[seat].pk
        table = viewer.look(three.code, user).table
        changed = {name for name, _ in table.changed(before[seat])}
        # Spectators receive the offers part for the first time. Seat 1 must answer, so its panel
        # changes.
        more = {1: {"offers", "panel-key"}, None: {"offers"}}
        told = {"ledger", "latest_events"} | more.get(seat, set())
        assert told <= changed <= told | {"moment"}, seat


def test_without_scripts_every_button_has_its_form_with_a_token_and_a_key(client, three):
    offer(client, three)
    seat = three.state().turn
    html = page(client, three.persons[seat], three.code)
    named = {*re.findall(r' form="(declare[a-z-]*)"', html), "declare-pact"}
    assert named >= {"declare-cards"}
    for name in named:
        form = html[html.index(f'<form id="{name}"') :].partition("</form>")[0]
        assert f'method="post" action="{reverse("play_move", args=[three.code])}"' in form
        assert "csrfmiddlewaretoken" in form
        key = re.search(r'name="key" value="([^"]+)"', form)[1]
        assert read_key(QueryDict(f"key={key}")) == key
    watching = page(client, None, three.code)
    assert not re.search(r' form="declare', watching) and '<form id="declare' not in watching


@pytest.mark.parametrize(
    ("ruleset", "seats", "shown"),
    [
        (GREYHAWK, 3, {"section", "pact", "cards"}),
        (CASTLE, 4, {"section", "pact", "cards"}),
        (GREYHAWK, 2, {"section", "cards"}),
        (CLASSIC, 3, {"section", "pact"}),
        (CLASSIC, 2, set()),
    ],
)
def test_each_game_shows_its_kinds_of_offers(ruleset, seats, shown):
    state = begun(ruleset, seats)
    assert shown_to(state, 0) == shown
    assert shown_to(state, None) == set()


def test_two_without_cards_have_nothing_to_offer():
    state = begun(GREYHAWK, 2)
    state.players[0].hand = []
    assert shown_to(state, 0) == set()


def test_eliminated_players_see_the_ledger_but_cannot_offer(client, three):
    offer(client, three)
    play_for(three.code, 2, Resign(), Move.By.PLAYER, decision=None)
    state = three.state()
    assert shown_to(state, 2) == {"section"}
    state.players[2].control, state.players[2].eliminated = "player", 1
    assert shown_to(state, 2) == {"section"}
    html = page(client, three.persons[2], three.code)
    assert "don’t attack each other" in ledger_of(html)
    answer = offer(client, three, seat=2, partners=(0,))
    assert answer.status_code == 422


def test_set_up_allows_pacts_but_no_trades(client, alice, bob, charlie):
    code = create_game([alice, bob, charlie], Options(quick=True)).code
    start_game(code)
    form = {"move": "offer_pact", "partners": 1, "terms": "peace", "length": "open"}
    assert post(client, alice, code, **form).status_code == 302
    assert shown_to(load(code).state(), 0) == {"section", "pact"}
    assert "Accept (1)" in buttons_of(page(client, bob, code))


def test_the_panel_tells_of_offers_until_they_are_answered(client, three):
    def told(seat):
        return panel_of(page(client, three.persons.get(seat), three.code))

    turn = three.state().turn
    waiting, other = ((turn + step) % 3 for step in (1, 2))
    names = scene_at(three.code).seating.names
    one, two = (f"{names[seat]} offers you a pact." for seat in (turn, waiting))
    before = offer_key(scene_at(three.code, three.persons[waiting]))
    offer(client, three, turn, (waiting,))
    assert one in told(waiting)
    assert offer_key(scene_at(three.code, three.persons[waiting])) != before
    for seat in (turn, other, None):
        assert "offers you" not in told(seat)
    offer(client, three, waiting, (turn,))
    assert two in told(turn)
    offer(client, three, other, (waiting,))
    assert "2 offers are waiting for you." in told(waiting)
    for number in (1, 3):
        press(client, three.persons[waiting], three.code, f"Accept ({number})")
    assert "offers you" not in told(waiting) and "waiting for you." not in told(waiting)


def test_muted_players_offer_pacts_without_messages(client, three):
    mute = action("mute", moderator("dora"), "You shouted.", person=three.persons[0])
    take_measure(mute, "day")
    answer = offer(client, three, words="You toad")
    assert answer.status_code == 409 and "You can’t chat in games" in answer.content.decode()
    assert three.state().pacts == []
    assert offer(client, three).status_code == 302
