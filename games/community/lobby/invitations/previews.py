"""Link previews of tables, without anything that a stranger with the link may not see."""

from django.utils.translation import ngettext

from games.community.lobby.invitations.received import words_of
from games.community.lobby.table_summaries import TableShown
from games.models import Game


def about(table: TableShown) -> str:
    """Describe a table's game, its terms and, while it is open, its free seats."""
    return " · ".join([table.ruleset, *_terms(table)])


def invitation_to(table: TableShown) -> str:
    """Say who invites to a table's game and who else is in; add its terms and free seats."""
    return f"{words_of(table)} {' · '.join(_terms(table))}"


def _terms(table: TableShown) -> list[str]:
    terms = list(table.terms)
    if table.status == Game.Status.OPEN:
        free = ngettext("{number} seat free", "{number} seats free", table.free)
        terms.append(free.format(number=table.free))
    return terms
