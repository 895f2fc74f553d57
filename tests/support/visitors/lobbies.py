"""For the tests of tables that have not begun: opened by their hosts, and the pages they are on."""

import html
import re

from games.lobby import tables
from games.lobby.tables import SeatKind, Terms
from games.models import Game
from rules import Options

ME, FREE, LINK, BOT = SeatKind.ME, SeatKind.OPEN, SeatKind.LINK, SeatKind.CAPTAIN
QUICK = Options(quick=True)
USUAL = {
    **{"ruleset": "greyhawk", "title": "", "setup": "quick", "seating": "shuffled"},
    **{"seat_1": "me", "seat_2": "open", "seat_3": "captain", "seat_4": "link"},
    **{"seat_5": "closed", "seat_6": "closed", "listing": "public", "takes_guests": "on"},
    **{"pace": "quick", "turn_seconds": "60", "reaction_seconds": "10", "rounds": "12"},
    **{"on_resign": "steward"},
}
"""A form for a new table, filled in."""
BAIT = "<script>alert(1)</script>"
NASTY = [
    *("", " ", "\0", "a\0b", "-1", "0", "1e9", "9" * 5000, "NaN", "None", "[]", "{}", "x" * 10000),
    *("é", "٣", "\u202eevil", "a\u0300" * 40, "\ud7ff", "\u200b", "../..", "';--", "%00", BAIT),
    *("a\nb", "a\u2028b", "\U000e0041", "\uffff"),
]
"""What somebody might type into any field who means no good."""


def opened_by(host, *seats, **terms):
    """A table with the host's seat first."""
    return tables.open_table(host, Terms((ME, *seats), **{"options": QUICK, **terms}))


def seats_of(game):
    """Who sits where: a name, a bot in brackets, None for nobody."""
    rows = game.players.order_by("seat").values_list("user__name", "bot")
    return [name or (f"({bot})" if bot else None) for name, bot in rows]


def status_of(game):
    """How far a game is."""
    return Game.objects.values_list("status", flat=True).get(pk=game.pk)


def finish(game):
    """Let a game be over, as after its last move; the position does not matter here."""
    outcome = {"winners": [0], "reason": "last", "places": [[0], [1]]}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, outcome=outcome)


def text(response):
    """What a page says, without marks."""
    body = response.content.decode()
    main = body[body.index("<main") :] if "<main" in body else body
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())
