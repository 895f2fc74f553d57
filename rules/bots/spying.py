"""How the captain uses the Spies of Castle Risk (CAS-4)."""

from rules.bots.campaign import PREY, Campaign, if_allowed
from rules.bots.position import Position
from rules.cards import BattleCard
from rules.errors import required
from rules.moves import DiscardSpied, Move, SendSpy
from rules.view import View


def send_spy(campaign: Campaign) -> Move | None:
    """Send a Spy to the owner of a castle to be stormed, or a spare one to the leader."""
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


def discard(view: View) -> Move:
    """Clear the way to a castle that can be stormed, else discard the most valuable card."""
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
