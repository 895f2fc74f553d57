"""The danger to a stronghold: the chance that it falls if all opponents storm it on their turns."""

from collections.abc import Iterator
from functools import cached_property
from math import comb

from rules.bots.evaluation import forecast
from rules.bots.position import LEAST_GARRISON, Position
from rules.bots.weights import WarWeights
from rules.cards import BattleCard

FRESH = 2
"""The number of cards that a player is assumed to have drawn since last playing Mercenaries."""
MOST_GARRISON = 120


class Dangers:
    """The danger to the seat's stronghold for each size of its garrison."""

    def __init__(self, position: Position, weights: WarWeights, boldness: float = 1.0) -> None:
        self.position = position
        self._weights = weights
        self.tolerance = weights.tolerance * boldness
        self._rules = position.view.ruleset
        self._known: dict[tuple[int, int | None], float] = {}

    def needed(self, without: int | None = None) -> int:
        """Return the smallest garrison with a tolerable danger; see `of` for `without`."""
        least, most = LEAST_GARRISON, MOST_GARRISON
        while least < most:
            middle = (least + most) // 2
            if self.of(middle, without) > self.tolerance:
                least = middle + 1
            else:
                most = middle
        return least

    def of(self, garrison: int, without: int | None = None) -> float:
        """Return the chance that a garrison falls if each opponent storms it with all armies.

        The opponent `without`, if any, is treated as eliminated.
        """
        key = garrison, without
        if key not in self._known:
            safe = 1.0
            for seat, (by_land, by_sea) in self.forces.items():
                if seat != without:
                    safe *= 1 - self._of(seat, by_land, by_sea, garrison)
            self._known[key] = 1 - safe
        return self._known[key]

    @cached_property
    def forces(self) -> dict[int, tuple[float, float]]:
        """The armies with which each opponent could attack: (by land, by sea)."""
        position = self.position
        view, own = position.view, position.stronghold
        held_off = [truce.other for truce in view.truces if truce.seat == position.seat]
        rivals = [seat for seat in position.players if seat != position.seat]
        rivals = [seat for seat in rivals if seat not in held_off]
        beside, behind, at_sea = (dict.fromkeys(rivals, 0.0) for _ in range(3))
        for name, toll in position.ways(own).items():
            owner, force = position.owner[name], position.armies[name] - 1 - toll
            if owner in beside and toll:
                behind[owner] = max(behind[owner], force)
            elif owner in beside:
                beside[owner] += force
        for name in view.voyages(own):
            owner = position.owner[name]
            if owner in at_sea:
                at_sea[owner] = max(at_sea[owner], position.armies[name] - 1.0)
        to_come = {seat: self._weights.to_come * view.player(seat).unplaced for seat in rivals}
        return {
            seat: (beside[seat] + behind[seat] + to_come[seat], at_sea[seat] + to_come[seat])
            for seat in rivals
        }

    def _of(self, seat: int, by_land: float, by_sea: float, garrison: int) -> float:
        cards = max(self.position.players[seat].cards, self._rules.hand_size)
        cards += self._rules.has_spies
        hero, fleet = 1 - (5 / 6) ** cards, 1 - (7 / 8) ** cards
        danger = 0.0
        for share, hired in self._hired(cards):
            chance = (1 - hero) * self._storm(by_land + hired, garrison, 0)
            chance += hero * self._storm(by_land + hired, garrison, 1)
            if by_sea:
                landing = fleet * self._storm(by_sea + hired, garrison, 0)
                chance = max(chance, chance + (1 - chance) * landing)
            danger += share * chance
        return danger

    def _hired(self, cards: int) -> Iterator[tuple[float, int]]:
        """Yield (probability, armies) for 0, 1 and 2 Mercenaries in an opponent's hand."""
        view, track = self.position.view, self._rules.track
        left = len(track) - view.track
        fresh = cards if view.round <= 1 else FRESH
        share = left / (48 - view.track)
        for number in range(3):
            probability = comb(fresh, number) * share**number * (1 - share) ** (fresh - number)
            yield probability, sum(track[view.track : view.track + number])

    def _storm(self, force: float, garrison: int, heroes: int) -> float:
        """Return the chance that an opponent's storm with this force succeeds."""
        if force < 1:
            return 0.0
        walls = min(2, self.position.view.hand.count(BattleCard.FORTIFICATION))
        return forecast(int(force), garrison, self._rules.stronghold_dice, heroes, walls, 0)[0]
