"""Play now: a game that waits for nobody but the person who asked for it."""

from django.db import transaction

from games.bot_moves import play_bot
from games.lobby import verify_site_open
from games.measures import verify_may
from games.models import Game, Measure, User
from games.refusals import Stale
from games.seat_limits import verify_may_take_seat
from games.starting import create_game, start_game
from rules import Options

OPPONENTS = ("captain",) * 3
TURN_SECONDS, REACTION_SECONDS = 900, 120
"""Nobody waits for the person: there is time to read what is asked."""

_MOST_ANSWERS = 12
"""More than bots can be asked before the first answer of the person is needed."""


def play_now(user: User) -> str:
    """Open and start a quick game of a person and three captains; return its code.

    It is listed nowhere: with one person and nobody watching, only what can be played is asked
    (ORD-2). The captains have answered all they can when this returns. It begins with the request
    that opens it, so nobody adds a public value: one that came along would be known before the
    seed is drawn (FAIR-1). Raises Barred for who may begin no games, Stale on a closed site.
    """
    verify_site_open()
    verify_may(user, Measure.Kind.LIMIT)
    code = _started(user)
    for _ in range(_MOST_ANSWERS):
        try:
            if play_bot(code) is None:
                break
        except Stale:
            # Whoever else wakes bots was quicker.
            continue
    return code


@transaction.atomic
def _started(user: User) -> str:
    # Of many requests at once, each must see what the others have begun.
    User.objects.hold(user.pk)
    verify_may_take_seat(user)
    game = create_game([user, *OPPONENTS], Options(quick=True, only_playable=True))
    Game.objects.filter(pk=game.pk).update(
        host=user,
        is_listed=False,
        turn_seconds=TURN_SECONDS,
        reaction_seconds=REACTION_SECONDS,
    )
    start_game(game.code)
    return game.code
