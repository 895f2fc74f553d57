"""TRN-9, ORD-7: what a table that stands still says and offers, to who plays and who watches."""

import pytest

from games import agreements, moderate_games
from games.house import set_mode
from games.models import Game
from games.roles import Role
from games.talk import say
from tests.games.diplomacy import buttons_of, page, panel_of
from tests.games.moderators import deed, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(table):
    return Game.objects.get(code=table.code)


@pytest.fixture
def dora(db):
    return moderator("dora")


def forms_of(html):
    """Return where the forms of a page's panel are sent."""
    panel = html[html.index('<section id="panel"') :]
    panel = panel[: panel.index("</section>")]
    return [part.split('"')[0] for part in panel.split('action="')[1:]]


def test_a_held_game_says_who_and_why_and_asks_nothing(client, table, game, dora, charlie):
    user = table.mover
    assert "data-role" in page(client, user, table.code)
    moderate_games.hold(deed("hold", dora, "We look at a fault.", game=game))
    for viewer in (*table.persons.values(), charlie, None):
        html = page(client, viewer, table.code)
        told = panel_of(html)
        assert "The game is paused" in told and "The reason: We look at a fault." in told
        assert forms_of(html) == [] and "data-role" not in html
        assert not buttons_of(html)
    moderate_games.resume(deed("resume", dora, "It goes on.", game=game))
    assert "paused" not in panel_of(page(client, user, table.code))


def test_an_agreed_pause_says_until_when_and_lets_players_alone_go_on(client, table, game, charlie):
    for user in table.persons.values():
        agreements.want_pause(table.code, user)
    names = {user.name for user in table.persons.values()}
    for user in table.persons.values():
        html = page(client, user, table.code)
        told = panel_of(html)
        assert "All who play agreed to a pause" in told and "It goes on by itself on" in told
        assert any(f"{name} was the last to say so" in told for name in names)
        assert forms_of(html) == [f"/games/{table.code}/absence/"] and "data-role" not in html
    assert forms_of(page(client, charlie, table.code)) == []
    client.force_login(table.mover)
    client.post(f"/games/{table.code}/absence/", {"act": "resume"})
    assert "paused" not in panel_of(page(client, table.mover, table.code))


def test_while_a_table_stands_still_people_talk(client, table, game, dora):
    moderate_games.hold(deed("hold", dora, game=game))
    say(game, table.mover, "When does it go on?")
    assert "When does it go on?" in page(client, table.mover, table.code)


def test_a_site_that_is_closed_for_changes_is_the_reason(client, table):
    olga = moderator("olga", Role.OPERATOR)
    set_mode(deed("mode", olga), "read only")
    assert "The whole site is looked after" in panel_of(page(client, table.mover, table.code))


def test_an_open_page_asks_for_its_panel_anew(client, table, game, dora):
    client.force_login(table.mover)
    asked = [client.get(f"/games/{table.code}/").context["panel"]["offer"]]
    moderate_games.hold(deed("hold", dora, game=game))
    asked.append(client.get(f"/games/{table.code}/").context["panel"]["offer"])
    moderate_games.resume(deed("resume", dora, game=game))
    asked.append(client.get(f"/games/{table.code}/").context["panel"]["offer"])
    assert asked[0] == asked[2] != asked[1]
