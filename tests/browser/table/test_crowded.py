"""A page whose socket exceeds a limit shows a message, stays usable, and rarely retries."""

from contextlib import ExitStack
from time import monotonic

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from castlerisk_site import settings
from tests.support.visitors.patience import wait_until

RETRY = range(22, 38)
"""The number of seconds between two attempts of a page over the limit."""


@pytest.mark.covers("a page without its socket")
def test_a_page_over_the_socket_limit_says_so_and_still_works(visitor):
    alice = visitor()
    alice.clock.install()
    alice.become("alice-crowded")
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in alice.context.cookies())
    address = alice.site.address.replace("http", "ws", 1) + "/ws/lobby/"
    with ExitStack() as stack:
        alice.page.goto("/about/")
        for _ in range(settings.SOCKETS_PER_ACCOUNT):
            opening = connect(
                address, origin=alice.site.address, additional_headers={"Cookie": cookie}
            )
            stack.enter_context(opening)
        opened = []
        alice.page.on("websocket", lambda one: opened.append(one))
        began = monotonic()
        alice.page.goto("/lobby/")
        expect(alice.page.locator("html")).to_have_attribute("data-live", "crowded")
        expect(alice.page.locator("#connection")).to_contain_text("You have too many pages open")
        alice.play_now()
        expect(alice.page.locator("html")).to_have_attribute("data-live", "crowded")
        # A slow machine leaves time for further attempts.
        assert len(opened) <= 2 + (monotonic() - began) // RETRY.start

    def is_live_after_a_retry():
        alice.clock.fast_forward(1000 * RETRY.stop)
        return alice.page.locator("html").get_attribute("data-live") == "on"

    # The server notices a moment later that the other sockets are closed.
    wait_until(is_live_after_a_retry, pause=2)


HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
CATCH_UP = """async () => {
    (await import("/static/web/live/frames.js")).catchUp();
}"""
LOOKING = "**/changes/?have=*&looking=yes"


@pytest.mark.sources
def test_a_page_reports_whether_it_is_looked_at(visitor):
    alice = visitor()
    alice.clock.install()
    sent = []
    alice.page.on("websocket", lambda one: one.on("framesent", lambda text: sent.append(text)))
    alice.quick_play("own_attacks")
    page = alice.page
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.evaluate(HIDE, True)
    page.mouse.move(200, 200)
    with page.expect_request("**/changes/*") as fetching:
        page.evaluate(CATCH_UP)
    assert "looking" not in fetching.value.url
    with page.expect_request(LOOKING):
        page.evaluate(HIDE, False)
    # Uses are reported once a minute.
    page.mouse.move(210, 210)
    # After a long time the socket reconnects, and the game may have been paused.
    alice.clock.fast_forward(601_000)
    wait_until(lambda: page.evaluate("true") and int(sent[-1]) >= 601)
    with page.expect_request(LOOKING):
        page.mouse.move(220, 220)
    wait_until(lambda: page.evaluate("true") and sent[-1] == "0")
    first, *shown = sent[:3]
    assert first.isdigit() and shown == ["hidden", "0"]
    assert all(int(idle) >= 601 for idle in sent[3:-1])
