"""Attack: reuse the key of an earlier request with another move.

The site repeats its first response to a repeated request. It must refuse other moves under the same
key, or a player would believe in a move that was never made.
"""

import pytest
from django.urls import reverse

from tests.support.tables.tables import rows

pytestmark = pytest.mark.django_db


def send(client, code, **fields):
    return client.post(
        reverse("play_move", args=[code]),
        {"key": "one-key-for-all", **fields},
        headers={"HX-Request": "true"},
    )


@pytest.fixture
def orders(client, table):
    """The form of an answered request: standing orders under a known key."""
    form = {"move": "orders", "order:dice": "ask", "order:block": "never"}
    client.force_login(table.mover)
    assert send(client, table.code, **form).status_code == 200
    return form


def test_reusing_a_key_for_another_move_is_a_422(client, table, orders):
    before = rows(table.code)
    for other in ({"move": "resign"}, {**orders, "order:block": "ask"}):
        answer = send(client, table.code, **other)
        assert answer.status_code == 422
        assert "Something went wrong. Reload" in answer.content.decode()
    assert rows(table.code) == before


def test_the_same_request_still_gets_its_first_answer(client, table, orders):
    before = rows(table.code)
    assert send(client, table.code, **orders).status_code == 200
    assert rows(table.code) == before


def test_the_key_of_another_player_is_a_422(client, table, orders):
    client.force_login(table.waiting)
    assert send(client, table.code, **orders).status_code == 422
