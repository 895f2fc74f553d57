"""Opens each state in a browser and makes its picture."""

from pathlib import Path

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Error, sync_playwright

from games.models import User
from tests.looks.letters import photograph_letters, write_letters
from tests.looks.positions import POSITIONS
from tests.looks.states import LOOKS, PHONES, SCREENS, Look
from tests.support.browser.chromium import FLAGS, chromium
from tests.support.browser.site import Site
from tests.support.browser.tables import SETTLED
from tests.support.tables.known_chance import know


def photograph(var: Path, folder: Path, words: list[str]) -> list[str]:
    """Make all pictures, or those whose names contain a word; return the names that failed."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [look for look in LOOKS if not words or any(word in look.name for word in words)]
    site = Site(var, DJANGO_SETTINGS_MODULE="tests.support.browser.known")
    site.draw_by("looks")
    know(lambda: "looks")
    site.start()
    try:
        people = _user("Alice"), _user("Bob")
        codes = _store({look.place for look in wanted}, people)
        letters = write_letters(words, people)
        cookies = [_cookie(person) for person in people]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            failed = [
                name_of(look)
                for look in wanted
                if not _take(browser, site, folder, look, codes.get(look.place), cookies)
            ]
            photograph_letters(browser, folder, letters)
            browser.close()
    finally:
        site.stop()
    return failed


def name_of(look: Look) -> str:
    """Return the name of a picture's file, without its ending."""
    return f"{look.name}, {look.screen}, {look.theme}"


def _user(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org")


def _store(places: set[str], people: tuple[User, User]) -> dict[str, str]:
    """Play up to each of these positions; return the codes of their tables by position."""
    wanted = {name: each for name, each in POSITIONS.items() if name in places}
    return {name: position.stored(name, people) for name, position in wanted.items()}


def _cookie(person: User) -> str:
    client = Client()
    client.force_login(person)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _take(
    browser: Browser, site: Site, folder: Path, look: Look, code: str | None, cookies: list[str]
) -> bool:
    width, height = SCREENS[look.screen]
    context = browser.new_context(
        base_url=site.address,
        viewport={"width": width, "height": height},
        color_scheme=look.theme,
        reduced_motion="no-preference" if look.moves else "reduce",
        has_touch=look.screen in PHONES,
    )
    if look.seat is not None:
        session = {"name": settings.SESSION_COOKIE_NAME, "value": cookies[look.seat]}
        context.add_cookies([{**session, "url": site.address}])
    page = context.new_page()
    try:
        page.goto(f"/games/{code}/" if code else look.place)
        if code and page.locator("#panel-key").count():
            page.wait_for_function(SETTLED)
        if look.step:
            look.step(page)
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"{name_of(look)}.png")
        return True
    except Error as error:
        print(f"{name_of(look)}: {error}")
        page.screenshot(path=folder / f"{name_of(look)}.png")
        return False
    finally:
        context.close()
