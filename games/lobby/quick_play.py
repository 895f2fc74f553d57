"""Play now: a game that waits for nobody but the person who asked for it (FAIR-1).

The table is opened with its seal. The page shows the seal and sends the value of the person's
browser; only then the game begins.
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
"""Nobody waits for the person: there is time to read what is asked."""

_MOST_ANSWERS = 12
"""More than bots can be asked before the first answer of the person is needed."""


def open_now(user: User) -> str:
    """Open a table for a quick game of a person and three captains; return its code.

    A table that the person opened this way and has not begun is used again. No list shows it:
    with one person and nobody watching, only what can be played is asked (ORD-2). Raises Barred,
    TooMany, or Stale on a closed site.
    """
    verify_site_open()
    verify_may(user, Measure.Kind.LIMIT)
    return _opened(user)


@transaction.atomic
def _opened(user: User) -> str:
    # Of many requests at once, each must see what the others have opened.
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
    """Say whether a table waits only for its person's value."""
    is_own = game.host_id is not None and game.host_id == user
    is_waiting = game.status == Game.Status.OPEN and not game.is_listed
    # Other tables get this option when they begin.
    return is_own and is_waiting and from_plain(Options, game.options).only_playable


def begin_now(code: str, user: User, public_value: str = "") -> None:
    """Take the person's value, then begin the game in a transaction of its own.

    The captains have answered all they can when this returns. Raises as `set_public_value` and
    `hosting.start`.
    """
    set_public_value(code, user, public_value)
    host.start(code, user)
    for _ in range(_MOST_ANSWERS):
        try:
            if play_bot(code) is None:
                break
        except Stale:
            # Whoever else wakes bots was quicker.
            continue
