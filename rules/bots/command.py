"""The captain's own turn: its cards, then its attacks."""

from rules.bots.campaign import PREY, Campaign, if_allowed
from rules.bots.evaluation import press_down_to
from rules.bots.position import Position
from rules.cards import BattleCard
from rules.errors import required
from rules.moves import (
    AssassinateAmbassador,
    AssassinateFortification,
    AssassinateHand,
    Battle,
    DeclareAttack,
    DiscardSpied,
    EndAttacks,
    Move,
    PlayAmbassador,
    PlayMercenaries,
    Reveal,
    SailFleet,
    SendSpy,
    Spy,
)
from rules.view import View

WORTH_A_HERO = 4.0
DREAD = 0.5
"""An Ambassador is played against a threat above this share of the garrison."""
WORTH_REVEALING = 2.0
"""Hidden armies are revealed for an attack if it gains more than this per revealed army."""


def command(view: View) -> Move:
    """Return the next move of the turn; the last move ends the attacks."""
    attack = view.attack
    if attack is not None and attack.fleet:
        return Battle(press=0, hero=_has_hero(view))
    mercenaries = view.hand.count(BattleCard.MERCENARIES)
    if mercenaries and not view.has_attacked:
        return PlayMercenaries(mercenaries)
    return carry_out(Campaign(Position(view)))


def carry_out(campaign: Campaign) -> Move:
    """Return the next move of a campaign: its cards, then its best attack."""
    for thought in (_ambassador, _reveal, _assassin, _spy, _attack, _spare_assassin):
        move = thought(campaign)
        if move is not None:
            return move
    return EndAttacks()


# Attacks


def _attack(campaign: Campaign) -> Move | None:
    best_attack, view = campaign.best_attack, campaign.view
    if best_attack is None:
        return None
    hero = best_attack.worth >= WORTH_A_HERO and _has_hero(view)
    if best_attack.fleet:
        return SailFleet(
            best_attack.source, best_attack.target, best_attack.force, press=0, hero=hero
        )
    armies, keep = (
        campaign.position.armies[best_attack.source],
        campaign.position.keep(best_attack.source),
    )
    press, attack = press_down_to(keep, armies, best_attack.losses), view.attack
    if attack is not None and (attack.source, attack.target) == (
        best_attack.source,
        best_attack.target,
    ):
        return Battle(press=press, hero=hero)
    return DeclareAttack(best_attack.source, best_attack.target, press=press, hero=hero)


def _has_hero(view: View) -> bool:
    return BattleCard.HERO in view.hand and not view.hero


# Cards


def _ambassador(campaign: Campaign) -> Move | None:
    """Force a truce on the most threatening opponent that the captain does not mean to attack."""
    view, position = campaign.view, campaign.position
    if view.has_attacked or BattleCard.AMBASSADOR not in view.hand:
        return None
    spared = campaign.victims | position.partners
    dread = DREAD * position.armies[position.stronghold]
    threats = {
        seat: force
        for seat, force in position.threats.items()
        if force > dread and seat not in spared
    }
    if not threats:
        return None
    return if_allowed(view, PlayAmbassador(max(threats, key=lambda seat: threats[seat])))


def _reveal(campaign: Campaign) -> Move | None:
    """Reveal hidden armies that make an attack worthwhile."""
    view, position, size = campaign.view, campaign.position, campaign.view.hidden_size
    for name in view.hidden if size else ():
        if position.owner[name] == position.seat:
            force = position.force(name)
            gain = campaign.outlook(name, force + size) - campaign.outlook(name, force)
            if gain > WORTH_REVEALING * size:
                return if_allowed(view, Reveal(name))
    return None


def _assassin(campaign: Campaign) -> Move | None:
    """Clear the way to a stronghold: find and kill Fortifications, or an Ambassador."""
    view, position, best_attack = campaign.view, campaign.position, campaign.best_attack
    if BattleCard.ASSASSIN not in view.hand or not view.ruleset.has_assassins:
        return None
    if best_attack is None:
        return _assassinate_ambassador(campaign)
    if best_attack.target not in position.strongholds:
        return None
    attack, victim = view.attack, position.strongholds[best_attack.target]
    if attack is not None and attack.fortification and attack.target == best_attack.target:
        return AssassinateFortification()
    if victim not in view.seen:
        return if_allowed(view, Spy(victim))
    if BattleCard.FORTIFICATION in view.seen[victim]:
        return if_allowed(view, AssassinateHand(victim, BattleCard.FORTIFICATION))
    return None


def _assassinate_ambassador(campaign: Campaign) -> Move | None:
    """Kill an Ambassador that protects a stronghold the captain could storm."""
    view, position = campaign.view, campaign.position
    for truce in view.truces:
        if truce.other == position.seat and truce.seat not in position.partners:
            stronghold = required(position.players[truce.seat].stronghold, "stronghold")
            force = sum(
                position.force(near)
                for near in position.territories[stronghold].neighbours
                if position.owner[near] == position.seat
            )
            if campaign.storm(force, stronghold)[0] >= campaign.boldness:
                return AssassinateAmbassador(truce.seat, position.seat)
    return None


def _spare_assassin(campaign: Campaign) -> Move | None:
    """Use a spare Assassin against the hand of the strongest opponent."""
    view, position, leader = campaign.view, campaign.position, campaign.evaluation.leader
    if view.hand.count(BattleCard.ASSASSIN) < 2 or leader in position.partners:
        return None
    if not view.ruleset.has_assassins:
        return None
    if not position.players[leader].cards:
        return None
    if leader not in view.seen and if_allowed(view, Spy(leader)):
        return Spy(leader)
    seen = view.seen.get(leader, ())
    card = next((card for card in PREY if card in seen), None)
    return if_allowed(view, AssassinateHand(leader, card))


# The Spies of Castle Risk


def _spy(campaign: Campaign) -> Move | None:
    """Send a Spy to the owner of a castle to be stormed, or a spare Spy to the leader."""
    view, position, best_attack = campaign.view, campaign.position, campaign.best_attack
    if not view.ruleset.has_spies or BattleCard.ASSASSIN not in view.hand:
        return None
    if best_attack is not None and best_attack.target in position.strongholds:
        victim = position.strongholds[best_attack.target]
        if victim not in view.seen:
            return if_allowed(view, SendSpy(victim))
    leader = campaign.evaluation.leader
    if view.hand.count(BattleCard.ASSASSIN) > 1 and leader not in position.partners:
        return if_allowed(view, SendSpy(leader))
    return None


def discard_spied(view: View) -> Move:
    """Discard a Fortification of the castle to be stormed, otherwise the first card in `PREY`."""
    (option,) = view.offer()
    cards = option.values("card")
    campaign = Campaign(Position(view))
    best_attack, (_, victim) = campaign.best_attack, required(view.spying, "Spy in play")
    is_stormed = (
        best_attack is not None and campaign.position.strongholds.get(best_attack.target) == victim
    )
    if is_stormed and BattleCard.FORTIFICATION in cards:
        return DiscardSpied(BattleCard.FORTIFICATION)
    return DiscardSpied(min(cards, key=PREY.index))
