"""Response headers: cookie names and security policies."""

import re
from http.cookies import SimpleCookie

import pytest

from tests.support.attackers.sites import BEHIND_HTTPS, BY_PROXY, PUBLIC, running_site
from tests.support.servers.processes import running

WRONG = {"username": "Wulf", "email": "wulf@example.org", "password1": "heron over the marsh"}


@pytest.mark.django_db
def test_security_headers_are_set(client):
    for path in ("/", "/nowhere/", "/admin/login/", "/games/new/"):
        answer = client.get(path)
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
        assert answer["Cross-Origin-Embedder-Policy"] == "require-corp"
        assert "camera=()" in answer["Permissions-Policy"].split(", ")
        assert "clipboard" not in answer["Permissions-Policy"]


@pytest.mark.django_db(transaction=True)
def test_behind_https_cookies_are_bound_to_the_host(tmp_path):
    with running_site(tmp_path, **BEHIND_HTTPS) as site:
        headers = BY_PROXY | {"Referer": f"{PUBLIC}/"}
        page = site.ask("GET", "/accounts/signup/", headers=headers)
        answers = [page, site.ask("POST", "/accounts/signup/", WRONG, headers=headers)]
    cookies = SimpleCookie()
    for line in (line for each in answers for line in each.headers.get_all("Set-Cookie", ())):
        cookies.load(line)
    assert {"__Host-sessionid", "__Host-csrftoken", "__Host-messages"} >= set(cookies)
    assert "__Host-sessionid" in cookies
    for name, cookie in cookies.items():
        assert name.startswith("__Host-")
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")


def test_the_deployment_check_passes(tmp_path):
    words = ("check", "--deploy", "--fail-level", "WARNING")
    with running(*words, CASTLERISK_VAR=str(tmp_path), DATABASE_URL="", **BEHIND_HTTPS) as one:
        assert one.end() == 0
        assert re.match(r"System check identified no issues", one.lines[-1])
