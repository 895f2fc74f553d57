"""Headings for tables: the title, otherwise the host's name."""

from games.models import Game
from rules.sentences.words import isolated


def heading_of(title: str, host: str | None) -> str:
    """Return a table's heading from its title and its host's name."""
    return isolated(title) or (_HOSTED.format(host=isolated(host)) if host else "A game")


_HOSTED = "{host}’s game"
_QUOTED = "“{title}”"
_BY_CODE = "game {code}"


def name_in_sentence(game: Game) -> str:
    """Return a table's name for use in a sentence, with its code if it has no title and no host."""
    if game.title:
        return _QUOTED.format(title=isolated(game.title))
    return heading_of("", game.host.name) if game.host else _BY_CODE.format(code=game.code)
