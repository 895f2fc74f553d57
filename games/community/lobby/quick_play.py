"""Quick play: a game of one person against bots that begins at once (FAIR-1).

A rematch against bots begins in the same way. Opening the table commits to the seed. The page
shows that commitment (the seal), then sends a public value from the browser; only then does the
game begin.
"""

from dataclasses import asdict, dataclass

from django.db import transaction

from games.community.lobby import host
from games.community.lobby.opponents import OPPONENTS, has_finished_a_game, next_level
from games.community.lobby.public_values import set_public_value
from games.community.lobby.seat_limits import verify_may_take_seat
from games.community.lobby.tables import close, verify_site_open
from games.community.trust.restrictions import verify_may
from games.drawing.display.bot_levels import BOT_CHOICES, BotLevel, bot_name
from games.drawing.display.goals import goal_of, in_letters
from games.exceptions import Stale
from games.models import Game, Measure, User
from games.playing.bots import play_bot
from games.playing.clocks.time_controls import UNTIMED
from games.playing.start import create_game
from rules import GREYHAWK, RULESETS, Options
from rules.json import from_plain
from rules.sentences.words import listed

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
    level = level or next_level(user).level
    # Lock the tables, so that none begins while its bots change.
    own = Game.objects.public().select_for_update(of=("self",), no_key=True).filter(host=user)
    waiting = own.filter(status=Game.Status.OPEN, is_listed=False, last_games=None)
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
    """Return whether this is a user's table with bots that waits only for their public value."""
    is_own = game.host_id is not None and game.host_id == user
    is_waiting = game.status == Game.Status.OPEN
    # Only such tables have this option before they begin.
    return is_own and is_waiting and from_plain(Options, game.options).only_playable


@dataclass(frozen=True, slots=True)
class QuickGame:
    """A quick-play table that waits for its person: the game, its goal and the opponents.

    `beaten` is the bots' level in the last game. It is set only if the page must say that the bots
    are stronger now.
    """

    game: str
    title: str
    goal: str
    goes_first: bool
    opponents: str
    beaten: BotLevel | None


def quick_game_of(game: Game, user: User, *, tells_rise: bool = False) -> QuickGame:
    """Return the facts about the game that the page of a quick-play table shows.

    `tells_rise` makes the page say if the bots are stronger than last time; it is for people who
    have not chosen the bots' level.
    """
    rules, options = RULESETS[game.ruleset], from_plain(Options, game.options)
    seats = game.players.exclude(bot="").order_by("seat")
    bots = {seat: BOT_CHOICES[bot] for seat, bot in seats.values_list("seat", "bot")}
    goal = goal_of(rules, options.headquarters or min(rules.headquarters, 1 + len(bots)))
    goes_first = options.first_seat is not None
    chosen = next_level(user) if tells_rise else None
    beaten = BOT_CHOICES[chosen.before] if chosen and chosen.is_rise else None
    return QuickGame(rules.name, rules.title, goal, goes_first, _opponents(bots), beaten)


def _opponents(bots: dict[int, BotLevel]) -> str:
    """Return a sentence about a table's bots, which are given by seat."""
    level, *others = bots.values()
    if others and all(other == level for other in others):
        number = in_letters(len(bots))
        return _ALIKE.format(number=number, level=level.plural, strength=level.strength)
    names = listed([bot_name(each, seat) for seat, each in bots.items()])
    return _NAMED[bool(others)].format(names=names)


_ALIKE = "Your opponents are {number} {level}: {strength} bots."
_NAMED = {False: "Your opponent is the bot {names}.", True: "Your opponents are the bots {names}."}


def begin_now(code: str, user: User, public_value: str = "") -> None:
    """Set the person's public value, then begin the game in a second transaction.

    Then the bots play until the person must decide. Raises what `set_public_value` and `host.start`
    raise.
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
