"""Chapter 9 on several screens: an offer is accepted, and an Assassin ruins a trade."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import grave_faults
from tests.support.browser.tables import SETTLED

NAMES = ("Aelfric", "Brunhild", "Cynric")


class Seated:
    """A player at the table, in their own browser."""

    def __init__(self, visitor, name, code, session):
        self.name = name
        person = visitor()
        self.page = person.page
        person.sit(code, session)
        expect(self.page.locator("html")).to_have_attribute("data-live", "on")

    @property
    def section(self):
        return self.page.locator("#diplomacy")

    def open(self):
        """Open the drawer."""
        self.page.get_by_role("tab", name="Pacts").click()

    def unfold(self, title):
        """Open the form for offers with this title."""
        self.section.locator(".new-offer > summary", has_text=title).click()

    def press(self, label):
        """Press a button in the section, and wait for the answer."""
        self.section.get_by_role("button", name=label).click()
        self.page.wait_for_function(SETTLED)

    def lay(self, card, label):
        """Lay a card."""
        self.card(card).check()
        self.press(label)

    def card(self, card):
        """Return the checkbox for laying a card."""
        return self.section.locator("#form-cards").get_by_label(card, exact=True)


@pytest.fixture(scope="module")
def begun(site):
    """A game of three: code, sessions, and seats (on turn, then the two who trade)."""
    return site.prepare("trading", names=NAMES)


@pytest.fixture
def seated(visitor, begun):
    """The player on turn and the two others, each with the table open."""
    code, sessions, seats = begun
    return [Seated(visitor, NAMES[seat], code, sessions[seat]) for seat in seats]


def test_an_offer_is_accepted_on_two_screens(seated):
    turn, one, other = seated
    one.open()
    one.unfold("Offer a pact")
    form = one.section.locator("#form-pact")
    form.get_by_label(other.name).check()
    form.get_by_label("Number of rounds").fill("4")
    form.get_by_label("Message (optional)").fill("Until <b>the snow</b> melts")
    one.press("Offer pact")
    # The offer appears above the form: the page scrolls to it, focuses it and reads it out.
    offered = one.section.locator(".pact")
    expect(offered).to_be_focused()
    expect(offered).to_be_in_viewport()
    # Both the player who must answer and the others see that without a click.
    expect(other.page.locator("#offers")).to_have_text("1 waiting for you")
    expect(turn.page.locator("#offers")).to_have_text("")
    expect(form.get_by_label("Message (optional)")).to_have_value("")
    expect(form.get_by_label(other.name)).not_to_be_checked()
    line = other.page.locator("#panel .offers-line")
    expect(line).to_contain_text(f"{one.name} offers you a pact.")
    line.get_by_role("link", name="Answer").click()
    expect(other.section.locator(".pact q")).to_have_text("Until <b>the snow</b> melts")
    other.press("Accept (1)")
    expect(other.section.locator(".pact")).to_be_focused()
    expect(other.section.locator(".pact")).to_be_in_viewport()
    for each in (one, other):
        expect(each.section.locator(".pact .tag")).to_have_text("kept so far")
    expect(other.page.locator("#offers")).to_have_text("")
    turn.open()
    expect(turn.section.locator(".pact")).to_contain_text("Kept so far. Lasts until the end")
    expect(one.section.get_by_role("button", name="End pact (1)")).to_be_visible()
    other.press("End pact (1)")
    one.section.locator(".past-pacts > summary").click()
    expect(one.section.locator(".pact .tag")).to_have_text("ended")
    expect(one.section.locator(".pact")).to_contain_text(f"Ended by {other.name} in round 1.")
    one.unfold("Offer a card trade")
    assert grave_faults(one.page) == []
    one.section.get_by_role("link", name="In the log").click()
    expect(one.page.locator("#log-lines #pact-1-over")).to_be_in_viewport()


@pytest.mark.covers("offers, trades, Assassins, ruin")
def test_an_assassin_ruins_a_trade(seated):
    turn, one, other = seated
    for each in seated:
        each.open()
    for each in (one, other):
        each.unfold("Offer a card trade")
    # The form is fetched only once it is in sight.
    expect(other.card("Admiral’s Fleet")).to_be_visible()
    # Boxes ticked while the form is fetched again, after another's offer, stay ticked.
    held = []
    other.page.route("**/forms/cards/", lambda route: held.append(route), times=1)
    with other.page.expect_request("**/forms/cards/"):
        one.lay("Hero", f"Offer them to {other.name}")
    expect(other.page.locator("#offers")).to_have_text("1 waiting for you")
    other.card("Admiral’s Fleet").check()
    held.pop().continue_()
    expect(other.section.get_by_role("button", name=f"Give {one.name} 1 card")).to_be_visible()
    expect(other.card("Admiral’s Fleet")).to_be_checked()
    other.press(f"Give {one.name} 1 card for Hero")
    expect(one.section.locator(".trade")).to_contain_text(f"Accepted by {other.name}.")
    one.press("Accept the trade")
    for each in (one, other):
        expect(each.section.locator(".trade")).to_contain_text("Agreed.")
    panel = turn.page.locator("#panel")
    expect(panel.locator("#panel-heading")).to_have_text("Break up this trade?")
    # The drawer with the pacts covers the panel.
    turn.page.keyboard.press("Escape")
    button = f"Send an Assassin against {one.name}’s card"
    panel.get_by_role("button", name=button).click()
    for each in seated:
        expect(each.page.locator("#log-lines")).to_contain_text("An Assassin removed a Hero")
        expect(each.section.locator(".trade")).to_have_count(0)
    expect(one.page.locator("#hand .card-hero")).to_have_count(0)
    expect(other.page.locator("#hand .card-fleet")).to_have_count(1)
