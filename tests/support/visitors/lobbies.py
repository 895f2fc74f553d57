"""Helpers for tests of tables that have not begun: opening them, and reading their pages."""

import html
import re

from games.community.lobby import tables
from games.community.lobby.terms import SeatKind, TableTerms
from games.models import Game
from rules import Options

ME, FREE, LINK, BOT = SeatKind.ME, SeatKind.OPEN, SeatKind.LINK, SeatKind.CAPTAIN
QUICK = Options(quick=True)
USUAL = {
    "ruleset": "greyhawk",
    "title": "",
    "setup": "quick",
    "seating": "shuffled",
    "seat_1": "me",
    "seat_2": "open",
    "seat_3": "captain",
    "seat_4": "link",
    "seat_5": "closed",
    "seat_6": "closed",
    "listing": "public",
    "takes_guests": "on",
    "pace": "quick",
    "turn_seconds": "60",
    "reaction_seconds": "10",
    "rounds": "12",
    "on_resign": "steward",
}
"""A completed form for a new table."""
BAIT = "<script>alert(1)</script>"
NASTY = [
    *("", " ", "\0", "a\0b", "-1", "0", "1e9", "9" * 5000, "NaN", "None", "[]", "{}", "x" * 10000),
    *("é", "٣", "\u202eevil", "a\u0300" * 40, "\ud7ff", "\u200b", "../..", "';--", "%00", BAIT),
    *("a\nb", "a\u2028b", "\U000e0041", "\uffff"),
]
"""Malicious input that somebody might type into any field."""


def opened_by(host, *seats, **terms):
    """Open a table with the host in the first seat."""
    return tables.open_table(host, TableTerms((ME, *seats), **{"options": QUICK, **terms}))


def seats_of(game):
    """Return, for each seat, the user's name, the bot in brackets, or None if it is empty."""
    rows = game.players.order_by("seat").values_list("user__name", "bot")
    return [name or (f"({bot})" if bot else None) for name, bot in rows]


def status_of(game):
    """Return the status of a game."""
    return Game.objects.values_list("status", flat=True).get(pk=game.pk)


def finish(game):
    """Mark a game as over, without changing its position."""
    outcome = {"winners": [0], "reason": "last", "places": [[0], [1]]}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=outcome)


def text(response):
    """Return the text of a page without its markup."""
    body = response.content.decode()
    main = body[body.index("<main") :] if "<main" in body else body
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())
