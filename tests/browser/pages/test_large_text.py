"""Text at double size on a narrow phone: these pages are no wider than the screen."""

import pytest

from tests.support.browser.tables import code_of

NARROW = {"width": 360, "height": 740}
FOR_ALL = ("/", "/about/", "/rules/", "/rules/cards/", "/rules/checking/")
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


def test_member_pages_support_double_text_size(narrow):
    narrow.become("large-and-long-of-name")
    assert _too_wide(narrow.page, (*OWN, "/people/large-and-long-of-name/")) == {}


def test_the_table_and_the_lobby_support_double_text_size(narrow):
    narrow.quick_play()
    address = f"/games/{code_of(narrow.page)}/"
    assert _too_wide(narrow.page, (address, "/lobby/")) == {}
