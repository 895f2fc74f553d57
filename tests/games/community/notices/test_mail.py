"""Notices over a real mail server: contents, recipients, and unsubscribing."""

import re

from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games.community.notices.channels import mail as channels_mail
from games.community.notices.preferences import PRESETS, Choice, save_choice
from games.models import Delivery, Game, Notice, RestingAddress
from games.playing.start import create_game, start_game
from tests.support.tables.bringing import later, parts_of, states, tell, work

State = Delivery.State


def test_a_notice_comes_as_mail_in_text_and_html_and_can_be_stopped(mails, table, alice):
    tell(alice, table)
    work()
    (mail,) = mails.mails
    assert mail["To"] == "alice@example.org"
    subject, text, html, pictures = parts_of(mail)
    assert re.fullmatch(r"Castlerisk: \d min left – your turn in .* until \w+ \d+:\d+", subject)
    link = f"/games/{table.code}/"
    assert "You’re running out of time." in text and link in text
    assert "You’re running out of time." in html and link in html
    assert 'src="cid:map-1"' in html and pictures["map-1"].startswith(b"\x89PNG")
    delivery = Delivery.objects.get()
    assert str(delivery.pk) in mail["Message-ID"]
    assert (delivery.state, delivery.tries) == (State.SENT, 1)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = re.fullmatch(r"<https?://[^/]+(/.+)>", mail["List-Unsubscribe"].strip())[1]
    # A mail program has neither a session nor a CSRF token.
    answer = Client(enforce_csrf_checks=True).post(stop, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200 and "You won’t get any more email" in answer.content.decode()
    tell(alice, table, "two")
    work()
    assert len(mails.mails) == 1
    assert Notice.objects.get(cause="two").withheld["mail"] == "stopped"


def test_only_posting_a_signed_link_unsubscribes(client, mails, alice):
    token = channels_mail.stop_token(alice.pk, "alice@example.org")
    assert "Unsubscribe" in client.get(reverse("stop_mail", args=[token])).content.decode()
    assert not RestingAddress.objects.exists()
    for forged in (token[:-1] + ("A" if token[-1] != "A" else "B"), "bob@example.org", "x:y:z"):
        assert client.post(reverse("stop_mail", args=[forged])).status_code == 404
    assert not RestingAddress.objects.exists()


def test_unsubscribed_mail_can_be_resumed(client, mails, table, alice):
    client.post(
        reverse("stop_mail", args=[channels_mail.stop_token(alice.pk, "alice@example.org")])
    )
    client.force_login(alice)
    page = client.get(reverse("notice_choices")).content.decode()
    assert "You unsubscribed" in page
    client.post(reverse("resume_mail"))
    tell(alice, table)
    work()
    assert len(mails.mails) == 1


def test_only_a_confirmed_address_gets_mail(mails, table, alice, bob):
    EmailAddress.objects.create(user=bob, email=bob.email, verified=False, primary=True)
    tell(bob, table)
    work()
    assert mails.mails == []
    assert Notice.objects.get(user=bob).withheld["mail"] == "address"


def test_an_unknown_address_rests_and_its_owner_sees_why(client, mails, table, alice):
    mails.refusals["alice@example.org"] = "550 no such mailbox"
    tell(alice, table)
    work()
    assert states("mail") == [State.RESTING]
    tell(alice, table, "two")
    assert Notice.objects.get(cause="two").withheld["mail"] == "refused"
    client.force_login(alice)
    assert "550 no such mailbox" in client.get(reverse("notice_choices")).content.decode()
    assert "550 no such mailbox" in client.get(reverse("notices")).content.decode()


def test_a_busy_address_is_retried(mails, table, alice):
    mails.refusals["alice@example.org"] = "450 busy"
    tell(alice, table)
    work()
    assert states("mail") == [State.WAITING] and not RestingAddress.objects.exists()
    mails.refusals.clear()
    later(31)
    work()
    assert states("mail") == [State.SENT] and len(mails.mails) == 1


def test_a_digest_is_one_mail(mails, table, alice):
    save_choice(alice, Choice(PRESETS["matters"][1], digest=True, digest_hour=7))
    tell(alice, table, "one", "The first.")
    tell(alice, table, "two", "The second.")
    work()
    assert mails.mails == []
    later(24 * 3600)
    work()
    (mail,) = mails.mails
    _, text, _, _ = parts_of(mail)
    assert text.index("The first.") < text.index("The second.")
    assert states("mail") == [State.SENT] * 2


def test_a_digest_has_a_letter_for_each_game(mails, table, alice):
    save_choice(alice, Choice(PRESETS["matters"][1], digest=True, digest_hour=7))
    other = create_game([alice, "captain"])
    start_game(other.code)
    for code in (table.code, other.code):
        tell(alice, Game.objects.get(code=code), "one", "You’re running out of time.")
    later(24 * 3600)
    work()
    (mail,) = mails.mails
    subject, text, html, pictures = parts_of(mail)
    assert subject.endswith(", and 1 more") and len(pictures) == 2
    assert all(f"/games/{code}/" in text and code in html for code in (table.code, other.code))
