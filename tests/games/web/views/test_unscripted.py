"""Pages without scripts: responses redirect to the requested page, and waiting pages refresh."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from tests.support.visitors.members import browser

REFRESH = '<meta http-equiv="refresh"'
REFRESH_NOW = "Refresh</button>"


def post(user, table, **fields):
    address = reverse("play_move", args=[table.code])
    return browser(user).post(address, {"key": f"{table.key()}-own", **fields})


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"move": "orders", "order:block": "never"}, "tab-orders"),
        ({"move": "offer_pact", "partners": "2", "terms": "peace", "rounds": "3"}, "ledger"),
        ({"said": urlencode({"move": "orders", "order:block": "never"})}, "tab-orders"),
    ],
)
def test_declarations_redirect_to_their_section(table, fields, place):
    answer = post(table.mover, table, **fields)
    assert answer.status_code == 302, answer.content.decode()[:500]
    assert answer["Location"] == f"/games/{table.code}/#{place}"
    assert f'id="{place}"' in browser(table.mover).get(f"/games/{table.code}/").content.decode()


def test_chat_redirects_to_the_talk(table, alice):
    answer = browser(alice).post(reverse("say", args=[table.code]), {"text": "Good evening"})
    assert answer["Location"] == f"/games/{table.code}/#tab-talk"


def test_only_waiting_pages_reload_themselves(table):
    again = {"again": "yes"}
    looks = [(table.waiting, {}), (table.waiting, again), (table.mover, again)]
    pages = [
        browser(user).get(f"/games/{table.code}/", query).content.decode() for user, query in looks
    ]
    assert [REFRESH_NOW in page for page in pages] == [True, True, False]
    assert [REFRESH in page for page in pages] == [False, True, False]


def test_a_waiting_room_may_be_looked_at_again(opened, alice):
    assert REFRESH_NOW in browser(alice).get(f"/games/{opened.code}/").content.decode()
