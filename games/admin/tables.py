"""Games in the admin, with public data only, and the actions on a game."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.admin.action_pages import ActionPage, choice, line, number, several
from games.admin.plain import ReadOnlyAdmin
from games.admin.seats import names_of, seats_of, stuck_question
from games.community.moderation import on_games, on_tables, take_back
from games.community.moderation.actions import ActionRequest, is_seated
from games.community.trust.requests import UserRequest
from games.models import LONGEST_TITLE, Action, Game, Message, PublicLink
from rules import RULESETS

SHOWN_MESSAGES = 60


def _game(game: Game) -> dict[str, Any]:
    return {"game": game}


def _is_open(game: Game) -> bool:
    return game.status == Game.Status.OPEN


def _is_running(game: Game) -> bool:
    return game.status == Game.Status.RUNNING


def _is_held(game: Game) -> bool:
    return _is_running(game) and game.held_since is not None


def _seat(chosen: dict[str, Any]) -> int:
    return int(chosen.get("seat") or 0)


def _end(action: ActionRequest, chosen: dict[str, Any], _: Game) -> Action:
    return on_games.end(action, tuple(int(seat) for seat in chosen.get("winners", ())))


def _remove(action: ActionRequest, chosen: dict[str, Any], _: Game) -> Action:
    return on_games.remove_message(action, Message(pk=int(chosen.get("message") or 0)))


def _messages(game: Game) -> dict[str, Any]:
    found = Message.objects.filter(game=game, is_system=False, removed_at=None)
    rows = found.select_related("author").order_by("-pk")[:SHOWN_MESSAGES]
    named = [(str(one.pk), f"{one.author or 'A former player'}: {one.text}") for one in rows]
    return {"message": choice("Which message", named)}


def _when(round_: int) -> str:
    return _ROUND.format(round=round_) if round_ else "set-up"


_ROUND = "round {round}"
_PLACE = "{time:%d %b %H:%M:%S} UTC, {round}: {sentence}"
_AUDITS = {
    "same": "The audit replayed {entries} entries; they match the stored game.",
    "different": (
        "The audit found a difference: pause the game and tell an operator. {difference}"
    ),
    "secret": (
        "The audit found a difference: pause the game and tell an operator. The differences are "
        "shown when the game is over."
    ),
}
"""The messages about an audit; “secret” if the game's differences may not be shown yet."""


def _places(game: Game) -> dict[str, Any]:
    rows = [
        (
            str(place.number),
            _PLACE.format(time=place.made_at, round=_when(place.round), sentence=place.sentence),
        )
        for place in take_back.take_back_targets(game)
    ]
    return {"to": choice("Back to just after", rows)}


def _take_back(action: ActionRequest, chosen: dict[str, Any], _: Game) -> Action:
    return take_back.take_back(action, int(chosen.get("to") or -1))


def _audited(action: Action) -> str:
    found = action.after
    if found["as_stored"]:
        return _AUDITS["same"].format(entries=found["entries"])
    return _AUDITS["different" if found["difference"] else "secret"].format_map(found)


def _minutes(_: Game) -> dict[str, Any]:
    return {"minutes": number("Minutes", 10, on_games.LONGEST_EXTENSION)}


ACTIONS = {
    "hold": ActionPage(
        "Pause",
        "No player or bot can move, and no clock runs, until the game is resumed.",
        lambda action, chosen, _: on_games.hold(action),
        _game,
        fits=lambda game: _is_running(game) and not _is_held(game),
    ),
    "resume": ActionPage(
        "Resume",
        "The game continues, and all clocks resume with the time they had when it was paused.",
        lambda action, chosen, _: on_games.resume(action),
        _game,
        fits=_is_held,
    ),
    "extend": ActionPage(
        "Extend clocks",
        "Every open decision gets this many extra minutes.",
        lambda action, chosen, _: on_games.extend(action, chosen.get("minutes", 0)),
        _game,
        _minutes,
        fits=_is_running,
    ),
    "close": ActionPage(
        "Cancel before the start",
        "The game disappears from the lobby, and everyone who has joined is notified.",
        lambda action, chosen, _: on_tables.close(action),
        _game,
        fits=_is_open,
        reason_help="Everyone who has joined the game reads it, and it is recorded.",
        tone="danger",
    ),
    "retitle": ActionPage(
        "Change the title",
        "The new title appears everywhere. Without a title, the game is named after its host.",
        lambda action, chosen, _: on_tables.retitle(action, chosen.get("title", "")),
        _game,
        lambda _: {"title": line("New title", longest=LONGEST_TITLE, required=False)},
        fits=lambda game: game.status != Game.Status.CANCELLED,
    ),
    "say": ActionPage(
        "Message the players",
        "Players and spectators read it in the chat as a message from a moderator. Their replies "
        "appear under Chat on this page.",
        lambda action, chosen, _: on_games.say(action),
        _game,
        fits=_is_running,
        reason_label="Message",
        reason_help="One line. The message is recorded.",
    ),
    "default": ActionPage(
        "Move for a stuck player",
        stuck_question,
        lambda action, chosen, _: on_games.answer_default(action),
        _game,
        fits=_is_running,
    ),
    "audit": ActionPage(
        "Audit",
        "Every draw is recomputed and the whole log is replayed. Nothing is changed.",
        lambda action, chosen, _: on_games.run_audit(action),
        _game,
        says=_audited,
        reason_help="The reason is recorded.",
    ),
    "remove_message": ActionPage(
        "Remove a message",
        "The message is hidden from everybody. Reports keep a copy.",
        _remove,
        _game,
        _messages,
        reason_help="The reason is recorded.",
    ),
    "give_to_bot": ActionPage(
        "Give a seat to a bot",
        "A bot plays the seat permanently; the former player can watch. If no person is left in "
        "their own seat, the game ends without a result.",
        lambda action, chosen, _: on_games.give_to_bot(action, _seat(chosen)),
        _game,
        lambda game: {"seat": choice("Which seat", names_of(game))},
        fits=_is_running,
        tone="danger",
    ),
    "give_to_person": ActionPage(
        "Give a seat to a person",
        "The person takes over the seat and its hand, and sees everything in it. Ask them first. "
        "The former player loses access to the hand. The change is a step of the game’s signed "
        "chain; the seat keeps its public value, and the record lists everyone who had the seat.",
        lambda action, chosen, _: on_games.give_to_person(
            action, _seat(chosen), chosen.get("name", "")
        ),
        _game,
        lambda game: {
            "seat": choice("Which seat", names_of(game)),
            "name": line("Name of the person"),
        },
        fits=_is_running,
        tone="danger",
    ),
    "take_back": ActionPage(
        "Take back",
        "The game continues from an earlier point. The seed stays; dice and cards are drawn "
        "again. Undone moves stay in the log, struck through, and in the game’s signed chain: "
        "the take-back becomes its next step, so players can prove what was undone.",
        _take_back,
        _game,
        _places,
        fits=_is_running,
        tone="danger",
    ),
    "end": ActionPage(
        "End with a result",
        "The game ends now, won by the seats you choose, and its seed is published.",
        _end,
        _game,
        lambda game: {"winners": several("Winners", names_of(game))},
        fits=_is_running,
        tone="danger",
    ),
    "cancel": ActionPage(
        "Cancel",
        "The game ends now without a result, and its seed is published.",
        lambda action, chosen, _: on_games.cancel(action),
        _game,
        fits=_is_running,
        tone="danger",
    ),
}
"""The actions on a game."""


class WhichGame(admin.SimpleListFilter):
    """Filter by ruleset; the choices are constants, which saves scanning the table."""

    title = "ruleset"
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the rulesets."""
        return [(name, ruleset.title) for name, ruleset in RULESETS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games of the chosen ruleset."""
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games, with public data only."""

    SHOWN = (
        "code", "title", "table", "status", "held_since", "round", "seats", "talk",
        "shared", "ruleset", "host", "is_listed", "takes_guests", "allows_advice", "pace",
        "turn_seconds", "reaction_seconds", "seed_commitment", "created_at", "moved_at",
    )  # fmt: skip
    action_pages = ACTIONS
    list_display = ("code", "title", "ruleset", "status", "round", "host", "created_at")
    list_filter = ("status", WhichGame)
    search_fields = ("code", "title")
    fields = readonly_fields = SHOWN
    list_select_related = ("host",)
    list_columns = ("code", "title", "ruleset", "status", "round", "host__name", "created_at")
    ordering = ("-pk",)

    def get_search_results(
        self, request: UserRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Return the games whose code and title contain all search words.

        The search is a subquery of its own, because the index covers only these two columns.
        """
        if not search_term:
            return queryset, False
        found, _ = super().get_search_results(request, Game.objects.all(), search_term)
        return queryset.filter(pk__in=found.values("pk")), False

    def get_fields(self, request: UserRequest, obj: Game | None = None) -> tuple[str, ...]:
        """Hide the chat from moderators with a seat: players may not read the spectators' room."""
        is_in = obj is not None and is_seated(request.user, obj)
        return tuple(name for name in self.SHOWN if name != "talk" or not is_in)

    @admin.display(description="Game")
    def table(self, game: Game) -> str:
        """Return a link to the spectators' page of the table, if the table is listed."""
        if not game.is_listed or game.status == Game.Status.CANCELLED:
            return "Private: only its players and the people they invite can see it."
        return format_html(
            '<a class="admin-link" href="{}">Open the game</a>',
            reverse("table", args=[game.code]),
        )

    @admin.display(description="Seats")
    def seats(self, game: Game) -> SafeString:
        """Return the table of seats."""
        return render_to_string("admin/games/seats.html", {"seats": seats_of(game)})

    @admin.display(description="Public link")
    def shared(self, game: Game) -> str:
        """Return whether a player shares the game with everybody who has its link."""
        link = PublicLink.objects.filter(game=game).first()
        if link is None:
            return "None."
        return "Withdrawn by a player." if link.withdrawn_at else "Opened by a player."

    @admin.display(description="Chat")
    def talk(self, game: Game) -> SafeString:
        """Return the newest messages of a table."""
        found = Message.objects.filter(game=game).select_related("author").order_by("-pk")
        return render_to_string("admin/games/talk.html", {"messages": found[:SHOWN_MESSAGES]})
