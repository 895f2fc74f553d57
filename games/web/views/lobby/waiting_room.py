"""Views of a table that has not begun: the waiting room and the invitation link."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.community.circles.circles import own_circle
from games.community.fairness import fairness
from games.community.lobby import table_summaries
from games.community.lobby.access import (
    INVITED,
    invite,
    is_in_circle_of,
    known,
    unlisted,
    visible_game,
)
from games.community.lobby.invitations import previews
from games.community.lobby.invitations.co_players import MOST_SUGGESTED, people_played_with
from games.community.lobby.invitations.received import invitation_text
from games.community.lobby.opponents import RISE
from games.community.lobby.quick_play import is_opened_now, quick_game_of
from games.community.lobby.waiting_room import Room, room_for
from games.community.notices.links import link
from games.community.notices.pages import unread_count
from games.community.people.vacations_shown import vacation_notes
from games.community.talk.talk import waiting_room_messages
from games.community.trust.blocking import blocked_by
from games.drawing.display.bot_levels import CHARACTERS, LEVELS
from games.drawing.display.options import ADVICE
from games.drawing.display.seals import LONGEST_VALUE, sealed
from games.models import Game, Player, User
from games.playing.clocks import time_controls
from games.playing.start import DEFAULT_BOT
from games.storage.processes import last_seen, presence
from games.storage.store.database_time import moment_now
from games.web.worker.hourly import looked_at
from rules.sentences.words import isolated

UNCHANGED = 204
"""The response status on which htmx leaves the page as it is."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a visitor typed in a form about invitations by name that was refused, and why.

    `name` and `checked` are whom the host invites, `word` is an invited person's answer.
    """

    name: str = ""
    checked: frozenset[str] = frozenset()
    word: str = ""
    refusal: str = ""

    def refused(self, sentence: str) -> "Typed":
        """Return the same with the reason for the refusal."""
        return replace(self, refusal=sentence)


_NOTHING_TYPED = Typed()


def waiting_room(request: HttpRequest, game: Game, typed: Typed = _NOTHING_TYPED) -> HttpResponse:
    """Show a table that has not begun; the caller has checked access."""
    if request.user.is_authenticated and is_opened_now(game, request.user.pk):
        context = {
            "code": game.code,
            "seed": sealed(game.seed_commitment),
            "longest": LONGEST_VALUE,
            "quick": quick_game_of(game, request.user, tells_rise=RISE in request.GET),
        }
        return unlisted(game, render(request, "community/lobby/play_now.html", context))
    room = _room(request, game)
    _note_looked(request, game, room, is_opened=True)
    context = {"link": _link(room), **_room_context(request, game, room)}
    context |= {**talk_context(request, game), "now": moment_now().isoformat()}
    context |= unread_count(request, game.code)
    context["vacations"] = vacation_notes(game.code, request.user.pk)
    context |= {"typed": typed, "suggested": _suggested(request, room)}
    context["invitation_text"] = invitation_text(game, room.table)
    context["about"] = previews.about(room.table)
    context["circle"] = own_circle(game.circle_id, request.user)
    context["advice_term"] = ADVICE if game.allows_advice else ""
    context["time_terms"] = time_controls.sentences(time_controls.time_control_of(game))
    return unlisted(game, render(request, "community/lobby/waiting_room/room.html", context))


def _suggested(request: HttpRequest, room: Room) -> list[User]:
    """Return the people whom the host can invite with a check box."""
    user = known(request)
    if user is None or not room.is_host or not room.table.free:
        return []
    apart = {seat.name for seat in room.table.seats}
    apart |= {isolated(each.name) for each in room.by_name.people}
    return [
        person
        for person in people_played_with(user, MOST_SUGGESTED + len(apart))
        if str(person) not in apart and (room.table.takes_guests or not person.is_guest)
    ][:MOST_SUGGESTED]


@require_safe
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Render the waiting room again; 204 if unchanged; redirect to the table once it begins."""
    game = visible_game(request, code)
    if game.status != Game.Status.OPEN:
        return HttpResponseClientRedirect(reverse("table", args=[game.code]))
    room = _room(request, game)
    _note_looked(request, game, room, is_opened=False)
    if request.GET.get("have") == room.version:
        return HttpResponse(status=UNCHANGED)
    context = _room_context(request, game, room)
    return unlisted(
        game, render(request, "community/lobby/waiting_room/_room_update.html", context)
    )


@require_safe
def room_talk(request: HttpRequest, code: str) -> HttpResponse:
    """Render the chat of the waiting room again; 204 if unchanged or if the game has begun."""
    game = visible_game(request, code)
    if game.status != Game.Status.OPEN or request.GET.get("have") == str(game.talked):
        return HttpResponse(status=UNCHANGED)
    context = talk_context(request, game)
    return unlisted(
        game, render(request, "community/lobby/waiting_room/_room_talk_update.html", context)
    )


def talk_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return the chat of a waiting room, and the message to announce to this visitor.

    The visitor's own messages and those of people they have blocked are not announced.
    """
    # Read the count first: if a message comes meanwhile, the page requests the chat again.
    talked = Game.objects.values_list("talked", flat=True).get(pk=game.pk)
    found, blocked = waiting_room_messages(game.pk), blocked_by(request.user)
    newest = found[-1] if found else None
    is_news = newest is not None and newest["author"] not in (request.user.pk, *blocked)
    return {
        "code": game.code,
        "talked": talked,
        "talk": found,
        "announced": newest if is_news else None,
        "may_say": request.user.is_authenticated,
        "blocked": blocked,
    }


def _room_context(request: HttpRequest, game: Game, room: Room) -> dict[str, Any]:
    bots = {"levels": LEVELS.values(), "characters": CHARACTERS.values()}
    return {
        "room": room,
        "fairness": _values(request, game),
        "default_level": DEFAULT_BOT,
        **bots,
    }


def _values(request: HttpRequest, game: Game) -> dict[str, Any]:
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    return fairness.values_shown(game, players, request.user.pk)


def _room(request: HttpRequest, game: Game) -> Room:
    return room_for(game, request.user, is_invited_to(request, game))


def _note_looked(request: HttpRequest, game: Game, room: Room, *, is_opened: bool) -> None:
    # Only players keep a table open by looking at it, spectators do not.
    if room.table.is_mine and request.user.is_authenticated:
        looked_at(game)
        # A hidden page also requests updates.
        if is_opened or request.user.pk in presence.looking(game.code):
            last_seen.open_table(game.pk, request.user, None, game.number)


def is_invited_to(request: HttpRequest, game: Game) -> bool:
    """Return whether the visitor has followed an invitation to a table, or is in its circle."""
    is_invited = game.code in request.session.get(INVITED, ())
    return is_invited or is_in_circle_of(game, request.user)


def _link(room: Room) -> str:
    """Return the invitation link for a player to share; "" for visitors who are not players."""
    code = room.table.code
    if not room.table.is_mine:
        return ""
    token = Game.objects.values_list("invitation", flat=True).get(code=code)
    return link(reverse("invitation", args=[code, token]))


@require_safe
def invitation(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Admit a visitor who follows the invitation link of a table.

    Programs that fetch link previews keep no cookies and could not open the table after a redirect.
    Anonymous visitors therefore get a page with preview data that leads on to the table.
    """
    game = Game.objects.select_related("host").filter(code=code).first()
    if game is None or not constant_time_compare(game.invitation, token):
        raise Http404("That invitation doesn’t exist.")
    invite(request, game)
    if request.user.is_authenticated:
        response: HttpResponse = redirect("table", code=game.code)
    else:
        table = table_summaries.table_for(game, request.user)
        context = {"table": table, "about": previews.invitation_to(table)}
        response = render(request, "community/lobby/invitation.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response
