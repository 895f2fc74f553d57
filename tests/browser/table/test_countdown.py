"""The countdown in a browser with a wrong clock and a slow connection."""

import re
import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.support.visitors.patience import wait_until

HOUR = 3600
AHEAD = 3 * HOUR
WRONG_CLOCK = """
    const shift = AHEAD;
    const Right = Date, origin = performance.timeOrigin;
    window.Date = class extends Right {
        constructor(...parts) {
            parts.length ? super(...parts) : super(Right.now() + shift);
        }
        static now() {
            return Right.now() + shift;
        }
    };
    Object.defineProperty(Performance.prototype, "timeOrigin", { get: () => origin + shift });
""".replace("AHEAD", str(1000 * AHEAD))
"""A device whose clock is ahead, set before the page loads."""

LOOK = """one => {
    const [way] = performance.getEntriesByType("navigation");
    const took = (way.responseStart - way.startTime) / 1000;
    return [one.textContent, one.dateTime, one.title, took];
}"""


def seconds_of(text):
    """Return a countdown such as 9:58 in seconds."""
    minutes, seconds = re.fullmatch(r"(\d+):(\d\d)", text).groups()
    return 60 * int(minutes) + int(seconds)


def play_with_a_clock(site, player):
    """Play now, but with a clock from the first decision after the set-up on."""
    player.play_now()
    site.give_clock(player.page.url.split("/")[-2])
    player.page.get_by_role("button", name="Start", exact=True).click()


def sit_with_a_clock(player):
    """Open a prepared table whose clock runs for the player."""
    player.quick_play("own_attacks", turn_seconds=900, reaction_seconds=120)


@pytest.mark.covers("a countdown")
def test_the_countdown_ignores_a_wrong_local_clock(visitor):
    far = visitor(timezone_id="Asia/Tokyo", locale="en-GB")
    far.page.add_init_script(WRONG_CLOCK)
    sit_with_a_clock(far)
    countdown = far.page.locator("#status time.countdown")
    expect(countdown).to_have_text(re.compile(r"^\d+:\d\d$"))
    wrong = far.page.evaluate("Date.now() / 1000") - time.time()
    assert abs(wrong - AHEAD) < HOUR

    def is_true():
        # In a single call: the next player asked may have another deadline.
        before = time.time()
        text, until, title, way = countdown.evaluate(LOOK)
        deadline = datetime.fromisoformat(until).astimezone(UTC)
        there = deadline.astimezone(ZoneInfo("Asia/Tokyo"))
        is_told = f"{there:%H:%M}" in title and f"{there.day} {there:%b}" in title
        # The countdown rounds up to whole seconds, four times a second, and cannot know how long
        # the page took to arrive.
        least, most = deadline.timestamp() - time.time() - 0.5, deadline.timestamp() - before + 1.5
        return is_told and least <= seconds_of(text) <= most + way

    assert wait_until(is_true)


def test_times_use_the_zone_of_the_device_used_to_sign_up(site, visitor):
    member = visitor(timezone_id="America/New_York", locale="en-GB")
    member.sign_up("zora")
    play_with_a_clock(site, member)
    deadline = member.page.locator("#status time.countdown")
    expect(deadline).to_have_attribute("title", re.compile("^until "))
    until, title = deadline.evaluate("one => [one.dateTime, one.title]")
    there = datetime.fromisoformat(until).astimezone(ZoneInfo("America/New_York"))
    assert f"{there:%H:%M}" in title and f"{there.day} {there:%b}" in title
    member.page.goto("/my-games/")
    row = member.page.locator(".game-time")
    expect(row.locator(".countdown")).to_have_attribute("title", re.compile("^until "))
    ends = datetime.fromisoformat(row.locator(".when").get_attribute("datetime"))
    there = ends.astimezone(ZoneInfo("America/New_York"))
    expect(row.locator(".when")).to_have_text(f"{there:%A %H:%M}")
    member.page.goto("/settings/rest/")
    expect(member.page.get_by_text("your time zone, America/New_York")).to_be_visible()
    expect(member.page.get_by_text("This device uses")).to_be_hidden()


def test_chat_times_use_the_readers_time_zone(visitor):
    player = visitor(timezone_id="Asia/Tokyo", locale="en-GB")
    player.quick_play()
    page = player.page
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Message everyone").fill("Good evening")
    page.get_by_role("button", name="Send", exact=True).click()
    when = page.locator("#talk time")
    expect(when).to_have_attribute("data-local", "yes")
    said, told = when.evaluate("one => [one.dateTime, one.textContent]")
    there = datetime.fromisoformat(said).astimezone(ZoneInfo("Asia/Tokyo"))
    assert f"{there:%H:%M}" in told and f"{there.day} {there:%b}" in told


def test_a_device_in_another_zone_gets_a_proposal_to_switch(visitor):
    home = visitor(timezone_id="America/New_York")
    home.sign_up("zeno")
    away = visitor(timezone_id="Asia/Tokyo", storage_state=home.context.storage_state())
    away.page.goto("/my-games/")
    away.page.get_by_role("link", name="Use this device’s time zone").click()
    expect(away.page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    away.page.get_by_role("button", name="Save").click()
    expect(away.page.get_by_text("This device uses")).to_be_hidden()
    expect(away.page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
