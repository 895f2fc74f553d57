"""No card of a hand is too narrow to read, whatever the hand and the screen."""

from itertools import product

import pytest
from django.template.loader import render_to_string

KINDS = ("ambassador", "assassin", "fleet", "fortification", "hero", "mercenaries")
TERRITORIES = ("South Province", "Irongate", "Lordship of the Isles: Duxchan", "Kro Terlep", "Idee")
HANDS = list(product((1, 3, 4, 6), (0, 1, 3, 5)))
"""Numbers of kinds of card, and of hidden armies."""
SIZES = (
    *((1184, 740), (1366, 768), (1440, 900), (1920, 1080)),
    *((768, 1024), (1024, 768), (360, 740), (740, 360)),
)
CROWDED = """(hands) => hands.flatMap(([name, hand, hidden]) => {
    document.getElementById("hand").outerHTML = hand;
    document.getElementById("hidden").outerHTML = hidden;
    const cards = [...document.querySelectorAll(".hand li, .hidden-army")];
    const box = (card) => card.getBoundingClientRect();
    const narrow = cards.filter((card) => box(card).width < 80);
    const begins = (one, other, from, to) => box(one)[from] < box(other)[to] - 1;
    const isOver = (one) => (other) => one !== other
        && begins(one, other, "left", "right") && begins(other, one, "left", "right")
        && begins(one, other, "top", "bottom") && begins(other, one, "top", "bottom");
    const over = cards.filter((one) => cards.some(isOver(one)));
    const cut = cards.filter((card) => card.scrollWidth > card.clientWidth);
    const { left, right } = box(document.querySelector(".table-cards"));
    const out = cards.filter((card) => box(card).left < left - 1 || box(card).right > right + 1);
    const faults = Object.entries({ narrow, over, cut, out }).filter(([, found]) => found.length);
    return faults.map(([fault, [card]]) => [name, fault, card.textContent.trim()]);
})"""
"""What is wrong with these hands: cards that are narrow, over others, cut off or outside."""


def drawn(kinds, armies):
    """Return the name, the cards and the hidden armies of a hand."""
    cards = [{"kind": kind, "title": kind.title(), "count": 2} for kind in KINDS[:kinds]]
    hand = render_to_string(
        "table/sidebar/hand/_hand.html", {"is_player": True, "count": 2 * kinds, "cards": cards}
    )
    slips = [
        {"territory": territory, "maker": "Recruit Elm of the North", "seal": {"short": territory}}
        for territory in TERRITORIES[:armies]
    ]
    hidden = render_to_string("table/sidebar/hand/_hidden.html", {"size": 14, "slips": slips})
    return f"{kinds} kinds, {armies} hidden", hand, hidden


@pytest.mark.parametrize("ruleset", ["greyhawk", "castle"])
def test_no_card_is_narrow_at_any_size_and_count(visitor, ruleset):
    person = visitor()
    person.sit_alone(f"hand-{ruleset}", "own_attacks", ruleset=ruleset)
    hands, found = [drawn(*each) for each in HANDS], {}
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        found[width, height] = person.page.evaluate(CROWDED, hands)
    assert {size: faults for size, faults in found.items() if faults} == {}
