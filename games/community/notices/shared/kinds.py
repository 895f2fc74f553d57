"""What the webhook of a table or a circle may post, by kind."""

from enum import StrEnum

from games.models import TableWebhook


class TableKind(StrEnum):
    """A kind of news that the owner of a webhook can choose."""

    TURN = "turn"
    TIME = "time"
    MAP = "map"
    CARDS = "cards"
    PACTS = "pacts"
    SEATS = "seats"
    GAME = "game"
    NEXT = "next"


LABELS: dict[TableKind, str] = {
    TableKind.TURN: "Whose turn it is, and until when",
    TableKind.TIME: "A player’s turn is running out",
    TableKind.MAP: "Captures, eliminations and resignations",
    TableKind.CARDS: "Event cards",
    TableKind.PACTS: "Pacts and trades",
    TableKind.SEATS: "Pauses, and seats that open or are taken",
    TableKind.GAME: "The start, the end and a rematch",
    TableKind.NEXT: "A new game, and when the next one opens",
}
"""The kinds, with their labels in the order shown."""

PRESET = frozenset(TableKind) - {TableKind.CARDS}
"""The kinds chosen for a new webhook."""


OF_CIRCLES = frozenset((TableKind.NEXT,))
"""The kinds that only the webhook of a circle posts."""


def wants(hook: TableWebhook, kind: TableKind) -> bool:
    """Return whether a webhook posts a kind of news."""
    return kind.value in hook.kinds
