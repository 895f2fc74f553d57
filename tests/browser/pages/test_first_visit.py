"""What a browser fetches for its first page of the site: few files, and no script twice."""

import re
import tomllib

import pytest
from django.conf import settings

from tests.support.browser.site import Site

LIMITS = tomllib.loads((settings.ROOT / "tests/budget/counts.toml").read_text())["first_visit"]
PATHS = {"table": "/games/{code}/", "lobby": "/lobby/", "landing": "/"}
LIVE = {"table", "lobby"}
LIBRARIES = {"vendor/htmx.min", "vendor/htmx-ext-ws.min"}
FOLDER = settings.ROOT / "castlerisk_site" / "bundles"
BUNDLES = {str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.js")}


@pytest.fixture
def whole_site(tmp_path_factory):
    """The running site with all pictures; `site` has maps without relief and sea."""
    folder = tmp_path_factory.mktemp("whole-site")
    running = Site(folder, DJANGO_SETTINGS_MODULE="tests.support.browser.known")
    running.draw_by("a first visit")
    running.start()
    yield running
    running.close()


def sizes_on(page):
    """Return the compressed sizes of what a page fetches from now on, by address without query.

    They include headers. What a page fetches again after a push counts once.
    """
    addresses, sizes = {}, {}

    def ask(event):
        address = event["request"]["url"].split("?")[0]
        # Only Chromium with windows fetches the icon.
        if "/icons/" not in address:
            addresses[event["requestId"]] = address
            sizes.setdefault(address, 0)

    def finish(event):
        if address := addresses.get(event["requestId"]):
            sizes[address] = event["encodedDataLength"]

    protocol = page.context.new_cdp_session(page)
    protocol.send("Network.enable")
    protocol.on("Network.requestWillBeSent", ask)
    protocol.on("Network.loadingFinished", finish)
    protocol.on("Network.webSocketCreated", lambda event: sizes.setdefault(event["url"], 0))
    return sizes


@pytest.mark.covers("requests and bytes of a first visit")
def test_a_first_visit_takes_few_requests_and_bytes(browser, whole_site):
    code, [session] = whole_site.prepare("quick_play", until="own_attacks")
    cookie = {"name": "sessionid", "value": session, "url": whole_site.address}
    for name, path in PATHS.items():
        sizes = sizes_of_a_first_visit(browser, whole_site, cookie, name, path.format(code=code))
        limits = LIMITS[name]
        assert len(sizes) <= limits["requests"], "\n".join(sizes)
        assert sum(sizes.values()) <= 1000 * limits["kilobytes"], sizes
        # A source beside its bundle would run twice.
        assert scripts_in(sizes) <= LIBRARIES | BUNDLES
        if name == "table":
            assert scripts_in(sizes) == LIBRARIES | {"table/page/page"}
            assert all(size for address, size in sizes.items() if not address.startswith("ws"))


def sizes_of_a_first_visit(browser, site, cookie, name, path):
    """Return the compressed sizes of what a browser without a cache fetches for a page."""
    context = browser.new_context(base_url=site.address)
    context.add_cookies([cookie])
    page = context.new_page()
    sizes = sizes_on(page)
    page.goto(path)
    if name in LIVE:
        page.wait_for_function("() => document.documentElement.dataset.live === 'on'")
    page.wait_for_load_state("networkidle")
    context.close()
    return sizes


def scripts_in(addresses):
    """Return the names of the scripts at addresses, without hashes."""
    found = (re.search(r"/static/(.+)\.[0-9a-f]{12}\.js$", address) for address in addresses)
    return {match[1] for match in found if match}
