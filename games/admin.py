"""The admin: who is here and which games there are. It never shows what is secret in a game."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Delivery, Game, Notice, User
from games.notice_pages import SECRETS_OF_ITS_GAME

# Who comes here logs in by the site's own door, with its limits and its second step.
admin.site.login = secure_admin_login(admin.site.login)
admin.site.site_header = admin.site.site_title = "Castlerisk"
admin.site.index_title = "The house"


@admin.register(User)
class UserAdmin(ModelAdmin):
    """People: found by name or address, and kept out where they must be."""

    list_display = ("name", "email", "is_guest", "is_active", "is_staff", "date_joined", "seen_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "email")
    fields = ("name", "email", "is_guest", "is_active", "is_staff", "is_superuser", "groups")
    readonly_fields = ("is_guest",)
    filter_horizontal = ("groups",)
    ordering = ("-date_joined",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody is made here: people sign up."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody is deleted here: that gives seats to bots, and the site's own page does it."""
        return False


@admin.register(Game)
class GameAdmin(ModelAdmin):
    """Games as everybody may know them; nothing is changed here."""

    SHOWN = (
        *("code", "title", "ruleset", "status", "round", "host", "is_listed", "takes_guests"),
        *("pace", "turn_seconds", "reaction_seconds", "seed_commitment"),
        *("created_at", "moved_at"),
    )
    list_display = ("code", "title", "ruleset", "status", "round", "host", "created_at")
    list_filter = ("status", "ruleset")
    search_fields = ("code", "title")
    fields = readonly_fields = SHOWN
    list_select_related = ("host",)
    ordering = ("-created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Leave what is secret in the database."""
        return Game.objects.public()

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Games are opened in the lobby."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may look may look only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No game is ever deleted."""
        return False


class ReadOnly:
    """What may be looked at only."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is made here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may look may look only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Old notices go by themselves."""
        return False


class DeliveryInline(ReadOnly, admin.TabularInline):
    """How a notice was brought."""

    model = Delivery
    fields = readonly_fields = (
        *("channel", "browser", "state", "tries", "next_at", "done_at", "answer", "in_digest"),
    )
    extra = 0


@admin.register(Notice)
class NoticeAdmin(ReadOnly, ModelAdmin):
    """What people were told: why somebody got something, or did not."""

    list_display = ("user", "kind", "game", "text", "made_at", "read_at")
    list_filter = ("kind",)
    search_fields = ("user__name", "game__code", "id")
    fields = readonly_fields = (
        *("id", "user", "kind", "game", "text", "withheld", "made_at", "read_at"),
    )
    inlines = (DeliveryInline,)
    ordering = ("-made_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """Leave what is secret in the database."""
        notices = Notice.objects.select_related("user", "game")
        return notices.defer(*SECRETS_OF_ITS_GAME)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, ModelAdmin):
    """What waits, and what was given up."""

    SHOWN = ("id", "notice", "channel", "state", "tries", "next_at", "done_at", "answer")
    list_display = SHOWN
    list_filter = ("state", "channel")
    fields = readonly_fields = SHOWN
    ordering = ("-next_at",)
