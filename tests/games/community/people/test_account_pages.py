"""Account pages: in the site's own templates, with sound markup, for the right visitors."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.visitors.members import FOR_MEMBERS, confirm, log_in, switch_on

FOR_ALL = ("account_login", "account_signup", "account_reset_password", "account_inactive",
           "account_reset_password_done", "account_reset_password_from_key_done",
           "account_email_verification_sent")  # fmt: skip


def verify_page(response):
    """Check a page of the site: one heading, nothing inline, no unused features of allauth."""
    content = response.content.decode()
    assert response.status_code == 200
    assert len(re.findall("<h1", content)) == 1
    # Options for passkeys are data, which no policy has to allow.
    inline = r'<script(?![^>]*(src=|type="application/json"))'
    assert "style=" not in content and not re.search(inline, content)
    assert "unsafe" not in response["Content-Security-Policy"]
    assert not any(name in content for name in ("social", "3rdparty", "Google", "trans "))


@pytest.mark.parametrize("page", FOR_ALL)
@pytest.mark.django_db
def test_the_pages_for_all_are_ours(client, page):
    verify_page(client.get(reverse(page)))


@pytest.mark.parametrize("page", FOR_MEMBERS)
def test_the_pages_of_an_account_are_ours_and_for_its_owner(at_home, page):
    confirm(at_home)
    verify_page(at_home.get(reverse(page)))
    stranger = Client().get(reverse(page))
    assert stranger.status_code == 302
    if page != "account_logout":
        assert stranger["Location"].startswith(reverse("account_login"))


def test_the_pages_of_the_second_step_are_ours(at_home):
    switch_on(at_home)
    for page in ("mfa_index", "mfa_view_recovery_codes", "mfa_generate_recovery_codes",
                 "mfa_deactivate_totp", "mfa_reauthenticate"):  # fmt: skip
        verify_page(at_home.get(reverse(page)))
    elsewhere = Client()
    log_in(elsewhere, "Flora")
    verify_page(elsewhere.get(reverse("mfa_authenticate")))


@pytest.mark.django_db
def test_invalid_mail_links_lead_to_our_own_page(client):
    verify_page(client.get(reverse("account_confirm_email", args=["nonsense"])))
    verify_page(client.get(reverse("account_reset_password_from_key", args=["1", "nonsense"])))
