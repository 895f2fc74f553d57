"""Helpers for tests of the admin: its roles and lists, a report, and the pages of actions."""

from games.community.moderation import reports
from games.community.talk import talk
from games.community.trust.roles import Role
from games.models import Game, Message

ROLES = {"dora": Role.MODERATOR, "fritz": Role.SENIOR, "olga": Role.OPERATOR}

LISTS = {
    "report": Role.MODERATOR,
    "user": Role.MODERATOR,
    "game": Role.MODERATOR,
    "circle": Role.MODERATOR,
    "measure": Role.MODERATOR,
    "action": Role.SENIOR,
    "sitesettings": Role.OPERATOR,
    "notice": Role.OPERATOR,
    "delivery": Role.OPERATOR,
}
"""The lists of the admin, each with the lowest role that may see it."""


def text(answer):
    """Return the HTML of a page."""
    return answer.content.decode()


def report_on(table, reporter):
    """Let the first player write a message at a table, and report it."""
    game = Game.objects.get(code=table.code)
    talk.say(game, table.persons[0], "You are a toad")
    said = {"game": game, "message": Message.objects.get().pk}
    return reports.make(reporter, "message", "words", "He said it.", key="r", **said)


def do(browser, where, number, name, /, **fields):
    """Complete the form of an action and submit it."""
    address = f"/admin/games/{where}/{number}/do/{name}/"
    form = browser.get(address).context["form"]
    posted = {"key": form["key"].value(), "reason": "Asked for.", **fields}
    return browser.post(address, posted, follow=True)
