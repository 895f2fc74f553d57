"""Accounts: sign up, log in, names, mail, passwords, the second step, and going for good."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse

from games import accounts
from games.models import Game, Player, User
from games.seating import GONE, seating_of
from games.store import load
from rules.moves import Control
from tests.games.members import FOR_MEMBERS, PASSWORD, confirm, log_in, member, switch_on
from tests.games.tables import rows

ANOTHER = "otter under the ice"


@pytest.fixture
def dora(db):
    return member()


@pytest.fixture
def at_home(dora, client):
    """Dora's browser."""
    log_in(client, "Dora")
    return client


def at_once(do, arguments):
    """Call a function with each of the arguments, all at the same time; return what came."""
    barrier = Barrier(len(arguments))

    def run(argument):
        barrier.wait()
        try:
            return do(argument)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(arguments)) as crowd:
        return list(crowd.map(run, arguments))


def sign_up(client, name="Wulf", email="wulf@example.org", password=PASSWORD):
    data = {"username": name, "email": email, "password1": password}
    return client.post(reverse("account_signup"), data)


def is_in(client):
    return "_auth_user_id" in client.session


def link_in(message):
    return re.search(r"https?://testserver(\S+)", message.body)[1]


def errors(response):
    return [str(error) for found in response.context["form"].errors.values() for error in found]


# Signing up and logging in


@pytest.mark.django_db
def test_a_person_signs_up_and_is_in(client):
    response = sign_up(client, "Old Wulf")
    assert response.status_code == 302 and response["Location"] == reverse("lobby")
    wulf = User.objects.get()
    assert (wulf.name, wulf.email, wulf.is_guest) == ("Old Wulf", "wulf@example.org", False)
    assert is_in(client) and wulf.check_password(PASSWORD)


@pytest.mark.parametrize("name", ["dora", "D0RA", "D\u043era", "Do ra"])
def test_nobody_signs_up_with_a_name_that_looks_like_anothers(dora, client, name):
    response = sign_up(client, name)
    assert errors(response) == ["That name, or one that looks like it, is taken."]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 31,
        "a/b",
        "dora@example.org",
        "Captain Elm",
        "Guest Heron 1234",
        "moderator",
        GONE,
    ],
)
@pytest.mark.django_db
def test_what_is_no_name_for_a_person_is_refused_with_a_sentence(client, name):
    (sentence,) = errors(sign_up(client, name))
    assert sentence.endswith((".", ")."))
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_who_sign_up_with_a_name_at_once_one_gets_it():
    clients = [Client() for _ in range(6)]
    answers = at_once(lambda client: sign_up(client, "Wulf"), clients)
    assert {answer.status_code for answer in answers} <= {200, 302}
    assert [is_in(client) for client in clients].count(True) == 1
    assert User.objects.count() == EmailAddress.objects.count() == len(mail.outbox) == 1


@pytest.mark.parametrize("password", ["short", "12345678", "password", "old wulf"])
@pytest.mark.django_db
def test_a_password_that_is_easy_to_guess_is_refused(client, password):
    assert errors(sign_up(client, "Old Wulf", password=password))
    assert not User.objects.exists()


@pytest.mark.parametrize("login", ["Dora", "dora", "dora@example.org", "DORA@example.org"])
def test_a_person_logs_in_by_name_or_address(dora, client, login):
    assert log_in(client, login).status_code == 302
    assert is_in(client)


@pytest.mark.parametrize("login", ["Dora", "dora@example.org", "nobody", "<b>"])
def test_a_wrong_password_and_a_wrong_name_are_answered_alike(dora, client, login):
    response = log_in(client, login, "not the password")
    assert errors(response) == ["The name or address and the password do not belong together."]
    assert not is_in(client)


def test_logging_out_takes_a_post(at_home):
    assert at_home.get(reverse("account_logout")).status_code == 200
    assert is_in(at_home)
    assert at_home.post(reverse("account_logout"))["Location"] == reverse("landing")
    assert not is_in(at_home)


def test_guessing_passwords_is_slowed_down(dora, client):
    for _ in range(5):
        log_in(client, "Dora", "not the password")
    assert errors(log_in(client, "Dora")) == ["There were too many attempts: wait a few minutes."]
    assert not is_in(client)


@pytest.mark.django_db
def test_signing_up_again_and_again_is_slowed_down(client):
    answers = [client.post(reverse("account_signup"), {}).status_code for _ in range(21)]
    assert answers[:20] == [200] * 20 and answers[20] == 429


# Mail


@pytest.mark.django_db
def test_an_address_is_confirmed_by_the_link_sent_there(client):
    sign_up(client)
    (message,) = mail.outbox
    assert message.to == ["wulf@example.org"] and message.subject.startswith("Castlerisk: ")
    link = link_in(message)
    assert "wulf@example.org" in client.get(link).content.decode()
    assert not EmailAddress.objects.get().verified
    client.post(link)
    assert EmailAddress.objects.get().verified
    # The person is told, at the address that is confirmed now.
    assert {to for sent in mail.outbox for to in sent.to} == {"wulf@example.org"}


@pytest.mark.django_db
def test_an_address_that_is_not_confirmed_gets_no_other_mail(client):
    sign_up(client)
    mail.outbox.clear()
    change_password(client, PASSWORD, ANOTHER)
    assert User.objects.get().check_password(ANOTHER) and not mail.outbox


def test_nobody_learns_whether_an_address_has_an_account(dora, client):
    known = client.post(reverse("account_reset_password"), {"email": "dora@example.org"})
    assert mail.outbox.pop().to == ["dora@example.org"]
    unknown = client.post(reverse("account_reset_password"), {"email": "who@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert not mail.outbox
    assert sign_up(Client(), "Else", "dora@example.org").status_code == 302


def test_nobody_confirms_an_address_that_is_anothers(dora, client):
    sign_up(client, "Else", "dora@example.org")
    client.post(link_in(mail.outbox[-1]))
    assert EmailAddress.objects.get(verified=True).user == dora
    assert log_in(Client(), "dora@example.org").status_code == 302


def test_another_address_asks_for_the_password_first(dora, at_home):
    data = {"email": "new@example.org", "action_add": 1}
    response = at_home.post(reverse("account_email"), data)
    assert response["Location"].startswith(reverse("account_reauthenticate"))
    wrong = at_home.post(response["Location"], {"password": "wrong"})
    assert errors(wrong) == ["This is not your password."] and not mail.outbox
    at_home.post(response["Location"], {"password": PASSWORD})
    # What was asked for before is done now.
    assert [message.to for message in mail.outbox] == [["new@example.org"]]


def test_another_address_holds_once_it_is_confirmed(dora, at_home):
    confirm(at_home)
    response = at_home.post(reverse("account_email"), {"email": "new@example.org", "action_add": 1})
    assert response.status_code == 302
    dora.refresh_from_db()
    assert dora.email == "dora@example.org"
    (message,) = mail.outbox
    assert message.to == ["new@example.org"]
    at_home.post(link_in(message))
    dora.refresh_from_db()
    assert dora.email == "new@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [
        ("new@example.org", True)
    ]
    told = [sent for sent in mail.outbox if sent.to == ["dora@example.org"]]
    assert ["new@example.org" in sent.body for sent in told] == [True]


@pytest.mark.django_db
def test_a_mail_server_that_is_down_stops_nobody(client, settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    # Nothing listens there.
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert sign_up(client).status_code == 302
    assert is_in(client) and "could not be sent" in caplog.text


# Passwords


def change_password(client, old, new):
    data = {"oldpassword": old, "password1": new, "password2": new}
    return client.post(reverse("account_change_password"), data)


def test_a_new_password_ends_every_other_session(dora, at_home):
    elsewhere = Client()
    log_in(elsewhere, "Dora")
    assert elsewhere.get(reverse("preferences")).status_code == 200
    assert errors(change_password(at_home, "wrong", ANOTHER)) == ["This is not your password."]
    assert change_password(at_home, PASSWORD, ANOTHER)["Location"] == reverse("preferences")
    assert at_home.get(reverse("preferences")).status_code == 200
    assert elsewhere.get(reverse("preferences")).status_code == 302
    assert [sent.to for sent in mail.outbox] == [["dora@example.org"]]


def test_a_forgotten_password_is_set_anew_by_mail_once(dora, at_home, client):
    stranger = Client()
    stranger.post(reverse("account_reset_password"), {"email": "dora@example.org"})
    link = link_in(mail.outbox[-1])
    form = stranger.get(link, follow=True)
    data = {"password1": ANOTHER, "password2": ANOTHER}
    stranger.post(form.redirect_chain[-1][0], data)
    dora.refresh_from_db()
    assert dora.check_password(ANOTHER)
    # Whoever was in with the old password is out.
    assert at_home.get(reverse("preferences")).status_code == 302
    spent = Client().get(link, follow=True)
    assert "has been used already" in spent.content.decode()


# Names


def test_a_person_takes_another_name_and_the_old_one_is_free(dora, at_home):
    assert at_home.post(reverse("change_name"), {"name": "Theodora"}).status_code == 302
    dora.refresh_from_db()
    assert dora.name == "Theodora"
    accounts.verify_new_name("Dora")
    assert at_home.post(reverse("change_name"), {"name": "THEODORA"}).status_code == 302


def test_a_name_is_not_changed_into_anothers(dora, at_home, alice):
    response = at_home.post(reverse("change_name"), {"name": "A1ice"})
    assert response.status_code == 422 and "taken" in errors(response)[0]
    dora.refresh_from_db()
    assert dora.name == "Dora"


@pytest.mark.django_db(transaction=True)
def test_of_many_who_take_a_name_at_once_one_gets_it():
    users = [User.objects.create_user(name) for name in ("ann", "ben", "cid", "dan", "eve", "fay")]

    def take(user):
        try:
            accounts.change_name(user, "Wulf")
        except ValidationError as error:
            return error.message

    told = at_once(take, users)
    assert told.count(None) == 1
    assert set(told) == {None, "That name, or one that looks like it, is taken."}
    assert [user.name for user in users].count("Wulf") == 1


def test_names_are_changed_at_most_five_times_a_day(dora, at_home):
    names = [f"Dora of house {house}" for house in "abcdef"]
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


# The second step


def test_with_a_second_step_the_password_alone_lets_nobody_in(dora, at_home):
    switch_on(at_home)
    codes = at_home.get(reverse("mfa_view_recovery_codes")).context["unused_codes"]
    assert len(codes) == 10
    elsewhere = Client()
    assert log_in(elsewhere, "Dora")["Location"] == reverse("mfa_authenticate")
    assert not is_in(elsewhere)
    wrong = elsewhere.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert errors(wrong) == ["This code is not right, or no longer."]
    elsewhere.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert is_in(elsewhere)
    again = Client()
    log_in(again, "Dora")
    again.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert not is_in(again)


def test_the_second_step_can_be_switched_off(dora, at_home):
    switch_on(at_home)
    at_home.post(reverse("mfa_deactivate_totp"))
    elsewhere = Client()
    log_in(elsewhere, "Dora")
    assert is_in(elsewhere)


def test_who_has_a_second_step_can_still_change_the_address(dora, at_home):
    switch_on(at_home)
    data = {"email": "new@example.org", "action_add": 1}
    assert at_home.post(reverse("account_email"), data).status_code == 302
    assert mail.outbox[-1].to == ["new@example.org"]


# Going


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
    accounts.delete_account(alice)
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
    accounts.delete_account(bob)
    after = rows(table.code)
    assert before[0] == after[0] and before[2:] == after[2:]
    assert [seat["user_id"] for seat in after[1]] == [alice.pk, None, None]


def test_who_has_resigned_can_go_too(table, alice):
    accounts._resign(table.code, alice)
    accounts.delete_account(alice)
    assert Player.objects.filter(game__code=table.code, user=None).count() == 2
