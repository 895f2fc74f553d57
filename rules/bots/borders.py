"""How the adviser divides armies between the two territories of a capture."""

from rules.bots.evaluation import forecast
from rules.bots.position import Position
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.moves import MoveIn
from rules.view import View

LOST = 0.5
"""A territory is given up if its risk of falling exceeds this even with all armies there."""


class Border:
    """The enemy neighbour most likely to capture a territory, and the chance that it does."""

    def __init__(self, position: Position, name: str) -> None:
        harmless = position.spared | {position.seat, None}
        beside = position.territories[name].neighbours
        armies = (position.armies[near] for near in beside if position.owner[near] not in harmless)
        self.threat = max((each - 1 for each in armies), default=0)
        self._dice = position.view.ruleset.attack_dice

    def risk(self, armies: int) -> float:
        """Return the chance that the territory falls to that enemy if `armies` defend it."""
        return forecast(self.threat, armies, self._dice, 0, 0, 0)[0] if self.threat else 0.0


def divided(view: View, chosen: Chosen) -> Chosen:
    """Return the move into a captured territory with the least total risk to both territories.

    It replaces `chosen`, which moves armies in although no attack is planned from there.
    """
    landing, position = view.open_landing, Position(view)
    source, target = Border(position, landing.source), Border(position, landing.target)
    total = position.armies[landing.source]

    def risk(moved: int) -> float:
        return round(source.risk(total - moved) + target.risk(moved), 2)

    armies = min(range(total - 1, landing.least - 1, -1), key=risk)
    if armies < total - 1:
        kind = ReasonKind.SHARE
    elif target.threat > source.threat:
        kind = ReasonKind.EXPOSED
    elif source.risk(total - landing.least) > LOST:
        kind = ReasonKind.CONCEDE
    else:
        return chosen
    return Chosen(MoveIn(armies), Reason(kind, landing.target, source=landing.source))
