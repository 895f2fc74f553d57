"""Notices in the admin: notices to people, and their failed deliveries."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import TabularInline

from games.admin.plain import ReadOnlyAdmin
from games.community.notices.pages import SECRETS_OF_ITS_GAME
from games.community.trust.requests import UserRequest
from games.models import Delivery, Notice


class DeliveryInline(TabularInline):
    """The deliveries of a notice."""

    model = Delivery
    fields = readonly_fields = (
        "channel", "browser", "state", "tries", "next_at", "done_at", "answer", "in_digest",
    )  # fmt: skip
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid adding."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid changing."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid deleting: the hourly chores delete old notices."""
        return False


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """Notices sent to people."""

    list_display = ("user", "kind", "game", "text", "made_at", "read_at")
    list_select_related = ("user", "game")
    list_columns = ("user__name", "kind", "game__code", "text", "made_at", "read_at")
    list_filter = ("kind",)
    search_fields = ("user__name", "game__code", "id")
    fields = readonly_fields = (
        "id", "user", "kind", "game", "text", "withheld", "made_at", "read_at",
    )  # fmt: skip
    inlines = (DeliveryInline,)
    ordering = ("-made_at",)

    def get_queryset(self, request: UserRequest) -> Any:
        """Defer the secret columns of the game."""
        notices = super().get_queryset(request).select_related("user", "game")
        return notices.defer(*SECRETS_OF_ITS_GAME)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """Deliveries with their state, attempts and last response."""

    SHOWN = ("id", "notice", "channel", "state", "tries", "next_at", "done_at", "answer")
    list_display = SHOWN
    list_select_related = ("notice",)
    list_columns = ("notice__id", *SHOWN[2:])
    list_filter = ("state", "channel")
    fields = readonly_fields = SHOWN
    ordering = ("-next_at",)
