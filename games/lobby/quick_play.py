"""Quick play: a game against three bots that begins at once (FAIR-1).

Opening the table commits to the seed. The page shows that commitment (the seal), then sends a
public value from the browser; only then does the game begin.
"""

from django.db import transaction

from games.exceptions import Stale
from games.lobby import host
from games.lobby.public_values import set_public_value
from games.lobby.seat_limits import verify_may_take_seat
from games.lobby.tables import verify_site_open
from games.models import Game, Measure, User
from games.play.bots import play_bot
from games.play.start import create_game
from games.trust.restrictions import verify_may
from rules import Options
from rules.json import from_plain

OPPONENTS = ("captain",) * 3
TURN_SECONDS, REACTION_SECONDS = 900, 120
"""Long times, as no other person is waiting."""

_MOST_ANSWERS = 12
"""An upper bound on the bots' answers before the person's first decision."""


def open_now(user: User) -> str:
    """Open a table for a quick game of one person and three captains; return its code.

    Reuse a quick-play table of the person that has not begun. The table is unlisted: with one
    person and no spectators, windows in which nothing can be played are skipped (ORD-2). Raises
    Barred, LimitReached, or Stale while the site is closed.
    """
    verify_site_open()
    verify_may(user, Measure.Kind.LIMIT)
    return _opened(user)


@transaction.atomic
def _opened(user: User) -> str:
    # Serialize concurrent requests, so that each sees the tables the others have opened.
    User.objects.hold(user.pk)
    waiting = Game.objects.public().filter(host=user, status=Game.Status.OPEN, is_listed=False)
    for game in waiting:
        if is_opened_now(game, user.pk):
            return game.code
    verify_may_take_seat(user)
    game = create_game([user, *OPPONENTS], Options(quick=True, only_playable=True))
    Game.objects.filter(pk=game.pk).update(
        host=user,
        is_listed=False,
        turn_seconds=TURN_SECONDS,
        reaction_seconds=REACTION_SECONDS,
    )
    return game.code


def is_opened_now(game: Game, user: int | None) -> bool:
    """Return whether this is a user's quick-play table that waits only for their public value."""
    is_own = game.host_id is not None and game.host_id == user
    is_waiting = game.status == Game.Status.OPEN and not game.is_listed
    # Only quick-play tables have this option before they begin.
    return is_own and is_waiting and from_plain(Options, game.options).only_playable


def begin_now(code: str, user: User, public_value: str = "") -> None:
    """Set the person's public value, then begin the game in a second transaction.

    Then the captains play until the person must decide. Raises as `set_public_value` and
    `host.start`.
    """
    set_public_value(code, user, public_value)
    host.start(code, user)
    for _ in range(_MOST_ANSWERS):
        try:
            if play_bot(code) is None:
                break
        except Stale:
            # Another process played this bot first.
            continue
