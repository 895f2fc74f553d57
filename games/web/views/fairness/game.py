"""Views for chapter 12: public values, the fairness page, the public log and the record."""

import hashlib
import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from games.community.fairness import fairness, receipts, records
from games.community.lobby.access import unlisted, visible_game
from games.community.lobby.public_values import set_public_value
from games.community.trust.requests import Request
from games.drawing.display.seating import seating_of
from games.exceptions import NotSeated, Refused, Stale
from games.models import Game, Player
from games.storage.evidence import seals
from games.storage.store.stored_game import load
from rules import InvalidMove, view

PUBLIC_VALUE = "public_value"
"""The name of the form field for a public value."""


@require_POST
def public_value(request: Request, code: str) -> HttpResponse:
    """Save a player's public value for a table that has not begun (FAIR-1)."""
    game = visible_game(request, code)
    try:
        if not request.user.is_authenticated:
            raise NotSeated("You don’t have a seat in this game.")
        set_public_value(game.code, request.user, request.POST.get(PUBLIC_VALUE, ""))
    except (InvalidMove, Refused) as refusal:
        return _refused(request, game, str(refusal), _status(refusal))
    if request.htmx:
        context = _open_table(game, request.user.pk)
        return render(request, "community/fairness/_public_value.html", context)
    messages.success(request, "Your value is saved.")
    return redirect("table", code=game.code)


def _status(refusal: Exception) -> int:
    if isinstance(refusal, InvalidMove):
        return 400
    return 409 if isinstance(refusal, Stale) else 403


def _refused(request: HttpRequest, game: Game, sentence: str, status: int) -> HttpResponse:
    return render(
        request,
        "community/fairness/refused.html",
        {"game": game, "sentence": sentence},
        status=status,
    )


@require_safe
def fairness_page(request: Request, code: str) -> HttpResponse:
    """Show a game's commitments and what was revealed; htmx requests get a fragment."""
    game = visible_game(request, code)
    context = _game(request, game) if game.has_begun else _open_table(game, request.user.pk)
    context["game"] = game
    for_table = request.htmx and game.has_begun
    if not for_table:
        context["signature"] = fairness.signature_shown(game)
    template = "community/fairness/_fairness.html" if for_table else "community/fairness/page.html"
    return unlisted(game, render(request, template, context))


def _open_table(game: Game, user: int | None) -> dict[str, Any]:
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    return {"fairness": fairness.values_shown(game, players, user)}


def _game(request: HttpRequest, game: Game) -> dict[str, Any]:
    stored = load(game.code)
    seating = seating_of(stored)
    seen = view(stored.state(), seating.seat_of(request.user.pk))
    return {
        "fairness": fairness.shown(seating, seen),
        "seed": fairness.seed_shown(game.code),
        "chain": fairness.chain_shown(stored),
    }


# Files


@require_safe
@gzip_page
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Send the record of a finished game as a file that `python -m rules verify` reads."""
    game = visible_game(request, code)
    try:
        pieces = records.record(game.code)
    except records.NotOver as refusal:
        return _refused(request, game, str(refusal), 409)
    # After the end only the names in a record can change.
    tag = _tag(f"{records.schema_of(game)} {game.code} {json.dumps(records.names_now(game))}")
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(
            b"".join(piece.encode("ascii") for piece in pieces), content_type="application/json"
        )
        response["Content-Disposition"] = f'attachment; filename="castlerisk-{game.code}.json"'
    return _file(game, response, tag)


@require_safe
@gzip_page
def public_log(request: HttpRequest, code: str) -> HttpResponse:
    """Send everything that is public about a game so far."""
    game = visible_game(request, code)
    text = json.dumps(records.public_log(game), separators=(",", ":"))
    tag = _tag(text)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(text, content_type="application/json")
        response["Content-Disposition"] = f'inline; filename="castlerisk-{game.code}-log.json"'
    return _file(game, response, tag)


@require_safe
def receipt(request: HttpRequest, code: str) -> HttpResponse:
    """Send what everybody who may see a game can keep of it (FAIR-12)."""
    game = visible_game(request, code)
    return _document(game, receipts.receipt(game))


@require_safe
def seal_proof(request: HttpRequest, code: str) -> HttpResponse:
    """Send the proof that a game's seal is in the public log of seals (FAIR-11)."""
    game = visible_game(request, code)
    return _document(game, seals.proof_of(game))


def _document(game: Game, document: dict[str, Any]) -> HttpResponse:
    text = json.dumps(document, separators=(",", ":"))
    return _file(game, HttpResponse(text, content_type="application/json"), _tag(text))


def _tag(text: str) -> str:
    return quote_etag(hashlib.sha256(text.encode()).hexdigest()[:32])


def _file(game: Game, response: HttpResponse, tag: str) -> HttpResponse:
    """Let browsers cache a file and revalidate it with its ETag on each use."""
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return unlisted(game, response)
