"""Circles in the admin: a name, an owner and members, and the actions on a circle."""

from typing import Any

from django.contrib import admin
from django.utils.html import format_html_join

from games.admin.action_pages import ActionPage, line
from games.admin.plain import ReadOnlyAdmin
from games.community.moderation import on_circles
from games.models import LONGEST_CIRCLE_NAME, Circle


def _owner(circle: Circle) -> dict[str, Any]:
    return {"person": circle.owner}


ACTIONS = {
    "rename_circle": ActionPage(
        "Change the name",
        "The new name appears everywhere.",
        lambda action, chosen, circle: on_circles.rename(action, circle, chosen.get("name", "")),
        _owner,
        lambda _: {"name": line("New name", longest=LONGEST_CIRCLE_NAME)},
        reason_help="The owner of the circle reads it, and it is recorded.",
    ),
    "close_circle": ActionPage(
        "Close the circle",
        "The circle is deleted with its ladder. Its games stay with those who played in them.",
        lambda action, chosen, circle: on_circles.close(action, circle),
        _owner,
        reason_help="All members read it, and it is recorded.",
        tone="danger",
    ),
}
"""The actions on a circle."""


@admin.register(Circle)
class CircleAdmin(ReadOnlyAdmin):
    """Circles, without their invitation links."""

    action_pages = ACTIONS
    list_display = ("code", "name", "owner", "is_open", "made_at")
    list_filter = ("is_open",)
    search_fields = ("code", "name")
    fields = readonly_fields = (
        "code", "name", "owner", "is_open", "people", "next_on", "made_at",
    )  # fmt: skip
    list_select_related = ("owner",)
    list_columns = ("code", "name", "owner__name", "is_open", "made_at")
    ordering = ("-pk",)

    @admin.display(description="Members")
    def people(self, circle: Circle) -> str:
        """Return the names of the members."""
        rows = circle.members.select_related("user")
        return format_html_join(", ", "{}", ((row.user,) for row in rows))
