"""A tab closed during a push or while its socket connects: it leaves nothing behind."""

import asyncio
import logging

import pytest
from autobahn.exception import Disconnected
from django.contrib.auth.models import AnonymousUser

from games.web.live.consumers import PageConsumer
from games.web.live.watchers import send


class Page:
    """An open socket; writing to it raises `fault`."""

    def __init__(self, fault=None):
        self.fault, self.heard = fault, []

    async def write(self, message):
        if self.fault is not None:
            raise self.fault
        self.heard.append(message["text"])


def tell(*pages):
    asyncio.run(send(pages, "moved"))


def test_a_closed_tab_is_not_logged_and_others_get_the_push(caplog):
    caplog.set_level(logging.INFO)
    other = Page()
    tell(Page(Disconnected("Attempt to send on a closed protocol")), other)
    assert other.heard == ["moved"]
    assert caplog.records == []


def test_other_socket_errors_are_logged_and_others_get_the_push(caplog):
    caplog.set_level(logging.INFO)
    other = Page()
    tell(Page(OSError("broken")), other)
    assert other.heard == ["moved"]
    assert [record.message for record in caplog.records] == ["A socket could not be written to."]


class Watcher(PageConsumer):
    """A consumer that counts itself in `watching`."""

    watching = 0

    async def start_watching(self):
        Watcher.watching += 1
        return True

    def stop_watching(self):
        Watcher.watching -= 1


@pytest.mark.django_db
def test_a_tab_closed_while_its_socket_connects_is_not_left_watching():
    class Session:
        session_key = None

    scope = {"type": "websocket", "user": AnonymousUser(), "session": Session()}
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def reply(message):
        sent.append(message["type"])
        if message["type"] == "websocket.send":
            raise Disconnected("The socket is closed.")

    asyncio.run(Watcher()(scope, receive, reply))
    assert sent == ["websocket.accept", "websocket.send"]
    assert Watcher.watching == 0
