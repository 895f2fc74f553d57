"""What a request is refused for that no rule of the game is about, and how refusals are told."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.models import Game
from rules import IllegalMove, RulesError


class Refused(Exception):
    """A request that no rule of the game is about; its text is a sentence."""


class NoSuchGame(Refused):
    """There is no such game, or none that the asker may know of."""


class NotSeated(Refused):
    """The asker does not sit at this table."""


class TooFast(Refused):
    """Somebody says or offers too much too fast; the text says when they may again."""


class TooMany(Refused):
    """Somebody has, or has done, as much of something as one may."""


class KeyReused(Refused):
    """A request carries the key of an earlier one that asked for something else."""

    def __init__(self) -> None:
        super().__init__("This request carries the key of another one: load the page again.")


class Stale(Refused):
    """The page that asked shows a position that is no longer there."""


class Held(Stale):
    """A moderator has paused the game."""


@contextmanager
def game_sought() -> Iterator[None]:
    """Refuse as NoSuchGame where what is done within finds no game."""
    try:
        yield
    except Game.DoesNotExist:
        raise NoSuchGame("There is no such game.") from None


def sentence_of(refusal: Refused | RulesError) -> str:
    """Return what a person is told: the sentence, and by which rule of the game."""
    if isinstance(refusal, IllegalMove):
        return f"{refusal.message} ({refusal.rule})"
    return str(refusal)
