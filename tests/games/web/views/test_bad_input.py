"""Bad input to every view: whatever anybody sends, the response is a page, never a server error."""

import itertools
import re
from io import BytesIO

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from castlerisk_site.backends.sessions import SessionStore
from castlerisk_site.pages import Pages
from games.community.lobby import tables
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.talk.talk import say
from games.models import Game, Message
from rules import Options
from tests.support.servers.vendors import only_on_postgresql
from tests.support.visitors.circles import circle_of
from tests.support.visitors.walking import walk

pytestmark = pytest.mark.django_db

BAIT = "<script>alert(1)</script>"
NASTY = (
    *("", " ", "\0", "a\0b", "-1", "0", "1e9", "9" * 18, "9" * 30, "9" * 5000, "NaN", "[]", "{}"),
    *("x" * 10000, "é", "٣", "²", "\u202eevil", "a\u0300" * 40, "\ud7ff", "\u200b", "../..", BAIT),
    *("';--", "%00", "a\nb", "a\u2028b", "\U000e0041", "\uffff", "http://[", "https://[::1"),
    *("2026-02-31", "99999-01-01", "9999-12-31", "0001-01-01", "on"),
)
PAGES = (
    *("/", "/lobby/", "/rules/", "/about/", "/people/bob/", "/settings/", "/settings/notices/"),
    *("/settings/rest/", "/notices/", "/my-games/", "/reports/", "/reports/new/?person=bob"),
    *("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/2fa/"),
    *("/accounts/email/", "/accounts/password/change/", "/?watch=x", "/notices/?page=2"),
    "/circles/",
)
AT_A_TABLE = (
    *("", "panel/?source=a&target=b", "plan/", "since/?step=1", "changes/?have=x", "absence/"),
    *("log/?round=1&first=1", "fairness/"),
)


@pytest.fixture
def addresses(table, alice, bob):
    """Addresses at tables where a crawl starts: a running table, and an open one."""
    say(Game.objects.get(code=table.code), bob, "Good evening.")
    number = Message.objects.get().pk
    seats = (SeatKind.ME, SeatKind.OPEN, SeatKind.CAPTAIN)
    room = tables.open_table(alice, TableTerms(seats, options=Options(quick=True)))
    at_tables = [f"/games/{table.code}/{rest}" for rest in AT_A_TABLE]
    asked = f"/reports/new/?game={table.code}&message={number}"
    circle = circle_of(alice, bob, name=BAIT)
    at_circle = [
        f"/circles/{circle.code}/{rest}" for rest in ("", "?page=2&of=bob", "new/", "webhooks/")
    ]
    link = f"/circles/{circle.code}/join/{circle.invitation}/"
    return [*at_tables, f"/games/{room.code}/", asked, *at_circle, link]


def trials(form, nasty):
    """Yield a form's data with each field invalid in turn, with all invalid, and with none."""
    for name in form.plain:
        yield form.plain | {name: next(nasty)}
    yield {name: next(nasty) for name in form.plain}
    yield {}


@pytest.mark.parametrize("who", ["nobody", pytest.param("alice", marks=only_on_postgresql)])
def test_no_field_of_any_form_and_no_question_of_any_link_breaks_a_page(who, addresses, alice):
    client = Client()
    if who != "nobody":
        client.force_login(alice)
    forms = walk(client, [*PAGES, *addresses])
    assert len(forms) > {"nobody": 12, "alice": 60}[who]
    nasty = itertools.cycle(NASTY)
    for number, form in enumerate(forms):
        headers = {"HX-Request": "true"} if number % 2 else {}
        send = client.post if form.method == "post" else client.get
        for sent in trials(form, nasty):
            cache.clear()
            with transaction.atomic():
                answer = send(form.action, sent, headers=headers)
                # The next example finds everything unchanged.
                transaction.set_rollback(True)
            assert answer.status_code < 500, (form.action, sent)
            if "html" in answer.get("Content-Type", ""):
                assert BAIT not in answer.content.decode(), (form.action, sent)


# Other parts of requests


@pytest.mark.parametrize("words", ["\\000aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaa\\000", "\\377" * 20])
def test_a_cookie_that_no_database_can_look_up_is_nobodys(client, table, words):
    answer = client.get(f"/games/{table.code}/", headers={"Cookie": f'sessionid="{words}"'})
    assert answer.status_code == 200
    assert not answer.context["user"].is_authenticated


def test_malformed_session_keys_are_ignored(client, alice):
    client.force_login(alice)
    key = client.session.session_key
    assert SessionStore(key).session_key == key
    assert SessionStore(key).get("_auth_user_id") == str(alice.pk)
    for other in (None, "", key.upper(), f"{key}a", f"{key[:-1]}\0", key[:-1]):
        assert SessionStore(other).session_key is None


@pytest.mark.parametrize("code", ["\0", "a\0b", "", "a b", "../.."])
def test_a_code_that_no_game_has_is_not_found(client, alice, code):
    client.force_login(alice)
    assert client.get("/reports/new/", {"game": code}).status_code == 404


def test_logged_out_users_get_the_same_answer_for_existing_and_unknown_tables(
    client, table, charlie
):
    Game.objects.filter(code=table.code).update(is_listed=False)
    for below in ("", "log/", "fairness/", "invitation/none/"):
        pages = []
        for code in (table.code, "n2wh3r45"):
            answer = client.get(f"/games/{code}/{below}")
            assert answer.status_code == 404
            page = answer.content.decode()
            assert f'href="/accounts/login/?next=/games/{code}/">Log in</a>' in page
            pages.append(re.sub('nonce="[^"]*"|[a-zA-Z0-9]{64}', "", page).replace(code, "CODE"))
        assert pages[0] == pages[1]
    assert "next=" not in client.get("/nowhere/").content.decode()
    client.force_login(charlie)
    assert "next=" not in client.get(f"/games/{table.code}/").content.decode()


NEXT = ("http://[", "https://[::1", "//[", "x", "a b", "\0", "http://elsewhere.org/", "x" * 20000)


@pytest.mark.parametrize("following", NEXT)
def test_no_word_that_is_no_address_of_ours_leads_anywhere(client, opened, alice, bob, following):
    alice.set_password("a castle by the sea")
    alice.save()
    known = {"login": "alice", "password": "a castle by the sea"}
    pages = ((client.get, "/accounts/login/", {}), (client.post, "/accounts/login/", known))
    for send, address, words in (*pages, (client.post, "/settings/block/", {"person": bob.name})):
        answer = send(address, words | {"next": following})
        assert answer.status_code in (200, 302, 400)
        assert "//" not in answer.get("Location", "")


FORM = (
    b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n'
    b"Gr\xc3\xbc\xc3\x9fe \\ud800\r\n--x--"
)
CLAIMED = ("base64", "unicode_escape", "utf-16", "rot13", "latin-1", "utf-8", "nonsense")


def read_by_the_site(query, kind, body):
    """(GET, POST) as the site reads them from a request, or the status of its refusal."""
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers}
    request, answer = Pages().create_request({**scope, "query_string": query}, BytesIO(body))
    return answer.status_code if request is None else (request.GET, request.POST)


@pytest.mark.parametrize("claimed", CLAIMED)
def test_request_bodies_are_always_read_as_utf_8(claimed):
    kind = f"multipart/form-data; boundary=x; charset={claimed}"
    asked, sent = read_by_the_site(b"page=%C3%BC%ff", kind, FORM)
    assert asked.dict() == {"page": "ü\ufffd"}
    assert sent.dict() == {"text": "Grüße \\ud800"}


def test_a_request_that_claims_nonsense_of_itself_is_refused_with_a_sentence():
    assert read_by_the_site(b"", "text/plain; x*=nonsense''a", b"") == 400
