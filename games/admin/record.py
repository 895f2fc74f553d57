"""The record of moderation, and the site's mode, in the admin."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.admin.action_pages import ActionPage, choice, number, words
from games.admin.plain import ReadOnlyAdmin
from games.community.moderation import on_games, site_mode
from games.community.moderation.actions import LEAST_ROLE
from games.community.people.erase_names import facts_text
from games.community.trust.requests import UserRequest
from games.models import Action, SiteSettings
from games.storage.store.locks import ROW


class ActionFilter(admin.SimpleListFilter):
    """Filter by action; the choices are constants, which saves scanning the table."""

    title = "name"
    parameter_name = "name"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the actions."""
        return [(name, name.replace("_", " ")) for name in sorted(LEAST_ROLE)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Action]) -> QuerySet[Action]:
        """Return the record entries for the chosen action."""
        return queryset.filter(name=self.value()) if self.value() else queryset


@admin.register(Action)
class ActionAdmin(ReadOnlyAdmin):
    """The record of actions, refused attempts included: moderator, time, target and reason."""

    list_display = ("done_at", "by_name", "name", "person", "game", "reason", "refusal")
    list_select_related = ("person", "game")
    list_columns = (
        "done_at", "by_name", "name", "person__name", "game__code", "reason", "refusal",
    )  # fmt: skip
    list_filter = (ActionFilter, "done_at")
    search_fields = ("by_name", "game__code", "person__name")
    ordering = ("-pk",)
    fields = (
        "done_at", "by_name", "name", "person", "game", "report", "reason",
        "was", "became", "refusal", "request_id",
    )  # fmt: skip
    readonly_fields = ("was", "became")

    @admin.display(description="Before")
    def was(self, action: Action) -> str:
        """Return the facts before the action."""
        return facts_text(action, action.before)

    @admin.display(description="After")
    def became(self, action: Action) -> str:
        """Return the facts after the action."""
        return facts_text(action, action.after)

    def get_queryset(self, request: UserRequest) -> Any:
        """Join the people and games of each line."""
        named = ("person", "game", "report", "by")
        return super().get_queryset(request).select_related(*named)


def _nothing(_: SiteSettings) -> dict[str, Any]:
    return {}


ACTIONS = {
    "announce": ActionPage(
        "Announce",
        "The text is shown at the top of every page until it is replaced. Leave it empty to "
        "remove the banner.",
        lambda action, chosen, _: site_mode.announce(action, chosen.get("announcement", "")),
        _nothing,
        lambda _: {"announcement": words("Announcement", "One line.", required=False)},
        reason_help="The reason is recorded.",
    ),
    "mode": ActionPage(
        "Change the mode",
        "While the site is closed, no clock runs and no bot moves. When it opens again, all "
        "clocks continue with their remaining time. The admin stays available.",
        lambda action, chosen, _: site_mode.set_mode(action, chosen.get("mode", "")),
        _nothing,
        lambda _: {"mode": choice("Mode", list(SiteSettings.Mode.choices))},
        reason_help="The reason is recorded.",
        tone="danger",
    ),
    "extend_all": ActionPage(
        "Extend all clocks",
        "Every open decision in every running game gets this many extra minutes.",
        lambda action, chosen, _: on_games.extend_all(action, chosen.get("minutes", 0)),
        _nothing,
        lambda _: {"minutes": number("Minutes", 10, on_games.LONGEST_EXTENSION)},
        reason_help="Players in every game see it, and it is recorded.",
        tone="danger",
    ),
}
"""The actions on the whole site."""


@admin.register(SiteSettings)
class SiteSettingsAdmin(ReadOnlyAdmin):
    """The single row with the site's mode and announcement."""

    action_pages = ACTIONS
    list_display = ("mode", "since", "announcement")
    fields = list_display

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the single row."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        SiteSettings.objects.get_or_create(pk=ROW)
        return redirect("admin:games_sitesettings_change", ROW)

    def get_queryset(self, request: UserRequest) -> Any:
        """Create the row if it is missing."""
        SiteSettings.objects.get_or_create(pk=ROW)
        return super().get_queryset(request)
