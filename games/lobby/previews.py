"""Link previews of tables, without anything that a stranger with the link may not see."""

from games.lobby.table_summaries import TableShown
from games.models import Game
from rules.sentences.words import counted


def about(table: TableShown) -> str:
    """Describe a table's game, its terms and, while it is open, its free seats."""
    parts = [table.ruleset, *table.terms]
    if table.status == Game.Status.OPEN:
        parts.append(f"{counted(table.free, 'seat', 'seats')} free")
    return " · ".join(parts)
