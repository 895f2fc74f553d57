"""Players of a slow game in browsers: they open the site only through links in their mail."""

import re
import time
from email.utils import getaddresses

from playwright.sync_api import expect

from tests.support.browser.tables import READY, SETTLED, answer, code_of
from tests.support.visitors.patience import wait_until

MOST_STEPS = 60
WAITS_FOR_READER = "() => Boolean(document.getElementById('asked'))"


class Correspondent:
    """A person with a browser and a mailbox; `mails` are all messages of the mail server."""

    def __init__(self, name, visitor, mails):
        self.name, self.visitor, self.page = name, visitor, visitor.page
        self.address = f"{name}@example.org".lower()
        self._mails, self._read = mails, 0

    @property
    def mails(self):
        """Return the mails sent to this person so far, oldest first."""
        return [mail for mail in self._mails if self._is_to_me(mail)]

    def _is_to_me(self, mail):
        return self.address in [address for _, address in getaddresses(mail.get_all("To", []))]

    def unread(self):
        """Return the mails that this person has not read yet, and count them as read."""
        found = self.mails[self._read :]
        self._read += len(found)
        return found

    def mail_with(self, pattern):
        """Wait for an unread mail whose text has a pattern; return the match.

        Earlier mails count as read.
        """

        def found():
            self.visitor.site.prepare("send_now")
            for number, mail in enumerate(self.mails[self._read :], self._read):
                match = re.search(pattern, text_of(mail))
                if match:
                    self._read = number + 1
                    return match
            return None

        try:
            return wait_until(found)
        except AssertionError as error:
            newest = [f"{subject_of(mail)}\n{text_of(mail)}" for mail in self.mails[-3:]]
            error.add_note("\n".join((f"{self.name} has no mail with {pattern}.", *newest)))
            raise

    def follow(self, pattern):
        """Open the link in the next mail whose text has a pattern; the link is its first group."""
        self.page.goto(self.mail_with(pattern)[1])

    def sign_up(self):
        """Fill in the form that the page shows."""
        page = self.page
        page.get_by_label("Name").first.fill(self.name)
        page.get_by_label("Email").first.fill(self.address)
        page.locator("input[type=password]").first.fill("a castle in the Rakers 7")
        page.get_by_role("button", name="Sign up").click()

    def confirm_address(self):
        """Follow the link that confirms the address."""
        self.follow(r"(http://\S+/confirm-email/\S+)")
        self.page.get_by_role("button", name="Confirm").click()

    def play_on(self):
        """Answer everything the open table asks this person for now."""
        for _ in range(MOST_STEPS):
            self.page.wait_for_function(SETTLED)
            if not self.page.evaluate(WAITS_FOR_READER):
                return
            self.page.wait_for_function(READY)
            answer(self.page)
        raise AssertionError(self.page.locator("#status, #panel").all_inner_texts())

    def go_away(self):
        """Leave a table, and wait until the site has stored it: until then, no mail is sent."""
        expect(self.page.locator("html")).to_have_attribute("data-live", "on")
        visit = {"name": self.name, "since": time.time(), "code": code_of(self.page)}
        self.page.goto("about:blank")
        wait_until(lambda: self.visitor.site.prepare("has_left", **visit))


def text_of(mail):
    """Return the plain text of a mail."""
    return mail.get_body(("plain",)).get_content()


def subject_of(mail):
    """Return the subject of a mail."""
    return str(mail["Subject"])
