"""The page for opening a table: valid choices are stored, invalid ones get an error message."""

import pytest
from django.urls import reverse

from games.community.lobby import tables
from games.community.lobby.forms import NewGameForm
from games.drawing.display.bot_levels import BOT_CHOICES, CHARACTERS, LEVELS, bot_name
from games.drawing.display.options import ADVICE
from games.models import Game
from games.playing.start import DEFAULT_BOT
from games.storage.store.stored_game import load
from tests.support.visitors.lobbies import (
    BAIT,
    FREE,
    NASTY,
    USUAL,
    opened_by,
    seats_of,
    status_of,
    text,
)

TYPED = ("title", "rounds")

pytestmark = pytest.mark.django_db


def sent(form):
    """Return the form data that a browser sends if nothing is changed."""
    values = {field.html_name: field.value() for field in form}
    choices = {field.html_name: getattr(field.field, "choices", None) for field in form}
    for name, value in values.items():
        values[name] = (choices[name][0][0] if choices[name] else "") if value is None else value
    return values


def test_two_clicks_lead_from_the_lobby_to_the_waiting_room(page, client, alice):
    assert f'href="{reverse("new_game")}"' in page(alice, "lobby").content.decode()
    form = page(alice, "new_game").context["form"]
    response = client.post(reverse("new_game"), sent(form))
    game = Game.objects.get()
    assert response.status_code == 302 and response.url == reverse("table", args=[game.code])
    assert "alice’s game" in text(client.get(response.url))
    assert not game.options["quick"] and game.is_listed and game.takes_guests
    assert (game.turn_seconds, game.reaction_seconds) == (300, 20)
    assert game.players.count() == 4


@pytest.mark.parametrize("company", ["anybody", "friends", "captains", "nobody", "\0"])
def test_every_company_is_a_table_that_can_be_opened(page, client, alice, company):
    page(alice, "lobby")
    form = client.get(reverse("new_game"), {"with": company}).context["form"]
    assert client.post(reverse("new_game"), sent(form)).status_code == 302


def test_friends_can_play_a_turn_a_day_with_wish_lists_and_quiet_hours(client, alice):
    client.force_login(alice)
    form = client.get(reverse("new_game"), {"with": "friends-days"}).context["form"]
    client.post(reverse("new_game"), sent(form))
    game = Game.objects.get()
    assert game.turn_seconds == 24 * 3600 and game.keeps_rest and not game.is_listed
    assert not game.options["quick"] and game.options["pace"] == "correspondence"
    assert game.players.filter(user=None, is_by_link=True).count() == 3


def test_every_choice_is_stored(page, alice):
    assert page(alice, "new_game", data={**USUAL, "title": " An   evening "}).status_code == 302
    game = Game.objects.get()
    assert (game.title, game.pace, game.turn_seconds, game.reaction_seconds) == (
        "An evening",
        *("quick", 60, 10),
    )
    chosen = {name: game.options[name] for name in ("quick", "rounds", "on_resign")}
    assert chosen == {"quick": True, "rounds": 12, "on_resign": "steward"}
    seats = game.players.order_by("seat").values_list("user__name", "bot", "is_by_link")
    assert list(seats) == [
        ("alice", "", False),
        (None, "", False),
        (None, "captain", False),
        (None, "", True),
    ]


@pytest.mark.parametrize(
    ("chosen", "control", "bot"),
    [*((level, "bot", level) for level in LEVELS), ("steward", "steward", DEFAULT_BOT)],
)
def test_the_host_chooses_who_takes_over_a_seat_that_was_left(page, alice, chosen, control, bot):
    page(alice, "new_game", data={**USUAL, "on_resign": chosen})
    game = Game.objects.get()
    assert (game.options["on_resign"], game.takeover_bot) == (control, bot)
    assert load(game.code).takeover_bot == bot


@pytest.mark.parametrize("allows", [False, True])
def test_the_host_chooses_whether_players_may_ask_for_advice(page, client, alice, bob, allows):
    page(alice, "new_game", data={**USUAL, **({"allows_advice": "on"} if allows else {})})
    game = Game.objects.get()
    assert game.allows_advice == load(game.code).allows_advice == allows
    invitation = reverse("invitation", args=[game.code, game.invitation])
    for user in (bob, None):
        assert ("Advice from a general" in text(page(user, "lobby"))) == allows
        room = text(page(user, "table", game.code))
        assert ("Advice from a general" in room) == (ADVICE in room) == allows
    assert ("Advice from a general" in text(client.get(invitation))) == allows
    # Nothing that the host can do at an open table changes its terms.
    change = {"allows_advice": "" if allows else "on"}
    page(alice, "change_seat", game.code, data={**change, "seat": "1", "to": "captain"})
    page(alice, "start_game", game.code, data={**change, "fill_with": "captain"})
    assert load(game.code).allows_advice == allows and status_of(game) == "running"
    for user in (alice, bob, None):
        assert (ADVICE in text(page(user, "table", game.code))) == allows


@pytest.mark.parametrize("bots", [LEVELS, CHARACTERS])
def test_each_bot_can_take_a_seat(page, alice, bots):
    seats = dict(zip(("seat_2", "seat_3", "seat_4", "seat_5"), bots, strict=False))
    page(alice, "new_game", data={**USUAL, **seats})
    game = Game.objects.get()
    assert seats_of(game) == ["alice", *(f"({bot})" for bot in bots)]
    room = text(page(alice, "table", game.code))
    for seat, bot in enumerate(bots.values(), 1):
        assert f"{bot_name(bot, seat)} {bot.strength} bot {bot.introduction}" in room


def test_the_form_lists_and_introduces_every_bot(page, alice):
    shown = page(alice, "new_game").content.decode()
    for bot in BOT_CHOICES.values():
        assert shown.count(f'<option value="{bot.name}">{bot.label}</option>') == 6
        assert f"<dt>{bot.title}</dt><dd>{bot.introduction}</dd>" in shown
    for group in ("Bot", "General with a personality"):
        assert shown.count(f'<optgroup label="{group}">') == 6


def test_the_waiting_room_offers_every_bot(page, alice):
    page(alice, "new_game", data=USUAL)
    game = Game.objects.get()
    shown = page(alice, "table", game.code).content.decode()
    free = game.players.filter(user=None, bot="").count()
    for bot in BOT_CHOICES.values():
        # One choice for each free seat, and one for all of them.
        assert shown.count(f'<option value="{bot.name}"') == free + 1


def test_strangers_learn_that_hosting_needs_an_account_and_may_play_bots(page):
    response = page(None, "new_game")
    shown = response.content.decode()
    assert response.status_code == 403 and "Hosting a game needs an account" in shown
    for name in ("account_signup", "account_login"):
        assert f'href="{reverse(name)}?next={reverse("new_game")}"' in shown
    assert f'action="{reverse("play_now")}"' in shown
    assert page(None, "new_game", data=USUAL).status_code == 403
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"seat_1": "open"}, "Choose exactly one seat for yourself."),
        ({"seat_2": "me"}, "Choose exactly one seat for yourself."),
        (dict.fromkeys(("seat_2", "seat_3", "seat_4"), "closed"), "Choose 2 to 6 seats."),
        ({"title": "a\u202eb"}, "invisible characters"),
        ({"title": "\u3164\u3164"}, "invisible characters"),
        ({"title": "a" + "\u0300" * 9}, "too many accents"),
        ({"title": "x" * 61}, "at most 60 characters"),
        ({"rounds": "1001"}, "less than or equal to 1000"),
        ({"turn_seconds": "1"}, "not one of the available choices"),
        ({"keeps_rest": "on"}, "Only in games with at least 12 hours"),
    ],
)
def test_invalid_tables_are_refused_with_a_sentence(page, alice, changed, sentence):
    response = page(alice, "new_game", data={**USUAL, **changed})
    assert response.status_code == 422
    assert sentence in text(response)
    assert not Game.objects.exists()


@pytest.mark.parametrize("field", USUAL)
def test_junk_in_the_new_table_form_is_refused(page, client, alice, field):
    page(alice, "lobby")
    for value in NASTY if field in TYPED else NASTY[::4]:
        response = client.post(reverse("new_game"), {**USUAL, field: value})
        assert response.status_code in (302, 400, 422), value
        if response.status_code != 302:
            assert 'role="alert"' in response.content.decode()
        assert BAIT not in response.content.decode()
        Game.objects.all().delete()


def test_missing_and_repeated_fields_are_accepted(page, client, alice):
    page(alice, "lobby")
    assert client.post(reverse("new_game"), {}).status_code == 422
    doubled = {name: [value, value] for name, value in USUAL.items()}
    assert client.post(reverse("new_game"), doubled).status_code == 302
    strange = client.post(reverse("new_game"), b"\xff\xfe", content_type="application/json")
    assert strange.status_code == 422


def test_the_hosting_limit_is_explained(page, alice):
    for _ in range(tables.MOST_OPEN):
        opened_by(alice, FREE)
    response = page(alice, "new_game", data=USUAL)
    assert response.status_code == 429 and "hosting 20 games" in text(response)


def test_the_form_says_what_every_choice_means():
    explained = [field for field in NewGameForm() if hasattr(field.field, "words")]
    assert [field.name for field in explained if not hasattr(field.field, "rule")] == [
        *("ruleset", "setup", "seating", "listing", "pace", "clock", "on_resign"),
    ]
    assert all(all(field.field.words.values()) for field in explained)


@pytest.mark.parametrize(
    ("clock", "turn", "bank", "pace", "rests"),
    [
        ("usual", 300, 300, "guarded", False),
        ("live", 120, 120, "guarded", False),
        ("evening", 600, 600, "guarded", False),
        ("daily", 86_400, 86_400, "correspondence", True),
        ("relaxed", 259_200, 259_200, "correspondence", True),
    ],
)
def test_a_clock_is_chosen_with_all_its_times(page, alice, clock, turn, bank, pace, rests):
    page(alice, "new_game", data={**USUAL, "clock": clock})
    game = Game.objects.get()
    assert (game.turn_seconds, game.bank_seconds, game.keeps_rest) == (turn, bank, rests)
    assert game.options["pace"] == pace


def test_a_custom_clock_has_the_chosen_times(page, alice):
    own = {"clock": "own", "turn_seconds": "172800", "reaction_seconds": "3600"}
    more = {"bank_seconds": "3600", "refill_seconds": "1800", "excuse_seconds": "86400"}
    page(alice, "new_game", data={**USUAL, **own, **more, "keeps_rest": "on"})
    game = Game.objects.get()
    assert (game.turn_seconds, game.reaction_seconds, game.bank_seconds) == (172_800, 3600, 3600)
    assert (game.refill_seconds, game.excuse_seconds, game.keeps_rest) == (1800, 86_400, True)
