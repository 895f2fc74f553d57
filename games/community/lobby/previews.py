"""Link previews of tables, without anything that a stranger with the link may not see."""

from django.utils.translation import ngettext

from games.community.lobby.table_summaries import TableShown
from games.models import Game


def about(table: TableShown) -> str:
    """Describe a table's game, its terms and, while it is open, its free seats."""
    parts = [table.ruleset, *table.terms]
    if table.status == Game.Status.OPEN:
        free = ngettext("{number} seat free", "{number} seats free", table.free)
        parts.append(free.format(number=table.free))
    return " · ".join(parts)
