"""Attack: make the site flood somebody with mail, or take an address from its owner.

Twelve accounts that claim one address must not turn one request into twelve emails, a flood of
requests must not fill a mailbox, and no response may reveal whether an address has an account.
"""

from itertools import count

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.community.notices.sending import outbox
from games.community.people.authentication import TRIED
from games.models import OutgoingMail, User
from tests.support.visitors.members import PASSWORD, is_in, link_in, log_in, sent_mails, sign_up

pytestmark = pytest.mark.django_db

VICTIM = "victim@example.org"
_networks = count(2)
"""Networks with one visitor each; number 1 is that of attackers."""


def stranger(network=None):
    """A browser in a network, by default a new one, with all rate limits in the cache reset."""
    cache.clear()
    return Client(REMOTE_ADDR=f"10.0.{network or next(_networks)}.1")


def ask_for_reset(address):
    return stranger().post(reverse("account_reset_password"), {"email": address})


def squat(number, address=VICTIM, network=None):
    client = stranger(network)
    assert sign_up(client, f"Squatter {number}", address).status_code == 302
    return client


def change_address(client, address):
    change = {"email": address, "action_add": 1}
    password_page = client.post(reverse("account_email"), change)["Location"]
    client.post(password_page, {"password": PASSWORD})


def let_pass(time):
    """Let the outbox grow older."""
    OutgoingMail.objects.update(made_at=F("made_at") - time, next_at=F("next_at") - time)


def test_twelve_accounts_with_one_address_get_one_mail_for_one_request():
    for number in range(12):
        squat(number, VICTIM if number % 2 else "Victim@Example.org")
    OutgoingMail.objects.all().delete()
    ask_for_reset("VICTIM@example.org")
    (mail,) = sent_mails()
    assert mail.to == [VICTIM] and "Squatter 0" in mail.body


def test_sign_up_mails_are_limited_per_address():
    for number in range(12):
        squat(number)
    assert len(sent_mails()) == outbox.LIMITS[outbox.Kind.CONFIRMATION].an_address == 5


def test_reset_mails_are_limited_per_address(flora):
    for _ in range(12):
        ask_for_reset("flora@example.org")
    assert len(sent_mails()) == outbox.LIMITS[outbox.Kind.RESET].an_address == 3
    # An hour after they were sent, another may be sent.
    let_pass(outbox.HOUR + outbox.CLAIMED_FOR)
    ask_for_reset("flora@example.org")
    assert len(sent_mails()) == 4


def test_mails_have_an_overall_limit_and_excess_waits(monkeypatch):
    kind = outbox.Kind.CONFIRMATION
    monkeypatch.setitem(outbox.LIMITS, kind, outbox.Limits(5, 3, outbox.HOUR, 9))
    for number in range(6):
        squat(number, f"somebody{number}@example.org")
    assert len(sent_mails()) == 3 and outbox.waiting().count() == 3


@pytest.mark.parametrize("limits", [outbox.Limits(5, 3, 12 * outbox.HOUR, 9),
                                    outbox.Limits(5, 9, 12 * outbox.HOUR, 3)])  # fmt: skip
def test_mails_that_wait_for_hours_keep_the_limits(monkeypatch, limits):
    monkeypatch.setitem(outbox.LIMITS, outbox.Kind.CONFIRMATION, limits)
    for number in range(12):
        squat(number, f"somebody{number}@example.org", network=1)
    sent = []
    for _ in range(3):
        sent.append(len(sent_mails()))
        let_pass(outbox.HOUR + outbox.CLAIMED_FOR)
    assert sent == [3, 6, 9]


def test_one_network_cannot_use_up_the_confirmations_of_others(flora, monkeypatch):
    for kind in (outbox.Kind.CONFIRMATION, outbox.Kind.CHANGE):
        monkeypatch.setitem(outbox.LIMITS, kind, outbox.Limits(5, 4, outbox.HOUR, 2))
    for number in range(12):
        squat(number, f"squatter{number}@example.org", network=1)
    assert len(sent_mails()) == 2
    squat(12, "newcomer@example.org")
    assert [mail.to for mail in sent_mails()[2:]] == [["newcomer@example.org"]]
    # Nor those of people who change a confirmed address.
    client = stranger(network=1)
    log_in(client, "flora@example.org")
    change_address(client, "new@example.org")
    assert [mail.to for mail in sent_mails()[3:]] == [["new@example.org"]]


def test_a_flood_of_unknown_addresses_uses_up_no_limit(flora, monkeypatch):
    for kind in (outbox.Kind.RESET, outbox.Kind.UNCONFIRMED_RESET):
        monkeypatch.setitem(outbox.LIMITS, kind, outbox.Limits(3, 2, outbox.HOUR))
    for number in range(10):
        ask_for_reset(f"nobody{number}@example.org")
    assert sent_mails() == []
    ask_for_reset("flora@example.org")
    assert len(sent_mails()) == 1


def test_unconfirmed_accounts_cannot_use_up_the_resets_of_confirmed_addresses(flora, monkeypatch):
    for kind in outbox.LIMITS:
        monkeypatch.setitem(outbox.LIMITS, kind, outbox.Limits(3, 3, outbox.HOUR, 9))
    addresses = [f"squatter{number}@example.org" for number in range(5)]
    # Some accounts more than the limit of confirmations.
    for number, address in enumerate(addresses):
        squat(number, address)
    sent_mails().clear()
    for address in addresses:
        ask_for_reset(address)
    assert [mail.to for mail in sent_mails()] == [[address] for address in addresses[:3]]
    ask_for_reset("flora@example.org")
    assert sent_mails()[-1].to == ["flora@example.org"]
    owner = stranger()
    log_in(owner, "flora@example.org")
    change_address(owner, "new@example.org")
    assert sent_mails()[-1].to == ["new@example.org"]


def test_a_confirmed_address_stays_with_its_owner(flora):
    squat(1, "flora@example.org")
    ask_for_reset("flora@example.org")
    mails = [mail for mail in sent_mails() if "Reset your password" in mail.subject]
    assert ["Flora" in mail.body for mail in mails] == [True]


def test_a_later_claim_does_not_take_an_unconfirmed_address():
    first = squat(1)
    squat(2)
    ask_for_reset(VICTIM)
    assert "Squatter 1" in sent_mails()[-1].body
    assert is_in(first)


def test_confirming_an_address_claims_it():
    squat(1)
    sent_mails().clear()
    owner = stranger()
    sign_up(owner, "The owner", VICTIM)
    owner.post(link_in(sent_mails()[-1]))
    ask_for_reset(VICTIM)
    assert "The owner" in sent_mails()[-1].body
    assert EmailAddress.objects.get(verified=True).user == User.objects.get(name="The owner")


def test_a_reset_goes_to_the_stored_address_never_to_a_lookalike():
    owner = squat(1, "kirk@example.org")
    owner.post(link_in(sent_mails()[-1]))
    sent_mails().clear()
    # A Kelvin sign becomes a k in lower case.
    ask_for_reset("\u212airk@example.org")
    assert {address for mail in sent_mails() for address in mail.to} <= {"kirk@example.org"}


# What a response reveals


def answer_to(client, name, **data):
    """Return (status, redirect, content, number of SQL statements) of a form's response."""
    page = reverse(name)
    client.get(page)
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(page, data)
    return answer.status_code, answer.get("Location"), answer.content, len(queries)


def test_password_reset_does_not_reveal_accounts(flora):
    known = answer_to(stranger(), "account_reset_password", email="flora@example.org")
    unknown = answer_to(stranger(), "account_reset_password", email="nobody@example.org")
    assert known == unknown and known[0] == 302


def test_sign_up_does_not_reveal_accounts(flora):
    data = {"password1": PASSWORD}
    known = answer_to(
        stranger(), "account_signup", username="One", email="flora@example.org", **data
    )
    unknown = answer_to(
        stranger(), "account_signup", username="Two", email="nobody@example.org", **data
    )
    assert known == unknown and known[0] == 302


def test_login_does_not_reveal_who_owns_an_address(flora):
    squat(1, "flora@example.org")
    for password, whom in ((PASSWORD, "Flora"), ("the squatter's own", "Squatter 2")):
        if whom != "Flora":
            sign_up(stranger(), whom, "flora@example.org", password)
        client = stranger()
        log_in(client, "flora@example.org", password)
        assert client.session["_auth_user_id"] == str(User.objects.get(name=whom).pk)


@pytest.mark.parametrize("squatters", [0, 1, 12])
def test_a_wrong_password_costs_as_many_hashes_for_any_address(flora, monkeypatch, squatters):
    for number in range(squatters):
        squat(number)
    hashed = []

    def counted(name):
        plain = getattr(User, name)
        monkeypatch.setattr(User, name, lambda user, word: hashed.append(name) or plain(user, word))

    counted("check_password")
    counted("set_password")
    log_in(stranger(), VICTIM, "not the password")
    assert len(hashed) == TRIED
