"""Passkeys in Chromium, with the virtual authenticator of its developer tools."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import grave_faults
from tests.support.browser.site import Site

PASSWORD = "a castle in the Rakers 7"
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site at a host name: browsers bind passkeys to names, not to IP addresses."""
    running = Site(
        tmp_path_factory.mktemp("named"), DJANGO_SETTINGS_MODULE="tests.support.browser.plain"
    )
    running.address = running.environment["CASTLERISK_ADDRESS"] = f"http://localhost:{running.port}"
    running.draw_by("nobody")
    running.start()
    yield running
    running.close()


def give_authenticator(visitor):
    """Plug in an authenticator that verifies its user; return the session that controls it."""
    tools = visitor.context.new_cdp_session(visitor.page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    made = tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return tools, made["authenticatorId"]


@pytest.mark.covers("passkeys")
def test_a_passkey_is_added_logs_in_and_is_removed(visitor):
    member = visitor(viewport=PHONE)
    page = member.page
    tools, device = give_authenticator(member)
    member.sign_up("pia")
    page.goto("/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Name").fill("My phone")
    assert grave_faults(page) == []
    page.get_by_role("button", name="Add a passkey").click()
    # The recovery codes come next.
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    code = page.locator(".account-codes code").first.inner_text()
    kept = tools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert [each["isResidentCredential"] for each in kept] == [True]
    assert {each["rpId"] for each in kept} == {"localhost"}

    log_out(page)
    page.goto("/accounts/login/?next=/settings/")
    assert grave_faults(page) == []
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Preferences")).to_be_visible()

    # The password alone does not log in any more; with the passkey it does.
    log_out(page)
    begin_with_password(page)
    expect(page.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    assert grave_faults(page) == []
    page.get_by_role("button", name="Use your passkey").click()
    page.wait_for_url("**/lobby/")

    # Nobody touches the device.
    tools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    log_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("No passkey was used. Try again.")
    begin_with_password(page)
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/lobby/")

    # It is renamed and removed after the password or passkey has been given again.
    tools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": True})
    page.goto("/accounts/2fa/webauthn/")
    assert grave_faults(page) == []
    page.get_by_role("link", name="Rename My phone").click()
    page.get_by_role("link", name="Use a passkey instead").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_label("Name").fill("Old phone")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Remove Old phone").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have no passkey yet.")).to_be_visible()
    log_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator(".messages")).to_contain_text("That passkey isn’t known here")
    begin_with_password(page)
    page.wait_for_url("**/lobby/")


def log_out(page):
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.wait_for_url(lambda address: "logout" not in address)


def begin_with_password(page):
    page.goto("/accounts/login/")
    page.get_by_label("Name or email").fill("pia")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
