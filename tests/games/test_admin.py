"""The admin shows whom and what there is, and of no game what is secret."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Notice, User
from games.notices import tell
from tests.games.tables import play_bots


@pytest.fixture
def dora(db):
    return User.objects.create_superuser("dora", "dora@example.org")


@pytest.fixture
def admin_client(dora):
    client = Client()
    client.force_login(dora)
    return client


def test_only_staff_come_in_and_by_the_door_of_the_site(client, alice):
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/login/").url.startswith("/accounts/login/")
    client.force_login(alice)
    assert client.get("/admin/games/game/").status_code in (302, 403)


def test_people_are_found_but_neither_made_nor_deleted_here(admin_client, alice):
    page = admin_client.get("/admin/games/user/", {"q": "alice@example.org"})
    assert "alice" in page.content.decode()
    assert admin_client.get("/admin/games/user/add/").status_code == 403
    assert admin_client.get(f"/admin/games/user/{alice.pk}/delete/").status_code == 403
    form = {"name": "alice", "email": "alice@example.org", "is_active": ""}
    admin_client.post(f"/admin/games/user/{alice.pk}/change/", form)
    alice.refresh_from_db()
    assert not alice.is_active and not alice.is_superuser


def test_no_page_shows_a_secret_of_a_running_game(admin_client, bots_game):
    play_bots(bots_game.code, 20)
    game = Game.objects.get(pk=bots_game.pk)
    pages = [f"/admin/games/game/{game.pk}/change/", "/admin/games/game/", "/admin/"]
    shown = "".join(admin_client.get(page, follow=True).content.decode() for page in pages)
    assert game.code in shown and game.seed_commitment in shown
    secrets = [game.seed.hex(), game.invitation]
    secrets += game.hidden_armies.values_list("salt", flat=True)
    assert not any(secret in shown for secret in secrets)
    assert admin_client.post(f"/admin/games/game/{game.pk}/delete/").status_code == 403


def test_why_somebody_did_not_get_a_notice_is_found_and_nothing_is_changed(
    admin_client, bots_game, alice
):
    tell("moderation", alice, bots_game, "word", "A word.")
    notice = Notice.objects.get()
    with CaptureQueriesContext(connection) as queries:
        shown = admin_client.get("/admin/games/notice/", {"q": "alice"}).content.decode()
    assert "A word." in shown
    fetched = [one["sql"] for one in queries if "games_notice" in one["sql"]]
    assert not any(f'"games_game"."{name}"' in sql for sql in fetched for name in Game.secrets)
    page = f"/admin/games/notice/{notice.pk}/change/"
    assert "address" in admin_client.get(page).content.decode()
    assert admin_client.post(page, {"text": "Another."}).status_code == 403
    assert admin_client.get("/admin/games/delivery/").status_code == 200


@pytest.mark.django_db
def test_the_configuration_is_sound():
    call_command("check", fail_level="WARNING")
