"""What the page of a replay fetches: pieces of its steps, and the dice and cards of some steps."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag

from games.numbers import whole_number
from games.table.replay.pieces import PIECE, piece_from
from games.table.replay.replay import Replay
from games.table.replay.scenes import MOST_SCENES, scenes_of
from rules import RulesError


def send_steps(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Send the piece of the steps that starts at `?from=` as JSON."""
    first = whole_number(request.GET.get("from", ""))
    if first is None or first % PIECE or first > replay.steps.last:
        raise Http404("There is no such piece.")
    return _send(request, lambda: piece_from(replay, first))


def send_scenes(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Send the dice and cards of the steps `?from=` to `?until=` as JSON."""
    first, last = (whole_number(request.GET.get(name, "")) for name in ("from", "until"))
    if first is None or last is None or not first <= last <= replay.steps.last:
        raise Http404("There are no such steps.")
    last = min(last, first + MOST_SCENES - 1)
    return _send(request, lambda: {"scenes": scenes_of(replay, first, last)})


def _send(request: HttpRequest, data: Callable[[], dict[str, Any]]) -> HttpResponse:
    """Return data as JSON that browsers keep and ask for again with its ETag."""
    try:
        found = data()
    except RulesError:
        raise Http404("This game was played under older rules.") from None
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    # The tag tells only what the text does: a secret order changes neither.
    tag = quote_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(text, content_type="application/json")
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response
