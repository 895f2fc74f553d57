"""A robot that clicks only what the page offers, to find dead ends."""

from contextlib import suppress

from playwright.sync_api import TimeoutError

OUTCOME = "#outcome:not([hidden])"
SETTLED = "() => !document.querySelector('.htmx-request')"
CONTINUE = ".animation[data-kind=card]:not([hidden]) .animation-skip:not(.is-timed)"
"""The button of a card that stays until it is pressed."""
READY = f"() => Boolean(document.querySelector('#asked, {OUTCOME}, {CONTINUE}'))"
PRESS = f"""control => {{
    if (control.isConnected && !document.querySelector('{OUTCOME}')) control.click();
}}"""
"""Clicks unless the game is over: the outcome's button for a rematch would leave the table."""
OFFERED = "#panel a[hx-get]:visible, #panel button:enabled:visible, #panel summary:visible"
SENDING = "#panel button.primary:enabled:visible, #panel button.submit-button:enabled:visible"
STEPS_BEFORE_SENDING = 3
MOMENT = 2000


class Clicker:
    """Plays one seat by clicking on its page; `chance` is its random source."""

    def __init__(self, page, chance):
        self.page = page
        self.chance = chance
        self.clicks = 0

    def play_to_the_end(self, most_clicks):
        """Click until the outcome is shown; return whether it was."""
        while self.clicks < most_clicks:
            self.page.wait_for_function(READY)
            if self.is_over():
                return True
            self.go_on()
            self.answer()
        return False

    def is_over(self):
        """Return whether the page shows how the game ended."""
        return self.page.locator(OUTCOME).count() > 0

    def go_on(self):
        """Close a card that waits for it."""
        button = self.page.locator(CONTINUE)
        if button.count():
            # It may close by itself meanwhile.
            with suppress(TimeoutError):
                button.evaluate("button => button.click()", timeout=MOMENT)

    def answer(self):
        """Click on a few of the controls offered, then send a form if there is one."""
        for _ in range(self.chance.randrange(STEPS_BEFORE_SENDING)):
            self.click(OFFERED)
        self.click(SENDING if self.page.locator(SENDING).count() else OFFERED)

    def click(self, what):
        """Click one of the controls offered, and wait for the result."""
        found = self.page.locator(what)
        number = found.count()
        if not number:
            return
        self.clicks += 1
        # A bot's move may remove a control that was there a moment ago.
        with suppress(TimeoutError):
            found.nth(self.chance.randrange(number)).evaluate(PRESS, timeout=MOMENT)
        self.page.wait_for_function(SETTLED)
