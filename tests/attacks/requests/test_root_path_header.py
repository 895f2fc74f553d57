"""Attack: set the root path of the site with the header Daphne-Root-Path.

Every URL that Django builds begins with the root path. A password reset requested with this header
must not mail the victim a genuine token at a foreign host, and a root path must not bypass the page
of a site in maintenance.
"""

import re

import pytest
from django.urls import reverse

from games.models import SiteSettings
from tests.support.attackers.sites import BEHIND_HTTPS, BY_PROXY, PUBLIC, mailing_site, running_site

pytestmark = pytest.mark.django_db(transaction=True)

FOREIGN = "//evil.example"
ROOTS = (FOREIGN, "/admin", "https://evil.example/x", "/evil.example/../x")


@pytest.fixture
def site(tmp_path):
    with running_site(tmp_path) as started:
        yield started


def test_a_password_reset_links_to_our_own_host(tmp_path, flora):
    with mailing_site(tmp_path) as site:
        headers = {"Daphne-Root-Path": FOREIGN}
        path = reverse("account_reset_password")
        assert site.ask("POST", path, {"email": flora.email}, headers=headers).status == 302
        mail = site.mail()
    assert "evil.example" not in mail
    assert re.search(r"http://\S+/accounts/password/reset/key/\S+", mail)


def test_no_link_or_redirect_starts_with_the_root_path(site):
    for root in ROOTS:
        headers = {"Daphne-Root-Path": root}
        for path in ("/", "/lobby/", "/lobby", "/settings/", "/admin/", "/nowhere/"):
            answer = site.ask("GET", path, headers=headers)
            assert "evil.example" not in answer.text + str(answer.headers)
            assert answer.status == site.ask("GET", path).status


def test_a_root_path_does_not_bypass_maintenance(site):
    SiteSettings.objects.update_or_create(pk=1, defaults={"mode": SiteSettings.Mode.MAINTENANCE})
    for root in ("", *ROOTS):
        assert site.ask("GET", "/lobby/", headers={"Daphne-Root-Path": root}).status == 503


def test_links_in_mails_behind_https_begin_with_the_address_of_the_site(tmp_path, flora):
    with mailing_site(tmp_path, **BEHIND_HTTPS) as site:
        headers = BY_PROXY | {"Referer": f"{PUBLIC}/", "Daphne-Root-Path": FOREIGN}
        path = reverse("account_reset_password")
        assert site.ask("POST", path, {"email": flora.email}, headers=headers).status == 302
        links = re.findall(r"https?://[^/\s]+", site.mail())
    assert set(links) == {PUBLIC}
