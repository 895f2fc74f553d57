"""Quick play: a game against three bots that begins at once (FAIR-1).

Opening the table commits to the seed. The page shows that commitment (the seal), then sends a
public value from the browser; only then does the game begin.
"""

from dataclasses import asdict, dataclass

from django.db import transaction

from games.clocks.time_controls import UNTIMED
from games.display.bot_levels import BOT_CHOICES, BotLevel
from games.display.goals import goal_of
from games.exceptions import Stale
from games.lobby import host
from games.lobby.opponents import OPPONENTS, has_finished_a_game, next_level
from games.lobby.public_values import set_public_value
from games.lobby.seat_limits import verify_may_take_seat
from games.lobby.tables import close, verify_site_open
from games.models import Game, Measure, User
from games.play.bots import play_bot
from games.play.start import DEFAULT_BOT, create_game
from games.trust.restrictions import verify_may
from rules import GREYHAWK, RULESETS, Options
from rules.json import from_plain

_MOST_ANSWERS = 12
"""An upper bound on the bots' answers before the person's first decision."""


def open_now(
    user: User,
    ruleset: str = GREYHAWK.name,
    pace: str = Game.Pace.CALM.value,
    level: str = "",
) -> str:
    """Open a table for a quick game of one person and three bots; return its code.

    `level` is the bots' level; "" means the person's `next_level`. A person who has not finished a
    game yet goes first (SET-2). If the person has a quick-play table that has not begun, it is
    reused, or closed if it is for another game. The table is unlisted: with one person and no
    spectators, windows in which nothing can be played are skipped (ORD-2). Raises InvalidMove,
    Barred, LimitReached, or Stale while the site is closed.
    """
    verify_site_open()
    verify_may(user, Measure.Kind.LIMIT)
    return _opened(user, ruleset, pace, level)


@transaction.atomic
def _opened(user: User, ruleset: str, pace: str, level: str) -> str:
    # Serialize concurrent requests, so that each sees the tables the others have opened.
    User.objects.lock(user.pk)
    level = level or next_level(user)
    # Lock the tables, so that none begins while its bots change.
    own = Game.objects.public().select_for_update(no_key=True).filter(host=user)
    waiting = own.filter(status=Game.Status.OPEN, is_listed=False)
    for game in waiting:
        if is_opened_now(game, user.pk):
            if game.ruleset == ruleset:
                game.players.exclude(bot="").update(bot=level)
                return game.code
            close(game)
    verify_may_take_seat(user)
    first_seat = None if has_finished_a_game(user) else 0
    options = Options(quick=True, pace="guarded", only_playable=True, first_seat=first_seat)
    game = create_game([user, *[level] * OPPONENTS], options, ruleset)
    terms = {**asdict(UNTIMED), "pace": pace}
    Game.objects.filter(pk=game.pk).update(host=user, is_listed=False, **terms)
    return game.code


def is_opened_now(game: Game, user: int | None) -> bool:
    """Return whether this is a user's quick-play table that waits only for their public value."""
    is_own = game.host_id is not None and game.host_id == user
    is_waiting = game.status == Game.Status.OPEN and not game.is_listed
    # Only quick-play tables have this option before they begin.
    return is_own and is_waiting and from_plain(Options, game.options).only_playable


@dataclass(frozen=True, slots=True)
class QuickGame:
    """A quick-play table that waits for its person: the game, its goal and the opponents."""

    game: str
    title: str
    goal: str
    goes_first: bool
    level: BotLevel


def quick_game_of(game: Game) -> QuickGame:
    """Return what the page of a quick-play table says about its game."""
    rules, options = RULESETS[game.ruleset], from_plain(Options, game.options)
    goal = goal_of(rules, min(rules.headquarters, 1 + OPPONENTS))
    level = game.players.exclude(bot="").values_list("bot", flat=True).first() or DEFAULT_BOT
    return QuickGame(
        rules.name, rules.title, goal, options.first_seat is not None, BOT_CHOICES[level]
    )


def begin_now(code: str, user: User, public_value: str = "") -> None:
    """Set the person's public value, then begin the game in a second transaction.

    Then the bots play until the person must decide. Raises as `set_public_value` and
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
