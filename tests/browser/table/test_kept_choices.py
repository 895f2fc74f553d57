"""Half-made choices survive a push, and hide none of its changes."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.tables import CHOSEN_ON_MAP, SETTLED, point

CHOSEN = "(list) => [...list.selectedOptions].map((one) => one.value)"
OUTDATE = """() => {
    document.getElementById("panel").dataset.offer = "old";
    document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: {} }));
}"""
"""Makes the page believe that its panel was rendered from an older offer."""


def settled(page):
    page.wait_for_function(SETTLED)
    return page


@pytest.fixture
def player(visitor):
    """A guest at their own table, who may attack."""
    one = visitor()
    one.quick_play("own_attacks")
    return one


def orders(page):
    """Open the standing orders of a page and return them."""
    page.get_by_role("tab", name="Orders").click()
    expect(page.locator("#form-orders[data-form]")).to_be_visible()
    return page.locator("#form-orders")


@pytest.mark.covers("the chat")
def test_a_refused_message_can_be_sent_again(player):
    page = player.page
    page.get_by_role("tab", name="Chat").click()
    words = page.locator("#say-text")
    for place in range(9):
        words.fill(f"We shall hold the bridge, {place}")
        page.get_by_role("button", name="Send", exact=True).click()
        settled(page)
    expect(page.locator("#notice")).to_contain_text("You’re chatting very fast.")
    expect(page.locator("#talk li")).to_have_count(8)
    expect(words).to_have_value("We shall hold the bridge, 8")


@pytest.mark.covers("standing orders")
def test_orders_from_another_tab_appear_and_unsaved_choices_stay(player):
    page = player.page
    tab = player.context.new_page()
    tab.goto(page.url)
    here, there = orders(page), orders(settled(tab))
    first, second = (here.locator("fieldset.order").nth(place) for place in (0, 1))
    second.locator("details.order-limit > summary").click()
    second.locator("select[multiple]").select_option(index=[0, 2])
    wanted = second.locator("select[multiple]").evaluate(CHOSEN)
    kept = first.locator("input[type=radio]:checked").input_value()
    other = there.locator("fieldset.order").first.locator("input[type=radio]:not(:checked)").first
    changed = other.input_value()
    other.check()
    there.get_by_role("button", name="Save orders").click()
    expect(first.locator("input[type=radio]:checked")).to_have_value(changed)
    expect(second.locator("details.order-limit")).to_have_attribute("open", "")
    assert second.locator("select[multiple]").evaluate(CHOSEN) == wanted
    # The initial values are restored, and the choices made meanwhile are dropped.
    here.get_by_role("button", name="Reset to the defaults").click()
    expect(first.locator("input[type=radio]:checked")).to_have_value(kept)
    expect(second.locator("select[multiple] option:checked")).to_have_count(0)


def test_a_choice_in_a_folded_group_of_orders_stays_until_it_is_saved(player):
    page = player.page
    tab = player.context.new_page()
    tab.goto(page.url)
    here, there = orders(page), orders(settled(tab))
    summary = here.locator("#orders-cards")
    choice = here.locator("[name='order:counter'][value=always]")
    expect(summary).to_contain_text("Ask me")
    summary.focus()
    page.keyboard.press("Enter")
    choice.check()
    summary.focus()
    page.keyboard.press("Enter")
    expect(choice).to_be_hidden()
    expect(summary).to_contain_text("Changed, not saved yet")
    there.locator("[name='order:fortification'][value=always]").check()
    there.get_by_role("button", name="Save orders").click()
    expect(here.locator("[name='order:fortification'][value=always]")).to_be_checked()
    expect(choice).to_be_checked()
    expect(summary.get_by_text("Changed, not saved yet")).to_be_visible()
    save = here.get_by_role("button", name="Save orders")
    expect(save).to_be_in_viewport(ratio=1)
    save.click()
    # The group now differs from the defaults.
    expect(choice).to_be_visible()
    summary.click()
    expect(summary).to_contain_text("Counter an Assassin: Always")


def test_choices_made_while_the_panel_loads_are_kept(player):
    page = player.page
    for role in ("source", "target"):
        chosen = page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").first
        point(page, chosen.get_attribute("data-territory"))
    field = page.locator("#panel [name=press]")
    held = []
    page.route("**/panel/**", lambda route: held.append(route), times=1)
    with page.expect_request("**/panel/**"):
        page.evaluate(OUTDATE)
    field.fill("3")
    held.pop().continue_()
    settled(page)
    expect(field).to_have_value("3")


PRESS_AT_SWAP = """id => {
    window.isTheSame = true;
    const badge = document.querySelector(`#terr-${id} .badge-row`);
    const press = () => badge.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    document.addEventListener("htmx:afterSwap", press, { once: true });
    press();
}"""
"""Presses a territory, and again when the panel has been replaced, before the map is redrawn."""


def test_a_second_press_on_a_territory_does_not_reload_the_page(player):
    page = player.page
    source = page.locator(f"{CHOSEN_ON_MAP}[data-role=source]").first
    territory = source.get_attribute("data-territory")
    page.evaluate(PRESS_AT_SWAP, territory)
    expect(page.locator(f"#terr-{territory}.is-chosen")).to_have_count(1)
    settled(page)
    assert page.evaluate("window.isTheSame")
    assert "?" not in page.url


FORCES = """<section id="forces" hx-swap-oob="true"><ul><li id="in-force-storm"><details>
<summary id="about-storm">Storm</summary><p>until round {}</p></details></li></ul></section>"""
SWAP = """(html) => {
    htmx.swap(document.body, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
}"""


def test_an_open_description_stays_open_when_its_part_is_replaced(player):
    page = player.page
    page.evaluate(SWAP, FORCES.format(3))
    page.locator("#about-storm").click()
    page.evaluate(SWAP, FORCES.format(4))
    expect(page.get_by_text("until round 4")).to_be_visible()
