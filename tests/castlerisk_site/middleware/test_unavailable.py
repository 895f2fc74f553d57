"""The responses while the database is down."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, connection

from castlerisk_site.middleware.unavailable import (
    AGAIN_SECONDS,
    TRY_AGAIN_LATER,
    AwaySockets,
    is_away,
)
from games.storage.processes.connections import watch
from tests.support.visitors.markup import one_line


@pytest.fixture
def away():
    watch().is_away = True
    yield
    watch().is_away = False


def test_the_outage_page_has_retry_after_and_makes_no_query(client, away):
    # Without the marker, pytest-django would block every query.
    answer = client.get("/games/a2tab3e4/")
    assert answer.status_code == 503 and answer["Retry-After"] == str(AGAIN_SECONDS)
    text = answer.content.decode()
    assert '<meta http-equiv="refresh" content="3">' in text and "Back in a moment" in text
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_posts_are_not_resent_automatically(client, away):
    text = client.post("/games/a2tab3e4/moves/", {"move": "end"}).content.decode()
    assert "refresh" not in text and "it counts only once" in text


def test_the_table_keeps_its_choices_during_an_outage(client, away):
    answer = client.post("/games/a2tab3e4/moves/", headers={"HX-Request": "true"})
    assert answer.status_code == 503 and answer["HX-Reswap"] == "none"
    text = one_line(answer.content.decode())
    assert text.startswith('<div id="notice"') and 'hx-swap-oob="true"' in text
    assert "your choice is still here" in text and f"in {AGAIN_SECONDS} seconds" in text
    asked = client.get("/games/a2tab3e4/changes/", headers={"HX-Request": "true"})
    text = asked.content.decode()
    assert "Your request" not in text and f"tries again every {AGAIN_SECONDS} seconds" in text


def asked_for_a_socket():
    """The response to a page that opens a socket; "let in" if it is accepted."""
    told = []

    async def let_in(scope, receive, send):
        told.append("let in")

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        told.append(message)

    # In a separate thread: another test's browser may be running an event loop in this one.
    with ThreadPoolExecutor(1) as apart:
        asking = AwaySockets(let_in)({"type": "websocket"}, receive, send)
        apart.submit(asyncio.run, asking).result()
    return told


def test_no_socket_waits_for_the_database(away):
    assert asked_for_a_socket() == [{"type": "websocket.close", "code": TRY_AGAIN_LATER}]


def test_sockets_are_accepted_when_the_database_is_back():
    assert asked_for_a_socket() == ["let in"]


# Closing a streamed response checks the connection, which another test may have left open.
@pytest.mark.django_db
def test_static_files_are_served_during_an_outage(client, away):
    answer = client.get("/static/site/site.css")
    assert answer.status_code == 200
    answer.close()


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OperationalError("database is locked"), True),
        (OperationalError("unable to open database file"), True),
        (InterfaceError("connection already closed"), connection.vendor != "sqlite"),
        (OperationalError("no such table: games_game"), connection.vendor != "sqlite"),
        (IntegrityError("FOREIGN KEY constraint failed"), False),
        (ValueError("locked"), False),
        (None, False),
    ],
)
def test_errors_that_count_as_an_outage(error, expected):
    assert is_away(error) is expected
