"""The text on a phone's map keeps its size when the map changes its height."""

from playwright.sync_api import expect

SIZES = """() => {
    const sheet = document.querySelector(".marked-names").ownerSVGElement;
    const scale = sheet.getBoundingClientRect().width / sheet.viewBox.baseVal.width;
    const names = [...document.querySelectorAll(".marked-names text")];
    return names.map((name) => Math.round(Number(name.getAttribute("font-size")) * scale));
}"""
RENDERING = "() => getComputedStyle(document.querySelector('.board .badge-row text')).textRendering"


def test_names_keep_their_size_when_the_sheet_grows(visitor):
    person = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.sit_alone("reader-of-names", until="own_attacks")
    page = person.page
    page.locator("#panel a.pick[data-role=source]").first.click()
    expect(page.locator("#panel a.pick[data-role=target]").first).to_be_visible()
    page.locator("#panel a.pick[data-role=target]").first.click()
    expect(page.locator("#panel .attack-modes")).to_be_visible()
    page.wait_for_function(
        f"() => {{ const sizes = ({SIZES})(); "
        "return sizes.length && sizes.every((size) => size === 11); }"
    )
    # Chromium draws numbers beside their badges otherwise.
    assert page.evaluate(RENDERING) == "geometricprecision"
