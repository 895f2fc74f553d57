"""What a general thinks of a move: the chance of winning that it estimates after it."""

from collections.abc import Callable, Sequence
from functools import partial

from rules.bots.campaign import PossibleAttack
from rules.bots.evaluation import forecast
from rules.bots.general.campaigns import Campaigns
from rules.bots.general.characters import PLAIN
from rules.bots.general.warfare import Front, NextFront, Warfare
from rules.bots.general.world import campaigns_of
from rules.bots.weights import WarWeights, WorldWeights, load_weights
from rules.model import Model, model_of
from rules.moves import (
    Battle,
    DeclareAttack,
    EndAttacks,
    Fortify,
    Move,
    MoveArmies,
    MoveIn,
    Pass,
    Place,
    SailFleet,
)
from rules.questions import DecisionKind
from rules.state.under_way import PlacingPurpose
from rules.view import View

MEASURED = (
    DecisionKind.PLACE,
    DecisionKind.SPOILS,
    DecisionKind.REINFORCE,
    DecisionKind.ATTACKS,
    DecisionKind.MOVE_IN,
    DecisionKind.FORTIFY,
    DecisionKind.MOVE_BY_NIGHT,
)
"""The kinds of decisions for which a general compares its own move with another."""


def estimate(view: View, moves: Sequence[Move]) -> float | None:
    """Return a seat's estimated chance of winning the game if it makes some moves now.

    `moves` is one move, or placements. The estimate is the share of all strength that the general
    expects from its best plan afterwards, on average over the dice. None if it has none: in set-up,
    and for moves that are more than armies and attacks.
    """
    if view.open_decision.kind not in MEASURED or view.round < 1:
        return None
    weights = load_weights(view.ruleset.name)
    if isinstance(weights, WarWeights):
        return _in_war(view, moves, weights)
    return _in_world(view, moves, weights)


def _marched(view: View, moves: Sequence[Move]) -> dict[str, int] | None:
    """Return how some moves change the armies of territories; None if they do more than that."""
    changes = dict[str, int]()
    for move in moves:
        match move:
            case Place():
                changed = {move.territory: move.armies}
            case MoveIn():
                landing = view.open_landing
                changed = {landing.source: -move.armies, landing.target: move.armies}
            case Fortify() | MoveArmies():
                changed = {move.source: -move.armies, move.target: move.armies}
            case EndAttacks() | Pass():
                changed = {}
            case _:
                return None
        for name, armies in changed.items():
            changes[name] = changes.get(name, 0) + armies
    return changes


# Games without strongholds


def _in_world(view: View, moves: Sequence[Move], weights: WorldWeights) -> float | None:
    model, move = model_of(view), moves[0]
    after = partial(campaigns_of, view, character=PLAIN, weights=weights)
    number = model.layout.number
    if isinstance(move, DeclareAttack):
        return _attack_in_world(after, model, number[move.source], number[move.target])
    if isinstance(move, Battle):
        attack = view.open_attack
        return _attack_in_world(after, model, number[attack.source], number[attack.target])
    changes = _marched(view, moves)
    if changes is None:
        return None
    for name, armies in changes.items():
        model.place(number[name], armies)
    campaigns = after(model)
    # Attacks follow a placement and a move-in, but not the end of the attacks.
    may_attack = isinstance(move, Place | MoveIn)
    return _best_of(campaigns) if may_attack else campaigns.worth(model)


def _best_of(campaigns: Campaigns) -> float:
    """Return the value of the best campaign, or of none if that is better."""
    best = campaigns.best()
    staying = campaigns.worth(campaigns.model)
    return staying if best is None else max(staying, best.value)


def _attack_in_world(
    after: Callable[[Model], Campaigns], model: Model, source: int, target: int
) -> float:
    """Return the value of an attack fought to the end, and of what can follow it."""
    campaigns = after(model)
    force = max(1.0, model.armies[source] - campaigns.keep(model, source))
    defenders, won, lost = model.armies[target], model.copy(), model.copy()
    chance, losses, killed = forecast(int(force), round(defenders), campaigns.dice, 0, 0, 0)
    fallen = min(defenders - 1, (killed - chance * defenders) / max(0.01, 1 - chance))
    lost.place(source, -force)
    lost.place(target, -max(0.0, fallen))
    failure = after(lost).worth(lost)
    if not chance:
        return failure
    cost = max(0.0, min(force - 1, (losses - (1 - chance) * force) / chance))
    won.place(target, -defenders)
    won.place(source, -cost)
    won.capture(source, target, force - cost)
    return chance * _best_of(after(won)) + (1 - chance) * failure


# Games with strongholds


def _in_war(view: View, moves: Sequence[Move], weights: WarWeights) -> float | None:
    move, purpose = moves[0], view.placing.purpose if view.placing else None
    front = NextFront if purpose is PlacingPurpose.SPOILS else Front
    warfare = Warfare(view, PLAIN, weights, front)
    if isinstance(move, DeclareAttack | SailFleet):
        is_fleet = isinstance(move, SailFleet)
        return _attack_in_war(warfare, move.source, move.target, is_fleet)
    if isinstance(move, Battle):
        attack = view.open_attack
        return _attack_in_war(warfare, attack.source, attack.target, attack.fleet)
    changes = _marched(view, moves)
    if changes is None:
        return None
    for name, armies in changes.items():
        warfare.front.armies[name] += armies
    if isinstance(move, MoveIn):
        warfare.front.owner[view.open_landing.target] = view.own_seat
    may_attack = isinstance(move, Place | MoveIn)
    return _best_in(warfare) if may_attack else warfare.prospects.now()


def _best_in(warfare: Warfare) -> float:
    """Return the value of the best storm or attack, or of none if that is better."""
    best = warfare.best_attack
    values = [warfare.prospects.now(), *(storm.value for storm in warfare.storms.possible())]
    if best is not None and warfare.best_storm is None:
        values.append(_after(warfare, best))
    return max(values)


def _after(warfare: Warfare, attack: PossibleAttack) -> float:
    """Return the prospects after an attack that is not a storm."""
    position, own = warfare.position, warfare.position.stronghold
    leaving = attack.force if attack.source == own else 0
    return warfare.prospects.after(attack.score, position.armies[own] - leaving)


def _attack_in_war(warfare: Warfare, source: str, target: str, is_fleet: bool) -> float | None:
    """Return the value of an attack fought to the end, and of a storm that can follow it."""
    storms = [
        storm.value
        for storm in warfare.storms.possible()
        if (storm.source, storm.first, storm.fleet) == (source, target, is_fleet)
    ]
    force = warfare.front.armies[source] - 1
    attacks = [] if is_fleet else list(warfare.marches(source, force))
    found = [_after(warfare, attack) for attack in attacks if attack.target == target]
    if found:
        later = warfare.storms_with({source: -force}).best
        storms += [] if later is None else [later.value]
    return max((*storms, *found), default=None)
