"""Account protection: the confirmed address, the password, the second step."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games.models import OutgoingMail, User
from tests.support.tables.quick import press_play_now
from tests.support.visitors.members import (
    PASSWORD,
    confirm,
    errors,
    is_in,
    link_in,
    log_in,
    sent_mails,
    sign_up,
    switch_on,
)

ANOTHER = "otter under the ice"


# Mail


@pytest.mark.django_db
def test_an_address_is_confirmed_by_the_link_sent_there(client):
    sign_up(client)
    (message,) = sent_mails()
    assert message.to == ["wulf@example.org"] and message.subject.startswith("Castlerisk: ")
    link = link_in(message)
    assert "wulf@example.org" in client.get(link).content.decode()
    assert not EmailAddress.objects.get().verified
    client.post(link)
    assert EmailAddress.objects.get().verified
    # The notice goes to the newly confirmed address.
    assert {to for sent in sent_mails() for to in sent.to} == {"wulf@example.org"}


@pytest.mark.django_db
def test_an_unconfirmed_address_gets_no_other_mail(client):
    sign_up(client)
    sent_mails().clear()
    change_password(client, PASSWORD, ANOTHER)
    assert User.objects.get().check_password(ANOTHER) and not sent_mails()


def test_addresses_of_accounts_are_not_revealed(flora, client):
    known = client.post(reverse("account_reset_password"), {"email": "flora@example.org"})
    assert sent_mails().pop().to == ["flora@example.org"]
    unknown = client.post(reverse("account_reset_password"), {"email": "who@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert not sent_mails()
    assert sign_up(Client(), "Else", "flora@example.org").status_code == 302


def test_another_users_address_cannot_be_confirmed(flora, client):
    sign_up(client, "Else", "flora@example.org")
    client.post(link_in(sent_mails()[-1]))
    assert EmailAddress.objects.get(verified=True).user == flora
    assert log_in(Client(), "flora@example.org").status_code == 302


@pytest.mark.django_db
def test_an_account_between_two_claims_of_its_address_logs_in_with_it():
    passwords = [f"{name} sings at night" for name in ("early", "owner", "late", "later", "last")]

    def claim(number):
        sign_up(Client(), f"Number {number}", "wulf@example.org", passwords[number])

    def may_log_in(number):
        elsewhere = Client()
        log_in(elsewhere, "wulf@example.org", passwords[number])
        return is_in(elsewhere)

    for number in range(3):
        claim(number)
        assert all(may_log_in(earlier) for earlier in range(number + 1))
    # However many claim the address, the account that was used last is tried.
    claim(3)
    claim(4)
    log_in(Client(), "Number 1", passwords[1])
    assert may_log_in(1)


@pytest.mark.parametrize(
    ("address", "is_refused"),
    [
        ("a@mailinator.com", True),
        ("a@MX.Mailinator.COM", True),
        ("a@mailinator.com.example.org", False),
        ("a@müller.example", False),
    ],
)
def test_disposable_addresses_are_refused(address, is_refused, client, flora):
    told = ["Disposable addresses aren’t accepted. Use one that you will keep."] * is_refused
    signed_up = sign_up(client, "Wulf", address)
    assert (errors(signed_up) if is_refused else []) == told
    assert User.objects.filter(name="Wulf").exists() != is_refused
    browser = Client()
    log_in(browser, "Flora")
    confirm(browser)
    changed = browser.post(reverse("account_email"), {"email": address, "action_add": 1})
    assert (errors(changed) if is_refused else []) == told
    guest = Client()
    press_play_now(guest)
    data = {"name": "Wulfa", "email": address, "password": PASSWORD}
    kept = guest.post(reverse("keep_games"), data)
    assert (errors(kept) if is_refused else []) == told
    assert User.objects.filter(name="Wulfa").exists() != is_refused


def test_changing_the_address_requires_the_password(flora, at_home):
    data = {"email": "new@example.org", "action_add": 1}
    response = at_home.post(reverse("account_email"), data)
    assert response["Location"].startswith(reverse("account_reauthenticate"))
    wrong = at_home.post(response["Location"], {"password": "wrong"})
    assert errors(wrong) == ["That’s not your password."] and not sent_mails()
    at_home.post(response["Location"], {"password": PASSWORD})
    # The request from before the password check is carried out now.
    assert [message.to for message in sent_mails()] == [["new@example.org"]]


def test_a_new_address_applies_once_confirmed(flora, at_home):
    confirm(at_home)
    response = at_home.post(reverse("account_email"), {"email": "new@example.org", "action_add": 1})
    assert response.status_code == 302
    flora.refresh_from_db()
    assert flora.email == "flora@example.org"
    (message,) = sent_mails()
    assert message.to == ["new@example.org"]
    at_home.post(link_in(message))
    flora.refresh_from_db()
    assert flora.email == "new@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [
        ("new@example.org", True)
    ]
    told = [sent for sent in sent_mails() if sent.to == ["flora@example.org"]]
    assert ["new@example.org" in sent.body for sent in told] == [True]


@pytest.mark.django_db
def test_a_mail_server_outage_blocks_nobody(client, settings):
    settings.MAIL_TRANSPORT = "games.community.notices.channels.smtp.BoundedSmtp"
    # Nothing listens there.
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert sign_up(client).status_code == 302 and is_in(client)
    assert sent_mails() == [] and OutgoingMail.objects.get().state == "waiting"


# Passwords


def change_password(client, old, new):
    data = {"oldpassword": old, "password1": new, "password2": new}
    return client.post(reverse("account_change_password"), data)


def test_a_new_password_ends_every_other_session(flora, at_home):
    elsewhere = Client()
    log_in(elsewhere, "Flora")
    assert elsewhere.get(reverse("preferences")).status_code == 200
    assert errors(change_password(at_home, "wrong", ANOTHER)) == ["That’s not your password."]
    assert change_password(at_home, PASSWORD, ANOTHER)["Location"] == reverse("preferences")
    assert at_home.get(reverse("preferences")).status_code == 200
    assert elsewhere.get(reverse("preferences")).status_code == 302
    assert [sent.to for sent in sent_mails()] == [["flora@example.org"]]


def test_a_reset_link_works_once(flora, at_home, client):
    stranger = Client()
    stranger.post(reverse("account_reset_password"), {"email": "flora@example.org"})
    link = link_in(sent_mails()[-1])
    form = stranger.get(link, follow=True)
    data = {"password1": ANOTHER, "password2": ANOTHER}
    stranger.post(form.redirect_chain[-1][0], data)
    flora.refresh_from_db()
    assert flora.check_password(ANOTHER)
    # Sessions begun with the old password have ended.
    assert at_home.get(reverse("preferences")).status_code == 302
    spent = Client().get(link, follow=True)
    assert "already been used" in spent.content.decode()


# The second step


def test_with_a_second_step_the_password_is_not_enough(flora, at_home):
    switch_on(at_home)
    codes = at_home.get(reverse("mfa_view_recovery_codes")).context["unused_codes"]
    assert len(codes) == 10
    elsewhere = Client()
    assert log_in(elsewhere, "Flora")["Location"] == reverse("mfa_authenticate")
    assert not is_in(elsewhere)
    wrong = elsewhere.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert errors(wrong) == ["That code is wrong or has expired."]
    elsewhere.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert is_in(elsewhere)
    again = Client()
    log_in(again, "Flora")
    again.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert not is_in(again)


def test_the_second_step_can_be_switched_off(flora, at_home):
    switch_on(at_home)
    at_home.post(reverse("mfa_deactivate_totp"))
    elsewhere = Client()
    log_in(elsewhere, "Flora")
    assert is_in(elsewhere)


def test_an_account_with_a_second_step_can_change_the_address(flora, at_home):
    switch_on(at_home)
    data = {"email": "new@example.org", "action_add": 1}
    assert at_home.post(reverse("account_email"), data).status_code == 302
    assert sent_mails()[-1].to == ["new@example.org"]
