"""A tab closed during a push to its page: no traceback is logged."""

import asyncio
import logging

from autobahn.exception import Disconnected

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
