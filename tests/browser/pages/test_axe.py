"""Accessibility of every page: axe finds no serious faults."""

import pytest

from tests.support.browser.axe import grave_faults
from tests.support.browser.tables import code_of, open_table

PHONE = {"width": 390, "height": 844}
FOR_ALL = (
    "/",
    "/rules/",
    "/rules/cards/",
    "/rules/checking/",
    "/rules/house/",
    "/verify/",
    "/about/",
    "/fair/dice/",
    "/fair/",
    "/seals/",
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/password/reset/",
    "/lobby/",
    "/games/new/",
    "/no-such-page/",
)


def _faults(page, *addresses):
    found = []
    for address in addresses:
        page.goto(address)
        found += [f"{address} {fault}" for fault in grave_faults(page)]
    return found


@pytest.mark.covers("the pages that everybody may open")
def test_public_pages_pass_axe(visitor):
    assert _faults(visitor().page, *FOR_ALL) == []


@pytest.mark.covers("the lobby, a new table, its room, settings, a profile")
def test_member_pages_pass_axe(visitor):
    member = visitor()
    member.become("axel")
    open_table(member.page, "anybody")
    room = f"/games/{code_of(member.page)}/"
    own = ("/lobby/", "/games/new/", room, "/settings/", "/people/axel/")
    assert _faults(member.page, *own) == []


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(None, id="desktop", marks=pytest.mark.covers("a table, its log and dice")),
        pytest.param(PHONE, id="phone"),
    ],
)
def test_the_table_passes_axe_at_every_stage(visitor, screen):
    size = {"viewport": screen} if screen else {}
    player, watcher = visitor(**size), visitor(**size)
    page, found = player.page, []
    for until in ("begun", "own_attacks"):
        name = f"axe {until} {'phone' if screen else 'desktop'}"
        player.sit_alone(name, until, is_listed=True)
        found += [f"{until} {fault}" for fault in grave_faults(page)]
    table = f"/games/{code_of(page)}/"
    pages = [table] if screen else [table, f"{table}fairness/", f"{table}log/"]
    found += _faults(watcher.page, *pages)
    assert found == []
