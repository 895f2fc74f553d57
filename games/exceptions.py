"""Refusals of a request for reasons other than a rule of the game, and their texts."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.models import Game
from rules import IllegalMove


class Refused(Exception):
    """The base class: a request refused for a reason other than a rule; its text is a sentence.

    `Refused("Choose at most {most} seats.", most=6)`: the text names its arguments in braces.
    """

    def __init__(self, text: str = "", **arguments: object) -> None:
        super().__init__(text.format_map(arguments) if arguments else text)


class NoSuchGame(Refused):
    """The game does not exist, or the user may not know of it."""


class NotSeated(Refused):
    """The user has no seat at this table."""


class TooFast(Refused):
    """The user exceeded a rate limit; the text says when to try again."""


class LimitReached(Refused):
    """The user has reached the maximum number of something."""


class KeyReused(Refused):
    """The idempotency key belongs to an earlier request for something else."""

    def __init__(self) -> None:
        super().__init__("Something went wrong. Reload the page and try again.")


class Stale(Refused):
    """The page that sent the request shows an outdated position."""


class Held(Stale):
    """A moderator has paused the game."""


@contextmanager
def game_sought() -> Iterator[None]:
    """Turn Game.DoesNotExist into NoSuchGame."""
    try:
        yield
    except Game.DoesNotExist:
        raise NoSuchGame("That game doesn’t exist.") from None


def sentence_of(refusal: Exception) -> str:
    """Return a refusal's text for the user, with the rule id if it breaks a rule of the game."""
    if isinstance(refusal, IllegalMove):
        # The text of the tutorial's step says more than its rule.
        is_step = refusal.rule == "FAIR-8"
        return refusal.message if is_step else f"{refusal.message} ({refusal.rule})"
    return str(refusal)
