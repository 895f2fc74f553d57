"""Attack: send every header that proxies, servers and libraries look at, with hostile values.

Daphne, Twisted, Django and allauth use them to build URLs, look up addresses or change the request.
No value may appear in a response, redirect, email or push, nor in anything shown to others later.
"""

from contextlib import ExitStack
from socket import create_connection

import pytest
from django.test import Client
from websockets.sync.client import connect

from tests.support.attackers.routes import paths
from tests.support.attackers.sites import BEHIND_HTTPS, BY_PROXY, PUBLIC, mailing_site, running_site
from tests.support.visitors.moderators import moderator
from tests.support.visitors.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

EVIL = "evil.example"
URL = f"https://{EVIL}/x"
MARKS = (EVIL, "evil-prefix", ":6666")
"""Strings that no response may contain."""

OF_HOSTS = {
    "X-Forwarded-Host": EVIL,
    "X-Forwarded-Server": EVIL,
    "X-Forwarded-By": EVIL,
    "X-Host": EVIL,
    "X-Original-Host": EVIL,
    "X-Http-Host-Override": EVIL,
    "Base-Url": URL,
    "Request-Uri": URL,
    "Via": f"1.1 {EVIL}",
}
OF_PATHS = {
    "Daphne-Root-Path": f"//{EVIL}",
    "Script-Name": "/evil-prefix",
    "X-Script-Name": "/evil-prefix",
    "X-Forwarded-Prefix": "/evil-prefix",
    "X-Forwarded-Path": "/evil-prefix",
    "X-Forwarded-Uri": "/evil-prefix",
    "X-Original-URL": f"/evil-prefix/{EVIL}",
    "X-Rewrite-URL": f"/evil-prefix/{EVIL}",
    "X-Accel-Redirect": "/evil-prefix/",
    "X-Sendfile": "/evil-prefix/",
}
OF_SCHEMES = {
    "X-Forwarded-Port": "6666",
    "X-Forwarded-Scheme": "evil-prefix",
    "X-Forwarded-Protocol": "evil-prefix",
    "X-Forwarded-Ssl": "on",
    "X-Url-Scheme": "evil-prefix",
    "Front-End-Https": "on",
    "Forwarded": f'for="[::1]:6666";host={EVIL};proto=https;by={EVIL}',
}
OF_CLIENTS = {
    "X-Real-Ip": EVIL,
    "X-Client-Ip": EVIL,
    "X-Cluster-Client-Ip": EVIL,
    "True-Client-Ip": EVIL,
    "Cf-Connecting-Ip": EVIL,
    "Client-Ip": EVIL,
    "Remote-Addr": EVIL,
    "Remote-User": EVIL,
    "X-Remote-User": EVIL,
    "Authorization": f"Bearer {EVIL}",
    "Proxy-Authorization": f"Basic {EVIL}",
    "X-Session-Token": EVIL,
    "X-Email-Verification-Key": EVIL,
    "X-Password-Reset-Key": EVIL,
    "X-Request-Id": EVIL,
    "X-Http-Method-Override": "DELETE",
    "X-Method-Override": EVIL,
    "X-Ua-Compatible": EVIL,
    "User-Agent": f"Mozilla/5.0 ({EVIL})",
    "From": f"me@{EVIL}",
    "Accept-Language": f"de, {EVIL}",
    "Accept": f"text/html;{EVIL}",
    "If-None-Match": f'"{EVIL}"',
    "If-Match": "*",
    "Range": "bytes=0-6666",
    "Content-Language": EVIL,
    "Content-Location": URL,
    "Destination": URL,
    "Ping-From": URL,
    "Purpose": EVIL,
    "X-Requested-With": "XMLHttpRequest",
    "X-Wap-Profile": URL,
    "Hx-Current-Url": URL,
    "Hx-Prompt": EVIL,
    "Hx-Target": EVIL,
    "Hx-Trigger": EVIL,
    "Hx-Trigger-Name": EVIL,
    "Hx-Boosted": "true",
}
OF_ORIGIN = {"Origin": f"https://{EVIL}", "Referer": URL}
OF_PARTS = {"Hx-Request": "true"}
ALL = OF_HOSTS | OF_PATHS | OF_SCHEMES | OF_CLIENTS
"""Hostile headers that need not make the site refuse a request."""

HOSTS = (
    EVIL,
    f"//{EVIL}",
    f"{EVIL}#play.example.org",
    f"play.example.org, {EVIL}",
    f"play.example.org.{EVIL}",
    f"play.example.org:6666@{EVIL}",
    "play.example.org:6666",
    "127.0.0.1:6666",
)
"""Values of Host that clients may send, and that not every proxy checks."""


class Attacker:
    """Sends requests to every route, and searches all responses for the values it sent."""

    def __init__(self, site, routes, table_path, proxied):
        self.site, self.routes, self.proxied = site, routes, proxied
        self.table_path = table_path
        self.found = []

    def send(self, method, path, session=None, headers=None, **fields):
        """Send a request through the proxy; record it if the response repeats a hostile value."""
        headers = self.proxied | (headers or {})
        answer = self.site.ask(method, path, fields or None, session=session, headers=headers)
        said = f"{answer.status} {answer.headers} {answer.text}"
        if any(mark in said for mark in MARKS):
            self.found.append((method, path, answer.status))
        return answer

    def listen(self, user, headers=None):
        """Return an open socket of the table."""
        host = self.proxied.get("Host", self.site.host)
        scheme = "https" if self.proxied else "http"
        session = session_of(user)
        cookie = {"Cookie": f"sessionid={session}; __Host-sessionid={session}"}
        # The WebSocket client sets Host itself.
        by_proxy = {name: value for name, value in self.proxied.items() if name != "Host"}
        return connect(
            f"ws://{host}{self.table_path}",
            sock=create_connection(("127.0.0.1", self.site.port)),
            origin=f"{scheme}://{host}",
            user_agent_header=None,
            additional_headers=(headers or {}) | by_proxy | cookie,
            open_timeout=PATIENCE,
        )

    def all_routes(self, method, session=None, headers=None, **fields):
        """Send the same request to every route."""
        for _, path in self.routes:
            self.send(method, path, session, headers, **fields)


def session_of(user):
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


@pytest.fixture
def proxied(request):
    """The headers added by the proxy in front of the site; empty without a proxy."""
    return getattr(request, "param", BY_PROXY)


@pytest.fixture
def attack(tmp_path, table, alice, proxied):
    """A function that starts a site and returns its attacker."""
    with ExitStack() as stack:

        def start(run=running_site):
            environment = BEHIND_HTTPS if proxied else {}
            site = stack.enter_context(run(tmp_path, **environment))
            # Logging out comes last.
            routes = sorted(paths(table, alice), key=lambda route: "log" in (route[0] or ""))
            return Attacker(site, routes, f"/ws/games/{table.code}/", proxied)

        yield start


@pytest.fixture
def attacker(attack):
    """The attacker of a site that sends no mail."""
    return attack()


@pytest.mark.parametrize(
    "proxied",
    [pytest.param({}, marks=pytest.mark.long, id="straight"), pytest.param(BY_PROXY, id="proxied")],
    indirect=True,
)
def test_no_response_echoes_or_caches_a_hostile_header(attacker, table, flora):
    alice, bob = table.persons.values()
    dora = moderator("dora")
    for user in (None, alice, dora):
        session = user and session_of(user)
        attacker.all_routes("GET", session, ALL | OF_PARTS | OF_ORIGIN)
    attacker.all_routes("GET", None, ALL)
    for host in HOSTS:
        for path in ("/", "/lobby/", "/lobby", "/settings/", f"/games/{table.code}/", "/admin/"):
            attacker.send("GET", path, headers=ALL | {"Host": host})
    assert attacker.found == []

    for user in (None, bob, flora, dora):
        attacker.all_routes("GET", user and session_of(user))
    assert attacker.found == []


def test_no_form_echoes_a_hostile_header(attacker, table, alice):
    headers = ALL | {"Referer": f"{PUBLIC}/"}
    attacker.all_routes("POST", session_of(alice), headers, email="nobody@example.org")
    attacker.all_routes("POST", None, ALL | OF_ORIGIN, email="nobody@example.org")
    assert attacker.found == []


def test_no_mail_has_a_hostile_header(attack, flora):
    attacker = attack(mailing_site)
    headers = ALL | {"Referer": f"{PUBLIC}/"}
    asked = {"username": "Wulf", "email": "wulf@example.org", "password1": "heron over the marsh"}
    attacker.send("POST", "/accounts/signup/", headers=headers, **asked)
    attacker.send("POST", "/accounts/password/reset/", headers=headers, email=flora.email)
    assert attacker.found == []
    mail = attacker.site.mail(2)
    assert not [mark for mark in MARKS if mark in mail]


def frame(socket):
    """Return the next frame pushed to a page."""
    while 'id="version"' not in (message := socket.recv(PATIENCE)):
        assert not any(mark in message for mark in MARKS)
    return message


def test_no_push_has_a_hostile_header(attacker, table):
    with attacker.listen(table.mover, ALL) as hostile, attacker.listen(table.waiting) as heard:
        # The first frame contains only the current version.
        first = frame(hostile) + frame(heard)
        table.answer()
        pushed = frame(hostile) + frame(heard)
    assert len(pushed) > len(first)
    assert not [mark for mark in MARKS if mark in pushed + first]
