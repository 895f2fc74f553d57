"""Finished games for strangers with the public link: the replay and the final map."""

import hashlib
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from games.community.lobby.access import visible_game
from games.community.sharing import jobs, links
from games.community.sharing.names import shared_seating
from games.community.sharing.summary import final_picture, headline, preview_text
from games.drawing.display.seating import Seating, seating_of
from games.drawing.pictures.map_picture import LARGE, PREVIEW, Format, MapPicture, map_png
from games.models import Job, PublicLink
from games.numbers import whole_number
from games.storage.store.stored_game import StoredGame, load
from games.table.replay.page import page_context
from games.table.replay.replay import Replay
from games.table.replay.shared import shared_replay
from games.table.sidebar.chances import chances_shown
from games.table.sidebar.outcome import places_of
from games.web.views.watching.data import send_scenes, send_steps
from rules import RulesError, View, view


@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show a step of a shared game, by default its start."""
    link, stored = _shared(token)
    replay = shared_replay(stored, link, request.GET.get("eyes", ""))
    seen, seating = view(stored.state(), None), replay.cast.seating
    at = min(whole_number(request.GET.get("at", "")) or 0, replay.steps.last)
    address, picture = reverse("watch", args=[token]), final_picture(seen, seating)
    context: dict[str, Any] = {
        "address": address,
        "title": headline(seen, seating),
        "about": preview_text(seen, seating),
        "ruleset": seen.ruleset.title,
        # The address changes with the names, because sites cache previews by address.
        "picture": f"{reverse('watch_picture', args=[token])}?v={picture.digest}",
        "animation": jobs.progress_of(link.game.code, Job.Kind.ANIMATION),
        "analysis": chances_shown(seen, seating, places_of(seen, seating), address),
        "token": token,
        "is_over": True,
    }
    try:
        context |= page_context(replay, at, None)
    except RulesError:
        return _answer(render(request, "table/replay/shared_map.html", context))
    context["data"] |= {
        "steps_url": reverse("watch_steps", args=[token]),
        "scenes_url": reverse("watch_scenes", args=[token]),
    }
    return _answer(render(request, "table/replay/shared.html", context))


@require_safe
def steps(request: HttpRequest, token: str) -> HttpResponse:
    """Send a piece of a shared game's steps."""
    return _answer(send_steps(request, _replay(request, token)))


@require_safe
def scenes(request: HttpRequest, token: str) -> HttpResponse:
    """Send the dice and cards of some steps of a shared game."""
    return _answer(send_scenes(request, _replay(request, token)))


@require_safe
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """Send the final map of a shared game, for link previews."""
    link, stored = _shared(token)
    seen = view(stored.state(), None)
    seating = shared_seating(link, seating_of(stored), seen)
    return _answer(_png(request, final_picture(seen, seating), PREVIEW))


@require_safe
def download(request: HttpRequest, code: str) -> HttpResponse:
    """Send the final map to those who may see the game, large and with all names."""
    game = visible_game(request, code)
    stored = load(game.code)
    seen, seating = _final(stored)
    response = _png(request, final_picture(seen, seating), LARGE)
    response["Content-Disposition"] = f'attachment; filename="castlerisk-{game.code}.png"'
    return _answer(response)


@require_safe
def shared_animation(request: HttpRequest, token: str) -> HttpResponse:
    """Send the animated map of a shared game."""
    link, _ = _shared(token)
    return _answer(_gif(request, link.game.code))


@require_safe
def animation_file(request: HttpRequest, code: str) -> HttpResponse:
    """Send the animated map to those who may see the game."""
    game = visible_game(request, code)
    response = _gif(request, game.code)
    response["Content-Disposition"] = f'attachment; filename="castlerisk-{game.code}.gif"'
    return _answer(response)


def _gif(request: HttpRequest, code: str) -> HttpResponse:
    file = jobs.file_of(code)
    if file is None:
        raise Http404("This game has no animated map.")
    # Not the code: strangers do not learn it.
    tag = quote_etag(hashlib.sha256(file).hexdigest()[:32])
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(file, content_type="image/gif")
    response["ETag"] = tag
    return response


def _final(stored: StoredGame) -> tuple[View, Seating]:
    if not seating_of(stored).is_over:
        raise Http404("This game is not over.")
    return view(stored.state(), None), seating_of(stored)


def _shared(token: str) -> tuple[PublicLink, StoredGame]:
    """Return an open link and its game; raise Http404 if there is no such link."""
    link = links.link_for(token)
    if link is None:
        raise Http404("Nobody shares a game under this address.")
    return link, load(link.game.code)


def _replay(request: HttpRequest, token: str) -> Replay:
    link, stored = _shared(token)
    return shared_replay(stored, link, request.GET.get("eyes", ""))


def _png(request: HttpRequest, drawn: MapPicture, form: Format) -> HttpResponse:
    tag = quote_etag(drawn.digest)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(map_png(drawn, form), content_type="image/png")
    response["ETag"] = tag
    return response


def _answer(response: HttpResponse) -> HttpResponse:
    """Keep a response out of search engines, and have caches ask each time: links are withdrawn."""
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    return response
