"""Chapter 11: territory cards, fortifying, headquarters; see `moves/base.py`."""

from rules.moves.base import Move, named


@named("trade_set", "CLA-4")
class TradeSet(Move):
    """Trade three territory cards, named in alphabetical order, for armies.

    `territory` gets the bonus armies: one of the three if the player holds any, otherwise None.
    """

    set_cards: tuple[str, ...]
    territory: str | None = None


@named("fortify", "CLA-3")
class Fortify(Move):
    """Move armies between two adjacent territories of the player."""

    source: str
    target: str
    armies: int


@named("mark_headquarters", "CLA-6")
class MarkHeadquarters(Move):
    """Mark, in secret, the territory of the player's headquarters."""

    territory: str
