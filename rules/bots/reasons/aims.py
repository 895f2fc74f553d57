"""The aim of conquering some territories: the kind of reason, with its target."""

from collections.abc import Iterator, Set

from rules.bots.reasons.kinds import Reason, ReasonKind
from rules.view import View

INDEPENDENTS = "independents"


def aim_of(view: View, goal: Set[str]) -> Reason:
    """Return the aim of taking all territories of a goal together."""
    return next(_aims(view, goal))


def _aims(view: View, goal: Set[str]) -> Iterator[Reason]:
    """Yield the aims that the goal achieves, the most important first."""
    one, owners = min(goal), {view.owner(name) for name in goal}
    seat = owners.pop() if len(owners) == 1 else None
    is_single = len(goal) == 1
    if is_single and seat is not None and view.stronghold_on(one) == seat:
        yield Reason(ReasonKind.STORM, one, seat=seat)
    if goal <= set(view.headquarters.values()):
        is_sweep = not is_single
        owner = next(holder for holder, name in view.headquarters.items() if name == one)
        kind = ReasonKind.SWEEP if is_sweep else ReasonKind.TAKE_HEADQUARTERS
        yield Reason(kind, "" if is_sweep else one, seat=None if is_sweep else owner)
    if seat is not None and not view.ruleset.strongholds and goal >= set(view.held_by(seat)):
        yield Reason(ReasonKind.ELIMINATE, seat=seat)
    yield from _of_regions(view, goal, seat)
    if is_single and view.sets is not None and not view.sets.captured:
        yield Reason(ReasonKind.EARN_CARD, one)
    if is_single and _threatens_home(view, one):
        yield Reason(ReasonKind.SHIELD, one)
    if is_single and _is_half_held(view, region_of(view, one)):
        yield Reason(ReasonKind.APPROACH, one, region=region_of(view, one))
    yield Reason(ReasonKind.TAKE, one, seat=seat)


def _threatens_home(view: View, name: str) -> bool:
    """Return whether a territory can attack the seat's stronghold or headquarters."""
    home = view.player(view.own_seat).stronghold or view.headquarters.get(view.own_seat)
    near = view.board.territories[name].neighbours
    return home in near and view.armies(name) > 1 and view.owner(name) is not None


def _is_half_held(view: View, region: str) -> bool:
    """Return whether the seat holds at least half of a region."""
    territories = territories_of(view, region)
    held = sum(view.owner(name) == view.seat for name in territories)
    return 2 * held >= len(territories)


def _of_regions(view: View, goal: Set[str], seat: int | None) -> Iterator[Reason]:
    """Yield the aims of completing regions, and of breaking an opponent's complete region."""
    regions = sorted({region_of(view, name) for name in goal})
    for region in regions:
        territories = territories_of(view, region)
        if all(name in goal or view.owner(name) == view.seat for name in territories):
            yield Reason(ReasonKind.COMPLETE, region=region)
    if seat is not None and len(regions) == 1:
        territories = territories_of(view, regions[0])
        if all(view.owner(name) == seat for name in territories):
            yield Reason(ReasonKind.BREAK, min(goal), region=regions[0], seat=seat)


def region_of(view: View, name: str) -> str:
    """Return the id of a territory's group; "independents" for all independent territories."""
    group, board = view.board.territories[name].empire, view.board
    is_empire = not view.ruleset.strongholds or group in board.empires
    return group if is_empire else INDEPENDENTS


def territories_of(view: View, region: str) -> tuple[str, ...]:
    """Return the territories of a region."""
    board = view.board
    return board.independents if region == INDEPENDENTS else board.groups[region].territories
