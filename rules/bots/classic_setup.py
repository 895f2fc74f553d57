"""The captain's set-up in a game without strongholds: claims, armies and headquarters."""

import random
from collections.abc import Sequence

from rules.bots.conquest import Conquest
from rules.moves import Claim, MarkHeadquarters, Move, Place
from rules.view import View

PART = 3
"""Each placement in set-up uses about 1/`PART` of the remaining armies."""
GUARD_SHARE = 0.5
"""The share of the armies kept on the future headquarters."""
CROWD = 0.5
"""How much each army already placed on a territory lowers the need for another."""


def claim(view: View, chance: random.Random) -> Move:
    """Claim a territory, preferably in an easily held continent and next to the captain's land."""
    conquest = Conquest(view)
    (option,) = view.offer()

    def appeal(name: str) -> float:
        held = conquest.held[conquest.territories[name].empire]
        others = sum(number for seat, number in held.items() if seat not in (view.seat, None))
        near = conquest.territories[name].neighbours
        beside = sum(conquest.owner[other] == view.seat for other in near)
        return 3 * conquest.hope(name) + 0.5 * beside - 0.6 * others + 0.5 * chance.random()

    return Claim(max(option.values("territory"), key=appeal))


def muster(view: View, chance: random.Random) -> Move:
    """Guard the future headquarters, then spread armies over fronts; block with neutral armies."""
    option = view.offer()[0]
    places, most = option.values("territory"), option.values("armies")[-1]
    part, placed = min(most, 1 + most // PART), view.mustered
    if view.owner(places[0]) is None:
        return Place(in_their_way(view, places), part)
    conquest = Conquest(view)
    if view.ruleset.headquarters:
        camp = max(
            places,
            key=lambda name: conquest.shelter(name) + placed.get(name, 0) + 2 * chance.random(),
        )
        own = sum(placed.get(name, 0) for name in places)
        missing = round(GUARD_SHARE * (most + own)) - placed.get(camp, 0)
        if missing > 0:
            return Place(camp, min(missing, most))
    fronts = [name for name in places if conquest.position.is_front(name)]
    where = max(
        fronts or places,
        key=lambda name: conquest.hope(name) - CROWD * placed.get(name, 0) + chance.random(),
    )
    return Place(where, part)


def deploy(conquest: Conquest, places: Sequence[str], left: int) -> Move:
    """Strengthen the future headquarters, which are marked after placing, then the fronts."""
    camp = conquest.camp(places)
    armies = sum(conquest.armies[name] for name in conquest.position.mine)
    is_guarded = conquest.armies[camp] >= GUARD_SHARE * armies
    return Place(conquest.staging(left) if is_guarded else camp, left)


def in_their_way(view: View, places: Sequence[str]) -> str:
    """Return the neutral territory that blocks opponents most and the captain least.

    Armies already there count against it, so that no single territory gets them all.
    """
    placed = view.mustered

    def use(name: str) -> float:
        near = view.board.territories[name].neighbours
        owners = [view.owner(other) for other in near]
        others = sum(owner not in (view.seat, None) for owner in owners)
        crowd = view.armies(name) + placed.get(name, 0)
        return others - owners.count(view.seat) - CROWD * crowd

    return max(places, key=use)


def headquarters(view: View, chance: random.Random) -> Move:
    """Mark headquarters: a strong territory with few enemies nearby, chosen partly at random."""
    conquest = Conquest(view)
    (option,) = view.offer()
    own = option.values("territory")
    strongest = max(conquest.armies[name] for name in own)
    strong = [name for name in own if 2 * conquest.armies[name] >= strongest]
    return MarkHeadquarters(
        max(strong, key=lambda name: conquest.shelter(name) + 2 * chance.random())
    )
