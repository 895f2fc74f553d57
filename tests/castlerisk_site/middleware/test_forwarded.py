"""Forwarded headers: believed from the site's proxies, never from its clients."""

import pytest

from castlerisk_site.middleware.forwarded import own_scope
from tests.support.attackers.sites import BEHIND_HTTPS, BY_PROXY, PUBLIC, running_site

HTTPS = (b"x-forwarded-proto", b"https")
PLAIN = (b"x-forwarded-proto", b"http")
ONE = (b"x-forwarded-for", b"192.0.2.7")
TWO = (b"x-forwarded-for", b"192.0.2.7, 192.0.2.8")


def scope_of(*headers, kind="http", path="/lobby/"):
    return {"type": kind, "path": path, "root_path": "/chosen", "headers": list(headers)}


@pytest.mark.parametrize(
    ("proxies", "headers", "scheme"),
    [
        (0, (HTTPS,), "http"),
        (0, (HTTPS, ONE), "http"),
        (1, (HTTPS,), "http"),
        (1, (ONE,), "http"),
        (1, (HTTPS, ONE), "https"),
        (1, (PLAIN, ONE), "http"),
        (1, (HTTPS, PLAIN, ONE), "http"),
        (1, ((b"x-forwarded-proto", b"https, http"), ONE), "http"),
        (1, ((b"x-forwarded-proto", b"HTTPS"), ONE), "https"),
        (2, (HTTPS, ONE), "http"),
        (2, (HTTPS, TWO), "https"),
        (2, (HTTPS, PLAIN, ONE, ONE), "https"),
        (2, (HTTPS, PLAIN, PLAIN, ONE, ONE), "http"),
    ],
)
def test_only_trusted_proxies_set_https(settings, proxies, headers, scheme):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert own_scope(scope_of(*headers))["scheme"] == scheme
    socket = scope_of(*headers, kind="websocket")
    assert own_scope(socket)["scheme"] == scheme.replace("http", "ws")


def test_clients_cannot_set_the_root_path():
    for kind in ("http", "websocket"):
        own = own_scope(scope_of(kind=kind, path=".evil.example/"))
        assert (own["root_path"], own["path"]) == ("", "/.evil.example/")


@pytest.fixture
def site(tmp_path):
    with running_site(tmp_path, **BEHIND_HTTPS) as started:
        yield started


@pytest.mark.django_db(transaction=True)
def test_behind_https_plain_requests_redirect_and_hsts_is_set(site):
    answer = site.ask("GET", "/rules/?page=1", headers=BY_PROXY)
    assert answer.status == 200
    assert answer.getheader("Strict-Transport-Security") == "max-age=31536000"

    by_http = BY_PROXY | {"X-Forwarded-Proto": "http"}
    straight = {"Host": "play.example.org", "X-Forwarded-Proto": "https"}
    for headers in (by_http, straight, {"Host": "evil.example"}, {}):
        answer = site.ask("GET", "/rules/?page=1", headers=headers)
        assert (answer.status, answer.getheader("Location")) == (301, f"{PUBLIC}/rules/?page=1")
        assert answer.getheader("Strict-Transport-Security") is None
    odd = site.ask("GET", ".evil.example/", headers=by_http)
    assert (odd.status, odd.getheader("Location")) == (301, f"{PUBLIC}/.evil.example/")


@pytest.mark.django_db(transaction=True)
def test_probes_answer_this_machine_without_https(site):
    for path in ("/healthz", "/readyz", "/metrics"):
        assert site.ask("GET", path).status == 200
    spoofed = {"X-Forwarded-For": "127.0.0.1, 192.0.2.7"}
    assert site.ask("GET", "/metrics", headers=spoofed).status == 403
