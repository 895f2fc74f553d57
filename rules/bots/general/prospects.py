"""A seat's prospects: its expected share of all strength, which is 0 if its stronghold falls."""

from functools import cached_property

from rules.bots.general.dangers import Dangers
from rules.bots.position import Position
from rules.bots.weights import WarWeights


class Prospects:
    """The prospects of a position's seat, with and without a storm."""

    def __init__(self, position: Position, dangers: Dangers, weights: WarWeights) -> None:
        self.position = position
        self._turns, self._card = weights.turns, weights.card
        self._dangers = dangers
        self._banner = self._turns * position.view.ruleset.spoils[2]

    @cached_property
    def strength(self) -> dict[int, float]:
        """The strength of each living player: armies, cards and the spoils of some turns."""
        view, players = self.position.view, self.position.players
        strength = {
            seat: self._card * player.cards
            + self._turns * sum(armies for _, armies in view.spoils(seat))
            for seat, player in players.items()
        }
        for name, owner in self.position.owner.items():
            if owner is not None:
                strength[owner] += self.position.armies[name]
        return strength

    @cached_property
    def _spoils(self) -> int:
        return sum(armies for _, armies in self.position.view.spoils(self.position.seat))

    @cached_property
    def _others(self) -> float:
        return sum(self.strength.values()) - self.strength[self.position.seat]

    def kept_for(self, seat: int) -> int:
        """Return the fewest armies to keep at home when storming a seat's stronghold.

        The danger from all other opponents must stay tolerable; the storm uses up the armies of
        this one. The seat's spoils, which arrive before the next turn, count as part of the
        garrison.
        """
        return max(1, self._dangers.needed(without=seat) - self._spoils)

    def now(self, more: int = 0) -> float:
        """Return the prospects without a storm, with `more` extra armies in the stronghold."""
        return self.after(more, self.position.armies[self.position.stronghold] + more)

    def after(self, gain: float, garrison: int) -> float:
        """Return the prospects without a storm, after a gain in armies, with a garrison at home."""
        own = max(1.0, self.strength[self.position.seat] + gain)
        return own / (own + self._others) * self._survival(garrison)

    def of(
        self, seat: int, chance: float, garrison: int, lost: float, killed: float, force: float
    ) -> float:
        """Return the prospects after storming a seat's stronghold with `chance` of success.

        `garrison` armies stay at home. A successful storm costs `lost` armies; a failed storm costs
        `force` armies and kills `killed`.
        """
        players, strength = self.position.players, self.strength
        if len(players) == 2:
            won = 1.0
        else:
            victim = players[seat]
            own = strength[self.position.seat] - lost
            own += self._banner * len(victim.banners) + self._card * victim.cards
            others = self._others - strength[seat]
            won = own / (own + others) * self._survival(garrison, seat)
        own = max(1.0, strength[self.position.seat] - force)
        others = max(1.0, self._others - killed)
        failed = own / (own + others) * self._survival(garrison)
        return chance * won + (1 - chance) * failed

    def _survival(self, garrison: int, without: int | None = None) -> float:
        """Return the chance that the seat still has its stronghold on its next turn."""
        return 1 - self._dangers.of(max(1, garrison + self._spoils), without)
