"""The tutorials, clicked from their beginning to their end as the lessons say."""

import pytest
from playwright.sync_api import expect

from rules import moves as m
from rules.tutorials import TUTORIALS
from tests.support.browser.tables import PRIMARY, SETTLED, code_of

PICK, CARD = "#panel .pick:visible", "#panel .card-pick:visible"
END = "#panel a:visible:has-text('End attacks')"
ONCE, FORTIFICATION = "#how-once", "#panel [name='fortification'][value='yes']"

CLICKS = {
    m.PlayMercenaries: (CARD, PRIMARY),
    m.Place: (PRIMARY,),
    m.DeclareAttack: (PICK, PICK, PRIMARY),
    m.Battle: (PRIMARY,),
    m.MoveIn: (PRIMARY,),
    m.EndAttacks: (END, PRIMARY),
    m.Defend: (PRIMARY,),
    m.Reveal: (CARD, PRIMARY),
    m.SailFleet: (PICK, PICK, PRIMARY),
    m.Fortify: (PICK, PRIMARY),
    m.TradeSet: (PRIMARY,),
}
"""What a learner clicks for a step, by the kind of its move."""

REPLACED = f"""() => document.querySelector("#outcome")
  || (!document.querySelector("#panel[data-seen]") && ({SETTLED})())"""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def lesson_number(page):
    return page.locator(".lesson-step")


def click(page, what):
    """Click a control of the panel, and wait until the panel is replaced."""
    page.locator("#panel").evaluate("panel => { panel.dataset.seen = true; }")
    page.locator(what).first.click()
    page.wait_for_function(REPLACED)


def take(page, step):
    """Do what the lesson of a step says."""
    *choices, last = CLICKS[type(step.move)]
    for what in choices:
        click(page, what)
    if type(step.move) is m.DeclareAttack and step.move.press is None:
        expect(page.locator(ONCE)).to_be_in_viewport()
        expect(page.locator(ONCE)).to_be_checked()
    if getattr(step.move, "fortification", False):
        expect(page.locator(FORTIFICATION)).to_be_in_viewport()
        page.locator(FORTIFICATION).check()
    click(page, last)


@pytest.mark.parametrize("ruleset", TUTORIALS)
def test_a_small_phone_names_the_territories_of_the_first_lesson(visitor, ruleset):
    page = visitor(**PHONE | {"viewport": {"width": 360, "height": 740}}).page
    page.goto(f"/how-to-play/{ruleset}/")
    page.get_by_role("button", name="Learn by playing").click()
    places = page.locator(".lesson").get_attribute("data-places").split()
    named = [page.locator(f"#terr-{place}").get_attribute("data-name") for place in places]
    for name in named:
        expect(page.locator(".marked-names text", has_text=name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("ruleset", "screen"),
    [
        pytest.param("greyhawk", {}, id="desktop"),
        pytest.param(
            "castle", PHONE, id="phone", marks=pytest.mark.covers("how to play; a tutorial")
        ),
    ],
)
def test_a_tutorial_is_clicked_to_its_end(visitor, site, ruleset, screen):
    page = visitor(**screen).page
    if ruleset == "greyhawk":
        page.goto("/")
        page.get_by_role("button", name="Learn in five minutes").click()
    else:
        page.goto(f"/how-to-play/{ruleset}/")
        page.get_by_role("button", name="Learn by playing").click()
    page.locator(".lesson").wait_for()
    site.hurry(code_of(page))
    lessons = TUTORIALS[ruleset].lessons
    for number, step in enumerate(lessons, 1):
        expect(lesson_number(page)).to_have_text(f"{number} of {len(lessons)}")
        page.wait_for_function(SETTLED)
        if number == 3:
            # Leave, and go on from the list of one's games.
            page.goto("/my-games/")
            page.get_by_role("link", name="Tutorial").first.click()
            expect(lesson_number(page)).to_have_text(f"{number} of {len(lessons)}")
        take(page, step)
    expect(page.locator("#outcome-headline")).to_have_text("You know the basics")
    expect(page.locator("#outcome .button.primary")).to_have_text("Play now")
