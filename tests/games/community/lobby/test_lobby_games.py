"""The game of a new table: the choices, what is stored, and where it is displayed."""

import pytest
from django.urls import reverse

from games.community.lobby import rematch
from games.community.lobby.forms import NewGameForm
from games.drawing.display.options import PLAYABLE
from games.models import Game
from games.storage.store.stored_game import load
from rules import CASTLE, GREYHAWK, Options
from rules.json import from_plain
from tests.support.visitors.lobbies import USUAL, text

pytestmark = pytest.mark.django_db

CASTLE_TABLE = {**USUAL, "ruleset": "castle", "seat_2": "captain", "seat_4": "closed"}
CHOSEN = {"castle_hidden_at_start": "True", "castle_regions": "beside"}


def opened(client, user, **fields):
    client.force_login(user)
    answer = client.post(reverse("new_game"), {**CASTLE_TABLE, **fields})
    assert answer.status_code == 302, answer.content.decode()
    return Game.objects.latest("pk")


def chosen_games(form):
    """The names of the games that a form offers."""
    radios = [game["radio"].data for game in form.games()]
    return [radio["value"] for radio in radios if radio["selected"]]


def test_every_game_has_a_summary_and_its_options(client, alice):
    client.force_login(alice)
    page = text(client.get(reverse("new_game")))
    for ruleset in PLAYABLE:
        assert ruleset.title in page and ruleset.summary in page
        assert 100 < len(ruleset.summary) < 200
        for option in ruleset.options:
            assert all(sentence in page for _, _, sentence in option.choices)
    assert chosen_games(NewGameForm()) == ["greyhawk"]


def test_a_link_can_preselect_the_game(client, alice):
    client.force_login(alice)
    answer = client.get(reverse("new_game"), {"game": "castle"})
    assert chosen_games(answer.context["form"]) == ["castle"]
    assert "?with=friends&amp;game=castle" in answer.content.decode()
    answer = client.get(reverse("new_game"), {"game": "<b>"})
    assert answer.context["form"]["ruleset"].value() == "greyhawk"


def test_the_default_game_is_greyhawk(client, alice):
    client.force_login(alice)
    assert client.post(reverse("new_game"), USUAL).status_code == 302
    game = Game.objects.get()
    assert game.ruleset == GREYHAWK.name
    assert from_plain(Options, game.options).regions == "none"


def test_castle_risk_uses_its_default_options(client, alice):
    options = from_plain(Options, opened(client, alice).options)
    assert (options.hidden_at_start, options.regions) == (False, "none")


def test_chosen_options_are_stored_and_public(client, alice):
    game = opened(client, alice, **CHOSEN)
    assert client.post(reverse("start_game", args=[game.code])).status_code == 302
    state = load(game.code).state()
    assert state.ruleset is CASTLE
    assert (state.options.hidden_at_start, state.options.regions) == (True, "beside")
    log = client.get(reverse("public_log", args=[game.code])).json()
    assert log["ruleset"]["name"] == "castle"
    assert log["ruleset"]["options"]["regions"] == "beside"


def test_the_options_of_another_game_are_no_terms_of_this_one(client, alice):
    game = opened(client, alice, ruleset="greyhawk", **CHOSEN)
    options = from_plain(Options, game.options)
    assert (options.hidden_at_start, options.regions) == (False, "none")


@pytest.mark.parametrize(
    "fields", [{"ruleset": "chess"}, {"ruleset": ""}, {"castle_regions": "all"}]
)
def test_unknown_options_are_refused_with_a_sentence(client, alice, fields):
    client.force_login(alice)
    answer = client.post(reverse("new_game"), {**CASTLE_TABLE, **fields})
    assert answer.status_code == 422 and "correct the fields" in text(answer)
    assert not Game.objects.exists()


@pytest.mark.parametrize(("number", "status"), [("0", 302), ("2", 302), ("3", 302), ("4", 422)])
def test_no_more_headquarters_can_be_asked_for_than_there_are_seats(client, alice, number, status):
    client.force_login(alice)
    fields = {"ruleset": "headquarters", "headquarters_headquarters": number}
    answer = client.post(reverse("new_game"), {**CASTLE_TABLE, **fields})
    assert answer.status_code == status
    assert ("This game has only 3 seats" in text(answer)) == (status == 422)
    assert Game.objects.count() == (status == 302)


def test_the_number_of_headquarters_is_shown_and_kept_in_the_public_log(client, alice):
    fields = {"ruleset": "headquarters", "headquarters_headquarters": "2"}
    game = opened(client, alice, **fields)
    room = text(client.get(reverse("table", args=[game.code])))
    assert "Hold two headquarters, including yours, to win." in room
    assert client.post(reverse("start_game", args=[game.code])).status_code == 302
    page = text(client.get(reverse("table", args=[game.code])))
    assert "Hold two headquarters, including yours, to win." in page
    log = client.get(reverse("public_log", args=[game.code])).json()
    assert log["ruleset"]["name"] == "headquarters"
    assert log["ruleset"]["options"]["headquarters"] == 2


def test_every_game_has_a_picture_of_its_board(client, alice):
    client.force_login(alice)
    page = client.get(reverse("new_game")).content.decode()
    boards = ("flanaess", "europe", "world")
    assert [page.count(f"drawing/board/{name}/thumbnail.svg") for name in boards] == [1, 1, 2]


def test_room_and_lobby_show_the_game_and_unusual_options(client, alice, bob):
    game = opened(client, alice, seat_2="open", **CHOSEN)
    room = text(client.get(reverse("table", args=[game.code])))
    assert "Castle Risk" in room
    assert "only during your own turn, before your first attack." in room
    client.force_login(bob)
    lobby = text(client.get(reverse("lobby")))
    assert "Castle Risk" in lobby and "Greyhawk Castle Risk" not in lobby
    assert "Hidden armies: before attacking" in lobby


def test_a_rematch_keeps_the_game(client, alice):
    game = opened(client, alice, **CHOSEN)
    outcome = {"winners": [0], "reason": "agreed", "places": [[0], [1, 2]]}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=outcome)
    again = Game.objects.get(code=rematch.play_again(game.code, alice))
    # Against bots, it waits only for the player's public value.
    options = Game.objects.get(pk=game.pk).options | {"only_playable": True}
    assert (again.ruleset, again.options) == ("castle", options)
