"""The record of moderation, and the house itself, in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games import house, moderate_games
from games.admin.deeds import DeedPage, choice, number, words
from games.admin.plain import LookOnly
from games.forgetting import told_facts
from games.models import Action, House


@admin.register(Action)
class ActionAdmin(LookOnly):
    """Who did what, when, on whom and why; refused attempts among them. Nobody changes it."""

    list_display = ("done_at", "by_name", "name", "person", "game", "reason", "refusal")
    list_filter = ("name", "done_at")
    search_fields = ("by_name", "game__code", "person__name")
    ordering = ("-pk",)
    fields = (
        *("done_at", "by_name", "name", "person", "game", "report", "reason"),
        *("was", "became", "refusal", "request_id"),
    )
    readonly_fields = ("was", "became")

    @admin.display(description="Before")
    def was(self, action: Action) -> str:
        """Return what was before."""
        return told_facts(action, action.before)

    @admin.display(description="After")
    def became(self, action: Action) -> str:
        """Return what came of it."""
        return told_facts(action, action.after)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Bring along whom a line names: who is gone by now is then shown as nobody."""
        named = ("person", "game", "report", "by")
        return super().get_queryset(request).select_related(*named)


def _nothing(_: House) -> dict[str, Any]:
    return {}


DEEDS = {
    "announce": DeedPage(
        "Announce",
        "The words stand at the top of every page until others take their place; none take the "
        "banner away.",
        lambda deed, chosen, _: house.announce(deed, chosen.get("announcement", "")),
        _nothing,
        lambda _: {"announcement": words("Announcement", "One line.", required=False)},
        reason_help="It stands on record.",
    ),
    "mode": DeedPage(
        "Change the mode",
        "While the site is not open no clock runs and no bot moves; when it opens everybody has "
        "the time they had. The admin can always be reached.",
        lambda deed, chosen, _: house.set_mode(deed, chosen.get("mode", "")),
        _nothing,
        lambda _: {"mode": choice("Mode", list(House.Mode.choices))},
        reason_help="It stands on record.",
        tone="danger",
    ),
    "extend_all": DeedPage(
        "Extend all clocks",
        "Everybody who is asked something in any running game has so many minutes more.",
        lambda deed, chosen, _: moderate_games.extend_all(deed, chosen.get("minutes", 0)),
        _nothing,
        lambda _: {"minutes": number("Minutes", 10, moderate_games.LONGEST_EXTENSION)},
        reason_help="It stands on record.",
        tone="danger",
    ),
}
"""What the operator may do about the whole site."""


@admin.register(House)
class HouseAdmin(LookOnly):
    """The one row of the house."""

    deeds = DEEDS
    list_display = ("mode", "since", "announcement")
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> Any:
        """See to it that the row is there."""
        House.objects.get_or_create(pk=house.ROW)
        return super().get_queryset(request)
