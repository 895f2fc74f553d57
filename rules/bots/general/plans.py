"""The reasons for a general's moves: the purpose of its campaigns and storms."""

from dataclasses import replace

from rules.bots.general.campaigns import Campaigns
from rules.bots.general.routes import Route
from rules.bots.general.storms import Storm
from rules.bots.general.warfare import Warfare
from rules.bots.position import Position
from rules.bots.reasons import Reason, ReasonKind
from rules.bots.reasons.aims import aim_of
from rules.view import View


def reason_of_campaign(view: View, campaigns: Campaigns, campaign: Route) -> Reason:
    """Return the reason for a move in a campaign: its aim, chance and value."""
    names = campaigns.model.layout.names
    aim = aim_of(view, {names[place] for place in campaign.goal})
    return replace(
        aim,
        source=names[campaign.source],
        chance=campaign.chance or None,
        value=campaign.value,
        staying=campaigns.worth(campaigns.model),
    )


def reason_of_storm(warfare: Warfare, storm: Storm, more: int = 0) -> Reason:
    """Return the reason for a storm, compared with keeping `more` extra armies at home."""
    return Reason(
        ReasonKind.STORM,
        storm.stronghold,
        storm.source,
        seat=warfare.position.strongholds[storm.stronghold],
        armies=storm.aid,
        chance=storm.chance,
        value=storm.value,
        staying=warfare.prospects.now(more),
    )


def goes_astray(position: Position, source: str, target: str) -> bool:
    """Return whether armies that move into a captured territory could only march back.

    That is so if no enemy borders the territory and it is no nearer to one than the source. A
    player's own recaptured headquarters are an exception, because they need a garrison.
    """
    steps = position.steps_to_front
    if target == position.view.headquarters.get(position.view.own_seat) or steps.get(target) == 0:
        return False
    return source in steps and steps.get(target, len(steps)) >= steps[source]


def guard(seat: int, place: str, garrison: int) -> Reason:
    """Return a seat's reason for reinforcing a garrison to `garrison` armies."""
    return Reason(ReasonKind.GUARD, place, seat=seat, armies=garrison)


def hold_back(seat: int, place: str, garrison: int) -> Reason:
    """Return a seat's reason for moving no more armies away: a place needs `garrison` armies."""
    return Reason(ReasonKind.HOLD_BACK, source=place, seat=seat, armies=garrison)


def stay(worth: float) -> Reason:
    """Return the reason for ending the attacks; `worth` is the value of the position."""
    return Reason(ReasonKind.STAY, staying=worth)
