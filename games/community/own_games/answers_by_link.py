"""Answer an open request by a signed link, through the functions that the site's buttons use.

A link's page shows the request; only a POST to it answers. Both look the request up in the game as
it stands: a link whose request is over says why, and changes nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.http import QueryDict

from games.community.absence import votes
from games.community.lobby.rematch import play_again
from games.community.lobby.rematch_answers import announce_refusal
from games.community.notices.answer_links import NO, YES, AnswerLink, LinkedAnswer, answer_path
from games.community.own_games import away_by_link
from games.community.own_games.away_by_link import AWAY
from games.community.own_games.requests import Button, PlayerRequest, RequestKind
from games.community.own_games.requests_at_table import heading, requests_at, seat_of, why_over
from games.exceptions import Stale, game_sought
from games.models import NOBODY, Game, User
from games.playing.forms import read_moves, seat_number
from games.playing.play import play_moves
from games.storage.processes import last_seen
from games.storage.store.locks import lock_games
from games.storage.store.stored_game import StoredGame, load, load_locked


class RequestOver(Stale):
    """The request that a link answers is not open any more; the text says why."""


_OVER = "This question is over: {why}"
_HELD = "A moderator has paused this game. You can answer once it goes on."
_TAKEN_BACK = "a moderator has taken the game back."


@dataclass(frozen=True, slots=True)
class AskedByLink:
    """What a link's page shows: who answers, the game's code and heading, and the request.

    `label` is the button's. If the request cannot be answered now, `refusal` says why. If it
    `wants_day`, the answer has a day.
    """

    name: str
    code: str
    heading: str
    text: str = ""
    words: str = ""
    label: str = ""
    refusal: str = ""
    wants_day: bool = False


# Links


def answers_for(user: User, code: str) -> list[AnswerLink]:
    """Return the links to all answers that a user can give at a table now, one request at a time.

    Takes a constant number of queries; a table that does not exist has none.
    """
    try:
        stored = load(code)
    except Game.DoesNotExist:
        return []
    return [*_request_links(stored, user), *_away_links(stored, user)]


def _request_links(stored: StoredGame, user: User) -> Iterator[AnswerLink]:
    for request in requests_at(stored, user):
        for answer, label in answers_to(request).items():
            mark = request.marks[0]
            linked = _linked(stored, user, request.kind, mark, answer)
            path = answer_path(user, linked)
            yield AnswerLink(
                request.kind, request.heading, request.text, request.words, label, path
            )


def _away_links(stored: StoredGame, user: User) -> Iterator[AnswerLink]:
    if away_by_link.why_not(stored, user):
        return
    linked = _linked(stored, user, AWAY, away_by_link.mark_of(user), YES)
    path = answer_path(user, linked)
    yield AnswerLink(AWAY, "", away_by_link.TEXT, "", away_by_link.LABEL, path)


def _linked(stored: StoredGame, user: User, kind: str, mark: str, answer: str) -> LinkedAnswer:
    # Everybody who played may answer a rematch, also those whose seat somebody took over.
    seat = NOBODY if kind == RequestKind.NEXT_TABLE else seat_of(stored, user)
    return LinkedAnswer(kind, stored.code, seat, stored.rows.game["epoch"], mark, answer)


def answers_to(request: PlayerRequest) -> dict[str, str]:
    """Return the answers to a request that need one press and no look at the table, with labels."""
    if request.kind not in ACTS:
        return {}
    yes, *others = request.buttons
    no = others[0].label if others else request.dismiss
    labels = {YES: yes.label if yes.fields else "", NO: no}
    return {answer: label for answer, label in labels.items() if label}


# The page


def asked_by(user: User, linked: LinkedAnswer) -> AskedByLink:
    """Return what the page of a link shows; raise NoSuchGame if its game has been deleted."""
    with game_sought():
        stored = load(linked.code)
    shown = AskedByLink(str(user), linked.code, heading(stored))
    try:
        if linked.kind == AWAY:
            _verify_may_be_away(stored, user, linked)
            button, wants_day = away_by_link.BUTTON, True
            return replace(shown, text=away_by_link.TEXT, label=button, wants_day=wants_day)
        request = _open_request(stored, user, linked)
    except Stale as refusal:
        return replace(shown, refusal=str(refusal))
    label = answers_to(request)[linked.answer]
    return replace(shown, text=request.text, words=request.words, label=label)


def _open_request(stored: StoredGame, user: User, linked: LinkedAnswer) -> PlayerRequest:
    """Return the request that a link answers; raise RequestOver or Stale if it is not open."""
    if linked.epoch != stored.rows.game["epoch"]:
        raise RequestOver(_OVER, why=_TAKEN_BACK)
    kind = RequestKind(linked.kind)
    seat = NOBODY if kind is RequestKind.NEXT_TABLE else seat_of(stored, user)
    if seat == linked.seat:
        for request in requests_at(stored, user):
            is_asked = request.kind is kind and linked.mark in request.marks
            if is_asked and linked.answer in answers_to(request):
                return request
    if stored.status == Game.Status.RUNNING and stored.held_since is not None:
        raise Stale(_HELD)
    raise RequestOver(_OVER, why=why_over(stored, user, kind, linked.seat, linked.mark))


def _verify_may_be_away(stored: StoredGame, user: User, linked: LinkedAnswer) -> None:
    """Raise RequestOver if a link to say that one is away does not work any more."""
    why = away_by_link.why_not(stored, user)
    if linked.epoch != stored.rows.game["epoch"]:
        why = _TAKEN_BACK
    elif seat_of(stored, user) != linked.seat:
        why = "you no longer have this seat."
    elif away_by_link.mark_of(user) != linked.mark:
        why = "you have booked or changed a vacation since."
    if why:
        raise RequestOver(_OVER, why=why)


# Answering


@transaction.atomic
def answer_request(user: User, linked: LinkedAnswer) -> str:
    """Give a link's answer, if its request is still open; return a sentence on what was done.

    Raises RequestOver if it is not open, else the exceptions of the functions that answer it. Of
    two answers at once, the second waits for the game's lock and finds the request over.
    """
    if linked.kind == RequestKind.NEXT_TABLE:
        # Joining locks the user before both games. The host cannot cancel the locked rematch.
        User.objects.lock(user.pk)
        lock_games(Game.objects.filter(Q(code=linked.code) | Q(last_games__code=linked.code)))
    with game_sought():
        stored = load_locked(linked.code)
    request = _open_request(stored, user, linked)
    if linked.answer == YES:
        return ACTS[request.kind](user, request)
    return _declined(stored, user, request)


def answer_away(user: User, linked: LinkedAnswer, last: date) -> str:
    """Book a vacation from today through `last`; return a sentence that says so.

    Raises RequestOver if the link is used up, ValidationError if the rules forbid the vacation.
    """
    with game_sought():
        stored = load(linked.code)
    _verify_may_be_away(stored, user, linked)
    try:
        return away_by_link.book(user, last)
    except ValidationError:
        # Another answer may have been first.
        _verify_may_be_away(stored, user, linked)
        raise


def _play(user: User, code: str, button: Button) -> None:
    posted = read_moves(QueryDict(urlencode(button.fields)))
    play_moves(code, user, posted.moves, key=posted.key, decision=None, epoch=posted.epoch)


def _accept_pact(user: User, request: PlayerRequest) -> str:
    _play(user, request.code, request.buttons[0])
    return "You accepted the pact."


def _accept_trade(user: User, request: PlayerRequest) -> str:
    _play(user, request.code, request.buttons[0])
    return "You accepted the trade."


def _agree_to_result(user: User, request: PlayerRequest) -> str:
    _play(user, request.code, request.buttons[0])
    return "You voted for this result. The game ends when everyone agrees."


def _agree_to_pause(user: User, request: PlayerRequest) -> str:
    if votes.want_pause(request.code, user):
        return "The game is paused."
    return "You voted to pause. The game pauses when everyone agrees."


def _agree_to_bot(user: User, request: PlayerRequest) -> str:
    seat = seat_number(dict(request.buttons[0].fields)["seat"])
    if votes.want_captain(request.code, user, seat):
        return "A bot has that seat now."
    return "You voted for a bot. It takes the seat when more than half of you agree."


def _join_rematch(user: User, request: PlayerRequest) -> str:
    play_again(request.code, user)
    return "You have a seat in the rematch."


ACTS: Mapping[RequestKind, Callable[[User, PlayerRequest], str]] = {
    RequestKind.PAUSE: _agree_to_pause,
    RequestKind.RESULT: _agree_to_result,
    RequestKind.PACT: _accept_pact,
    RequestKind.TRADE: _accept_trade,
    RequestKind.CAPTAIN: _agree_to_bot,
    RequestKind.SEAT_OPENED: _agree_to_bot,
    RequestKind.NEXT_TABLE: _join_rematch,
}
"""The functions that say yes to a request, by kind; requests of other kinds need the table."""


def _declined(stored: StoredGame, user: User, request: PlayerRequest) -> str:
    """Decline an offer by a move, and any other request by hiding it, as its button does."""
    if not request.dismiss:
        _play(user, request.code, request.buttons[1])
        return "You declined the offer."
    game = Game.objects.public().get(pk=stored.id)
    last_seen.dismiss(game, user, request.name)
    announce_refusal(game, user, request.name)
    return "You said no."
