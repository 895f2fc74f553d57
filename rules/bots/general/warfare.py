"""The general's assessment of a war: dangers, prospects, and the best storm."""

from collections.abc import Mapping
from functools import cached_property

from rules.bots.campaign import LEAST_GAIN, Campaign, PossibleAttack
from rules.bots.general.characters import PLAIN, Character
from rules.bots.general.dangers import Dangers
from rules.bots.general.prospects import Prospects
from rules.bots.general.sieges.projects import NextTurn
from rules.bots.general.storms import Storm, Storms
from rules.bots.position import Position
from rules.bots.weights import WarWeights, war_weights
from rules.view import View

ON_THE_WAY = 3.0
"""The value of a territory on the way: too low to spend a Hero, which could be lost there."""
ARMIES = 20.0
"""The factor that converts a player's appeal to the value of a single attack, in armies."""


class Front(Position):
    """A position with a garrison that depends on the danger; `kept` overrides `keep`."""

    def __init__(
        self, view: View, character: Character = PLAIN, weights: WarWeights | None = None
    ) -> None:
        super().__init__(view)
        self.character = character
        self.weights = weights or war_weights(view.ruleset.name)
        self.kept: dict[str, int] = {}

    @cached_property
    def dangers(self) -> Dangers:
        """The dangers to the seat's stronghold."""
        return Dangers(self, self.weights, self.character.danger)

    @cached_property
    def partners(self) -> frozenset[int]:
        """The partners in the pacts that the seat honours."""
        return super().partners - self.character.betrayed(self.view)

    @cached_property
    def garrison(self) -> int:
        """The smallest garrison that keeps the danger tolerable."""
        return self.dangers.needed()

    def keep(self, name: str) -> int:
        """Return how many armies stay on a territory when it attacks."""
        return self.kept[name] if name in self.kept else super().keep(name)


class NextFront(NextTurn, Front):
    """The front on the seat's next turn, when storms at sea and forced truces have ended."""


class Warfare(Campaign):
    """A captain's campaign that prefers a good storm, of any length, to other attacks.

    If `front` is `NextFront`, the campaign is that of the next turn.
    """

    def __init__(
        self,
        view: View,
        character: Character = PLAIN,
        weights: WarWeights | None = None,
        front: type[Front] = Front,
    ) -> None:
        self.front = front(view, character, weights)
        super().__init__(self.front)
        self.character = character
        self.least_gain = LEAST_GAIN + character.attack

    @cached_property
    def prospects(self) -> Prospects:
        """The prospects of the seat."""
        return Prospects(self.front, self.front.dangers, self.front.weights)

    @cached_property
    def storms(self) -> Storms:
        """The storms that are possible with the armies on the board."""
        return self.storms_with()

    def storms_with(self, extra: Mapping[str, int] | None = None) -> Storms:
        """Return the storms that would be possible with `extra` armies on some territories."""
        return Storms(self, self.prospects, self.front.weights, self.character, extra)

    @cached_property
    def best_attack(self) -> PossibleAttack | None:
        """The first attack of the best storm; without one, the attack a captain would make."""
        storm = self.best_storm
        return super().best_attack if storm is None else self._first_step(storm)

    @cached_property
    def victims(self) -> set[int | None]:
        """The owners of territories that this bot means to attack, now or later in the turn."""
        attacks = [item for item in self._possible_attacks() if self.is_worthwhile(item)]
        return super().victims | {self.position.owner[item.target] for item in attacks}

    def preference(self, attack: PossibleAttack) -> float:
        """Return the value of a single attack in armies, adjusted for the character."""
        owner = self.position.owner[attack.target]
        return attack.score + ARMIES * self.character.appeal(self.prospects.strength, owner)

    @cached_property
    def best_storm(self) -> Storm | None:
        """The storm with the best prospects, if it is better than not storming."""
        return self.storms.best

    def _first_step(self, storm: Storm) -> PossibleAttack:
        worth, losses, source = ON_THE_WAY, storm.losses, storm.source
        force = min(storm.force, self.position.armies[source] - 1)
        if storm.first == storm.stronghold:
            worth = self.evaluation.worth(storm.stronghold)
        else:
            _, losses, _ = self.evaluation.forecast(storm.force, storm.first)
        self.front.kept[source] = self.position.armies[source] - force
        return PossibleAttack(storm.score, source, storm.first, force, losses, worth, storm.fleet)
