"""The captain's turn in a game without strongholds: sets, armies, attacks, fortifying."""

from math import ceil

from rules.bots.classic_setup import deploy, in_their_way
from rules.bots.conquest import Conquest
from rules.bots.evaluation import press_down_to
from rules.chapters.armies.territory_cards import best_trade
from rules.errors import required
from rules.moves import (
    Battle,
    DeclareAttack,
    EndAttacks,
    Fortify,
    Move,
    MoveIn,
    Pass,
    Place,
    TradeSet,
)
from rules.state.under_way import PlacingPurpose
from rules.view import View


def trade(view: View) -> Move | None:
    """Trade the best set, with the bonus where it is needed most; None if there is no set."""
    sets = [option for option in view.offer() if option.move is TradeSet]
    if not sets:
        return None
    best = best_trade(sets)
    territories = next(option.values("territory") for option in sets if best in option)
    conquest = Conquest(view)
    bonus = max(territories, key=lambda name: conquest.need(name) if name else 0.0)
    return TradeSet(best.set_cards, bonus)


def must_trade(view: View) -> Move:
    """Make a compulsory trade."""
    return required(trade(view), "set to trade")


def reinforce(view: View) -> Move:
    """Trade if possible, then place the armies of the turn."""
    return trade(view) or place(view)


def place(view: View) -> Move:
    """Guard the headquarters, then gather armies where they allow the best attack."""
    placing = view.open_placing
    left, places = placing.left, placing.territories
    if view.owner(places[0]) is None:
        return Place(in_their_way(view, places), left)
    conquest = Conquest(view)
    if placing.purpose is PlacingPurpose.DEPLOY and view.ruleset.headquarters:
        return deploy(conquest, places, left)
    own = conquest.headquarters.get(conquest.seat)
    if own is not None and own in places:
        missing = ceil(conquest.need(own))
        if missing > 0:
            return Place(own, min(missing, left))
    return Place(conquest.staging(left), left)


def command(view: View) -> Move:
    """Make the most valuable attack, or end the attacks."""
    conquest = Conquest(view)
    best_attack, attack = conquest.best_attack, view.attack
    if best_attack is None:
        return EndAttacks()
    armies, keep = conquest.armies[best_attack.source], conquest.keep(best_attack.source)
    press = press_down_to(keep, armies, best_attack.losses)
    if attack is not None and (attack.source, attack.target) == (
        best_attack.source,
        best_attack.target,
    ):
        return Battle(press=press)
    return DeclareAttack(best_attack.source, best_attack.target, press=press)


def move_in(view: View) -> Move:
    """Move in all spare armies, unless they are worth more where they are."""
    conquest, landing = Conquest(view), view.open_landing
    least, most = landing.least, conquest.armies[landing.source] - 1
    spare = max(least, min(most, conquest.armies[landing.source] - conquest.keep(landing.source)))
    ahead = conquest.outlook(landing.target, spare)
    back = conquest.outlook(landing.source, -least)
    return MoveIn(least if back > ahead else spare)


def fortify(view: View) -> Move:
    """Move the largest force with no enemy nearby one step towards the front."""
    position = Conquest(view).position
    steps = position.steps_to_front
    best: Move = Pass()
    most = 0
    for option in view.offer():
        if option.move is Fortify:
            (source,), (target,) = option.values("source"), option.values("target")
            armies = option.values("armies")[-1]
            if armies > most and steps.get(source, 0) > steps.get(target, 0):
                best, most = Fortify(source, target, armies), armies
    return best
