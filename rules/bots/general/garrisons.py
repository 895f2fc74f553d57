"""The armies that a seat's stronghold or headquarters needs, for hints to the player."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.bots.general.fortress import garrison
from rules.bots.general.warfare import Front
from rules.bots.position import Position
from rules.bots.weights import world_weights
from rules.model import model_of
from rules.view import View


def garrison_needed(view: View, captured: str = "") -> int:
    """Return how many armies the seat's stronghold or headquarters needs until its next turn.

    A general uses the same number to decide how many armies to keep and to place there. `captured`
    is a territory that counts as the seat's already.
    """
    if view.ruleset.strongholds:
        return _front(view, captured).garrison
    model = model_of(view)
    if captured:
        model.take(model.layout.number[captured], view.own_seat)
    return garrison(model, view.own_seat, world_weights(view.ruleset.name))


def risk_of_losing(view: View, armies: int, captured: str = "") -> float | None:
    """Return the chance that `armies` lose the seat's stronghold if all opponents storm it.

    The result is None in a game without strongholds, where generals do not estimate the risk. The
    estimate covers what opponents could do before the seat's next turn; most of them will stay at
    home.
    """
    return _front(view, captured).dangers.of(armies) if view.ruleset.strongholds else None


@dataclass(frozen=True, slots=True)
class Threat:
    """An enemy territory whose armies could attack a site; `way` is "beside", "behind" or "sea"."""

    territory: str
    armies: int
    way: str
    force: float


def greatest_threat(view: View, site: str, captured: str = "") -> Threat | None:
    """Return the enemy territory from which the most armies would reach a site.

    The result is None if no enemy could reach the site. Fleets count only if nobody could come by
    land. `captured` is a territory that counts as the seat's already.
    """
    position = Position(view)
    if captured:
        position.owner[captured], position.armies[captured] = position.seat, 1
    by_land = max(_by_land(position, site), key=lambda threat: threat.force, default=None)
    if by_land is not None:
        return by_land
    return max(_by_sea(position, site), key=lambda threat: threat.force, default=None)


def _by_land(position: Position, site: str) -> Iterator[Threat]:
    for name, toll in position.ways(site).items():
        force = position.armies[name] - 1 - toll
        if force > 0 and _is_enemy(position, name):
            yield Threat(name, position.armies[name], "behind" if toll else "beside", force)


def _by_sea(position: Position, site: str) -> Iterator[Threat]:
    for name in position.view.voyages(site):
        force = position.armies[name] - 1
        if force > 0 and _is_enemy(position, name):
            yield Threat(name, position.armies[name], "sea", force)


def _is_enemy(position: Position, name: str) -> bool:
    held_off = {truce.other for truce in position.view.truces if truce.seat == position.seat}
    return position.owner[name] not in (position.seat, None, *held_off)


def _front(view: View, captured: str) -> Front:
    front = Front(view)
    if captured:
        front.owner[captured], front.armies[captured] = front.seat, 1
        fallen = front.strongholds.get(captured)
        if fallen is not None:
            del front.players[fallen]
    return front
