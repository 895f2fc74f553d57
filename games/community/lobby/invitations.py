"""The words of invitations to tables."""

from django.utils.translation import ngettext

from games.community.lobby.table_summaries import TableShown
from rules.sentences.words import listed

_INVITES = {
    "host": "{host} invites you to a game of {game}.",
    "host, with": "{host} invites you to a game of {game} with {others}.",
    "nobody": "You’re invited to a game of {game}.",
    "nobody, with": "You’re invited to a game of {game} with {others}.",
}


def words_of(table: TableShown) -> str:
    """Say who invites to which game, and who else is in."""
    others = [seat.name for seat in table.seats if seat.kind == "person" and not seat.is_host]
    if table.bots:
        others.append(
            ngettext("{number} bot", "{number} bots", table.bots).format(number=table.bots)
        )
    text = _INVITES[("host" if table.host else "nobody") + (", with" if others else "")]
    return text.format(host=table.host, game=table.ruleset, others=listed(others))
