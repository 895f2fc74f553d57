"""The states that `make looks` photographs, each on one screen in one theme."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.looks.positions import ALICE, BOB
from tests.support.browser.animations import LOSS_AND_CARD, SHOW_WITHOUT_ANIMATION
from tests.support.browser.tables import CHOSEN_ON_MAP, PRIMARY, SETTLED

SCREENS = {
    "small phone": (360, 740),
    "phone": (390, 844),
    "phone sideways": (844, 390),
    "tablet": (768, 1024),
    "tablet sideways": (1024, 768),
    "low": (1280, 720),
    "laptop": (1366, 768),
    "desktop": (1440, 900),
    "large": (1920, 1080),
    "huge": (2560, 1440),
}
PHONES = ("small phone", "phone", "phone sideways")

Step = Callable[[Page], object]


@dataclass(frozen=True)
class Look:
    """A picture: its name, an address or a position, the screen, the theme and what is done first.

    The page is opened by the player of `seat`; None means a spectator.
    """

    name: str
    place: str
    screen: str = "desktop"
    theme: str = "light"
    step: Step | None = None
    seat: int | None = ALICE
    moves: bool = False
    """Whether animations are shown."""


def _choose(role: str) -> Step:
    """Return the step that chooses the first territory of a role."""

    def step(page: Page) -> None:
        page.locator(f"{CHOSEN_ON_MAP}[data-role={role}]").first.evaluate("link => link.click()")
        page.wait_for_function(SETTLED)
        page.wait_for_timeout(200)

    return step


def _channels(page: Page) -> None:
    page.goto(f"{page.url}webhooks/")


def _connect(page: Page) -> None:
    """Show the form for another channel, below the channels."""
    _channels(page)
    page.locator("#add-title").evaluate("title => title.scrollIntoView()")


def _attack(page: Page) -> None:
    _choose("source")(page)
    _choose("target")(page)


def _roll(page: Page) -> None:
    _attack(page)
    page.locator(PRIMARY).first.click()
    page.locator(".animation .is-counted").first.wait_for()


def _tab(name: str) -> Step:
    return lambda page: page.get_by_role("tab", name=name).click()


def _enlarged(page: Page) -> None:
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Enlarge").click()


def _key(key: str) -> Step:
    return lambda page: page.keyboard.press(key)


def _hover(page: Page) -> None:
    page.locator(".territory.is-choosable .badge-row").first.hover()


def _sheet(height: str) -> Step:
    def step(page: Page) -> None:
        while page.locator(f".table-sheet[data-height={height}]").count() == 0:
            page.locator(".sheet-handle").click()

    return step


def _low_attack(page: Page) -> None:
    _attack(page)
    _sheet("low")(page)


def _end(page: Page) -> None:
    page.locator("#panel a[href*='end=yes']").first.click()
    page.wait_for_function(SETTLED)


def _notes(page: Page) -> None:
    seat = page.locator("#announcements").get_attribute("data-seat") or ""
    page.evaluate(SHOW_WITHOUT_ANIMATION, LOSS_AND_CARD.replace("{seat}", seat))


def _play_now(page: Page) -> None:
    page.get_by_role("button", name="Play now").first.click()
    page.locator("#panel").wait_for()
    page.wait_for_function(SETTLED)


def _replay(page: Page) -> None:
    page.goto(f"{page.url}replay/?at=150")
    page.locator(".timeline-lane button").first.wait_for()


LOOKS = (
    Look("home", "/", seat=None),
    Look("home", "/", "phone", "dark", seat=None),
    Look("first table", "/", "desktop", "light", _play_now, seat=None),
    Look("first table", "/", "phone", "dark", _play_now, seat=None),
    Look("how to play", "/how-to-play/greyhawk/"),
    Look("how to play", "/how-to-play/classic/", "phone", "dark"),
    Look("rules", "/rules/greyhawk/", "desktop", "dark"),
    Look("lobby", "/lobby/", "desktop"),
    Look("lobby", "/lobby/", "phone", "dark"),
    Look("new game", "/games/new/", "desktop", "dark"),
    Look("new game", "/games/new/", "small phone"),
    Look("settings", "/settings/", "phone"),
    Look("stronghold", "stronghold", "desktop"),
    Look("stronghold", "stronghold", "phone", "dark"),
    Look("claim", "claim", "laptop", "dark"),
    Look("place", "place", "tablet"),
    Look("muster", "muster", "desktop"),
    Look("muster", "muster", "small phone"),
    Look("hide", "hide", "phone", "dark"),
    Look("attacks", "attacks", "desktop"),
    Look("attacks", "attacks", "small phone"),
    Look("hovering", "attacks", "laptop", "dark", _hover),
    Look("source chosen", "attacks", "low", "light", _choose("source")),
    Look("attack chosen", "later", "desktop", "light", _attack),
    Look("attack chosen", "later", "desktop", "dark", _attack),
    Look("attack chosen", "attacks", "phone", "light", _attack),
    Look("attack chosen", "attacks", "phone sideways", "dark", _attack),
    Look("attack chosen", "later", "tablet", "dark", _attack),
    Look("hero", "hero", "small phone", "light", _attack),
    Look("low sheet", "attacks", "small phone", "light", _low_attack),
    Look("low sheet", "movein", "small phone", "dark", _sheet("low")),
    Look("end of attacks", "attacks", "phone", "dark", _end),
    Look("move in", "movein", "desktop", "dark"),
    Look("move in", "movein", "phone"),
    Look("defend", "defend", "desktop"),
    Look("defend", "defend", "small phone", "dark"),
    Look("defend", "defend", "tablet"),
    Look("spoils", "spoils", "desktop", "dark"),
    Look("channels", "channels", "laptop", step=_channels),
    Look("channels", "channels", "laptop", "dark", _channels),
    Look("channels", "channels", "phone", step=_channels),
    Look("channels", "channels", "phone", "dark", _channels),
    Look("connect", "channels", "laptop", "dark", _connect),
    Look("connect", "channels", "phone", step=_connect),
    Look("waiting", "waiting", "large"),
    Look("waiting", "waiting", "phone", "dark"),
    Look("waiting", "waiting", "tablet sideways"),
    Look("sheet high", "waiting", "phone", "light", _sheet("full")),
    Look("notes", "attacks", "desktop", "light", _notes),
    Look("notes", "attacks", "phone", "dark", _notes),
    Look("spectator", "later", "laptop", "dark", seat=None),
    Look("log enlarged", "later", "desktop", "light", _enlarged),
    Look("log", "later", "phone", "dark", _enlarged),
    Look("pacts", "later", "desktop", "dark", _tab("Pacts")),
    Look("offer", "offer", "desktop", "light", seat=BOB),
    Look("offer", "offer", "phone", "dark", seat=BOB),
    Look("offer of a bot", "offer", "desktop", "dark", _tab("Pacts"), BOB),
    Look("offer of a bot", "offer", "phone", "light", _tab("Pacts"), BOB),
    Look("orders", "later", "desktop", "light", _tab("Orders")),
    Look("orders", "later", "phone", "light", _tab("Orders")),
    Look("orders", "later", "tablet", "light", _tab("Orders")),
    Look("orders", "classic", "tablet", "dark", _tab("Orders")),
    Look("fairness", "later", "desktop", "dark", _tab("Fairness")),
    Look("shortcuts", "attacks", "desktop", "light", _key("?")),
    Look("castle", "castle", "desktop"),
    Look("castle", "castle", "phone", "dark"),
    Look("classic", "classic", "desktop", "dark", _attack),
    Look("classic", "classic", "tablet"),
    Look("sets", "sets", "desktop"),
    Look("fortify", "fortify", "phone"),
    Look("headquarters to choose", "camps", "desktop", "dark"),
    Look("headquarters", "hqattack", "huge", "light", _choose("source")),
    Look("eliminated", "eliminat", "desktop"),
    Look("eliminated", "eliminat", "phone", "dark"),
    Look("outcome", "over", "desktop"),
    Look("outcome", "over", "large", "dark"),
    Look("outcome", "over", "tablet", "dark"),
    Look("outcome", "hqover", "phone"),
    Look("replay", "over", "laptop", step=_replay),
    Look("replay", "over", "small phone", "dark", _replay),
    Look("replay", "hqover", "desktop", "dark", _replay),
    Look("replay", "over", "phone sideways", step=_replay),
    # These change the position, so they are last.
    Look("battle", "hqattack", "desktop", "dark", _roll, moves=True),
    Look("battle", "classic", "small phone", "light", _roll, moves=True),
)
"""Every picture, in the order of the page."""
