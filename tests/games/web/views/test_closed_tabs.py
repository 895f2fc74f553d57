"""A tab closed before its page has arrived: the request is completed, and nothing is logged."""

import asyncio
from threading import Event

import pytest

from castlerisk_site.pages import Pages
from tests.support.visitors.patience import PATIENCE

SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/about/",
    "raw_path": b"/about/",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "root_path": "",
    "scheme": "http",
    "client": ("127.0.0.1", 1),
    "server": ("127.0.0.1", 80),
}


class SlowPages(Pages):
    """Views that begin to answer, and then wait for the test."""

    def __init__(self):
        super().__init__()
        self.has_begun, self.may_go_on, self.is_done = Event(), Event(), Event()

    def _answer(self, scope, body):
        self.has_begun.set()
        assert self.may_go_on.wait(PATIENCE)
        answered = super()._answer(scope, body)
        self.is_done.set()
        return answered


async def visit(pages, *, leaves):
    """Request a page; close the tab during rendering, or wait. Return what was sent."""
    messages, sent = asyncio.Queue(), []
    messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    async def send(message):
        sent.append(message)

    async def decide():
        # A client that leaves before its request is handled would get no response at all.
        assert await asyncio.to_thread(pages.has_begun.wait, PATIENCE)
        if leaves:
            messages.put_nowait({"type": "http.disconnect"})
        else:
            pages.may_go_on.set()

    answering = pages(dict(SCOPE), messages.get, send)
    await asyncio.wait_for(asyncio.gather(answering, decide()), PATIENCE)
    return sent


@pytest.mark.django_db
def test_connected_clients_get_a_response():
    sent = asyncio.run(visit(SlowPages(), leaves=False))
    assert sent[0]["status"] == 200 and b"Castlerisk" in sent[1]["body"]


@pytest.mark.django_db
def test_a_closed_tab_ends_the_request_but_its_post_is_handled(caplog):
    pages = SlowPages()

    async def leave():
        assert await visit(pages, leaves=True) == []
        assert not pages.is_done.is_set()
        pages.may_go_on.set()
        assert await asyncio.to_thread(pages.is_done.wait, PATIENCE)

    asyncio.run(leave())
    assert caplog.records == []
