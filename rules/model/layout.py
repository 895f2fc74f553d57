"""The data that is constant during a game: the board and a ruleset's income, as numbers."""

from dataclasses import dataclass
from functools import cache

from rules.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A board and the income it brings, as numbers.

    The number of a territory is its index in `names`, that of a region its index in `regions`.
    `near` and `region` are by territory: its neighbours and its region. `members` and `borders` are
    by region: its territories, and those with a neighbour outside it. `bonuses` has (region, number
    of territories, armies) for each region that brings armies when held whole, `joint_bonuses` the
    same for several regions together. `banner` is the income of a banner.
    """

    names: tuple[str, ...]
    number: dict[str, int]
    near: tuple[tuple[int, ...], ...]
    region: tuple[int, ...]
    regions: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]
    borders: tuple[tuple[int, ...], ...]
    bonuses: tuple[tuple[int, int, int], ...]
    joint_bonuses: tuple[tuple[tuple[int, ...], int, int], ...]
    banner: int
    territories_for_army: int
    least: int
    has_strongholds: bool


@cache
def layout_of(ruleset: Ruleset, regions_option: str) -> Layout:
    """Return the layout of a game; `regions_option` is its option `regions` (CAS-8)."""
    board = ruleset.board
    names = tuple(board.territories)
    number = {name: place for place, name in enumerate(names)}
    near = tuple(
        tuple(number[other] for other in board.territories[name].neighbours) for name in names
    )
    regions = tuple(board.groups)
    region = tuple(regions.index(board.territories[name].empire) for name in names)
    members = tuple(
        tuple(number[name] for name in group.territories) for group in board.groups.values()
    )
    borders = tuple(
        tuple(t for t in group if any(region[other] != region[t] for other in near[t]))
        for group in members
    )
    bonuses, joint = _bonuses(ruleset, regions_option)
    return Layout(
        names=names,
        number=number,
        near=near,
        region=region,
        regions=regions,
        members=members,
        borders=borders,
        bonuses=bonuses,
        joint_bonuses=joint,
        banner=ruleset.spoils[2],
        territories_for_army=ruleset.territories_for_army,
        least=ruleset.least_reinforcements,
        has_strongholds=ruleset.strongholds,
    )


def _bonuses(
    ruleset: Ruleset, option: str
) -> tuple[tuple[tuple[int, int, int], ...], tuple[tuple[tuple[int, ...], int, int], ...]]:
    """Return the fields `bonuses` and `joint_bonuses` of a layout."""
    groups = list(ruleset.board.groups.values())
    worth = {
        "empire": ruleset.spoils[0],
        "independent": 0 if option == "none" else ruleset.region_spoils,
    }
    single = tuple(
        (place, len(group.territories), bonus)
        for place, group in enumerate(groups)
        if (bonus := group.bonus if group.kind == "continent" else worth[group.kind])
    )
    free = tuple(place for place, group in enumerate(groups) if group.kind == "independent")
    if not free or option == "instead":
        return single, ()
    size = sum(len(groups[place].territories) for place in free)
    return single, ((free, size, ruleset.spoils[1]),)
