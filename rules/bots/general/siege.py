"""Sieges: how the general finishes off opponents that only defend, such as stewards.

Such opponents place all their spoils on their strongholds, so the general hardly needs a garrison.
It breaks their empires, completes the regions that pay off in time, and concentrates all armies on
one stronghold after another. Both sides roll two dice in every battle for a stronghold, so an early
attack costs no more than a late one, unless an event favours one side.
"""

from rules.bots.campaign import LEAST_FLEET, if_allowed
from rules.bots.general.projects import Approach, Project, Projects
from rules.bots.weights import WarWeights
from rules.cards import BattleCard
from rules.moves import (
    AssassinateHand,
    Battle,
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

LEAST_FORCE, LEAST_SIEGE = 3, 2
"""The armies needed besides the toll if a force is too small for the whole project, and the armies
needed in any case: a siege takes two dice."""


def command(view: View, weights: WarWeights) -> Move:
    """Return the next move of the turn: a card, an attack for a project, or a fleet."""
    projects = Projects(view, weights)
    for thought in (_hire, _discard, _reveal, _advance, _sail):
        move = thought(projects)
        if move is not None:
            return move
    return EndAttacks()


def place(view: View, weights: WarWeights) -> Move | None:
    """Place armies for the first project that lacks some; None if no project does.

    Paths are those of the next turn, when this turn's storms at sea no longer block them.
    """
    placing, projects = view.open_placing, Projects(view, weights, next_turn=True)
    for project in projects.all:
        ways = [w for w in projects.ways_to(project.goals) if w.source in placing.territories]
        if not ways:
            continue
        way = min(ways, key=lambda way: (way.toll - way.force, way.toll))
        if project.purpose == "stronghold":
            return Place(way.source, placing.left)
        missing = projects.need(project, way.toll) - way.force
        if missing > 0:
            return Place(way.source, min(missing, placing.left))
    return None


def move_in(view: View, weights: WarWeights) -> Move:
    """Move in the armies that the next project needs, or all if the source has no use for them."""
    projects, landing = Projects(view, weights), view.open_landing
    armies = projects.position.armies[landing.source]
    most = max(landing.least, min(armies - projects.keep(landing.source), armies - 1))
    wanted: int | None = None
    for project in projects.all:
        tolls = {way.source: way.toll for way in projects.ways_to(project.goals)}
        ahead, back = tolls.get(landing.target), tolls.get(landing.source)
        if wanted is not None and back is not None:
            return MoveIn(max(landing.least, min(most, wanted)))
        if wanted is None and ahead is not None and (back is None or ahead <= back):
            wanted = projects.need(project, ahead) + 1
            if project.purpose == "stronghold":
                return MoveIn(most)
        elif wanted is None and back is not None:
            return MoveIn(landing.least)
    return MoveIn(most)


# Cards


def _hire(projects: Projects) -> Move | None:
    held = projects.view.hand.count(BattleCard.MERCENARIES)
    return PlayMercenaries(held) if held and not projects.view.has_attacked else None


def _discard(projects: Projects) -> Move | None:
    """Play a card only to have a smaller hand, which draws more new cards."""
    view, hand = projects.view, projects.view.hand
    if not projects.strongholds:
        return None
    (last,) = projects.strongholds[-1].goals
    seat = projects.position.strongholds[last]
    if BattleCard.AMBASSADOR in hand and len(projects.strongholds) > 1 and not view.has_attacked:
        return if_allowed(view, PlayAmbassador(seat))
    if BattleCard.ASSASSIN in hand and projects.position.players[seat].cards:
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


def _advance(projects: Projects) -> Move | None:
    """Return the next attack of the first project with enough armies."""
    for project in projects.all:
        if project.purpose == "stronghold" and not _is_time_for(projects, project):
            continue
        ways = [w for w in projects.ways_to(project.goals) if _is_ready(projects, project, w)]
        if ways:
            own = projects.position.own
            return _attack(projects, max(ways, key=lambda way: _aptness(project, way, own)))
    return None


def _is_time_for(projects: Projects, siege: Project) -> bool:
    """Return whether to attack a stronghold: any if events help, the first unless they hinder."""
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
    view, attack, keep = projects.view, projects.view.attack, projects.keep(way.source)
    is_siege = way.first in projects.position.strongholds
    hero = is_siege and BattleCard.HERO in view.hand and not view.hero
    if attack is not None and (attack.source, attack.target) == (way.source, way.first):
        return Battle(press=keep + is_siege, hero=hero)
    return DeclareAttack(way.source, way.first, press=keep + is_siege, hero=hero)


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
            force = position.armies[source] - projects.keep(source)
            if force < LEAST_FLEET:
                break
            if stronghold in view.voyages(source) and position.is_target(source, stronghold):
                return SailFleet(source, stronghold, force, press=0)
    return None
