"""Moderators' actions on circles: change a name, close a circle.

The target of the action is the circle's owner; the record names the circle by its code.
"""

from django.core.exceptions import ValidationError

from games.community.circles import circles, members
from games.community.moderation.actions import ActionRequest, Facts, carry_out
from games.community.notices.sources.from_circles import notify_moderated, withhold_games
from games.exceptions import Refused, Stale
from games.models import Action, Circle


def rename(action: ActionRequest, circle: Circle, name: str) -> Action:
    """Change the name of a circle and tell its owner; raise Refused for an invalid name.

    The record leaves names out: they may contain people's, and a record can never be changed.
    """

    def work() -> tuple[Facts, Facts]:
        try:
            wanted = circles.clean_circle_name(name)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from None
        found = circles.lock_circle(circle.code)
        _verify_owner(action, found)
        if found.name == wanted:
            raise Stale("The circle already has this name.")
        Circle.objects.filter(pk=found.pk).update(name=wanted)
        found.name = wanted
        notify_moderated(found, "renamed", [found.owner_id], action.reason)
        return {"circle": found.code}, {"renamed": True}

    return carry_out(action, work)


def close(action: ActionRequest, circle: Circle) -> Action:
    """Delete a circle and tell its members; its games stay with those who played in them."""

    def work() -> tuple[Facts, Facts]:
        found = members.lock_with_games(circle.code)
        _verify_owner(action, found)
        people = list(found.members.values_list("user", flat=True))
        withhold_games(found, people)
        notify_moderated(found, "closed", people, action.reason)
        found.delete()
        return {"circle": found.code}, {"closed": True, "members": len(people)}

    return carry_out(action, work)


def _verify_owner(action: ActionRequest, circle: Circle) -> None:
    if circle.owner_id != action.required_person.pk:
        raise Stale("The circle has another owner now. Open the page again.")
