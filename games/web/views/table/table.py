"""Table views: the page, posted moves, changes since a version, the panel and the log."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from games.community.circles.circles import own_circle
from games.community.fairness import fairness
from games.community.lobby.access import known, unlisted, visible_game
from games.community.notices.pages import unread_count
from games.community.people.preferences import pace_shown, preferences_of
from games.community.people.vacations_shown import vacation_notes
from games.community.talk.talk import is_playing, unread
from games.community.trust.blocking import blocked_by, seats_of
from games.community.trust.requests import Request
from games.community.trust.restrictions import verify_may_say
from games.drawing.board import context as board_context
from games.drawing.display.options import ADVICE, terms_of
from games.exceptions import KeyReused, NoSuchGame, NotSeated, Refused, Stale, TooFast, sentence_of
from games.models import Game
from games.models.seeds import SeedKeyMissing
from games.numbers import whole_number
from games.playing.clocks import unattended
from games.playing.clocks.time_controls import sentences
from games.playing.finish_setup import finish_setup
from games.playing.forms import RETURN, read_key, read_moves
from games.playing.play import play_moves, return_to_seat
from games.playing.requests import Played
from games.storage.processes import last_seen
from games.storage.store.database_time import moment_now
from games.table.page import frames, viewer
from games.table.page.log import newest_page, round_page
from games.table.page.recap import groups_since
from games.table.page.viewer import ViewerTable
from games.table.panel.orders.leaving import has_leaving
from games.table.panel.orders.standing_orders import orders_context
from games.table.panel.orders.wishes import wishes_context
from games.table.panel.panel import panel_context
from games.table.panel.widgets import LATER, PROPOSAL
from games.table.sidebar.absence import absence_actions
from games.table.sidebar.hand import card_texts
from games.table.sidebar.hints import hints_context
from games.table.sidebar.status import ledger_of
from games.web.views.lobby.waiting_room import waiting_room
from games.web.views.table.unscripted import redirect_to_result, seconds_to_next_look
from games.web.worker import hourly
from rules import IllegalMove, InvalidMove, RulesError

"""The maximum number of digits of a number in the query."""

OF_A_PLAYER = ("player", "figures", "spoils")
"""The fragments that make up a row in the list of players."""


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table, or its waiting room before the game starts."""
    game = visible_game(request, code)
    if game.status == Game.Status.OPEN:
        return waiting_room(request, game)
    if game.status == Game.Status.CANCELLED:
        return unlisted(
            game, render(request, "table/page/cancelled.html", {"game": game}, status=410)
        )
    hourly.looked_at(game)
    return unlisted(game, _page(request, code))


def _page(request: HttpRequest, code: str, status: int = 200, refusal: str = "") -> HttpResponse:
    """Return the whole page, for a first visit or a browser without scripts."""
    seen, stored = viewer.look_closely(code, request.user.pk)
    # Read the unseen messages first, because opening the table marks them as seen.
    news = _unread(request, seen)
    away = _opened(request, seen)
    if _attend(request, seen):
        messages.info(request, "This game was paused because nobody was watching. It has resumed.")
        seen, stored = viewer.look_closely(code, request.user.pk)
    context = {
        **_of_the_table(seen),
        **_of_the_visitor(request, seen),
        "chain": fairness.chain_shown(stored),
        "acts": absence_actions(stored, seen.scene, known(request)),
        "refusal": refusal,
        "away": away,
        "unread": news,
        "vacations": _vacations(request, seen),
        "circle": own_circle(stored.circle_id, request.user),
    }
    return render(request, "table/page/table.html", context, status=status)


def _vacations(request: HttpRequest, seen: ViewerTable) -> list[str]:
    """Return sentences about the vacations at a table where players wait for each other."""
    seating = seen.seating
    if seating.is_over or not seating.has_clock or seating.is_against_bots(seen.scene.seat):
        return []
    return vacation_notes(seen.code, request.user.pk)


def _attend(request: HttpRequest, seen: ViewerTable) -> bool:
    """Resume an unattended game that one of its players looks at; return whether it resumed."""
    if seen.scene.seat is None or not seen.scene.times.is_unattended:
        return False
    user = request.user.pk
    if user is None:
        return False
    # Record the look first: a game that nobody looks at would be paused again at once.
    last_seen.note({(user, seen.code): last_seen.Seen(moment_now())})
    return unattended.attend(seen.code, user)


def _of_the_table(seen: ViewerTable) -> dict[str, Any]:
    """Return the context about the game, its rules and its seats."""
    html = frames.rendered(seen.table)
    view, scene = seen.scene.view, seen.scene
    return {
        "seen": seen,
        "table": seen.table,
        "html": html,
        "panel_key": html["panel-key"],
        "ledger": ledger_of(view.ruleset),
        "players": _players(seen, html),
        "continents": [html[f"continent-{group.id}"] for group in view.board.continents],
        "board": board_context.board_context(view.board, html=html, is_live=True),
        "log": newest_page(seen),
        "orders": None if view.options.tutorial else orders_context(scene),
        "wishes": wishes_context(scene),
        "leaving": has_leaving(scene),
        "diplomacy_key": None if scene.seat is None else secrets.token_urlsafe(12),
        "card_texts": card_texts(view.ruleset),
        "game": view.ruleset,
        "fairness": fairness.shown(scene.seating, view),
        "own_terms": list(terms_of(view.ruleset, view.options)),
        "advice_term": ADVICE if scene.seating.allows_advice else "",
        "is_playing": is_playing(scene),
        "now": moment_now().isoformat(),
        "time_terms": sentences(scene.seating.clock) if scene.seating.clock else [],
        # Without a clock or other people there is nothing to pause and nobody to remind.
        "has_time": scene.seating.has_clock or not scene.seating.is_against_bots(scene.seat),
    }


def _of_the_visitor(request: HttpRequest, seen: ViewerTable) -> dict[str, Any]:
    """Return the context that depends on the query and on the reader's preferences."""
    choice = request.GET if request.method == "GET" else request.POST
    blocked = blocked_by(request.user)
    panel = panel_context(seen.scene, choice)
    return {
        "panel": panel,
        "next_look": seconds_to_next_look(request, panel),
        "hint": hints_context(seen.scene, request.user, is_attacking="target" in choice),
        "preferences": preferences_of(request.user),
        "pace": pace_shown(request.user, seen.seating.pace),
        "may_say": request.user.is_authenticated,
        "blocked": blocked,
        "blocked_seats": seats_of(seen.seating, blocked),
        **unread_count(request, seen.code),
    }


def _players(seen: ViewerTable, html: Mapping[str, SafeString]) -> list[list[SafeString]]:
    """Return the rows of the players, and of the neutral army if there is one (CLA-2)."""
    rows: list[list[SafeString]] = []
    for name in (*seen.scene.view.order, "neutral"):
        row = [html.get(f"{part}-{name}", SafeString()) for part in OF_A_PLAYER]
        rows += [row] if any(row) else []
    return rows


def _unread(request: HttpRequest, seen: ViewerTable) -> list[str]:
    """Return the times of the messages that the player has not seen yet."""
    if not request.user.is_authenticated or not is_playing(seen.scene):
        return []
    return unread(seen.game, request.user)


def _opened(request: HttpRequest, seen: ViewerTable) -> dict[str, Any] | None:
    """Record that the table was opened; return what happened while the player was away."""
    if not request.user.is_authenticated:
        return None
    # Only entries the player can see count as news: secret acts of others stay secret.
    seat, newest = seen.scene.seat, seen.table.seen
    left = last_seen.open_table(seen.game, request.user, seat, newest)
    if left is None:
        return None
    missed = groups_since(seen.game, newest, seen.scene, left)
    return {"code": seen.code, "missed": missed} if missed.groups else None


# Moves


@require_POST
def play(request: Request, code: str) -> HttpResponse:
    """Play the posted moves and answer with what they changed for the player."""
    try:
        played = _played(request, code)
    except (RulesError, Refused, SeedKeyMissing) as refusal:
        return _refused(request, code, refusal)
    if not request.htmx:
        return redirect_to_result(code, request.POST)
    return _answer(request, code, played)


def _played(request: HttpRequest, code: str) -> Played:
    """Play the posted moves, or take the player's seat back from the steward."""
    user, post = request.user, request.POST
    if not user.is_authenticated:
        raise NotSeated("You’re logged out. Log in to keep playing.")
    if post.get("move") == RETURN:
        return return_to_seat(code, user, key=read_key(post))
    asked = read_moves(post)
    verify_may_say(user, asked.moves)
    played = play_moves(
        code, user, asked.moves, key=asked.key, decision=asked.decision, epoch=asked.epoch
    )
    if post.get("rest") != "proposed":
        return played
    try:
        return finish_setup(code, user) or played
    # The posted move is saved even if finishing the set-up fails; the page asks for the rest.
    except (RulesError, Refused):
        return played


def _answer(request: HttpRequest, code: str, played: Played) -> HttpResponse:
    seen = viewer.look(code, request.user.pk, played)
    choice = QueryDict(f"{PROPOSAL}={LATER}")
    return _frame(request, seen, request.POST.get("have", ""), choice, has_acted=True)


def _refused(request: Request, code: str, refusal: Exception) -> HttpResponse:
    """Answer with the reason for a refusal, beside the current table."""
    status, sentence = _status_of(refusal), sentence_of(refusal)
    # Players may see their table; for everybody else, `visible_game` answers 404.
    if not visible_game(request, code).has_begun:
        context = {"sentence": sentence, "code": code}
        return render(request, "community/lobby/refused.html", context, status=status)
    if not request.htmx:
        return _page(request, code, status, sentence)
    seen = viewer.look(code, request.user.pk)
    have = request.POST.get("have", "")
    return _frame(request, seen, have, request.POST, status, sentence)


def _status_of(refusal: Exception) -> int:
    return next(status for kind, status in STATUSES.items() if isinstance(refusal, kind))


STATUSES: dict[type[Exception], int] = {
    IllegalMove: 422,
    InvalidMove: 400,
    NotSeated: 403,
    NoSuchGame: 404,
    TooFast: 429,
    KeyReused: 422,
    Stale: 409,
    Refused: 409,
    RulesError: 400,
    SeedKeyMissing: 503,
}
"""The status of each kind of refusal; the first matching class counts."""


# Changes


@require_safe
def changes(request: HttpRequest, code: str) -> HttpResponse:
    """Send the fragments that changed since the version `have`; 204 if none did.

    A page sends `looking` while somebody is looking at it.
    """
    game = visible_game(request, code)
    if not game.has_begun:
        return HttpResponse(status=204)
    seen = viewer.look(code, request.user.pk)
    if "looking" in request.GET and _attend(request, seen):
        seen = viewer.look(code, request.user.pk)
    have = request.GET.get("have", "")
    if have == seen.table.version:
        return HttpResponse(status=204)
    return unlisted(game, _frame(request, seen, have))


def _frame(
    request: HttpRequest,
    seen: ViewerTable,
    have: str,
    panel: QueryDict | None = None,
    status: int = 200,
    refusal: str = "",
    *,
    has_acted: bool = False,
) -> HttpResponse:
    """Return the fragments that changed since `have`, plus the panel and the refusal, if any.

    For a viewer who `has_acted`, the note about what happened while they were away is removed.
    """
    context = {
        "seen": seen,
        "frame": frames.frame_since(seen, have),
        "panel": None if panel is None else panel_context(seen.scene, panel),
        "has_notice": panel is not None,
        "refusal": refusal,
        "has_acted": has_acted,
    }
    return render(request, "table/page/answer.html", context, status=status)


@require_safe
def panel(request: HttpRequest, code: str) -> HttpResponse:
    """Render the panel for the choices in the query."""
    game = visible_game(request, code)
    if not game.has_begun:
        return redirect("table", code)
    seen = viewer.look(code, request.user.pk)
    context = {"seen": seen, "panel": panel_context(seen.scene, request.GET)}
    return unlisted(game, render(request, "table/page/_panel.html", context))


# The log


@require_safe
def log(request: Request, code: str) -> HttpResponse:
    """Render a round of the log, or its `first` lines; the newest lines if no round is named."""
    game = visible_game(request, code)
    if not game.has_begun:
        return redirect("table", code)
    seen = viewer.look(code, request.user.pk)
    asked = (request.GET.get(name, "") for name in ("round", "first"))
    number, first = (whole_number(text, 10**6 - 1) for text in asked)
    found = newest_page(seen) if number is None else round_page(seen, number, first)
    template = "table/page/_log_round.html" if request.htmx else "table/page/log.html"
    blocked = seats_of(seen.seating, blocked_by(request.user))
    context = {"seen": seen, "log": found, "blocked_seats": blocked}
    return unlisted(game, render(request, template, context))
