"""The list of the opponents' last turns: a reloaded page has the same list as a live one."""

from playwright.sync_api import expect

LIST = "() => [...document.querySelectorAll('#turns > li')].map((item) => item.textContent)"


def test_a_reload_keeps_the_list_of_last_turns(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("lister", until="own_second_attacks")
    page = person.page
    expect(page.locator("#last-turns")).to_be_visible()
    fresh = page.evaluate(LIST)
    assert len(fresh) == 3
    page.locator("#panel a[href*='end=yes']").click()
    page.get_by_role("button", name="End attacks").click()
    expect(page.locator("#panel .placing-bar")).to_be_visible()
    assert page.evaluate(LIST) == fresh
    page.reload()
    expect(page.locator("#last-turns")).to_be_visible()
    assert page.evaluate(LIST) == fresh
