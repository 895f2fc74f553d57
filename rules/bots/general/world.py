"""The general's turn in a game without strongholds."""

from rules.bots import continents
from rules.bots.general.campaigns import Campaigns
from rules.bots.general.evaluation import Evaluation
from rules.bots.general.fortress import garrison
from rules.bots.judgement import press_down_to
from rules.bots.position import Position
from rules.model import Model, model_of
from rules.moves import Battle, DeclareAttack, EndAttacks, Fortify, Move, MoveIn, Pass, Place
from rules.view import View

LEAST_GAIN = 0.006
"""The least gain for which a general attacks, as a share of what it has."""
PORTIONS = 3
IDLE = 2
"""More armies than this without an enemy nearby march to the front before anything else."""


def _campaigns(view: View, model: Model) -> Campaigns:
    spared = Position(view).spared if view.pacts else frozenset()
    return Campaigns(model, Evaluation(view), view.ruleset.attack_dice, spared)


def command(view: View) -> Move:
    """Make the first attack of the best campaign, or end the attacks."""
    model = model_of(view)
    campaigns = _campaigns(view, model)
    best, attack = campaigns.best(), view.attack
    if best is None or best.value < campaigns.worth(model) * (1 + LEAST_GAIN):
        return EndAttacks()
    press = press_down_to(best.keep, int(model.armies[best.source]), best.losses)
    source, target = model.layout.names[best.source], model.layout.names[best.target]
    if attack is not None and (attack.source, attack.target) == (source, target):
        return Battle(press=press)
    return DeclareAttack(source, target, press=press)


def reinforce(view: View) -> Move:
    """Trade if possible, then place the armies of the turn."""
    return continents.trade(view) or place(view) or continents.place(view)


def place(view: View) -> Move | None:
    """Place armies where the best campaign can begin with them, or where they hold most."""
    placing = view.open_placing
    if view.round < 1 or view.owner(placing.territories[0]) is None:
        return None
    model = model_of(view)
    own = model.headquarters[view.own_seat]
    if own >= 0 and model.owner[own] == view.seat:
        missing = garrison(model, view.own_seat) - int(model.armies[own])
        if missing > 0:
            return Place(model.layout.names[own], min(missing, placing.left))
    best, where = 0.0, ""
    for name in placing.territories:
        place = model.layout.number[name]
        if not model.is_front(place):
            continue
        stronger = model.copy()
        stronger.place(place, placing.left)
        campaigns = _campaigns(view, stronger)
        value = campaigns.worth(stronger)
        campaign = campaigns.best((place,))
        if campaign is not None:
            value = max(value, campaign.value)
        if value > best:
            best, where = value, name
    return Place(where, placing.left) if where else None


def move_in(view: View) -> Move:
    """Move in as many armies as the rest of the campaign needs."""
    landing, model = view.open_landing, model_of(view)
    source, target = model.layout.number[landing.source], model.layout.number[landing.target]
    most = int(model.armies[source]) - 1
    amounts = {landing.least, most}
    keep = _campaigns(view, model).keep(model, source)
    most = max(landing.least, min(most, most + 1 - keep))
    amounts.add(most)
    amounts |= {landing.least + (most - landing.least) * part // PORTIONS for part in (1, 2)}
    best, armies = -1.0, most
    for amount in sorted(amounts, reverse=True):
        moved = model.copy()
        moved.march(source, target, amount)
        campaigns = _campaigns(view, moved)
        campaign = campaigns.best((source, target))
        value = max(campaigns.worth(moved), campaign.value if campaign else 0.0)
        if value > best + 1e-9:
            best, armies = value, amount
    return MoveIn(armies)


def fortify(view: View) -> Move | None:
    """March a large idle force towards the front, else make the move that improves it most."""
    march, own = continents.fortify(view), view.headquarters.get(view.own_seat)
    if isinstance(march, Fortify) and march.source == own:
        march = Pass()
    if isinstance(march, Fortify) and march.armies > IDLE:
        return march
    model = model_of(view)
    campaigns, number = _campaigns(view, model), model.layout.number
    best, chosen = campaigns.worth(model) * (1 + LEAST_GAIN / 2), march
    for option in view.offer():
        if option.move is not Fortify:
            continue
        (source,), (target,) = option.values("source"), option.values("target")
        armies = option.values("armies")[-1]
        if source == own:
            kept = campaigns.keep(model, number[source])
            armies = min(armies, int(model.armies[number[source]]) - kept)
        if armies < 1:
            continue
        moved = model.copy()
        moved.march(number[source], number[target], armies)
        value = campaigns.worth(moved)
        if value > best and moved.is_front(number[target]):
            best, chosen = value, Fortify(source, target, armies)
    return chosen if chosen is not None else Pass()
