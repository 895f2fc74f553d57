"""The endpoint for table talk."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from games.community.lobby.access import visible_game
from games.community.talk.talk import say
from games.community.trust.requests import Request
from games.exceptions import NotSeated, Refused, TooFast
from games.table.page import frames, viewer
from games.web.views.lobby.waiting_room import talk_context
from games.web.views.table.unscripted import redirect_to_table
from rules.sentences.words import paragraph

TOO_MANY = 429
_YOU_WROTE = "You wrote: “{text}”"


@require_POST
def speak(request: Request, code: str) -> HttpResponse:
    """Post a message to the table's talk and answer with the updated talk."""
    game = visible_game(request, code)
    status, refusal = 200, ""
    try:
        if not request.user.is_authenticated:
            raise NotSeated("Log in to chat.")
        say(game, request.user, request.POST.get("text", ""))
    except Refused as refused:
        status = TOO_MANY if isinstance(refused, TooFast) else 400
        status, refusal = (403 if isinstance(refused, NotSeated) else status), str(refused)
    if not request.htmx:
        if refusal:
            # Return a rate-limited message to its author, who may post it again later.
            wrote = _YOU_WROTE.format(text=request.POST["text"]) if status == TOO_MANY else ""
            messages.error(request, paragraph(refusal, wrote))
            return redirect("table", code)
        return redirect_to_table(code, "tab-talk" if game.has_begun else "room-talk")
    if not game.has_begun:
        context = {**talk_context(request, game), "refusal": refusal, "has_notice": True}
        return render(
            request, "community/lobby/waiting_room/_room_talk_update.html", context, status=status
        )
    seen = viewer.look(code, request.user.pk)
    frame = frames.frame_since(seen, request.POST.get("have", ""))
    context = {"seen": seen, "frame": frame, "refusal": refusal, "has_notice": True}
    return render(request, "table/page/answer.html", context, status=status)
