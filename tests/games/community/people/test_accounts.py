"""Accounts: signing up, logging in, names, and deletion."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.community.people import accounts, deletion
from games.drawing.display.seating import GONE, seating_of
from games.models import Game, Player, User
from games.storage.store.stored_game import load
from rules.moves import Control
from tests.support.tables.tables import rows
from tests.support.visitors.members import (
    FOR_MEMBERS,
    PASSWORD,
    confirm,
    errors,
    is_in,
    log_in,
    sent_mails,
    sign_up,
)


def at_once(do, arguments):
    """Call a function with each argument concurrently; return the results."""
    barrier = Barrier(len(arguments))

    def run(argument):
        barrier.wait()
        try:
            return do(argument)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(arguments)) as crowd:
        return list(crowd.map(run, arguments))


# Signing up and logging in


@pytest.mark.django_db
def test_signing_up_logs_in(client):
    response = sign_up(client, "Old Wulf")
    assert response.status_code == 302 and response["Location"] == reverse("lobby")
    wulf = User.objects.get()
    assert (wulf.name, wulf.email, wulf.is_guest) == ("Old Wulf", "wulf@example.org", False)
    assert is_in(client) and wulf.check_password(PASSWORD)


@pytest.mark.parametrize("name", ["flora", "FL0RA", "Fl\u043era", "Flo ra"])
def test_signing_up_with_a_lookalike_name_is_refused(flora, client, name):
    response = sign_up(client, name)
    assert errors(response) == ["That name, or one very like it, is taken."]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 31,
        "a/b",
        "flora@example.org",
        "Captain Elm",
        "Guest Heron 1234",
        "moderator",
        GONE,
    ],
)
@pytest.mark.django_db
def test_invalid_names_are_refused_with_a_sentence(client, name):
    (sentence,) = errors(sign_up(client, name))
    assert sentence.endswith((".", ")."))
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_concurrent_sign_ups_give_a_name_once():
    clients = [Client() for _ in range(6)]
    answers = at_once(lambda client: sign_up(client, "Wulf"), clients)
    assert {answer.status_code for answer in answers} <= {200, 302}
    assert [is_in(client) for client in clients].count(True) == 1
    assert User.objects.count() == EmailAddress.objects.count() == len(sent_mails()) == 1


@pytest.mark.parametrize("password", ["short", "12345678", "password", "old wulf"])
@pytest.mark.django_db
def test_a_password_that_is_easy_to_guess_is_refused(client, password):
    assert errors(sign_up(client, "Old Wulf", password=password))
    assert not User.objects.exists()


@pytest.mark.parametrize("login", ["Flora", "flora", "flora@example.org", "FLORA@example.org"])
def test_a_person_logs_in_by_name_or_address(flora, client, login):
    assert log_in(client, login).status_code == 302
    assert is_in(client)


@pytest.mark.parametrize("login", ["Flora", "flora@example.org", "nobody", "<b>"])
def test_wrong_passwords_and_names_get_the_same_response(flora, client, login):
    response = log_in(client, login, "not the password")
    assert errors(response) == ["Wrong name, email or password."]
    assert not is_in(client)


def test_logging_out_requires_post(at_home):
    assert at_home.get(reverse("account_logout")).status_code == 200
    assert is_in(at_home)
    assert at_home.post(reverse("account_logout"))["Location"] == reverse("landing")
    assert not is_in(at_home)


def test_guessing_passwords_is_slowed_down(flora, client):
    for _ in range(5):
        log_in(client, "Flora", "not the password")
    assert errors(log_in(client, "Flora")) == ["Too many attempts. Wait a few minutes."]
    assert not is_in(client)


@pytest.mark.django_db
def test_signing_up_again_and_again_is_slowed_down(client):
    answers = [client.post(reverse("account_signup"), {}).status_code for _ in range(21)]
    assert answers[:20] == [200] * 20 and answers[20] == 429


# Names


def test_a_person_takes_another_name_and_the_old_one_is_free(flora, at_home):
    assert at_home.post(reverse("change_name"), {"name": "Theoflora"}).status_code == 302
    flora.refresh_from_db()
    assert flora.name == "Theoflora"
    accounts.verify_new_name("Flora")
    assert at_home.post(reverse("change_name"), {"name": "THEOFLORA"}).status_code == 302


def test_taking_anothers_name_is_refused(flora, at_home, alice):
    response = at_home.post(reverse("change_name"), {"name": "A1ice"})
    assert response.status_code == 422 and "taken" in errors(response)[0]
    flora.refresh_from_db()
    assert flora.name == "Flora"


@pytest.mark.django_db(transaction=True)
def test_concurrent_renames_give_a_name_once():
    users = [User.objects.create_user(name) for name in ("ann", "ben", "cid", "dan", "eve", "fay")]

    def take(user):
        try:
            accounts.change_name(user, "Wulf")
        except ValidationError as error:
            return error.message

    told = at_once(take, users)
    assert told.count(None) == 1
    assert set(told) == {None, "That name, or one very like it, is taken."}
    assert [user.name for user in users].count("Wulf") == 1


def test_names_are_changed_at_most_five_times_a_day(flora, at_home):
    names = [f"Flora of house {house}" for house in "abcdef"]
    answers = [at_home.post(reverse("change_name"), {"name": name}) for name in names]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]


@pytest.mark.django_db
def test_a_name_full_of_markup_stays_text(client):
    sign_up(client, "<img src=x>")
    confirm(client)
    named = 0
    for page in FOR_MEMBERS:
        content = client.get(reverse(page)).content.decode()
        assert "<img src=x>" not in content
        named += "&lt;img src=x&gt;" in content
    assert named >= 3


# Deleting an account


def test_a_deleted_account_frees_the_name_and_gives_the_seat_to_a_bot(table, alice, bob, client):
    alice.set_password(PASSWORD)
    alice.save()
    log_in(client, "alice")
    response = client.post(reverse("delete_account"), {"password": "wrong"})
    assert response.status_code == 422 and User.objects.filter(pk=alice.pk).exists()
    assert client.post(reverse("delete_account"), {"password": PASSWORD}).status_code == 302
    assert not is_in(client) and not User.objects.filter(pk=alice.pk).exists()
    stored = load(table.code)
    assert stored.state().players[0].control is Control.BOT
    assert [seat.name for seat in seating_of(stored).seats[:2]] == [GONE, "bob"]
    assert Game.objects.get(code=table.code).status == Game.Status.RUNNING
    User.objects.create_user("Alice")


def test_a_deleted_account_leaves_open_tables_and_hands_them_on(opened, alice, bob):
    Game.objects.filter(pk=opened.pk).update(host=alice)
    deletion.delete_account(alice)
    opened.refresh_from_db()
    assert opened.status == Game.Status.OPEN and opened.host == bob
    assert list(opened.players.order_by("seat").values_list("user", "bot")) == [
        (None, ""),
        (bob.pk, ""),
        (None, "captain"),
    ]


def test_finished_games_stay_as_they_were_played(table, alice, bob):
    Game.objects.filter(code=table.code).update(status=Game.Status.OVER)
    before = rows(table.code)
    deletion.delete_account(bob)
    after = rows(table.code)
    assert before[0] == after[0] and before[2:] == after[2:]
    assert [seat["user_id"] for seat in after[1]] == [alice.pk, None, None]


def test_resigned_players_can_delete_their_account(table, alice):
    deletion._resign(table.code, alice)
    deletion.delete_account(alice)
    assert Player.objects.filter(game__code=table.code, user=None).count() == 2
