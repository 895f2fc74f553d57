"""Notices in the admin: notices to people, webhooks of channels, and what was sent to them."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import TabularInline

from games.admin.plain import ReadOnlyAdmin
from games.community.notices.channels.webhook import host_of
from games.community.notices.pages import SECRETS_OF_ITS_GAME
from games.community.trust.requests import UserRequest
from games.models import Delivery, Notice, TableMessage, TableWebhook


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


@admin.register(TableWebhook)
class TableWebhookAdmin(ReadOnlyAdmin):
    """Webhooks of games and circles, without their URLs, which are keys."""

    SHOWN = ("owner", "game", "circle", "format", "made_at", "failing_since", "off_since")
    list_display = SHOWN
    list_select_related = ("owner", "game", "circle")
    list_columns = ("owner__name", "game__code", "circle__name", *SHOWN[3:])
    list_filter = ("format",)
    search_fields = ("owner__name", "game__code", "circle__code")
    fields = readonly_fields = ("owner", "game", "circle", "host", "kinds", *SHOWN[3:])
    ordering = ("-made_at",)

    def get_queryset(self, request: UserRequest) -> Any:
        """Defer the secret columns of the game and of the circle."""
        hooks = super().get_queryset(request).select_related("owner", "game", "circle")
        return hooks.defer("circle__invitation", *SECRETS_OF_ITS_GAME)

    @admin.display(description="host")
    def host(self, hook: TableWebhook) -> str:
        """Return the host name of the URL."""
        return host_of(hook.url)


@admin.register(TableMessage)
class TableMessageAdmin(ReadOnlyAdmin):
    """Messages to the webhooks of games and circles, with state, attempts and last response."""

    SHOWN = ("id", "hook", "state", "tries", "next_at", "done_at", "answer")
    list_display = SHOWN
    list_select_related = ("hook",)
    list_columns = ("id", "hook__game", "hook__circle", *SHOWN[2:])
    list_filter = ("state",)
    fields = readonly_fields = SHOWN
    ordering = ("-next_at",)
