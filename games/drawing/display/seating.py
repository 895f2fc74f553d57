"""The seats and terms of a table: everything public about it besides the position."""

from dataclasses import dataclass
from datetime import datetime

from games.drawing.display.bot_levels import BOT_CHOICES, bot_name
from games.models import Game, Player
from games.playing.clocks.time_controls import UNTIMED, TimeControl, time_control_of
from games.storage.store.stored_game import StoredGame
from rules.sentences.words import isolated

GONE = "a former player"
"""The name shown for a user who deleted their account."""

FREE = "free"
"""The name shown to moderators for a seat that nobody has taken yet."""

SITE_NAME = "Castlerisk"
"""The name under which moderators write to a table."""

SITE = "the site"
"""The name shown to moderators for the author of the site's own messages."""

_GAME_OF = "Game of {players}"


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A seat: the name shown, the user's id (None for a bot or a deleted account), and presence.

    `is_vacant` means that the seat waits for a substitute.
    """

    name: str
    user: int | None
    is_bot: bool
    is_online: bool
    public_value: str
    value_given_at: datetime | None = None
    is_vacant: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """A table: its seats in seat order, the terms it was opened with, and whether it `is_held`."""

    code: str
    title: str
    status: str
    seed_commitment: str
    pace: str
    turn_seconds: int
    reaction_seconds: int
    seats: tuple[SeatedPlayer, ...]
    clock: TimeControl | None = None
    is_held: bool = False
    allows_advice: bool = False

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.status == Game.Status.OVER

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def heading(self) -> str:
        """Return the table's title; if it has none, a heading made from its users' names."""
        persons = [seat.name for seat in self.seats if seat.user is not None]
        return self.title or (_GAME_OF.format(players=", ".join(persons)) if persons else "A game")

    @property
    def has_clock(self) -> bool:
        """Whether players have a limited time to answer."""
        return self.clock is not None and self.clock != UNTIMED

    def is_against_bots(self, seat: int | None) -> bool:
        """Return whether a seat's player has only bots as opponents until the game ends."""
        others = [each for number, each in enumerate(self.seats) if number != seat]
        return seat is not None and all(each.is_bot and not each.is_vacant for each in others)

    def seat_of(self, user: int | None) -> int | None:
        """Return a user's seat; None for a spectator."""
        if user is None:
            return None
        return next((n for n, seat in enumerate(self.seats) if seat.user == user), None)


def seating_of(stored: StoredGame, online: frozenset[int] = frozenset()) -> Seating:
    """Return the seating of a stored game; `online` are the ids of users viewing it now."""
    return Seating(
        code=stored.code,
        title=isolated(stored.title),
        status=stored.status,
        seed_commitment=stored.seed_commitment,
        pace=stored.pace,
        turn_seconds=stored.turn_seconds,
        reaction_seconds=stored.reaction_seconds,
        is_held=stored.held_since is not None,
        allows_advice=stored.allows_advice,
        seats=tuple(
            SeatedPlayer(
                name=seat_name(number, seat.name, seat.bot),
                user=seat.user,
                is_bot=bool(seat.bot),
                is_online=seat.user in online,
                public_value=seat.public_value,
                value_given_at=seat.value_given_at,
                is_vacant=seat.is_vacant,
            )
            for number, seat in enumerate(stored.seats)
        ),
        clock=time_control_of(stored),
    )


def seat_name(seat: int, name: str | None, bot: str) -> str:
    """Return the name shown for a seat: the user's name, else the bot's, else `GONE`."""
    return isolated(plain_name(seat, name, bot))


def plain_name(seat: int, name: str | None, bot: str) -> str:
    """Return the name of a seat as plain data, for downloads."""
    if name is not None:
        return name
    if bot in BOT_CHOICES:
        return bot_name(BOT_CHOICES[bot], seat)
    return f"{bot.capitalize()} {seat + 1}" if bot else GONE


def is_free(player: Player, game: Game) -> bool:
    """Return whether nobody has taken a seat of a game that has not begun."""
    return not (game.has_begun or player.user_id or player.bot)


def player_or_free(player: Player, game: Game) -> str:
    """Return the name shown to moderators for a player row of a game; `FREE` for a free seat."""
    return FREE if is_free(player, game) else player_name(player)


def player_name(player: Player) -> str:
    """Return the name shown for a player row; fetch it with `select_related("user")`."""
    return seat_name(player.seat, player.user.name if player.user else None, player.bot)
