"""A report from the table to a moderator's decision and the answer to the reporter."""

import base64
import hashlib
import hmac
import struct
import time

import pytest
from playwright.sync_api import expect

PASSWORD = "a castle in the Rakers 7"
SECRET = base64.b32encode(b"twenty bytes of it..").decode()


def code_now(secret):
    """Return the six digits that an authenticator shows."""
    key, counter = base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30)
    found = hmac.new(key, counter, hashlib.sha1).digest()
    place = found[-1] & 15
    number = struct.unpack(">I", found[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**6:06}"


def do(page, name, reason, **fields):
    """Press the button of an action, fill in its page, and press the button there."""
    page.get_by_role("link", name=name, exact=True).click()
    for label, words in fields.items():
        page.get_by_label(label.replace("_", " ")).fill(words)
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_text("Done. The action is recorded.")).to_be_visible()


@pytest.mark.covers("reports, the admin and its decisions, answers")
def test_a_report_from_the_table_to_its_decision_and_the_answer(visitor, site):
    site.prepare("moderator", name="dora", password=PASSWORD, secret=SECRET)
    alice, bob, dora = visitor(), visitor(), visitor()
    code, sessions = site.prepare("table", people=["alice-reported", "bob-reporter"], captains=0)
    alice.sit(code, sessions[0])
    bob.sit(code, sessions[1])
    alice.page.get_by_role("tab", name="Chat").click()
    alice.page.locator("#say-text").fill("You are a toad")
    alice.page.get_by_role("button", name="Send", exact=True).click()

    bob.page.get_by_role("tab", name="Chat").click()
    bob.page.get_by_role("link", name="Report this message by alice-reported").click()
    expect(bob.page.get_by_label("alice-reported said: “You are a toad”")).to_be_checked()
    bob.page.get_by_label("Insults, threats or spam").check()
    bob.page.get_by_label("Details").fill("Out of the blue.")
    bob.page.get_by_role("button", name="Send report").click()
    expect(bob.page.get_by_text("No moderator has decided yet.")).to_be_visible()

    dora.page.goto("/admin/")
    dora.page.get_by_label("Name or email").fill("dora")
    dora.page.locator("input[type=password]").fill(PASSWORD)
    dora.page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    dora.page.get_by_label("Code").fill(code_now(SECRET))
    dora.page.get_by_role("main").get_by_role("button").first.click()
    dora.page.wait_for_url("**/admin/")
    dora.page.goto("/admin/games/report/")
    dora.page.get_by_role("link", name="Insults, threats or spam").first.click()
    expect(dora.page.get_by_text("You are a toad").first).to_be_visible()
    do(dora.page, "Claim", "I read it.")
    dora.page.get_by_role("link", name="Decide", exact=True).click()
    dora.page.get_by_label("Informal warning").check()
    dora.page.get_by_label("Answer to the reporter").fill("We spoke to them.")
    dora.page.get_by_label("Answer to the reported person").fill("Mind your words, please.")
    dora.page.get_by_label("Reason").fill("First time.")
    dora.page.get_by_role("button", name="Decide", exact=True).click()
    expect(dora.page.get_by_text("Done. The action is recorded.")).to_be_visible()

    bob.page.goto("/reports/")
    expect(bob.page.get_by_text("We spoke to them.")).to_be_visible()
    alice.page.goto("/settings/record/")
    expect(alice.page.get_by_text("Mind your words, please.")).to_be_visible()
    expect(alice.page.get_by_text("Out of the blue.")).to_have_count(0)
