"""Notices in the admin: what people were told, and why somebody got something, or did not."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import TabularInline

from games.admin.plain import LookOnly
from games.models import Delivery, Notice
from games.notices.pages import SECRETS_OF_ITS_GAME


class DeliveryInline(TabularInline):
    """How a notice was brought."""

    model = Delivery
    fields = readonly_fields = (
        *("channel", "browser", "state", "tries", "next_at", "done_at", "answer", "in_digest"),
    )
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is made here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may look may look only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Old notices go by themselves."""
        return False


@admin.register(Notice)
class NoticeAdmin(LookOnly):
    """What people were told."""

    list_display = ("user", "kind", "game", "text", "made_at", "read_at")
    list_filter = ("kind",)
    search_fields = ("user__name", "game__code", "id")
    fields = readonly_fields = (
        *("id", "user", "kind", "game", "text", "withheld", "made_at", "read_at"),
    )
    inlines = (DeliveryInline,)
    ordering = ("-made_at",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Leave what is secret in the database."""
        notices = super().get_queryset(request).select_related("user", "game")
        return notices.defer(*SECRETS_OF_ITS_GAME)


@admin.register(Delivery)
class DeliveryAdmin(LookOnly):
    """What waits, and what was given up."""

    SHOWN = ("id", "notice", "channel", "state", "tries", "next_at", "done_at", "answer")
    list_display = SHOWN
    list_filter = ("state", "channel")
    fields = readonly_fields = SHOWN
    ordering = ("-next_at",)
