"""Sieges: how the general finishes off opponents that only defend, such as stewards.

Such opponents place all their spoils on their strongholds, so the general needs no garrison. It
breaks their empires, completes the regions that pay off in time with as few armies as possible, and
concentrates all other armies on one stronghold after another. Both sides roll two dice in every
battle for a stronghold, so an early attack costs no more than a late one, unless an event favours
one side.
"""

from rules.bots.campaign import LEAST_FLEET, if_allowed
from rules.bots.general.sieges.expansion import Attack, Expansion
from rules.bots.general.sieges.passivity import may_be_handed_over
from rules.bots.general.sieges.projects import Approach, Project, Projects
from rules.bots.weights import WarWeights
from rules.cards import BattleCard
from rules.moves import (
    AssassinateHand,
    Battle,
    ChooseDragonTarget,
    DeclareAttack,
    EndAttacks,
    Move,
    MoveIn,
    Place,
    PlayAmbassador,
    PlayMercenaries,
    Reveal,
    SailFleet,
    SendSpy,
)
from rules.view import View

LIKELY = 0.5
"""A stronghold is attacked before any land if the chance of taking it at once is at least this."""
LEAST_FORCE, LEAST_SIEGE = 3, 2
"""The smallest forces that set out. A force too small for the whole project needs `LEAST_FORCE`
armies beyond the toll; any other needs `LEAST_SIEGE`, because a siege takes two dice."""


def command(view: View, weights: WarWeights) -> Move:
    """Return the next move of the turn: a card, an attack for a project, or a fleet."""
    projects = Projects(view, weights)
    for thought in (_hire, _discard, _reveal, _storm, _expand, _advance, _sail):
        move = thought(projects)
        if move is not None:
            return move
    return EndAttacks()


def place(view: View, weights: WarWeights) -> Move | None:
    """Place armies for the land to take, then beside the first stronghold; else None.

    Paths are those of the next turn, when this turn's storms at sea no longer block them.
    """
    placing, projects = view.open_placing, Projects(view, weights, next_turn=True)
    for root, missing in projects.expansion(projects.spare, placing.left).deficits.items():
        if root in placing.territories:
            return Place(root, min(missing, placing.left))
    for project in projects.strongholds:
        ways = [w for w in projects.ways_to(project.goals) if w.source in placing.territories]
        if ways:
            way = min(ways, key=lambda w: (may_be_handed_over(view, w.source), *_detour(w)))
            return Place(way.source, placing.left)
    return None


def _detour(way: Approach) -> tuple[float, float, int]:
    """Return the sort key of paths for new armies; forces that can pay their toll come first."""
    return 0.0 if way.force >= way.toll + LEAST_FORCE else way.toll, way.toll, -way.force


def dragon(view: View, weights: WarWeights) -> Move | None:
    """Send the Dragon to the first stronghold; None if it may not go there."""
    (option,) = view.offer()
    for project in Projects(view, weights, next_turn=True).strongholds[:1]:
        for name in project.goals & set(option.values("territory")):
            return ChooseDragonTarget(name)
    return None


def move_in(view: View, weights: WarWeights) -> Move:
    """Move in the armies needed for further attacks, and any that the source does not need."""
    projects, landing = Projects(view, weights), view.open_landing
    most = projects.position.armies[landing.source] - 1
    able = max(landing.least, min(most, projects.spare[landing.source]))
    spare = projects.spare | {landing.source: able, landing.target: able - 1}
    expansion = projects.expansion(spare)
    ahead, behind = expansion.need(landing.target) + 1, expansion.need(landing.source)
    if able > ahead + behind and not _is_better_placed(projects, landing.source, landing.target):
        ahead = able - behind
    return MoveIn(max(landing.least, min(able, ahead)))


def _is_better_placed(projects: Projects, source: str, target: str) -> bool:
    """Return whether a stronghold is at least as easy to reach from `source` as from `target`."""
    handed_over = may_be_handed_over(projects.view, source)
    if handed_over != may_be_handed_over(projects.view, target):
        return not handed_over
    for project in projects.strongholds:
        tolls = {way.source: way.toll for way in projects.ways_to(project.goals)}
        if source in tolls or target in tolls:
            return tolls.get(source, 999.0) <= tolls.get(target, 999.0)
    return True


def _reaches(projects: Projects, name: str) -> bool:
    """Return whether armies on a territory could attack a stronghold."""
    near = projects.position.territories[name].neighbours
    return any(not project.goals.isdisjoint(near) for project in projects.strongholds)


# Cards


def _hire(projects: Projects) -> Move | None:
    held = projects.view.hand.count(BattleCard.MERCENARIES)
    return PlayMercenaries(held) if held and not projects.view.has_attacked else None


def _discard(projects: Projects) -> Move | None:
    """Play a card only to make the hand smaller, because a smaller hand draws more new cards."""
    view, hand = projects.view, projects.view.hand
    sieges = projects.plan.strongholds[1:]
    later = [projects.position.strongholds[name] for siege in sieges for name in siege.goals]
    if BattleCard.AMBASSADOR in hand and not view.has_attacked:
        seats = [seat for seat in later if not projects.is_in_the_way(seat)]
        if seats:
            return if_allowed(view, PlayAmbassador(seats[-1]))
    if BattleCard.ASSASSIN in hand and later and projects.position.players[later[-1]].cards:
        seat = later[-1]
        move = SendSpy(seat) if view.ruleset.has_spies else AssassinateHand(seat)
        return if_allowed(view, move)
    return None


def _reveal(projects: Projects) -> Move | None:
    """Reveal hidden armies that can attack."""
    view, position = projects.view, projects.position
    for name in view.hidden if view.hidden_size else ():
        if position.owner[name] == position.seat and any(position.targets(name)):
            return if_allowed(view, Reveal(name))
    return None


# Attacks


def _storm(projects: Projects) -> Move | None:
    """Attack the first stronghold before anything else if it is likely to fall now."""
    siege = projects.strongholds[0] if projects.strongholds else None
    if siege is None or projects.chance(siege) < LIKELY:
        return None
    return _attack_for(projects, siege)


def _expand(projects: Projects) -> Move | None:
    """Return the next attack on land that comes before the first siege."""
    expansion, position = projects.expansion(projects.spare), projects.position
    for attack in expansion.forest.attacks.values():
        if position.owner[attack.source] == position.seat:
            return _take(projects, expansion, attack)
    return None


def _take(projects: Projects, expansion: Expansion, attack: Attack) -> Move:
    """Attack a territory; with one or two dice if few armies should move in."""
    source, target, spare = attack.source, attack.target, projects.spare[attack.source]
    if attack.fleet:
        aboard = max(LEAST_FORCE, expansion.need(target) + 1)
        return SailFleet(source, target, min(spare, aboard), press=0)
    dice = _fewest_dice(projects, expansion, attack)
    press = 1 if dice is None else None
    opened = projects.view.attack
    if opened is not None and (opened.source, opened.target) == (source, target):
        return Battle(dice=dice, press=press)
    return DeclareAttack(source, target, dice=dice, press=press)


def _fewest_dice(projects: Projects, expansion: Expansion, attack: Attack) -> int | None:
    """Return how many dice to roll if armies that move in would be idle; None means the most."""
    source, target, forest = attack.source, attack.target, expansion.forest
    is_end = projects.position.armies[target] == 1 and not forest.onward(target)
    is_needed = len(forest.onward(source)) > 1 or _reaches(projects, source)
    spare = projects.spare[source]
    if not (is_end and is_needed) or spare < 2 or _reaches(projects, target):
        return None
    return 1 if spare - expansion.need(source) >= 2 else 2


def _advance(projects: Projects) -> Move | None:
    """Return the next attack on a stronghold, or on the way to one."""
    for project in projects.strongholds:
        if _is_time_for(projects, project):
            move = _attack_for(projects, project)
            if move is not None:
                return move
    return None


def _attack_for(projects: Projects, project: Project) -> Move | None:
    ways = [w for w in projects.ways_to(project.goals) if _is_ready(projects, project, w)]
    own = projects.position.own
    if not ways:
        return None
    return _attack(projects, max(ways, key=lambda way: _aptness(project, way, own)))


def _is_time_for(projects: Projects, siege: Project) -> bool:
    """Return whether events favour a siege; for the first siege, whether they do not hinder it."""
    (stronghold,) = siege.goals
    bonus = projects.bonus(stronghold)
    return bonus > 0 or (siege is projects.strongholds[0] and bonus == 0)


def _is_ready(projects: Projects, project: Project, way: Approach) -> bool:
    """Return whether a force is large enough to set out."""
    is_siege = way.first in projects.position.strongholds
    if is_siege or way.force >= project.cost + way.toll:
        return way.force >= LEAST_SIEGE
    return way.force >= way.toll + LEAST_FORCE


def _aptness(project: Project, way: Approach, own: str | None) -> tuple[bool, float, bool, int]:
    """Return the sort key of paths: enough force, lowest toll, from the stronghold, most force."""
    return way.force >= project.cost + way.toll, -way.toll, way.source == own, way.force


def _attack(projects: Projects, way: Approach) -> Move:
    view, attack = projects.view, projects.view.attack
    is_siege = way.first in projects.position.strongholds
    hero = is_siege and BattleCard.HERO in view.hand and not view.hero
    if attack is not None and (attack.source, attack.target) == (way.source, way.first):
        return Battle(press=1 + is_siege, hero=hero)
    return DeclareAttack(way.source, way.first, press=1 + is_siege, hero=hero)


def _sail(projects: Projects) -> Move | None:
    """Sail against a stronghold, from the territory with most armies."""
    view, position = projects.view, projects.position
    if BattleCard.FLEET not in view.hand:
        return None
    for project in projects.strongholds:
        (stronghold,) = project.goals
        if not _is_time_for(projects, project):
            continue
        for source in sorted(position.mine, key=lambda name: -position.armies[name]):
            force = projects.spare[source]
            if force < LEAST_FLEET:
                break
            if stronghold in view.voyages(source) and position.is_target(source, stronghold):
                return SailFleet(source, stronghold, force, press=0)
    return None
