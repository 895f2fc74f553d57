"""What a table is called: by its title, else by whose it is."""

from games.models import Game


def heading_of(title: str, host: str | None) -> str:
    """Return what stands above a table, by its title and the name of its host."""
    return title or (f"{host}’s table" if host else "A table")


def said_of(game: Game) -> str:
    """Return what a table is called in a sentence; one of no title and no host by its code."""
    if game.title:
        return f"“{game.title}”"
    return heading_of("", game.host.name) if game.host else f"the game {game.code}"
