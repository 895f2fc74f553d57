"""Text on a narrow phone: no page is too wide at double size, no field has small text."""

import pytest

from tests.support.browser.tables import code_of

NARROW = {"width": 360, "height": 740}
FOR_ALL = ("/", "/about/", "/fair/", "/fair/dice/", "/rules/", "/rules/cards/", "/rules/checking/")
DOORS = ("/accounts/signup/", "/accounts/login/", "/no-such-page/")
OWN = ("/my-games/", "/games/new/", "/notices/", "/settings/", "/settings/rest/")


@pytest.fixture
def narrow(visitor):
    return visitor(viewport=NARROW)


def _too_wide(page, addresses):
    found = {}
    for address in addresses:
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > NARROW["width"]:
            found[address] = width
    return found


def test_public_pages_support_double_text_size(narrow):
    assert _too_wide(narrow.page, FOR_ALL + DOORS) == {}


@pytest.mark.covers("My games, notices, settings, a rest")
def test_member_pages_support_double_text_size(narrow):
    narrow.become("large-and-long-of-name")
    assert _too_wide(narrow.page, (*OWN, "/people/large-and-long-of-name/")) == {}


def test_the_table_and_the_lobby_support_double_text_size(narrow):
    narrow.quick_play()
    address = f"/games/{code_of(narrow.page)}/"
    assert _too_wide(narrow.page, (address, "/lobby/")) == {}


SMALL_FIELDS = """() => [...document.querySelectorAll(
    "input:not([type=hidden], [type=checkbox], [type=radio], [type=range]), select, textarea"
)].filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map(({ name }) => name)"""


def test_fields_have_at_least_16_pixels_on_a_touchscreen(visitor):
    person = visitor(viewport=NARROW, has_touch=True, is_mobile=True)
    found = {}
    person.sit_alone("careful-typist", "own_spoils")
    for address in (person.page.url, "/lobby/", *OWN):
        person.page.goto(address)
        found[address] = person.page.evaluate(SMALL_FIELDS)
    assert {address: names for address, names in found.items() if names} == {}
