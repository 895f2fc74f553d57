"""The general's turn in a game without strongholds."""

from collections.abc import Collection
from dataclasses import replace

from rules.bots import continents
from rules.bots.evaluation import press_down_to
from rules.bots.general.campaigns import Campaigns
from rules.bots.general.characters import Character
from rules.bots.general.evaluation import Evaluation
from rules.bots.general.plans import goes_astray, guard, hold_back, reason_of_campaign, stay
from rules.bots.general.sieges.passivity import are_all_passive
from rules.bots.position import Position
from rules.bots.reasons import Chosen, Reason
from rules.bots.weights import WorldWeights
from rules.model import Model, model_of
from rules.moves import Battle, DeclareAttack, EndAttacks, Fortify, MoveIn, Pass, Place
from rules.view import View

PORTIONS = 3
IDLE = 2
"""A force larger than this with no enemy nearby marches to the front before anything else."""


def campaigns_of(
    view: View, model: Model, character: Character, weights: WorldWeights
) -> Campaigns:
    """Return the campaigns that a seat could fight in a model of its view."""
    if are_all_passive(view):
        # Nothing has to be guarded.
        weights = replace(weights, wall=0.0, breach=0.0, exposure=0.0)
    spared = Position(view).spared - character.betrayed(view) if view.pacts else frozenset()
    evaluation = Evaluation(view, weights, character.income)
    return Campaigns(model, evaluation, view.ruleset.attack_dice, spared, character)


def command(view: View, character: Character, weights: WorldWeights) -> Chosen:
    """Make the first attack of the best campaign, or end the attacks."""
    model = model_of(view)
    campaigns = campaigns_of(view, model, character, weights)
    best, attack = campaigns.best(), view.attack
    if best is None or not campaigns.is_worthwhile(best):
        return Chosen(EndAttacks(), stay(campaigns.worth(model)))
    press = press_down_to(best.keep, int(model.armies[best.source]), best.losses)
    source, target = model.layout.names[best.source], model.layout.names[best.target]
    reason = reason_of_campaign(view, campaigns, best)
    if attack is not None and (attack.source, attack.target) == (source, target):
        return Chosen(Battle(press=press), reason)
    return Chosen(DeclareAttack(source, target, press=press), reason)


def reinforce(view: View, character: Character, weights: WorldWeights) -> Chosen:
    """Trade if possible, then place the armies of the turn."""
    trade = continents.trade(view)
    if trade is not None:
        return Chosen(trade)
    return place(view, character, weights) or Chosen(continents.place(view))


def place(view: View, character: Character, weights: WorldWeights) -> Chosen | None:
    """Guard the headquarters, then place armies for a campaign; None leaves it to the captain."""
    placing = view.open_placing
    if view.round < 1 or view.owner(placing.territories[0]) is None:
        return None
    model = model_of(view)
    own = model.headquarters[view.own_seat]
    if own >= 0 and model.owner[own] == view.seat:
        missing = campaigns_of(view, model, character, weights).keep(model, own) - int(
            model.armies[own]
        )
        if missing > 0:
            name = model.layout.names[own]
            return Chosen(
                Place(name, min(missing, placing.left)),
                guard(view.own_seat, name, int(model.armies[own]) + missing),
            )
    best, where, chosen = 0.0, "", None
    for name in placing.territories:
        place = model.layout.number[name]
        if not model.is_front(place):
            continue
        stronger = model.copy()
        stronger.place(place, placing.left)
        campaigns = campaigns_of(view, stronger, character, weights)
        value = _worth_with(campaigns, (place,))
        if value > best:
            best, where, chosen = value, name, campaigns
    if chosen is None:
        return None
    return Chosen(Place(where, placing.left), _aim_of(view, chosen, where))


def _worth_with(campaigns: Campaigns, starts: Collection[int]) -> float:
    """Return a position's value, or its best campaign's if that is worthwhile and higher."""
    staying, campaign = campaigns.worth(campaigns.model), campaigns.best(starts)
    if campaign is None or not campaigns.is_worthwhile(campaign):
        return staying
    return max(staying, campaigns.preference(campaign))


def _aim_of(view: View, campaigns: Campaigns, name: str) -> Reason | None:
    """Return the aim of the next attack if it starts from a territory, otherwise None."""
    campaign = campaigns.best()
    if campaign is None or not campaigns.is_worthwhile(campaign):
        return None
    if campaigns.model.layout.names[campaign.source] != name:
        return None
    return reason_of_campaign(view, campaigns, campaign)


def move_in(view: View, character: Character, weights: WorldWeights) -> Chosen:
    """Move in the armies that the best campaign needs."""
    landing, model = view.open_landing, model_of(view)
    source, target = model.layout.number[landing.source], model.layout.number[landing.target]
    most = int(model.armies[source]) - 1
    keep = campaigns_of(view, model, character, weights).keep(model, source)
    spare = max(landing.least, min(most, most + 1 - keep))
    if spare < most:
        sweep = _sweep_with(view, model, (source, target, most), character, weights)
        if sweep is not None:
            return Chosen(MoveIn(most), sweep)
    amounts = {landing.least, spare}
    amounts |= {landing.least + (spare - landing.least) * part // PORTIONS for part in (1, 2)}
    if goes_astray(Position(view), landing.source, landing.target):
        amounts = {landing.least}
    best, armies, chosen = -1.0, spare, None
    for amount in sorted(amounts, reverse=True):
        moved = model.copy()
        moved.march(source, target, amount)
        campaigns = campaigns_of(view, moved, character, weights)
        value = _worth_with(campaigns, (source, target))
        if amount == landing.least:
            # Later in the turn, all but one can march back.
            back = moved.copy()
            back.march(target, source, amount - 1)
            value = max(value, campaigns.worth(back))
        if value > best + 1e-9:
            best, armies, chosen = value, amount, campaigns
    reason = None if chosen is None else _aim_of(view, chosen, landing.target)
    if reason is None and armies == spare < most:
        reason = hold_back(view.own_seat, landing.source, keep)
    return Chosen(MoveIn(armies), reason)


def _sweep_with(
    view: View,
    model: Model,
    move: tuple[int, int, int],
    character: Character,
    weights: WorldWeights,
) -> Reason | None:
    """Return the winning sweep that justifies an almost empty headquarters; None without one."""
    moved = model.copy()
    moved.march(*move)
    campaigns = campaigns_of(view, moved, character, weights)
    sweep = campaigns.best_sweep((move[1],))
    return None if sweep is None else reason_of_campaign(view, campaigns, sweep)


def fortify(view: View, character: Character, weights: WorldWeights) -> Chosen:
    """March a large idle force towards the front, or make the march that helps most."""
    march, own = continents.fortify(view), view.headquarters.get(view.own_seat)
    if isinstance(march, Fortify) and march.source == own:
        march = Pass()
    if isinstance(march, Fortify) and march.armies > IDLE:
        return Chosen(march)
    model = model_of(view)
    campaigns, number = campaigns_of(view, model, character, weights), model.layout.number
    best, chosen = campaigns.worth(model) * (1 + weights.least_gain / 2), march
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
    return Chosen(chosen if chosen is not None else Pass())
