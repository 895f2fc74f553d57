"""The general's set-up: claims in the homes of many opponents, and armies hidden for a siege."""

from rules.bots.general.sieges.projects import Projects
from rules.bots.position import Position
from rules.bots.weights import WarWeights
from rules.moves import Claim, Hide, Move
from rules.view import View

MANY = 5
"""With at least this many opponents, the general breaks their empires in set-up.

With so many players each has few armies, and breaking the empires later would cost many of them.
"""


def claim(view: View) -> Move | None:
    """Claim land in an empire to break, as far from own land as possible; None without such land.

    Claims far apart are useful beginnings of later attacks.
    """
    position = Position(view)
    others = [player for seat, player in position.players.items() if seat != position.seat]
    if len(others) < MANY:
        return None
    (option,) = view.offer()
    homes = [position.regions[player.empire] for player in others if player.empire]
    unbroken = [home for home in homes if position.seat not in map(position.owner.get, home)]
    free = {name for home in unbroken for name in home} & set(option.values("territory"))
    if not free:
        return None
    steps = _steps_from(position, position.mine)

    def use(name: str) -> tuple[int, int, int]:
        place = position.territories[name]
        beside = sum(near in position.strongholds for near in place.neighbours)
        return steps[name], beside, -place.number

    return Claim(max(free, key=use))


def hide(view: View, weights: WarWeights) -> Move | None:
    """Hide armies beside the first stronghold, where its siege begins; None if there is none."""
    projects = Projects(view, weights, next_turn=True)
    position = projects.position

    def use(name: str) -> tuple[float, int]:
        if position.owner[name] == position.seat:
            return 0.0, position.armies[name]
        return -min((way.toll + 1 for way in projects.ways_to(frozenset((name,)))), default=99.0), 0

    near = {
        name
        for project in projects.strongholds[:1]
        for stronghold in project.goals
        for name in position.territories[stronghold].neighbours
        if name not in position.strongholds
    }
    return Hide(max(sorted(near), key=use)) if near else None


def _steps_from(position: Position, starts: list[str]) -> dict[str, int]:
    """Return the distance, in moves by land, of each territory from the nearest of `starts`."""
    steps = dict.fromkeys(starts, 0)
    reached = list(starts)
    for name in reached:
        for near in position.territories[name].neighbours:
            if near not in steps:
                steps[near] = steps[name] + 1
                reached.append(near)
    return steps
