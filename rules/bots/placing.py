"""How the captain places and moves armies: spoils, captures, vacated land, night moves."""

from rules.bots.campaign import Campaign
from rules.bots.evaluation import CaptainEvaluation
from rules.bots.position import Position
from rules.cards import EventCard
from rules.moves import (
    ChooseDragonTarget,
    Fill,
    Move,
    MoveArmies,
    MoveIn,
    Occupy,
    Pass,
    Place,
)
from rules.state.under_way import PlacingPurpose
from rules.view import View

DRAGON_FEAST = 3
GUARD_SHARE = 0.7
"""The share of the set-up armies, beyond one per territory, that guards the stronghold."""


def staging(position: Position, armies: int) -> str:
    """Return the territory where `armies` extra armies allow the best attack or prepare a siege."""
    campaign = Campaign(position)
    best, where = 0.0, position.stronghold
    for name in position.mine:
        outlook = campaign.outlook(name, position.force(name) + armies)
        if outlook > best:
            best, where = outlook, name
    return where if best > 0.0 else _camp(position)


def _camp(position: Position) -> str:
    """Return the territory with the best ratio of armies to the cost of taking a stronghold."""
    best, where = 0.0, position.stronghold
    can_march = EventCard.MOVE_BY_NIGHT in position.view.ruleset.event_cards
    marching = None if can_march else position.seat
    for stronghold, seat in position.strongholds.items():
        if seat == position.seat or seat in position.partners:
            continue
        for name, toll in position.ways(stronghold, marching).items():
            if position.owner[name] == position.seat:
                hope = (position.armies[name] + 1) / (position.armies[stronghold] + toll)
                if hope > best:
                    best, where = hope, name
    return where


def place(view: View) -> Move:
    """Guard the stronghold as needed, and gather the rest where an attack is worthwhile."""
    position = Position(view)
    placing, own = view.open_placing, position.stronghold
    left, places = placing.left, placing.territories
    if placing.purpose is PlacingPurpose.ARMY_DESERTERS or own not in places:
        return Place(max(places, key=lambda name: _need(position, name)), left)
    missing = position.garrison - position.armies[own]
    if placing.purpose is PlacingPurpose.MERCENARIES:
        missing = min(missing, left // 2)
    elif placing.purpose is PlacingPurpose.DEPLOY and len(position.players) == 2:
        # In a duel, the opponent may attack with all armies on the first turn.
        missing = max(missing, _guard(position) - position.armies[own])
    if missing > 0:
        return Place(own, min(missing, left))
    where = staging(position, left)
    return Place(where if where in places else own, left)


def _guard(position: Position) -> int:
    """Return how many set-up armies guard the stronghold in a duel."""
    on_land = sum(position.armies[name] - 1 for name in position.mine)
    return round(GUARD_SHARE * (on_land + position.view.player(position.seat).unplaced))


def _need(position: Position, name: str) -> float:
    """Return how urgently one of the captain's territories needs armies."""
    enemies = max(
        (
            position.armies[near]
            for near in position.territories[name].neighbours
            if position.owner[near] != position.seat
        ),
        default=-1,
    )
    return enemies - 0.5 * position.armies[name] + 3.0 * (name == position.own)


def move_in(view: View) -> Move:
    """Move in all spare armies, unless they are worth more where they are."""
    position = Position(view)
    landing = view.open_landing
    least, most = landing.least, position.armies[landing.source] - 1
    if landing.source == position.own:
        return MoveIn(max(least, min(most, most + 1 - position.garrison)))
    campaign = Campaign(position)
    ahead = campaign.outlook(landing.target, most - 1)
    back = campaign.outlook(landing.source, most - least)
    beside_own = position.own in position.territories[landing.source].neighbours
    if back > ahead or (back == ahead and beside_own):
        return MoveIn(least)
    return MoveIn(most)


def occupy(view: View) -> Move:
    """Move into the best vacated territory if an army is free; pass if none is."""
    position = Position(view)
    (option,) = (option for option in view.offer() if option.move is Occupy)
    sources = [
        name
        for name in option.values("source")
        if name != position.own and position.armies[name] > position.keep(name)
    ]
    if not sources:
        return Pass()
    territory = max(option.values("territory"), key=CaptainEvaluation(position).worth)
    return Occupy(territory, max(sources, key=lambda name: position.armies[name]))


def fill(view: View) -> Move:
    """Fill the most valuable territories first, with armies that have no enemy nearby."""
    position = Position(view)
    (option,) = view.offer()
    vacated = option.ranked("prefer")
    spare = option.ranked("sources")
    return Fill(
        prefer=tuple(sorted(vacated, key=CaptainEvaluation(position).worth, reverse=True)),
        sources=tuple(
            sorted(spare, key=lambda name: (position.is_front(name), -position.armies[name]))
        ),
    )


def dragon(view: View) -> Move:
    """Send the Dragon where it helps most, preferably at or beside a stronghold."""
    position = Position(view)
    evaluation = CaptainEvaluation(position)
    (option,) = view.offer()

    def prize(name: str) -> float:
        owner = position.owner[name]
        worth = min(DRAGON_FEAST, position.armies[name] - 1) * evaluation.rivalry(owner)
        if position.own in position.territories[name].neighbours:
            worth *= 1.5
        return worth * (1.5 if name in position.strongholds else 1.0)

    targets = option.values("territory")
    hostile = [name for name in targets if position.owner[name] not in position.partners]
    return ChooseDragonTarget(max(hostile or targets, key=prize))


def march(view: View, position: Position | None = None) -> Move:
    """Move armies with no enemy nearby towards the front."""
    position = position or Position(view)
    steps = position.steps_to_front
    moves: list[MoveArmies] = []
    for option in view.offer():
        if option.move is MoveArmies:
            (source,), (target,) = option.values("source"), option.values("target")
            if steps.get(source, 0) > steps.get(target, 0) and position.force(source):
                moves.append(MoveArmies(source, target, position.force(source)))
    return max(moves, key=lambda move: move.armies, default=Pass())
