"""A player's view that leaves cards of one kind out of the hand."""

from rules.cards import BattleCard
from rules.view import ChangedView, View


class WithoutCards(ChangedView):
    """The view of a player who does not want to play one kind of battle card."""

    __slots__ = ("_left_out",)

    def __init__(self, view: View, left_out: BattleCard) -> None:
        super().__init__(view)
        self._left_out = left_out

    @property
    def hand(self) -> tuple[BattleCard, ...]:
        """The player's other battle cards, sorted."""
        return tuple(card for card in super().hand if card is not self._left_out)
