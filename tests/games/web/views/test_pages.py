"""The landing page, About, people's pages, and the error pages."""

import contextlib

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from games.community.absence.seat_changes import hand_over
from games.models import Game, Player, User
from games.playing.start import create_game, start_game
from games.web.views import pages
from games.web.views.statistics import profile
from rules import Options

ADDRESSES = [
    "/",
    "/rules/",
    "/rules/checking/",
    "/rules/house/",
    "/how-to-play/",
    "/rules/cards/",
    "/about/",
    "/people/alice/",
]


def text_of(client, address, status=200):
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def finished(persons, places, **columns):
    """A finished game of these persons, without moves; `places` has seats, best first."""
    game = create_game(persons, Options(quick=True))
    outcome = {"winners": places[0], "reason": "last_standing", "places": places}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=outcome, **columns)
    return game


def queries(client, address):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        text_of(client, address)
    return len(captured)


# Every page


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_have_no_inline_code_and_have_a_description(client, alice, address):
    html = text_of(client, address)
    assert "style=" not in html and "<style" not in html and "onclick" not in html
    assert '<meta name="description"' in html
    assert 'href="#content"' in html and '<main id="content"' in html
    assert html.count("<h1") == 1
    assert client.post(address).status_code == 405


def test_the_theme_is_in_the_first_byte_of_the_page(client, db):
    assert "data-theme=" not in text_of(client, "/about/")
    client.cookies["theme"] = "dark"
    assert '<html lang="en" data-theme="dark">' in text_of(client, "/about/")
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en">' in text_of(client, "/about/")


def test_the_header_is_a_visitors_or_a_persons(client, alice):
    assert "/accounts/login/" in text_of(client, "/about/")
    client.force_login(alice)
    html = text_of(client, "/about/")
    assert 'href="/people/alice/"' in html and "/accounts/login/" not in html


# The landing page


def test_the_landing_page_works_without_games(client, db):
    html = text_of(client, "/")
    assert 'action="/play-now/"' in html and "csrfmiddlewaretoken" in html
    assert "Live games" not in html
    assert 'id="terr-irongate"' in html


def test_the_landing_page_shows_a_public_game_as_all_may_see_it(client, bots_game):
    Game.objects.filter(pk=bots_game.pk).update(title="A <b>long</b> war")
    html = text_of(client, "/")
    assert "A &lt;b&gt;long&lt;/b&gt; war" in html and "<b>long" not in html
    assert f'href="/games/{bots_game.code}/"' in html
    assert "Captain Ash" in html


def test_the_landing_page_shows_the_board_of_the_chosen_game(client, bots_game):
    board = '<figure class="board" id="board" data-board="{}"'
    for game, shown in (
        ("castle", "europe"),
        ("classic", "world"),
        ("", "flanaess"),
        ("?", "flanaess"),
    ):
        html = text_of(client, f"/?game={game}")
        assert board.format(shown) in html
        assert ("Watch this game" in html) is (shown == "flanaess")
        assert html.count(f'<option value="{game}" selected>') == (game != "" and game != "?")


def test_tables_that_are_not_listed_are_not_on_the_landing_page(client, bots_game):
    Game.objects.filter(pk=bots_game.pk).update(is_listed=False)
    assert bots_game.code not in text_of(client, "/")
    assert bots_game.code not in text_of(client, f"/?watch={bots_game.code}")


def test_the_board_of_the_landing_page_stays_with_the_game_it_shows(client, bots_game):
    start_game(create_game(["captain"] * 2, Options(quick=True)).code)
    for watch in (bots_game.code, bots_game.code.upper(), "", "\x00", "x" * 500, "'"):
        text_of(client, f"/?watch={watch}")
    html = text_of(client, f"/?watch={bots_game.code}")
    assert html.count(f'href="/games/{bots_game.code}/">Watch this game') == 1


def test_the_landing_page_costs_the_same_for_many_games(client, bots_game):
    before = queries(client, "/")
    for _ in range(3):
        start_game(create_game(["captain"] * 6, Options(quick=True)).code)
    assert queries(client, "/") == before


# People


def test_a_person_is_shown_with_places_and_opponents(client, alice, bob, charlie):
    finished([alice, bob, charlie], [[0], [2], [1]])
    finished([bob, alice], [[0], [1]])
    left = finished([alice, bob], [[1], [0]])
    Player.objects.filter(game=left, user=alice).update(own=False)
    html = text_of(client, "/people/alice/")
    assert "Won" in html and html.count("2 of 2") == 2
    assert "abandoned" in html
    record = [part.split("</dd>")[0] for part in html.split("<dd>")[1:]]
    assert record == ["3", "1", "1"]
    against_bob = html.split('href="/people/bob/"')[1].split("</tr>")[0]
    assert [cell.split("</td>")[0] for cell in against_bob.split("<td>")[1:]] == ["3", "1", "2"]
    assert "3 of 3" in text_of(client, "/people/bob/")


def shown_of(client, name):
    """(number of abandoned seats, HTML of the results) on a person's page."""
    html = text_of(client, f"/people/{name}/")
    left = html.split("<dt>Abandoned</dt><dd>")[1].split("</dd>")[0]
    return int(left), html.split('id="results"')[1]


def test_a_steward_who_holds_the_seat_to_the_end_leaves_a_trace(client, alice, bob):
    game = finished([alice, bob], [[1], [0]])
    away = {"control": "steward", "away_since": timezone.now(), "away_round": 2}
    Player.objects.filter(game=game, user=alice).update(**away)
    left, results = shown_of(client, "alice")
    assert left == 1 and "abandoned" in results and "2 of 2" in results
    assert shown_of(client, "bob")[0] == 0
    client.force_login(alice)
    assert "You left; your seat finished 2nd" in text_of(client, "/my-games/")


def test_a_lost_seat_counts_as_its_first_players_result(client, alice, bob, charlie):
    game = finished([alice, bob], [[0], [1]])
    hand_over(Player.objects.get(game=game, user=alice), charlie)
    left, results = shown_of(client, "alice")
    assert left == 1 and "Replaced" in results and "abandoned" in results
    assert "Won" not in results and "bob" in results and game.code in results
    left, results = shown_of(client, "charlie")
    assert left == 0 and "Won" in results
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    # A private game counts for the person alone, but its players find it among the results.
    for visitor, counted in ((alice, 1), (bob, 0)):
        client.force_login(visitor)
        left, results = shown_of(client, "alice")
        assert left == counted and game.code in results


def test_a_seat_left_counts_while_the_game_goes_on(client, alice, bob):
    game = create_game([alice, bob], Options(quick=True))
    start_game(game.code)
    Player.objects.filter(game=game, user=alice).update(own=False, control="steward")
    assert shown_of(client, "alice")[0] == 1
    # A player who may still return has not abandoned the seat.
    back = {"own": True, "away_since": timezone.now(), "away_round": 1}
    Player.objects.filter(game=game, user=alice).update(**back)
    assert shown_of(client, "alice")[0] == 0


def test_a_game_without_result_counts_for_nobody(client, alice, bob):
    game = create_game([alice, bob], Options(quick=True))
    nothing = {"winners": [], "reason": "abandoned", "places": []}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=nothing)
    html = text_of(client, "/people/alice/")
    assert "No result" in html and "<dd>0</dd>" in html


def test_unlisted_games_are_shown_to_their_players(client, alice, bob, charlie):
    hidden = finished([alice, bob], [[0], [1]], is_listed=False, title="Our secret evening")
    running = create_game([alice, bob], Options(quick=True))
    Game.objects.filter(pk=running.pk).update(is_listed=False, title="Our secret morning")
    start_game(running.code)
    for visitor in (None, charlie):
        if visitor:
            client.force_login(visitor)
        html = text_of(client, "/people/alice/")
        assert "Our secret" not in html and hidden.code not in html and "bob" not in html
    for visitor in (alice, bob):
        client.force_login(visitor)
        html = text_of(client, "/people/alice/")
        assert "Our secret evening" in html and "Our secret morning" in html


def test_the_page_of_a_person_costs_the_same_for_many_games(client, alice, bob):
    finished([alice, bob], [[0], [1]])
    start_game(create_game([alice, bob], Options(quick=True)).code)
    before = queries(client, "/people/alice/")
    for _ in range(profile.RESULTS_ON_A_PAGE + 3):
        finished([alice, bob, "captain"], [[0], [2], [1]])
    start_game(create_game([alice, "captain"], Options(quick=True)).code)
    assert queries(client, "/people/alice/") == before
    html = text_of(client, "/people/alice/")
    assert "Page 1 of 2" in html
    assert "Page 2 of 2" in text_of(client, "/people/alice/?page=2")
    assert "Page 2 of 2" in text_of(client, "/people/alice/?page=99")


def test_former_players_have_no_page_and_guests_are_not_for_search_engines(client, alice, bob):
    finished([alice, bob], [[0], [1]])
    guest = User.objects.create_user("Guest Heron 4821", is_guest=True)
    assert '<meta name="robots" content="noindex">' in text_of(client, f"/people/{guest.name}/")
    assert "noindex" not in text_of(client, "/people/alice/")
    bob.delete()
    text_of(client, "/people/bob/", 404)
    assert "a former player" in text_of(client, "/people/alice/")


def test_a_name_is_found_however_it_is_written_and_does_no_harm(client, db):
    User.objects.create_user("<b>Zoë</b> & co")
    html = text_of(client, "/people/%3Cb%3EZo%C3%AB%3C/b%3E%20&%20CO/")
    assert "&lt;b&gt;Zoë&lt;/b&gt; &amp; co" in html and "<b>Zo" not in html


# Errors


@pytest.mark.parametrize(
    "address", ["/nowhere/", "/games/zzzzzzzz/", "/people/nobody/", "/people/%00/"]
)
def test_the_not_found_page_has_a_way_back(client, db, address):
    assert 'href="/lobby/"' in text_of(client, address, 404)


def test_a_form_from_an_old_page_is_refused_with_a_way_back(db):
    client = Client(enforce_csrf_checks=True)
    response = client.post("/play-now/")
    assert response.status_code == 403
    html = response.content.decode()
    assert "Nothing was changed" in html and 'href="/lobby/"' in html
    assert User.objects.count() == Game.objects.count() == 0


@pytest.mark.parametrize(("answer", "status"), [(pages.forbidden, 403), (pages.bad_request, 400)])
def test_other_refusals_have_a_page_too(db, answer, status):
    response = answer(RequestFactory().get("/"), PermissionError())
    assert response.status_code == status
    assert 'href="/lobby/"' in response.content.decode()


def test_post_only_addresses_redirect_after_login(client, alice):
    login = client.post("/notices/read/")["Location"]
    alice.set_password("a castle by the sea")
    alice.save()
    client.post(login, {"login": "alice", "password": "a castle by the sea"})
    response = client.get("/notices/read/")
    assert response.status_code == 405 and response["Allow"] == "POST"
    assert 'href="/lobby/"' in response.content.decode()
    assert client.put("/notices/read/").content == b""


def test_too_often_has_a_page(client, db):
    assert "too many times" in render_to_string("429.html", request=RequestFactory().get("/"))


def test_the_page_for_our_own_errors_needs_nothing(client, db):
    with override_settings(STORAGES={}):
        html = render_to_string("500.html")
    assert html.startswith("<!doctype html>")
    for name in ("site/site.css", "web/pages/pages.css", "icons/icon.svg"):
        assert f'"/static/{name}"' in html
        with contextlib.closing(client.get(f"/static/{name}")) as file:
            assert file.status_code == 200


def test_the_landing_page_leads_back_to_a_running_game(client, alice):
    client.force_login(alice)
    assert "Continue your game" not in text_of(client, "/")
    game = create_game([alice, "captain"], Options(quick=True))
    start_game(game.code)
    page = text_of(client, "/")
    assert "Continue your game of Greyhawk Castle Risk" in page
    assert f'href="/games/{game.code}/"' in page
    Player.objects.filter(game=game, user=alice).update(eliminated=1)
    assert "Continue your game" not in text_of(client, "/")
