"""The table's views: access to the page, responses to moves, changes since a version, refusals."""

import html
import re

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.community.lobby import host, tables
from games.community.lobby.terms import SeatKind, TableTerms
from games.models import Game, Move
from rules import Options, legal_moves, move_to_json
from rules import moves as m
from tests.support.visitors.members import browser

HTMX = {"HX-Request": "true"}
LOOKS = ("table", "changes", "panel", "game_log")


def as_form(move, **more):
    """A move as a page posts it; only for moves with numbers, texts and flags."""
    data = QueryDict(mutable=True)
    for name, value in {**move_to_json(move), **more}.items():
        if value is not None:
            data[name] = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    return data


def send(user, table, move, *, htmx=True, **more):
    """Post a move as an answer to the open decision; `more` replaces fields."""
    asked = {"key": table.key() + "-test", "decision": table.decision()[0].number, **more}
    address = reverse("play_move", args=[table.code])
    return browser(user).post(address, as_form(move, **asked).dict(), headers=HTMX if htmx else {})


def notice(answer):
    """The refusal in a response; "" if there is none."""
    found = re.search(r'id="notice".*?>(.*?)</div>', answer.content.decode(), re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", "", found[1])).strip() if found else ""


def version(answer):
    """The table's version in a page or a response."""
    return re.search(r'id="version"[^>]*data-version="(\w+)"', answer.content.decode())[1]


def look(user, name, code, **query):
    return browser(user).get(reverse(name, args=[code]), query)


# Who sees what


def test_a_table_without_a_title_is_named_after_its_people(table, charlie):
    Game.objects.filter(code=table.code).update(title="")
    page = look(charlie, "table", table.code).content.decode()
    assert "<title>Game of alice, bob – Castlerisk</title>" in page
    Game.objects.filter(code=table.code).update(title="The long night")
    page = look(charlie, "table", table.code).content.decode()
    assert "<title>The long night – Castlerisk</title>" in page


def test_each_player_sees_the_table_from_their_seat(table, alice, bob, charlie):
    state = table.state()
    for user, seat in ((alice, 0), (bob, 1), (charlie, None), (None, None)):
        page = look(user, "table", table.code)
        shown = page.content.decode()
        assert page.status_code == 200
        assert (">you<" in shown) is (seat is not None)
        assert ("is-watching" in shown) is (seat is None)
        asks = seat is not None and state.decision_of(seat) is not None
        assert ('id="asked"' in shown) is asks
        for name in ("alice", "bob", "Captain Cedar"):
            assert name in shown
    for name in LOOKS:
        assert look(alice, name, "zzzzzzzz").status_code == 404


def test_a_page_loads_the_position_once(table, alice):
    client = Client()
    client.force_login(alice)
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("table", args=[table.code]))
    assert sum('FROM "games_card"' in query["sql"] for query in queries) == 1


@pytest.mark.parametrize("name", [*LOOKS, "say", "play_move"])
def test_a_private_table_is_visible_to_its_players_only(table, alice, charlie, name):
    Game.objects.filter(code=table.code).update(is_listed=False)
    ask = Client.post if name in ("say", "play_move") else Client.get
    address = reverse(name, args=[table.code])
    for stranger in (charlie, None):
        refusal = ask(browser(stranger), address)
        assert refusal.status_code == 404
        # A page that is still open, after logging out in another tab, would otherwise show the
        # refusal in place of its panel.
        assert refusal["HX-Redirect"] == "/lobby/?gone=1"
    answer = ask(browser(alice), address)
    assert answer.status_code != 404 and not answer.has_header("HX-Redirect")


def test_an_invitation_lets_a_visitor_watch(table, charlie):
    Game.objects.filter(code=table.code).update(is_listed=False)
    token = Game.objects.get(code=table.code).invitation
    client = browser(charlie)
    client.get(reverse("invitation", args=[table.code, "x" * 16]))
    assert client.get(reverse("table", args=[table.code])).status_code == 404
    client.get(reverse("invitation", args=[table.code, token]))
    page = client.get(reverse("table", args=[table.code]))
    assert page.status_code == 200 and token not in page.content.decode()


@pytest.mark.parametrize("is_listed", [True, False])
def test_a_players_page_is_not_cached(table, alice, is_listed):
    Game.objects.filter(code=table.code).update(is_listed=is_listed)
    kept = {
        name: look(alice, name, table.code).get("Cache-Control", "")
        for name in ("table", "changes", "panel", "game_log")
    }
    assert all("private" in how and "no-store" in how for how in kept.values()), kept
    assert browser(alice).get("/rules/")["Cache-Control"] == "private"
    assert not browser(None).get("/rules/").has_header("Cache-Control")


def test_shared_caches_do_not_store_private_tables(table, charlie):
    Game.objects.filter(code=table.code).update(is_listed=False)
    token = Game.objects.get(code=table.code).invitation
    visitor = browser(None)
    visitor.get(reverse("invitation", args=[table.code, token]))
    assert "private" in visitor.get(reverse("table", args=[table.code]))["Cache-Control"]


def test_private_tables_are_not_indexed(table, alice):
    assert "X-Robots-Tag" not in look(None, "table", table.code)
    Game.objects.filter(code=table.code).update(is_listed=False)
    for name in LOOKS:
        assert look(alice, name, table.code)["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("user", ["alice", None])
def test_before_the_start_there_is_a_waiting_room(opened, request, user):
    user = user and request.getfixturevalue(user)
    assert "community/lobby/waiting_room/room.html" in {
        part.name for part in look(user, "table", opened.code).templates
    }
    assert look(user, "changes", opened.code).status_code == 204
    for name in ("panel", "game_log"):
        answer = look(user, name, opened.code)
        assert (answer.status_code, answer["Location"]) == (
            302,
            reverse("table", args=[opened.code]),
        )
    client = browser(user)
    for headers in ({}, HTMX):
        answer = client.post(reverse("play_move", args=[opened.code]), {}, headers=headers)
        status, words = (403, "Log in") if user is None else (400, "out of date")
        assert answer.status_code == status and words in answer.content.decode()


def test_a_closed_table_says_so(alice):
    code = tables.open_table(
        alice, TableTerms((SeatKind.ME, SeatKind.OPEN), Options(quick=True))
    ).code
    host.cancel(code, alice)
    assert look(alice, "table", code).status_code == 410
    assert look(alice, "changes", code).status_code == 204
    for name in ("panel", "game_log"):
        assert look(alice, name, code).status_code == 302
    answer = browser(alice).post(
        reverse("play_move", args=[code]), {"move": "resign", "key": "a-key-of-its-own"}
    )
    assert answer.status_code == 409 and not Move.objects.exists()


def test_endpoints_accept_only_their_method(table, alice):
    client = browser(alice)
    for name in LOOKS:
        assert client.post(reverse(name, args=[table.code])).status_code == 405
        assert client.head(reverse(name, args=[table.code])).status_code == 200
    assert client.get(reverse("play_move", args=[table.code])).status_code == 405


# Moves


def test_a_moves_response_has_the_changed_parts(table):
    user, number = table.mover, table.number()
    have = version(look(user, "table", table.code))
    answer = send(user, table, table.decision()[1], have=have)
    assert answer.status_code == 200 and table.number() > number
    shown = answer.content.decode()
    assert "<html" not in shown and f'data-since="{have}"' in shown
    assert 'id="panel"' in shown and notice(answer) == ""
    assert version(answer) != have
    # The response leads to the version that new pages show.
    assert version(answer) == version(look(user, "table", table.code))


def test_without_scripts_a_move_redirects_to_the_table(table):
    user, number = table.mover, table.number()
    answer = send(user, table, table.decision()[1], htmx=False)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{table.code}/#panel")
    assert table.number() > number


@pytest.mark.parametrize("htmx", [True, False])
def test_the_same_request_twice_is_played_once(table, htmx):
    user, (decision, move) = table.mover, table.decision()
    more = {"key": "the-same-key", "decision": decision.number, "htmx": htmx}
    first = send(user, table, move, **more)
    number = table.number()
    second = send(user, table, move, **more)
    assert first.status_code == second.status_code == (200 if htmx else 302)
    assert table.number() == number
    assert notice(second) == ""


@pytest.mark.parametrize("htmx", [True, False])
def test_a_stale_page_learns_that_the_game_moved_on(table, htmx):
    user, (decision, move) = table.mover, table.decision()
    send(user, table, move)
    number = table.number()
    answer = send(user, table, move, decision=decision.number, htmx=htmx)
    assert answer.status_code == 409
    assert notice(answer) == "The game has moved on. Here it is as it stands now."
    assert ("<html" in answer.content.decode()) is not htmx
    # The sentence comes with the current table.
    assert version(answer) == version(look(user, "table", table.code))
    assert table.number() == number


@pytest.mark.parametrize("htmx", [True, False])
def test_an_illegal_move_is_refused_with_its_rule(table, htmx):
    number = table.number()
    decision, legal = table.decision()
    seat = decision.seat
    theirs = next(
        name for name, held in table.state().holdings.items() if held.owner not in (seat, None)
    )
    wrong = m.Place(theirs, 1) if type(legal) is m.Place else m.DeclareAttack(theirs, theirs, 1)
    assert wrong not in list(legal_moves(table.state(), seat))
    answer = send(table.mover, table, wrong, htmx=htmx)
    assert answer.status_code == 422
    assert re.search(r"\w.*\. \([A-Z]{3,4}-\d+\)$", notice(answer))
    assert table.number() == number


def test_players_cannot_move_for_others(table, alice, bob, charlie):
    number, (decision, move) = table.number(), table.decision()
    for user, status, words in (
        (charlie, 403, "You don’t have a seat in this game."),
        (None, 403, "You’re logged out. Log in to keep playing."),
        (table.waiting, 409, "The game has moved on. Here it is as it stands now."),
    ):
        for htmx in (True, False):
            answer = send(user, table, move, decision=decision.number, htmx=htmx)
            assert answer.status_code == status and notice(answer) == words
    assert table.number() == number


def test_a_cross_site_form_is_refused(table):
    client = Client(enforce_csrf_checks=True)
    client.force_login(table.mover)
    decision, move = table.decision()
    data = as_form(move, key="a-key-of-its-own", decision=decision.number).dict()
    assert client.post(reverse("play_move", args=[table.code]), data).status_code == 403


# What changed


def test_unchanged_parts_are_not_sent(table, alice, charlie):
    for user in (alice, charlie, None):
        have = version(look(user, "table", table.code))
        answer = look(user, "changes", table.code, have=have)
        assert answer.status_code == 204 and not answer.content


def test_changes_since_the_pages_version_are_sent(table, charlie):
    watchers = (table.waiting, charlie, None)
    had = [version(look(user, "table", table.code)) for user in watchers]
    # Play until a move changes all these pages, as the end of a turn does.
    while table.number() < 400:
        before = [version(look(user, "table", table.code)) for user in watchers]
        table.answer()
        if all(
            version(look(user, "table", table.code)) != old
            for user, old in zip(watchers, before, strict=True)
        ):
            break
    for user, have in zip(watchers, had, strict=True):
        answer = look(user, "changes", table.code, have=have)
        shown = answer.content.decode()
        assert answer.status_code == 200
        assert f'data-since="{have}"' in shown and "data-whole" not in shown
        assert version(answer) == version(look(user, "table", table.code))
        assert look(user, "changes", table.code, have=version(answer)).status_code == 204


@pytest.mark.parametrize("have", ["", "0123456789abcdef", "<script>alert(1)</script>", "x" * 5000])
def test_a_page_with_an_unknown_version_gets_everything(table, alice, have):
    answer = look(alice, "changes", table.code, have=have)
    shown = answer.content.decode()
    assert answer.status_code == 200 and "<script>alert" not in shown
    assert 'data-whole="true"' in shown
    for part in ("status", "hand", "latest_events", "log-lines", "player-0", "talk"):
        assert f'id="{part}"' in shown
    assert shown.count("<g id=") >= 45


def test_versions_are_per_seat(table, alice, bob):
    theirs = version(look(bob, "table", table.code))
    answer = look(alice, "changes", table.code, have=theirs)
    assert 'data-whole="true"' in answer.content.decode()


# The panel and the log


@pytest.mark.parametrize(
    "query",
    [
        {"source": "nowhere"},
        {"source": "onnwal", "target": "onnwal"},
        {"source": "\0", "target": "<script>alert(1)</script>", "use": "x" * 5000},
        {"use": "fleet", "dice": "-1", "armies": "9" * 30},
    ],
)
def test_an_unknown_choice_is_ignored(table, charlie, query):
    for user in (table.mover, table.waiting, charlie):
        answer = look(user, "panel", table.code, **query)
        shown = answer.content.decode()
        assert answer.status_code == 200 and 'id="panel"' in shown
        assert "<script>alert" not in shown


@pytest.mark.parametrize("number", ["", "0", "1", "999999", "-1", "x", "1" * 400, "٣", "\0"])
def test_every_round_of_the_log_can_be_fetched(table, charlie, number):
    for user in (table.mover, charlie):
        answer = look(user, "game_log", table.code, round=number)
        assert answer.status_code == 200 and "<html" in answer.content.decode()
        address = reverse("game_log", args=[table.code])
        part = browser(user).get(address, {"round": number}, headers=HTMX)
        assert part.status_code == 200 and "<html" not in part.content.decode()
