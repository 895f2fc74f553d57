"""Chapter 11: territory cards, fortifying, headquarters; see `moves/base.py`."""

from rules.moves.base import Move, named


@named("trade_set", "CLA-4")
class TradeSet(Move):
    """Three territory cards, in alphabetical order, for armies.

    `territory` is the one of one's own among them that gets the bonus, None where there is none.
    """

    set_cards: tuple[str, ...]
    territory: str | None = None


@named("fortify", "CLA-3")
class Fortify(Move):
    """Move so many armies from one territory of one’s own to another."""

    source: str
    target: str
    armies: int


@named("mark_headquarters", "CLA-6")
class MarkHeadquarters(Move):
    """Mark, in secret, the territory of one’s headquarters."""

    territory: str
