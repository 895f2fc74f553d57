"""Notices and the recap in a browser: settings, a displayed push, the animated map."""

import json

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import grave_faults
from tests.support.browser.tables import SETTLED
from tests.support.visitors.patience import wait_until

PHONE = {"width": 390, "height": 844}

PAUSE_LATER = """(first) => {
    const button = document.querySelector('[data-play]');
    const plays = document.querySelector('[data-step]').textContent !== first;
    if (plays && button.classList.contains('is-playing')) button.click();
    return plays;
}"""
"""Pauses the replay inside the page after its first step, so that a slow test cannot miss it."""

ACTIVATED = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== "activated") {
        await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
    }
}"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map((each) => [each.tag, each.body])"""


def end_attacks(page):
    """End the player's attacks, in two steps."""
    page.locator("#panel").get_by_role("link", name="End attacks").click()
    page.get_by_role("button", name="End attacks").click()
    page.wait_for_function(SETTLED)


def come_back(site, visitor):
    """Log a visitor in as a guest who has been away from a table; return the table's code."""
    code, [session] = site.prepare("absent_guest")
    visitor.log_in(session)
    return code


@pytest.mark.covers("notice settings")
def test_notice_choices_are_saved_and_a_trial_reports_its_outcome(visitor):
    member = visitor(viewport=PHONE)
    member.sign_up("nina")
    page = member.page
    page.goto("/settings/notices/")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Everything").click()
    expect(page.get_by_role("button", name="Everything")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("group", name="A game starts").get_by_label("Push").uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("group", name="A game starts").get_by_label("Push")).not_to_be_checked()
    assert grave_faults(page) == []
    page.get_by_role("button", name="Send a test notice").click()
    page.locator("summary", has_text="How it was sent").first.click()
    expect(page.get_by_text("You have no confirmed email address.")).to_be_visible()
    expect(page.get_by_role("link", name="Notices, 1 unread")).to_be_visible()
    assert grave_faults(page) == []
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_role("link", name="Notices", exact=True).first).to_be_visible()


def test_a_player_connects_a_game_to_a_channel_on_a_phone(site, visitor):
    person = visitor(viewport=PHONE)
    code, page = come_back(site, person), person.page
    page.goto(f"/games/{code}/webhooks/")
    form = page.get_by_role("region", name="Connect a channel")
    # Nobody can answer at this address, whatever the machine's network.
    form.get_by_label("Address of the webhook").fill("https://hookshot.invalid/webhook/key")
    form.get_by_role("group", name="What it posts").get_by_label("Pacts and trades").uncheck()
    form.get_by_role("button", name="Connect and send a test").click()
    hook = page.get_by_role("region", name="hookshot.invalid")
    expect(hook.get_by_text("Matrix (hookshot), added by you.")).to_be_visible()
    hook.get_by_text("Change what it posts").click()
    expect(hook.get_by_label("Pacts and trades")).not_to_be_checked()
    expect(hook.get_by_label("Whose turn it is")).to_be_checked()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    assert grave_faults(page) == []
    hook.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No channel is connected yet.")).to_be_visible()


def test_a_push_is_shown_by_the_service_worker(site, visitor, full_browser):
    member = visitor(full_browser)
    member.sign_up("pia")
    member.context.grant_permissions(["notifications"], origin=site.address)
    page = member.page
    page.goto("/settings/notices/")
    # Only the service worker starts: a subscription would need the browser vendor's push service.
    page.get_by_role("button", name="Turn on push in this browser").click()
    page.evaluate(ACTIVATED)
    devtools, found = member.context.new_cdp_session(page), []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate("() => true") and found)

    def push(tag):
        told = {"id": tag, "title": "Castlerisk", "body": "It is your turn.", "url": "/notices/"}
        message = {"origin": site.address, "registrationId": found[0]["registrationId"]}
        devtools.send("ServiceWorker.deliverPushMessage", message | {"data": json.dumps(told)})

    def is_shown(tag):
        # Chromium may drop a push while the machine is busy, so push again until one is shown.
        push(tag)
        return [tag, "It is your turn."] in page.evaluate(SHOWN)

    wait_until(lambda: is_shown("one"), pause=0.5)
    push("one")
    wait_until(lambda: is_shown("two"), pause=0.5)
    # A push delivered twice is shown once.
    assert len(page.evaluate(SHOWN)) == 2
    member.forgive("Chrome currently does not support the Push API in incognito mode")


def test_missed_moves_replay_automatically_except_with_reduced_motion(site, visitor):
    player = visitor(reduced_motion="no-preference")
    page, code = player.page, come_back(site, player)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/games/{code}/")
    page.get_by_role("link", name="Show on the map").click()
    # The script shows this button; before it has started, steps are links to other pages.
    expect(page.get_by_role("button", name="Copy link to this moment")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    place = page.locator("[data-step]")
    first = place.text_content()
    page.get_by_role("link", name="Next step").click()
    expect(place).not_to_have_text(first)
    page.get_by_role("link", name="Previous step").click()
    expect(place).to_have_text(first)

    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.wait_for_function(PAUSE_LATER, arg=first)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert grave_faults(page) == []
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_url(f"**/games/{code}/")
    expect(page.get_by_text("Since you last looked")).to_have_count(0)


def test_a_move_removes_the_absence_note(site, visitor):
    player = visitor()
    page, code = player.page, come_back(site, player)
    page.goto(f"/games/{code}/")
    expect(page.get_by_role("heading", name="Since you last looked")).to_be_visible()
    end_attacks(page)
    expect(page.get_by_text("Since you last looked")).to_have_count(0)
