"""A real Chromium and its visitors, for the whole site in its own processes."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from tests.support.browser.chromium import chromium, headless_shell, launched
from tests.support.browser.contexts import Contexts
from tests.support.browser.site import Site
from tests.support.browser.tables import SETTLED
from tests.support.visitors.patience import PATIENCE

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
STATIC, BUNDLES = ROOT / "static", ROOT / "castlerisk_site" / "bundles"

expect.set_options(timeout=1000 * PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark all browser tests as long but those that say what they cover."""
    for item in items:
        if FOLDER in item.path.parents and item.get_closest_marker("covers") is None:
            item.add_marker("long")


@pytest.fixture(scope="session")
def playwright():
    """The driver of browsers."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright):
    """A browser for all tests."""
    with launched(playwright, headless_shell()) as started:
        yield started


@pytest.fixture(scope="session")
def contexts(browser):
    """The contexts of the browser for all tests."""
    return Contexts(browser)


@pytest.fixture
def full_browser(playwright):
    """Contexts of Chromium itself, for features that the headless shell lacks."""
    with launched(playwright, chromium()) as started:
        yield Contexts(started)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The running site."""
    running = Site(
        tmp_path_factory.mktemp("site"), DJANGO_SETTINGS_MODULE="tests.support.browser.plain"
    )
    running.draw_by("nobody")
    running.start()
    yield running
    running.close()


@pytest.fixture(autouse=True)
def chance_of_its_own(request, browser, site):
    """Seed each test's random numbers from its name, so that every run draws the same ones."""
    site.draw_by(request.node.nodeid)


MADE = pytest.StashKey[list["Visitor"]]()
STANDS = """() => {
    const marked = (id) => document.getElementById(id)?.dataset.offer;
    return [
        `${location.href}, ${document.readyState}, live: ${document.documentElement.dataset.live}`,
        `panel of ${marked("panel")}, asked is ${marked("panel-key")}`,
        ...[...document.querySelectorAll(".htmx-request")].map((one) => `asks: ${one.outerHTML}`),
        document.querySelector("main")?.innerText,
    ].map((line) => String(line).slice(0, 3000)).join("\\n");
}"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """When a test fails, report what its visitors' pages show and the site's log."""
    report = yield
    if report.when == "call" and report.failed:
        made = item.stash.get(MADE, [])
        for page in [page for visitor in made for page in visitor.pages]:
            with suppress(Error):
                report.sections.append(("a page", page.evaluate(STANDS)))
        for folder in {visitor.site.folder for visitor in made}:
            lines = (folder / "serve.log").read_text().splitlines()
            report.sections.append(("the site", "\n".join(lines[-30:])))
    return report


_networks = count(int(ip_address("198.18.0.1")))
"""Addresses of a range for tests, which has more of them than there are visitors."""


class Visitor:
    """A person with their own browser; errors in its console are kept in `errors`."""

    def __init__(self, contexts, site, **options):
        self.site = site
        self.has_scripts = options.get("java_script_enabled", True)
        # Reduced motion: without animations, a push is shown at once.
        self._options = {"reduced_motion": "reduce", **options}
        self._contexts, self._is_as_taken = contexts, True
        self._context = contexts.take(site.address, **self._options)
        # Each visitor comes from a different network, because guests are limited per network.
        network = {"X-Forwarded-For": str(ip_address(next(_networks)))}
        self._context.set_extra_http_headers(network)
        self.page = self._context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)

    @property
    def context(self):
        """The visitor's browser context, which no later test uses: this one may change it."""
        self._is_as_taken = False
        return self._context

    def load_sources(self):
        """Load scripts as they are written: tests cannot import the modules of a bundle."""
        for bundle in BUNDLES.glob("**/*.js"):
            source = STATIC / bundle.relative_to(BUNDLES)
            name = source.relative_to(STATIC).with_suffix("")
            address = re.compile(rf"/static/{name}(\.[0-9a-f]{{12}})?\.js$")
            self.context.route(address, _answered_with(source))

    @property
    def clock(self):
        """The clock of all the visitor's pages. Use it, not a page's: it would outlast the test."""
        return self.context.clock

    def stop_clock(self):
        """Stop the clock of all the visitor's pages; only `clock.run_for` advances it."""
        self.clock.install()
        self.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))

    @property
    def pages(self):
        return self._context.pages

    def leave(self):
        """Close the visitor's pages."""
        if self._is_as_taken:
            self._contexts.give_back(self._context, self.site.address, **self._options)
        else:
            self._context.close()

    def _hear(self, message):
        # The console reports a refusal as an error, because its status is above 400.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def forgive(self, *beginnings):
        """Drop console errors with these beginnings, which a test has provoked."""
        self.errors = [error for error in self.errors if not error.startswith(beginnings)]

    def sign_up(self, name):
        """Sign up with the form, as a new member."""
        self.page.goto("/accounts/signup/")
        self.page.get_by_label("Name").first.fill(name)
        self.page.get_by_label("Email").first.fill(f"{name}@example.org")
        self.page.locator("input[type=password]").first.fill("a castle in the Rakers 7")
        self.page.get_by_role("button", name="Sign up").click()
        self.page.wait_for_url("**/lobby/")

    def log_in(self, session):
        """Log in with a session that `site.prepare` returned."""
        cookie = {"name": "sessionid", "value": session, "url": self.site.address}
        self._context.add_cookies([cookie])

    def become(self, name):
        """Log in as a new member; tests about signing up use `sign_up`."""
        self.log_in(self.site.prepare("member", name=name))

    def sit(self, code, session):
        """Open a prepared table as one of its people."""
        # The page of an earlier table could send a request with the new session, be led away, and
        # so interrupt the visit.
        self.page.goto("about:blank")
        self.log_in(session)
        self.page.goto(f"/games/{code}/")
        self.page.wait_for_function(SETTLED)

    def sit_alone(self, name, until="begun", **terms):
        """Open a prepared table with a new member and captain bots."""
        code, [session] = self.site.prepare("table", people=[name], until=until, **terms)
        self.sit(code, session)

    def quick_play(self, until="begun", **times):
        """Open a prepared table like the one that `play_now` begins."""
        code, [session] = self.site.prepare("quick_play", until=until, **times)
        self.sit(code, session)

    def play_now(self, level="Recruit – gentle"):
        """Begin a game against three bots of a level, as a guest without an account."""
        self.page.goto("/")
        self.page.get_by_label("Strength of the bots").select_option(level)
        self.page.get_by_role("button", name="Play now").first.click()
        self.page.wait_for_url("**/games/*/")
        if not self.has_scripts:
            self.page.get_by_role("button", name="Start game").click()
        self.page.locator("#panel").wait_for()


def _answered_with(file):
    return lambda route: route.fulfill(path=file)


@pytest.fixture
def visitor(request, contexts, site):
    """A function that makes visitors; after the test, no console may have errors."""
    made = request.node.stash[MADE] = []

    def make(using=contexts, **options):
        made.append(Visitor(using, site, **options))
        if is_of_sources:
            made[-1].load_sources()
        return made[-1]

    is_of_sources = request.node.get_closest_marker("sources") is not None
    yield make
    complaints = [error for one in made for error in one.errors]
    for one in made:
        one.leave()
    assert complaints == []
