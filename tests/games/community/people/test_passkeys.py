"""Passkeys without a browser: who may have them, and forged answers of a device."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.community.people.passkey_forms import LONGEST_PASSKEY_NAME
from tests.support.tables.quick import press_play_now
from tests.support.visitors.members import confirm, is_in

JSON = {"Accept": "application/json"}
FORGED = (
    "", "null", "[]", "7", '"x"', "{}", "{", '{"response": 5}', '{"response": {"userHandle": 5}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"userHandle": "MQ", '
    '"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA"}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"attestationObject": "AA", '
    '"clientDataJSON": "e30"}, "clientExtensionResults": {}}',
)  # fmt: skip


def passkey_of(user, name="My phone"):
    """Store a passkey that no device has."""
    data = {"name": name, "credential": {}}
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)


@pytest.mark.parametrize("credential", FORGED)
def test_a_forged_passkey_logs_nobody_in(flora, client, credential):
    asked = client.get(reverse("mfa_login_webauthn"), headers=JSON).json()
    options = asked["request_options"]["publicKey"]
    assert options["rpId"] in settings.SITE_ADDRESS
    assert options["userVerification"] == "required" and not options["allowCredentials"]
    answer = client.post(reverse("mfa_login_webauthn"), {"credential": credential})
    assert answer.status_code == 302 and answer.url == reverse("account_login")
    assert not is_in(client)


@pytest.mark.parametrize("credential", FORGED)
def test_a_forged_passkey_is_not_added(at_home, credential):
    confirm(at_home)
    page = at_home.get(reverse("mfa_add_webauthn"))
    options = page.context["js_data"]["creation_options"]["publicKey"]
    assert options["authenticatorSelection"]["userVerification"] == "required"
    form = {"name": "My phone", "credential": credential}
    assert at_home.post(reverse("mfa_add_webauthn"), form).status_code == 200
    assert not Authenticator.objects.exists()


def test_passkeys_change_only_after_the_password(flora, at_home):
    key = passkey_of(flora)
    for name, args in (
        ("mfa_add_webauthn", []),
        ("mfa_edit_webauthn", [key.pk]),
        ("mfa_remove_webauthn", [key.pk]),
    ):
        assert at_home.get(reverse(name, args=args)).url.startswith("/accounts/reauthenticate/")
    page = at_home.post(reverse("mfa_remove_webauthn", args=[key.pk]))
    assert page.status_code == 302 and Authenticator.objects.filter(pk=key.pk).exists()


def test_nobody_changes_the_passkey_of_another(flora, at_home, alice):
    key = passkey_of(alice)
    confirm(at_home)
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        address = reverse(name, args=[key.pk])
        assert at_home.get(address).status_code == 404
        assert at_home.post(address, {"name": "Mine"}).status_code == 404
    assert "My phone" not in at_home.get(reverse("mfa_list_webauthn")).content.decode()


def test_a_long_name_is_shortened(flora, at_home):
    key = passkey_of(flora)
    confirm(at_home)
    at_home.post(reverse("mfa_edit_webauthn", args=[key.pk]), {"name": "Long " * 20})
    key.refresh_from_db()
    assert key.wrap().name == ("Long " * 20)[:LONGEST_PASSKEY_NAME]
    shown = at_home.get(reverse("mfa_list_webauthn")).content.decode()
    assert key.wrap().name in shown


@pytest.mark.django_db
def test_guests_have_no_passkeys(client):
    press_play_now(client)
    for name in ("mfa_list_webauthn", "mfa_add_webauthn"):
        assert client.get(reverse(name)).url == reverse("keep_games")


@pytest.mark.django_db
def test_log_ins_with_passkeys_are_limited():
    client = Client()
    tried = [client.post(reverse("mfa_login_webauthn"), {"credential": "{}"}) for _ in range(12)]
    assert [each.status_code for each in tried] == [302] * 10 + [429] * 2


def test_the_export_lists_passkeys_by_name_without_their_keys(flora, at_home):
    passkey_of(flora)
    told = json.loads(at_home.get(reverse("my_data")).content)
    assert [(each["kind"], each["name"]) for each in told["second_steps"]] == [
        ("webauthn", "My phone")
    ]
    assert "credential" not in json.dumps(told)
