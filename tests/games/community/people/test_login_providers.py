"""Log-in by Google, Discord and GitHub, with a server that speaks for them."""

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from allauth.socialaccount.providers.github.views import GitHubOAuth2Adapter
from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from games.community.people.deletion import delete_account
from games.community.people.login_providers import NAMES
from games.models import User
from tests.support.servers.login_provider import CLIENT, SECRET, LoginProvider
from tests.support.tables.quick import press_play_now
from tests.support.visitors.members import (
    PASSWORD,
    confirm,
    is_in,
    log_in,
    sent_mails,
    sign_up,
    switch_on,
    totp,
)
from tests.support.visitors.moderators import moderator

pytestmark = pytest.mark.django_db
ADAPTERS = {
    "google": GoogleOAuth2Adapter,
    "discord": DiscordOAuth2Adapter,
    "github": GitHubOAuth2Adapter,
}
each_provider = pytest.mark.parametrize("name", NAMES)


@pytest.fixture
def provider(settings, monkeypatch):
    """The providers, with the operator's keys set."""
    server = LoginProvider()
    settings.SOCIALACCOUNT_PROVIDERS = {
        name: {"APP": {"client_id": CLIENT, "secret": SECRET}, "OAUTH_PKCE_ENABLED": True}
        for name in NAMES
    }
    for name, adapter in ADAPTERS.items():
        for url in ("authorize_url", "access_token_url", "profile_url", "emails_url"):
            if hasattr(adapter, url):
                monkeypatch.setattr(adapter, url, f"{server.address}/{name}/{url[:-4]}s")
        if name == "github":
            monkeypatch.setattr(adapter, "emails_url", f"{server.address}/github/emails")
    yield server
    server.close()
    assert server.faults == []


def continue_with(provider, client, name="google", **form):
    """Press a provider's button, consent there, and come back."""
    there = client.post(reverse(f"{name}_login"), form)
    assert there.status_code == 302 and there.url.startswith(provider.address)
    return client.get(provider.authorize(there.url))


def choose_name(client, name="Wulf", **more):
    return client.post(reverse("socialaccount_signup"), {"username": name, **more})


def test_without_keys_no_page_offers_or_answers(client, settings):
    settings.SOCIALACCOUNT_PROVIDERS = {}
    for page in ("account_login", "account_signup"):
        text = client.get(reverse(page)).content.decode()
        assert not any(name in text for name in NAMES.values())
    for name in NAMES:
        for path in (f"{name}_login", f"{name}_callback"):
            assert client.get(reverse(path)).status_code == 404
            assert client.post(reverse(path)).status_code == 404
    for path in ("connections", "signup", "login_cancelled", "login_error"):
        assert client.get(reverse(f"socialaccount_{path}")).status_code == 404
    assert client.post(reverse("google_login_by_token")).status_code == 404


@each_provider
def test_a_newcomer_chooses_a_name(provider, client, name):
    provider.person = {"id": 9, "email": "Wulf@Example.org", "verified": True}
    assert continue_with(provider, client, name).url == reverse("socialaccount_signup")
    page = client.get(reverse("socialaccount_signup"))
    assert page.context["form"]["email"].value() == "wulf@example.org"
    text = page.content.decode()
    assert reverse("house_rules") in text and f"Confirmed by {NAMES[name]}" in text
    # Another address than the verified one cannot be slipped in.
    answer = choose_name(client, email="boss@example.org", time_zone="Europe/Berlin")
    assert answer.url == reverse("lobby") and is_in(client)
    user = User.objects.get(name="Wulf")
    assert (user.email, user.time_zone) == ("wulf@example.org", "Europe/Berlin")
    assert not user.has_usable_password()
    addresses = EmailAddress.objects.values_list("email", "verified", "primary")
    assert list(addresses) == [("wulf@example.org", True, True)]
    # We keep their number, no token and no profile; the next log-in needs no form.
    assert list(SocialAccount.objects.values_list("uid", "extra_data")) == [("9", {})]
    assert not SocialToken.objects.exists()
    elsewhere = Client()
    assert continue_with(provider, elsewhere, name, next="/settings/").url == "/settings/"
    assert is_in(elsewhere) and User.objects.count() == 1
    asked = provider.asked[-1]
    assert asked["code_challenge_method"] == "S256" and asked["client_id"] == CLIENT


def test_no_session_keeps_a_token(provider, client):
    continue_with(provider, client)
    for session in Session.objects.all():
        assert "a-token" not in json.dumps(session.get_decoded())


@each_provider
def test_an_address_verified_on_both_sides_joins_the_account(provider, flora, client, name):
    assert continue_with(provider, client, name).url == reverse("lobby")
    assert client.session["_auth_user_id"] == str(flora.pk)
    assert SocialAccount.objects.get().user == flora
    assert flora.check_password(PASSWORD)
    assert [mail.to for mail in sent_mails()] == [["flora@example.org"]]


@each_provider
def test_an_address_that_the_provider_has_not_verified_joins_nothing(provider, flora, client, name):
    provider.person["verified"] = False
    assert continue_with(provider, client, name).url == reverse("socialaccount_signup")
    choose_name(client, email="flora@example.org")
    user = User.objects.get(name="Wulf")
    assert SocialAccount.objects.get().user == user != flora
    assert not EmailAddress.objects.get(user=user).verified
    # As after any sign-up, the address gets the confirmation only.
    assert [mail.subject for mail in sent_mails()] == ["Castlerisk: Confirm your email address"]


def test_an_address_that_we_have_not_verified_joins_nothing(provider, client):
    thief = Client()
    sign_up(thief, "Thief", "flora@example.org")
    assert continue_with(provider, client).url == reverse("socialaccount_signup")
    choose_name(client, "Flora")
    assert SocialAccount.objects.get().user == User.objects.get(name="Flora")
    assert EmailAddress.objects.get(verified=True).user.name == "Flora"


def test_accounts_with_a_second_step_or_a_role_are_not_joined(provider, flora, at_home):
    client = Client()
    dora = moderator("dora")
    EmailAddress.objects.create(user=dora, email=dora.email, verified=True, primary=True)
    switch_on(at_home)
    for email in (flora.email, dora.email):
        provider.person["email"] = email
        answer = continue_with(provider, client)
        assert answer.status_code == 403 and not is_in(client)
        text = answer.content.decode()
        assert "There is already an account with this address" in text
        assert "connect Google under Settings, Connected accounts" in text
    assert not SocialAccount.objects.exists()


def test_a_connected_account_still_asks_for_the_second_step(provider, flora, at_home):
    client = Client()
    secret = switch_on(at_home)
    continue_with(provider, at_home, process="connect")
    assert SocialAccount.objects.get().user == flora
    assert continue_with(provider, client).url == reverse("mfa_authenticate")
    assert not is_in(client)
    client.post(reverse("mfa_authenticate"), {"code": totp(secret)})
    assert is_in(client)


def test_names_follow_the_rules_of_the_sign_up(provider, client):
    User.objects.create_user("Wulf")
    provider.person["email"] = "new@example.org"
    continue_with(provider, client)
    for name in ("Wulf", "Guest Wren 1234", "a/b", ""):
        page = choose_name(client, name)
        assert page.status_code == 200 and page.context["form"].errors["username"]
        assert page.context["form"]["username"].value() == name
    assert choose_name(client, "Wulfa").status_code == 302


def test_a_forged_or_repeated_state_logs_nobody_in(provider, flora, client):
    there = client.post(reverse("google_login")).url
    back = provider.authorize(there)
    assert Client().get(back).status_code == 401
    for forged in (back[:-1], "/accounts/google/login/callback/?code=1", back.replace("code", "c")):
        assert client.get(forged).status_code == 401 and not is_in(client)
    assert client.get(back).status_code == 401
    cancelled = client.post(reverse("google_login")).url
    state = cancelled.partition("state=")[2].partition("&")[0]
    answer = client.get(f"/accounts/google/login/callback/?error=access_denied&state={state}")
    assert answer.url == reverse("socialaccount_login_cancelled")
    assert client.get(answer.url).status_code == 200


def test_a_link_alone_starts_no_log_in(provider, client):
    page = client.get(reverse("google_login"))
    assert page.status_code == 200 and not provider.asked
    assert "Continue with Google" in page.content.decode()


# Guests


def test_a_guest_keeps_the_seat(provider, client):
    press_play_now(client)
    guest = User.objects.get()
    seats = list(guest.seats.values_list("pk", flat=True))
    provider.person["email"] = "wulf@example.org"
    assert continue_with(provider, client).url == reverse("keep_games")
    form = client.get(reverse("keep_games")).context["form"]
    assert "password" not in form.fields and form["email"].value() == "wulf@example.org"
    assert client.post(reverse("keep_games"), {"name": "Wulf"}).status_code == 302
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest, guest.email) == ("Wulf", False, "wulf@example.org")
    assert list(guest.seats.values_list("pk", flat=True)) == seats != []
    assert SocialAccount.objects.get().user == guest and is_in(client)
    assert EmailAddress.objects.get().verified and not guest.has_usable_password()
    elsewhere = Client()
    continue_with(provider, elsewhere)
    assert elsewhere.session["_auth_user_id"] == str(guest.pk)


def test_a_guest_may_return_to_a_password(provider, client):
    press_play_now(client)
    provider.person["email"] = "wulf@example.org"
    continue_with(provider, client)
    page = client.get(reverse("keep_games"), {"password": "yes"})
    assert "password" in page.context["form"].fields
    assert "password" in client.get(reverse("keep_games")).context["form"].fields


def test_a_guest_does_not_lose_the_seat_to_an_existing_account(provider, flora, client):
    press_play_now(client)
    answer = continue_with(provider, client)
    assert answer.status_code == 403 and "Log out first" in answer.content.decode()
    assert User.objects.get(pk=client.session["_auth_user_id"]).is_guest
    assert not SocialAccount.objects.exists()


# Connections


def test_connections_are_made_and_removed_in_the_settings(provider, flora, at_home):
    # Connecting asks for the password, then goes on.
    asked = continue_with(provider, at_home, "discord", process="connect")
    assert asked.url == reverse("account_reauthenticate")
    assert at_home.post(asked.url, {"password": PASSWORD}).url == reverse(
        "socialaccount_connections"
    )
    account = SocialAccount.objects.get()
    page = at_home.get(reverse("socialaccount_connections")).content.decode()
    assert "Disconnect" in page and "Connect Google" in page
    told = json.loads(at_home.get(reverse("my_data")).content)["connections"]
    assert [each["provider"] for each in told] == ["discord"]
    at_home.post(reverse("socialaccount_connections"), {"account": account.pk})
    assert not SocialAccount.objects.exists()
    subjects = [mail.subject for mail in sent_mails()]
    assert subjects == ["Castlerisk: Discord was connected", "Castlerisk: Discord was disconnected"]


def test_the_last_way_to_log_in_stays(provider, client):
    provider.person["email"] = "wulf@example.org"
    continue_with(provider, client)
    choose_name(client)
    account = SocialAccount.objects.get()
    page = client.post(reverse("socialaccount_connections"), {"account": account.pk})
    assert "Set a password first" in page.content.decode()
    assert SocialAccount.objects.exists()


def test_nobody_disconnects_or_takes_the_account_of_another(provider, flora, at_home, alice):
    account = SocialAccount.objects.create(user=alice, provider="google", uid="7")
    confirm(at_home)
    at_home.post(reverse("socialaccount_connections"), {"account": account.pk})
    answer = continue_with(provider, at_home, process="connect")
    account.refresh_from_db()
    assert account.user == alice
    shown = at_home.get(answer.url).content.decode()
    assert "That Google account belongs to another account here." in shown


def test_a_deleted_account_leaves_no_connection(provider, flora, client):
    continue_with(provider, client)
    delete_account(flora)
    assert not SocialAccount.objects.exists()
    assert continue_with(provider, Client()).url == reverse("socialaccount_signup")


def test_closed_accounts_stay_closed(provider, flora, client):
    SocialAccount.objects.create(user=flora, provider="google", uid="7")
    User.objects.filter(pk=flora.pk).update(is_active=False)
    continue_with(provider, client)
    assert not is_in(client)


def test_a_stranger_with_the_password_is_not_affected(provider, flora, client):
    continue_with(provider, client)
    elsewhere = Client()
    log_in(elsewhere, "Flora")
    assert is_in(elsewhere)


def test_a_guest_who_meanwhile_made_an_account_elsewhere_is_told(provider, client):
    press_play_now(client)
    guest = User.objects.get()
    provider.person["email"] = "wulf@example.org"
    continue_with(provider, client)
    elsewhere = Client()
    continue_with(provider, elsewhere)
    choose_name(elsewhere, "Erin")
    answer = client.post(reverse("keep_games"), {"name": "Wulf"})
    assert answer.status_code == 403 and "Log out first" in answer.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest and SocialAccount.objects.get().user.name == "Erin"
