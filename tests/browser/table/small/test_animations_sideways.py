"""Animations on phones held sideways: the box keeps its height, and does not cover the fight."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.animations import BATTLES_BESIDE, DELIVER, SHOW_RESULT
from tests.support.browser.tables import CHOSEN_ON_MAP, SETTLED

SIDEWAYS = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}


RESULT_DURING_ANIMATION = """() => !document.querySelector(".animation").hidden
    && getComputedStyle(document.getElementById("move-result")).visibility"""


@pytest.mark.parametrize(
    ("ruleset", "has_drawer"), [("greyhawk", True), ("castle", False), ("classic", True)]
)
@pytest.mark.sources
def test_the_box_of_an_attack_keeps_its_height_and_covers_neither_territory(
    visitor, ruleset, has_drawer
):
    person = visitor(**SIDEWAYS, reduced_motion="no-preference")
    person.sit_alone(f"battle-{ruleset}-{has_drawer}", "own_attacks", ruleset=ruleset)
    page, places = person.page, []
    for role in ("source", "target"):
        pick = page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").last
        places.append(pick.get_attribute("data-territory"))
        pick.click()
        page.wait_for_function(SETTLED)
    if has_drawer:
        page.get_by_role("tab", name="Orders").click()
    boxes, covered, strips = page.evaluate(BATTLES_BESIDE, places)
    assert len(boxes) >= 3 and len({tuple(box) for box in boxes}) == 1, boxes
    assert not any(covered)
    # The first roll of the second part stays visible beside its second one.
    assert set(strips) == {0, 1}


@pytest.mark.sources
def test_the_result_of_a_move_leaves_before_the_next_animation(visitor):
    person = visitor(**SIDEWAYS, reduced_motion="no-preference")
    person.sit_alone("two-captions", "own_attacks")
    page = person.page
    result = page.locator("#move-result")
    page.evaluate(SHOW_RESULT, "You rolled 1 + 1 against Elm’s 4: your Assassin failed.")
    expect(result).to_be_visible()
    place = page.locator(".territory").first.get_attribute("id").removeprefix("terr-")
    news = f'<div id="latest_events"><p data-animation="news" data-at="{place}">Taken.</p></div>'
    page.evaluate(DELIVER, [news])
    # Read at the moment of the animation: later, the result leaves in any case.
    assert page.wait_for_function(RESULT_DURING_ANIMATION).json_value() == "hidden"
