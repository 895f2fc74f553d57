"""Attack: use the browser, or the cookie, of a moderator who logged in a while ago."""

import time

import pytest
from django.test import Client

from games.models import Action, Game, Measure
from tests.support.visitors.desks import do, text
from tests.support.visitors.members import PASSWORD, totp
from tests.support.visitors.moderators import log_in_as

pytestmark = pytest.mark.django_db
MINUTE, HOUR = 60, 3600
SECRET = "JBSWY3DPEHPK3PXP"
SECOND_STEP = "/accounts/2fa/reauthenticate/"


@pytest.fixture
def dora(dora):
    """A moderator with a password and a working authenticator."""
    dora.set_password(PASSWORD)
    dora.save()
    dora.authenticator_set.update(data={"secret": SECRET})
    return dora


@pytest.fixture
def desk(dora):
    """Dora's browser, with a second step sixteen minutes old."""
    return log_in_as(Client(), dora, HOUR, 16 * MINUTE)


def address_of(person, name="mute"):
    return f"/admin/games/user/{person.pk}/do/{name}/"


def test_an_action_asks_for_the_second_step_after_fifteen_minutes(desk, alice):
    assert desk.get("/admin/games/user/").status_code == 200
    for ask in (desk.get, desk.post):
        answer = ask(address_of(alice), {"key": "k", "reason": "Because.", "length": "day"})
        assert answer.status_code == 302 and answer.url.startswith(SECOND_STEP)
    assert not Measure.objects.exists() and not Action.objects.exists()


def test_the_password_is_not_a_second_step(desk, alice):
    desk.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert desk.get(address_of(alice)).url.startswith(SECOND_STEP)


def test_form_input_survives_the_second_step(desk, alice):
    typed = {"key": "typed", "reason": "Three insults in one evening.", "length": "week"}
    on_the_way = desk.post(address_of(alice), typed).url
    asked = text(desk.get(on_the_way))
    assert "What you entered is kept" in asked and "Use your password instead" not in asked
    back = desk.post(on_the_way, {"code": totp(SECRET)})
    assert back.url == address_of(alice)
    page = desk.get(back.url)
    form = page.context["form"]
    assert {name: form[name].value() for name in typed} == typed
    assert "Nothing has been done yet" in text(page)
    desk.post(back.url, typed)
    assert Measure.objects.get().reason == typed["reason"]


def test_multiple_choices_survive_the_second_step(dora, fritz, table):
    fritz.set_password(PASSWORD)
    fritz.save()
    fritz.authenticator_set.update(data={"secret": SECRET})
    desk = log_in_as(Client(), fritz, HOUR, 16 * MINUTE)
    address = f"/admin/games/game/{Game.objects.get(code=table.code).pk}/do/end/"
    posted = {"key": "k", "reason": "They agreed.", "winners": ["0", "1"]}
    back = desk.post(desk.post(address, posted).url, {"code": totp(SECRET)})
    assert desk.get(back.url).context["form"]["winners"].value() == ["0", "1"]


def test_a_wrong_code_is_refused(desk, alice):
    on_the_way = desk.get(address_of(alice)).url
    assert desk.post(on_the_way, {"code": "000000"}).status_code == 200
    assert desk.get(address_of(alice)).status_code == 302


def test_the_admin_asks_for_password_and_second_step_after_twelve_hours(dora, alice):
    desk = log_in_as(Client(), dora, 12 * HOUR + 1, MINUTE)
    for page in ("/admin/", "/admin/games/user/", address_of(alice)):
        answer = desk.get(page, follow=True)
        assert answer.redirect_chain[-1][0].startswith("/accounts/reauthenticate/"), page
    assert desk.get("/settings/").status_code == 200
    asked = desk.get("/admin/", follow=True).redirect_chain[-1][0]
    back = desk.post(asked, {"password": PASSWORD}, follow=True)
    assert back.status_code == 200 and back.request["PATH_INFO"] == "/admin/"


def test_activity_does_not_extend_the_session(dora, alice):
    desk = log_in_as(Client(), dora, 12 * HOUR + 1, 16 * MINUTE)
    typed = {"key": "typed", "reason": "Three insults.", "length": "week"}
    on_the_way = desk.post(address_of(alice), typed).url
    back = desk.post(on_the_way, {"code": totp(SECRET)}, follow=True)
    # The code alone is not enough: the password is required too, and the typed form is kept.
    assert back.redirect_chain[-1][0].startswith("/accounts/reauthenticate/")
    page = desk.post(back.redirect_chain[-1][0], {"password": PASSWORD}, follow=True)
    assert page.context["form"]["reason"].value() == "Three insults."


def test_a_passkey_counts_as_password_and_second_step(dora, alice):
    desk = log_in_as(Client(), dora, 13 * HOUR, 13 * HOUR)
    session = desk.session
    record = {"method": "mfa", "type": "webauthn", "passwordless": True, "at": time.time()}
    session["account_authentication_methods"] += [record]
    session.save()
    assert desk.get("/admin/").status_code == 200
    assert desk.get(address_of(alice)).status_code == 200
    # It becomes too old like any other step.
    record["at"] -= 16 * MINUTE
    session["account_authentication_methods"] = [record]
    session.save()
    assert desk.get("/admin/").status_code == 200
    assert desk.get(address_of(alice)).url.startswith(SECOND_STEP)
    record["at"] -= 12 * HOUR
    session["account_authentication_methods"] = [record]
    session.save()
    assert desk.get("/admin/").status_code == 302


def test_a_session_from_before_the_upgrade_counts_as_old(dora):
    desk = Client()
    desk.force_login(dora)
    assert desk.get("/admin/").status_code == 302


def test_a_log_in_with_its_second_step_opens_the_admin_and_actions(dora, alice):
    desk = Client()
    desk.post("/accounts/login/", {"login": "dora", "password": PASSWORD})
    desk.post("/accounts/2fa/authenticate/", {"code": totp(SECRET)})
    assert desk.get("/admin/").status_code == 200
    answer = do(desk, "user", alice.pk, "warn")
    assert answer.status_code == 200 and Measure.objects.count() == 1
