"""Pages about the site (landing, rules, cards, about), and error pages."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.community.fairness.engine_archive import engine_archive
from games.community.lobby.access import GameNotVisible
from games.community.lobby.opponents import next_level
from games.community.lobby.table_summaries import table_for, tables_for
from games.community.lobby.tutorials import left_tutorial
from games.community.people.profiles import running_games
from games.drawing.board import context as board_context
from games.drawing.board.how_to_play import lessons_of
from games.drawing.board.territory_cards import territory_deck
from games.drawing.board.thumbnails import picture_of
from games.drawing.display.bot_levels import LEVELS
from games.drawing.display.goals import goal_of
from games.drawing.display.options import PLAYABLE
from games.drawing.display.rulebook import checking_chapter, rulebook, rulebook_of
from games.drawing.display.seating import seating_of
from games.models import Game, User
from games.storage.store.stored_game import load
from rules import GREYHAWK, RULESETS, Ruleset, view
from rules.sentences.event_texts import event_face

SHOWN_GAMES = 4


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Show the landing page with the board of a running table, live; by default one of Greyhawk.

    The page requests `?game=NAME` when the visitor chooses another game. It polls with
    `?watch=CODE` to keep showing the same table.
    """
    public = Game.objects.public().filter(status=Game.Status.RUNNING, is_listed=True)
    newest = public.select_related("host").order_by("-changed_at", "-pk")
    running = list(newest[:SHOWN_GAMES])
    watched = _watched(newest, request.GET.get("watch", ""))
    chosen = _named(watched.ruleset if watched else request.GET.get("game", "")) or GREYHAWK
    watched = watched or _worth_watching(list(newest.filter(ruleset=chosen.name)[:SHOWN_GAMES]))
    proposed = next_level(request.user)
    context = {
        "running": tables_for(running, request.user),
        "watched": table_for(watched, request.user) if watched else None,
        "board": _board_of(watched, chosen),
        "chosen": _game_shown(chosen),
        "games": [_game_shown(ruleset) for ruleset in PLAYABLE],
        "levels": LEVELS.values(),
        "event_count": sum(GREYHAWK.event_cards.values()),
        "next_level": proposed.level,
        "beaten": LEVELS[proposed.before] if proposed.is_rise else None,
        "left_tutorial": left_tutorial(request.user),
        "left_game": _left_game(request.user),
    }
    return render(request, "web/pages/landing.html", context)


def _left_game(user: User | AnonymousUser) -> dict[str, str] | None:
    """Return the code and the ruleset's title of the newest game that a person still plays."""
    if not isinstance(user, User):
        return None
    games = running_games(user, user).filter(is_tutorial=False)
    game = games.filter(players__user=user, players__eliminated=0).first()
    return {"code": game.code, "title": RULESETS[game.ruleset].title} if game else None


def _game_shown(ruleset: Ruleset) -> dict[str, Any]:
    goal = goal_of(ruleset, ruleset.headquarters)
    return {"rules": ruleset, "goal": goal, **picture_of(ruleset)}


def _watched(games: QuerySet[Game], code: str) -> Game | None:
    return games.filter(code=code).first() if code.isalnum() else None


def _worth_watching(games: list[Game]) -> Game | None:
    """Return the first game past its set-up, else the first game; None if there are no games."""
    return next((game for game in games if game.round), games[0] if games else None)


def _board_of(game: Game | None, ruleset: Ruleset) -> dict[str, Any]:
    """Return the board context of a game as spectators see it; without one, an empty board."""
    if game is None:
        return board_context.board_context(ruleset.board)
    stored = load(game.code)
    seen = view(stored.state(), None)
    territories = board_context.territory_contexts(seen, seating_of(stored).names)
    return board_context.board_context(seen.board, territories, board_context.marks_of(seen))


ROBOTS = """\
User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /answers/
Disallow: /games/new/
Disallow: /games/*/*/
Disallow: /games/*/*.json
Allow: /games/*/invitation/
Disallow: /my-games/
Disallow: /notices/
Disallow: /play-now/
Disallow: /reports/
Disallow: /settings/
Disallow: /tutorial/
"""
"""Tables and invitations stay open to link previews; unlisted ones are marked `noindex`."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve robots.txt."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the complete rulebook of all games."""
    return render(request, "web/pages/rules.html", {"book": rulebook(), "games": PLAYABLE})


@require_safe
def rules_of(request: HttpRequest, name: str) -> HttpResponse:
    """Show the rulebook as it applies to one game."""
    ruleset = _playable(name)
    context = {"book": rulebook_of(ruleset), "games": PLAYABLE, "game": ruleset}
    return render(request, "web/pages/rules.html", context)


def _named(name: str) -> Ruleset | None:
    """Return the playable game with this name, or None."""
    return next((ruleset for ruleset in PLAYABLE if ruleset.name == name), None)


def _playable(name: str) -> Ruleset:
    """Return the playable game with this name, or raise Http404."""
    if ruleset := _named(name):
        return ruleset
    raise Http404("We don’t have that game.")


@require_safe
def how_to_play(request: HttpRequest, name: str = GREYHAWK.name) -> HttpResponse:
    """Show how to play one game: short lessons with pictures."""
    ruleset = _playable(name)
    context = {
        "game": ruleset,
        "games": PLAYABLE,
        "goal": goal_of(ruleset, ruleset.headquarters),
        "lessons": list(lessons_of(ruleset)),
        "sign": "castle" if ruleset.strongholds else "headquarters",
    }
    return render(request, "web/pages/how_to_play.html", context)


@require_safe
@cache_control(public=True, max_age=3600)
def engine(request: HttpRequest) -> HttpResponse:
    """Send the rules package, which can verify the record of a game, as a ZIP file."""
    return HttpResponse(engine_archive(), content_type="application/zip")


@require_safe
def checking(request: HttpRequest) -> HttpResponse:
    """Show the chapter on checking a game without the site's program."""
    return render(request, "web/pages/checking.html", {"chapter": checking_chapter()})


@require_safe
def cards(request: HttpRequest, name: str = GREYHAWK.name) -> HttpResponse:
    """Show the battle and event cards of a game, or its territory cards if it trades sets."""
    ruleset = _playable(name)
    if ruleset.set_values:
        context = {"game": ruleset, "games": PLAYABLE, **territory_deck(ruleset)}
        return render(request, "web/pages/territory_cards.html", context)
    context = {
        "game": ruleset,
        "games": PLAYABLE,
        "battle_cards": [
            (ruleset.card_texts[card], count) for card, count in ruleset.battle_cards.items()
        ],
        "event_cards": [(event_face(card), count) for card, count in ruleset.event_cards.items()],
        "battle_count": sum(ruleset.battle_cards.values()),
        "event_count": sum(ruleset.event_cards.values()),
        "hand_size": ruleset.hand_size,
    }
    return render(request, "web/pages/cards.html", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show the about page: who runs the site, what it is built from, and why it is fair."""
    return render(request, "web/pages/about.html")


# Errors


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404; offer logged-out visitors a link to the table named in the URL.

    The link is shown whether or not the table exists, so the page does not reveal private tables.
    """
    match = request.resolver_match
    code = match.kwargs.get("code") if match else None
    is_known = bool(getattr(request, "user", None) and request.user.is_authenticated)
    table = reverse("table", args=[code]) if code and not is_known else None
    response = render(request, "web/pages/error.html", {**ERRORS[404], "table": table}, status=404)
    if isinstance(exception, GameNotVisible):
        # The game's page is still open: the game was closed, or the visitor left it or logged out
        # in another tab. Without this, htmx would show the error in place of a part of that page.
        response["HX-Redirect"] = f"{reverse('lobby')}?gone=1"
    return response


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403: the page belongs to somebody else."""
    return render(request, "web/pages/error.html", ERRORS[403], status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400."""
    return render(request, "web/pages/error.html", ERRORS[400], status=400)


def only_by_form(request: HttpRequest, allow: str) -> HttpResponse:
    """Answer 405 for a GET of a URL that accepts only POST."""
    response = render(request, "web/pages/error.html", ERRORS[405], status=405)
    response["Allow"] = allow
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 for a form whose CSRF token is no longer valid."""
    return render(request, "web/pages/error.html", ERRORS["form"], status=403)


ERRORS: dict[int | str, dict[str, str]] = {
    400: {
        "heading": "We couldn’t read that",
        "text": "Your browser sent something this page doesn’t expect. Go back, reload the page "
        "and try again. Nothing was changed.",
    },
    403: {
        "heading": "You can’t see this page",
        "text": "It belongs to someone else, or you’re logged in to a different account.",
    },
    404: {
        "heading": "Off the edge of the map",
        "text": "There’s nothing at this address. It may be mistyped, or lead to a game that only "
        "its players can see.",
    },
    405: {
        "heading": "Nothing to see here",
        "text": "This address only accepts forms. If you pressed a button and then had to log in, "
        "go back and press it again: it didn’t go through.",
    },
    "form": {
        "heading": "This page is out of date",
        "text": "You logged in or out after opening it, or your browser blocks cookies. Go back, "
        "reload it and try again. Nothing was changed.",
    },
}
"""Heading and text of each error page, by status; "form" is a failed CSRF check."""
