"""On a wide screen everything below the map is visible at once."""

DESK = {"width": 1440, "height": 900}
MOST_SEATS = 6
ENDS = """() => {
    // Of every continent each player holds some: no list of shares is longer.
    const empty = document.querySelectorAll(".continent-shares b:empty");
    for (const share of empty) share.textContent = "1";
    const end = element => document.querySelector(element).getBoundingClientRect().bottom;
    return [end(".table-options"), end(".continents"), end(".table-below")];
}"""


def test_headquarters_terms_are_not_cut_off(visitor):
    person = visitor(viewport=DESK)
    person.sit_alone("reader-of-terms", ruleset="headquarters", captains=MOST_SEATS - 1)
    page = person.page
    page.wait_for_selector(".table-options li")
    page.wait_for_load_state()
    terms, continents, room = page.evaluate(ENDS)
    assert max(terms, continents) <= room
