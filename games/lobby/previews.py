"""What messengers show of a link to a table: nothing but what a stranger with the link sees."""

from games.lobby.lists import TableShown
from games.models import Game
from rules.sentences.words import counted


def about(table: TableShown) -> str:
    """Return which game a table plays, on what terms, and whether there is a seat."""
    said = [table.ruleset, *table.terms]
    if table.status == Game.Status.OPEN:
        said.append(f"{counted(table.free, 'seat', 'seats')} free")
    return " · ".join(said)
