"""A robot that clicks only what the page offers, so that no dead end can hide."""

from contextlib import suppress

from playwright.sync_api import TimeoutError

SETTLED = "() => !document.querySelector('.htmx-request')"
READY = """() => {
    const asked = document.getElementById('asked');
    const over = document.querySelector('#outcome:not([hidden])');
    return over || Boolean(asked);
}"""
OFFERED = "#panel a[hx-get]:visible, #panel button:enabled:visible, #panel summary:visible"
SENDING = "#panel button.primary:enabled:visible, #panel button.send:enabled:visible"
STEPS_BEFORE_SENDING = 3
MOMENT = 2000


class Clicker:
    """Plays the seat of a page by clicking; `chance` is its random source."""

    def __init__(self, page, chance):
        self.page = page
        self.chance = chance
        self.clicks = 0

    def play_to_the_end(self, most_clicks):
        """Click until the outcome is shown; say whether it came to that."""
        while self.clicks < most_clicks:
            self.page.wait_for_function(READY)
            if self.is_over():
                return True
            self.answer()
        return False

    def is_over(self):
        """Say whether the page shows how the game ended."""
        return self.page.locator("#outcome:not([hidden])").count() > 0

    def answer(self):
        """Look at a few of the things offered, then send what there is to send."""
        for _ in range(self.chance.randrange(STEPS_BEFORE_SENDING)):
            self.click(OFFERED)
        self.click(SENDING if self.page.locator(SENDING).count() else OFFERED)

    def click(self, what):
        """Click one of the things that are offered, and wait for what it brings."""
        found = self.page.locator(what)
        number = found.count()
        if not number or self.is_over():
            return
        self.clicks += 1
        # A bot's move may take away what was offered a moment ago.
        with suppress(TimeoutError):
            found.nth(self.chance.randrange(number)).dispatch_event("click", timeout=MOMENT)
        self.page.wait_for_function(SETTLED)
