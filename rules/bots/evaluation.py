"""The captain's evaluation of a position in armies, and the odds of attacks."""

from functools import cached_property, lru_cache
from math import ceil

from rules.bots.position import Position
from rules.odds import attack_odds

SPOILS_TURNS = 4
"""The number of turns for which a captain counts on the spoils of an empire."""
BANNER_TURNS = 6
"""The number of turns for which it counts on a banner, which is lost only with the stronghold."""
CARD = 3.0
WIN = 1000.0
FOOTHOLD = 0.3
"""The value of any territory in itself."""
NEXT_TO_OWN = 1.0
OCCUPIED = 0.4
"""The factor on the value of an empire while an enemy stronghold is in it."""
HOME = 1.3
PLENTY = 60.0
"""With more armies than this, the value of an army falls."""
MOST_RECKONED = 40
"""Larger armies are scaled down to this number: that is faster and nearly as accurate."""


@lru_cache(maxsize=32768)
def forecast(
    attackers: int, defenders: int, dice: int, heroes: int, walls: int, edge: int
) -> tuple[float, float, float]:
    """Return (chance to win, armies lost, armies killed) of an attack fought to the end.

    All `attackers` may fight. `walls` are the expected Fortifications; `edge` is the attacker's
    bonus minus the defender's.
    """
    scale = max(1.0, max(attackers, defenders) / MOST_RECKONED)
    odds = attack_odds(
        round(attackers / scale),
        max(1, round(defenders / scale)),
        max_dice=dice,
        heroes=heroes,
        fortifications=walls,
        attack_bonus=edge,
    )
    return odds.win, odds.expected_attack_losses * scale, odds.expected_defence_losses * scale


def press_down_to(keep: int, armies: int, losses: float) -> int:
    """Return the number of armies at which to stop a press because its losses are too high."""
    return max(keep, armies - ceil(1.5 * losses) - 2)


class CaptainEvaluation:
    """One seat's evaluation of a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.rules = position.view.ruleset

    @cached_property
    def price(self) -> float:
        """The value of one of the captain's armies: 1, or less if it has more than `PLENTY`."""
        armies = sum(self.position.armies[name] for name in self.position.mine)
        return min(1.0, PLENTY / armies)

    # Opponents

    @cached_property
    def strength(self) -> dict[int, int]:
        """The armies of each living player, plus a turn's spoils for every banner."""
        position, banner = self.position, self.rules.spoils[2]
        strength = {seat: banner * len(item.banners) for seat, item in position.players.items()}
        for name, owner in position.owner.items():
            if owner is not None:
                strength[owner] += position.armies[name]
        return strength

    @cached_property
    def leader(self) -> int:
        """The strongest opponent, the first in case of a tie."""
        return max(
            (seat for seat in self.strength if seat != self.position.seat),
            key=lambda seat: self.strength[seat],
        )

    def rivalry(self, seat: int | None) -> float:
        """Return the value of killing one army of an opponent; None is the neutral army."""
        position = self.position
        if len(position.players) == 2:
            return 0.9
        threat = position.threats.get(seat, 0.0) if seat is not None else 0.0
        is_near = threat > 0.5 * position.armies[position.stronghold]
        return 0.35 + 0.2 * (seat == self.leader) + 0.2 * is_near

    # Territories

    @cached_property
    def prospects(self) -> dict[str, tuple[int, int, float]]:
        """(territories held, size, value of the whole) of each empire and of the independents."""
        return {key: self._prospect(key) for key in self.position.regions}

    def _prospect(self, region: str) -> tuple[int, int, float]:
        position = self.position
        territories = position.regions[region]
        held = sum(position.owner[name] == position.seat for name in territories)
        for_empire, for_independents, _ = self.rules.spoils
        worth: float = SPOILS_TURNS * (for_independents if region == "independents" else for_empire)
        enemies = (position.strongholds.get(name, position.seat) for name in territories)
        if any(seat != position.seat for seat in enemies):
            worth *= OCCUPIED
        return held, len(territories), worth * (HOME if region == position.home else 1.0)

    def worth(self, name: str) -> float:
        """Return the value of capturing a territory; completing an empire is worth most."""
        position = self.position
        region = position.region(name)
        held, size, whole = self.prospects[region]
        worth = FOOTHOLD + whole * (((held + 1) / size) ** 3 - (held / size) ** 3)
        if held + 1 == size:
            worth += whole / SPOILS_TURNS
        if position.own in position.territories[name].neighbours:
            worth += NEXT_TO_OWN
        owner = position.owner[name]
        if owner is not None and position.is_whole(region, owner):
            worth += 3.0 + 3.0 * self.rivalry(owner)
        if owner is not None and position.strongholds.get(name) == owner:
            worth += self._fall_of(owner)
        return worth

    def _fall_of(self, seat: int) -> float:
        """Return the value of eliminating an opponent: banners, cards, or victory in a duel."""
        if len(self.position.players) == 2:
            return WIN
        player = self.position.players[seat]
        return self.rules.spoils[2] * BANNER_TURNS * len(player.banners) + CARD * player.cards

    # Odds

    def forecast(
        self, force: float, target: str, heroes: int = 0, walls: int = 0
    ) -> tuple[float, float, float]:
        """Return (chance to win, armies lost, armies killed) of a force against a territory."""
        position, rules = self.position, self.rules
        if force < 1:
            return 0.0, 0.0, 0.0
        dice = rules.stronghold_dice if target in position.strongholds else rules.attack_dice
        defenders = max(1, position.armies[target])
        return forecast(int(force), defenders, dice, heroes, walls, self._edge(target))

    def _edge(self, target: str) -> int:
        if not self.position.has_events:
            return 0
        view = self.position.view
        return view.attack_bonus(self.position.seat) - view.defence_bonus(target)
