"""The bots' level for a person's next quick game, derived from the games they have finished."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet

from games.drawing.display.bot_levels import CHARACTERS, LEVELS
from games.models import Game, Player, User
from games.playing.start import DEFAULT_BOT

OPPONENTS = 3
NEWCOMERS_LEVEL = "recruit"
RISE = "rise"
"""The query parameter that makes a quick-play table's page say that the bots are stronger."""


def has_finished_a_game(user: User) -> bool:
    """Return whether a user has finished a game; tutorials do not count."""
    return _finished(user).exists()


@dataclass(frozen=True, slots=True)
class NextLevel:
    """The bots' level in a user's next quick game, and the level that it follows.

    The two are the same unless the user meets stronger bots.
    """

    level: str
    before: str

    @property
    def is_rise(self) -> bool:
        """Whether the user meets stronger bots than last time."""
        return self.level != self.before


def next_level(user: User | AnonymousUser) -> NextLevel:
    """Return the bots' level for a user's next quick game.

    It is the level in the user's last finished game without other people, or the next higher level
    if the user won. Without such a game it is the default. If the user has not finished any game,
    it is the lowest.
    """
    if not user.is_authenticated or not has_finished_a_game(user):
        return NextLevel(NEWCOMERS_LEVEL, NEWCOMERS_LEVEL)
    others = Player.objects.filter(game=OuterRef("game")).exclude(seat=OuterRef("seat"))
    alone = _finished(user).filter(~Exists(others.filter(bot=""))).order_by("-game__moved_at")
    last = alone.values_list("game", "seat", "own", "game__outcome").first()
    if last is None:
        return NextLevel(DEFAULT_BOT, DEFAULT_BOT)
    game, seat, own, outcome = last
    bots = set(Player.objects.filter(game=game).exclude(seat=seat).values_list("bot", flat=True))
    # If the host mixed levels, the weakest bot counts.
    strongest = list(LEVELS)[-1] if bots & CHARACTERS.keys() else DEFAULT_BOT
    level = next((name for name in LEVELS if name in bots), strongest)
    # A bot may win with a seat that its player resigned.
    has_won = own and outcome is not None and seat in outcome["winners"]
    return NextLevel(_above(level) if has_won else level, level)


def _finished(user: User) -> QuerySet[Player]:
    seats = Player.objects.filter(user=user, game__status=Game.Status.OVER)
    return seats.filter(game__is_tutorial=False)


def _above(level: str) -> str:
    names = list(LEVELS)
    return names[min(names.index(level) + 1, len(names) - 1)]
