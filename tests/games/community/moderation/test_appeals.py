"""Appeals against measures: the reason, and the signed link that works without a log-in."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.community.moderation import appeals, on_people
from games.community.moderation.actions import Forbidden
from games.community.notices.sending import outbox
from games.exceptions import Refused, Stale
from games.models import Delivery, Measure, Notice, User
from tests.support.visitors.members import link_in, log_in, sent_mails
from tests.support.visitors.moderators import action, moderator

PAGE = {"Accept": "text/html"}


def take(by, person, kind="suspend", length="week", reason="You called names."):
    on_people.take_measure(action(kind, by, reason=reason, person=person), length)
    return Measure.objects.latest("pk")


def test_the_mail_gives_the_reason_and_links_to_an_appeal(flora, dora, settings):
    settings.CONTACT = "host@example.org"
    measure = take(dora, flora)
    (message,) = sent_mails()
    assert message.to == ["flora@example.org"] and "You called names." in message.body
    assert "host@example.org" in message.body
    stranger = Client(enforce_csrf_checks=False)
    page = stranger.get(link_in(message))
    assert page.status_code == 200
    content = page.content.decode()
    assert "You called names." in content and "suspended until" in content
    assert "host@example.org" in content
    assert stranger.post(link_in(message), {"words": "It was a joke."}).status_code == 302
    measure.refresh_from_db()
    assert measure.appeal == "It was a joke."
    assert "Another moderator will answer" in stranger.get(link_in(message)).content.decode()
    again = stranger.post(link_in(message), {"words": "Once more."})
    assert again.status_code == 422 and "already" in again.content.decode()


@pytest.mark.parametrize("kind", ["warn", "mute", "name", "limit", "suspend"])
def test_every_measure_is_mailed_once_and_can_be_appealed(flora, dora, kind):
    measure = take(dora, flora, kind)
    assert appeals.may_appeal(measure) and len(sent_mails()) == 1
    assert Notice.objects.get(user=flora).withheld[Delivery.Channel.MAIL] == "mailed"
    assert not Delivery.objects.exists()


def test_an_unconfirmed_address_gets_no_measure_mail(flora, dora):
    EmailAddress.objects.update(verified=False)
    take(dora, flora)
    assert sent_mails() == []


def test_a_suspended_user_is_led_to_the_appeal_at_login(flora, dora, client):
    measure = take(dora, flora)
    refused = log_in(client, "Flora")
    assert refused.status_code == 403
    content = refused.content.decode()
    path = appeals.path_of(measure)
    assert f'href="{path.rsplit(":", 2)[0]}' in content
    assert log_in(client, "Flora", "not the password").status_code == 200


def test_a_suspended_guest_is_led_to_the_decision_in_their_browser(client, dora):
    client.post(reverse("play_now"))
    guest = User.objects.get(is_guest=True)
    take(dora, guest)
    # A request by a script of an open page does not use up the redirect.
    client.get(reverse("lobby"), headers={"Accept": "*/*"})
    led = client.get(reverse("landing"), headers=PAGE)
    assert led.status_code == 302
    content = client.get(led["Location"]).content.decode()
    assert "You called names." in content and guest.name in content
    assert client.get(reverse("landing"), headers=PAGE).status_code == 200
    assert client.post(led["Location"], {"words": "I did not."}).status_code == 302


def test_other_users_are_not_led_to_the_decision(flora, at_home, dora, client):
    take(dora, flora, "mute")
    assert at_home.get(reverse("landing"), headers=PAGE).status_code in (200, 302)
    assert "appeals" not in at_home.get(reverse("landing"), headers=PAGE).get("Location", "")
    assert Client().get(reverse("landing"), headers=PAGE).status_code == 200


def test_a_session_with_an_old_password_is_not_led_to_the_decision(flora, at_home, dora):
    flora.set_password("another word of hers")
    flora.save()
    take(dora, flora)
    led = at_home.get(reverse("landing"), headers=PAGE)
    assert led.status_code == 200


def test_an_appeal_link_expires_and_covers_one_measure(flora, dora, monkeypatch):
    first, second = take(dora, flora, "mute"), take(dora, flora, "limit")
    path = appeals.path_of(first)
    token = path.split("/")[2]
    assert appeals.measure_of(token) == first != second
    for forged in (token[:-1] + ("A" if token[-1] != "A" else "B"), "x:y:z", str(first.pk)):
        assert Client().get(reverse("measure_appeal", args=[forged])).status_code == 404
    monkeypatch.setattr(appeals, "LINK_AGE", timedelta(seconds=-1))
    assert Client().get(path).status_code == 404


def test_an_appeal_is_possible_while_the_measure_lasts_and_two_weeks_after(flora, dora, fritz):
    ban, warning = take(fritz, flora, "ban"), take(dora, flora, "warn")
    long_ago = timezone.now() - timedelta(days=appeals.APPEAL_DAYS + 1)
    Measure.objects.update(taken_at=long_ago)
    ban.refresh_from_db()
    warning.refresh_from_db()
    assert appeals.may_appeal(ban) and not appeals.may_appeal(warning)
    with pytest.raises(Stale):
        appeals.appeal(warning, "Late.")
    for words in ("", " ", "x" * 1001):
        with pytest.raises(Refused):
            appeals.appeal(ban, words)


def test_another_moderator_decides_and_a_changed_decision_lifts_it(flora, dora, client):
    emil = moderator("emil")
    measure = take(dora, flora)
    appeals.appeal(measure, "It was a joke.")
    asked = {"person": flora, "name": "decide_measure_appeal"}
    with pytest.raises(Forbidden):
        appeals.decide(action(by=dora, **asked), measure, "upheld", "No.")
    with pytest.raises(Refused):
        appeals.decide(action(by=emil, **asked), measure, "upheld", " ")
    appeals.decide(action(by=emil, **asked), measure, "changed", "It was one.")
    measure.refresh_from_db()
    assert measure.lifted_at is not None and measure.appeal_handler == emil
    assert log_in(client, "Flora").status_code == 302
    sent = sent_mails()
    assert "The decision was changed. It was one." in sent[-1].body
    assert (
        "Read the answer to your appeal" in client.get(reverse("record_about_me")).content.decode()
    )
    with pytest.raises(Stale):
        appeals.decide(action(by=emil, **asked), measure, "upheld", "No.")


def test_the_admin_has_a_list_of_open_appeals_and_the_action(flora, people, browsers):
    measure = take(people["dora"], flora)
    appeals.appeal(measure, "It was a joke.")
    fritz = browsers["fritz"]
    listed = fritz.get("/admin/games/measure/?appealed=open").content.decode()
    assert "Flora" in listed
    page = fritz.get(f"/admin/games/measure/{measure.pk}/change/").content.decode()
    assert "Decide on the appeal" in page and "It was a joke." in page


def test_every_page_shows_the_contact(client, settings, db):
    settings.CONTACT = "host@example.org"
    for page in ("landing", "about", "rules", "account_login"):
        assert "mailto:host@example.org" in client.get(reverse(page)).content.decode()
    settings.CONTACT = "https://example.org/contact"
    assert 'href="https://example.org/contact"' in client.get(reverse("about")).content.decode()
    settings.CONTACT = ""
    assert "Contact" not in client.get(reverse("about")).content.decode()


def test_mails_are_queued_in_the_measures_transaction(flora, dora):
    take(dora, flora)
    assert mail.outbox == [] and outbox.waiting().count() == 1
