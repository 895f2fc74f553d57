"""Table talk: what is said among the players and, apart from them, by the spectators.

Who fell or left their seat talks with the spectators (DIP-1).
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet, Subquery
from django.utils import timezone

from games.display.liveries import player_livery
from games.display.parts import Part, Scene
from games.display.seating import GONE, HOUSE
from games.exceptions import Refused, TooFast
from games.models import LONGEST_MESSAGE, Game, Looking, Measure, Message, User
from games.play.offer_limits import in_words
from games.talk.mentions import tell_named
from games.trust.restrictions import verify_may

SHOWN = 40
MOST, WITHIN = 8, timedelta(seconds=30)
"""So many messages may be sent within so long a time."""


class Unspeakable(Refused):
    """What was said is nothing that can be said."""


def say(game: Game, user: User, text: str) -> None:
    """Say something at a table, among the players for who plays there, else among spectators.

    Raises Unspeakable for an empty or too long text, TooFast for one too many, Barred for who
    may not talk.
    """
    verify_may(user, Measure.Kind.MUTE)
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not words:
        raise Unspeakable("There was nothing to say.")
    if len(words) > LONGEST_MESSAGE:
        raise Unspeakable(f"That is too long: {LONGEST_MESSAGE} characters at most.")
    room, seat = _place(game, user)
    with transaction.atomic():
        # Whoever talks from two pages at once is counted once.
        User.objects.hold(user.pk)
        moment = timezone.now()
        lately = Message.objects.filter(author=user, said_at__gt=moment - WITHIN)
        times = list(lately.order_by("-said_at").values_list("said_at", flat=True)[:MOST])
        if len(times) == MOST:
            again = in_words(int((times[-1] + WITHIN - moment) / timedelta(milliseconds=1)))
            raise TooFast(f"That was a lot in a short while. You may talk again in {again}.")
        said = Message.objects.create(game=game, room=room, author=user, seat=seat, text=words)
        tell_named(game, said)
        Game.objects.filter(pk=game.pk).update(talked=F("talked") + 1)


def _place(game: Game, user: User) -> tuple[Message.Room, int | None]:
    """Return the room in which a user talks, and the seat they have or had."""
    player = game.players.filter(user=user).values_list("seat", "eliminated", "own").first()
    if player is None:
        return Message.Room.SPECTATORS, None
    seat, eliminated, own = player
    is_playing = own and not eliminated
    return Message.Room.PLAYERS if is_playing else Message.Room.SPECTATORS, seat


def said_by_others(user: User) -> QuerySet[Message]:
    """Return what players say, without a user's own words and those of people they have muted."""
    said = Message.objects.filter(room=Message.Room.PLAYERS, removed_at=None)
    return said.exclude(author=user).exclude(author__in=user.muted.values("pk"))


def unheard(game: int, user: User) -> list[str]:
    """Return when the newest messages were said that a user has not seen at a table.

    The times are as the messages of the page have them. Empty for a user who was never there.
    """
    seen = Looking.objects.filter(user=user, game=game).values("seen_at")[:1]
    said = said_by_others(user).filter(game=game, said_at__gt=Subquery(seen))
    times = said.order_by("-pk").values_list("said_at", flat=True)[:SHOWN]
    return [_written(said_at) for said_at in times]


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def is_playing(scene: Scene) -> bool:
    """Say whether a viewer talks with the players."""
    if scene.seat is None:
        return False
    player = scene.view.player(scene.seat)
    return player.own and not player.eliminated


def hears_all(scene: Scene) -> bool:
    """Say whether a viewer hears the players and the spectators.

    Players read nothing of the spectators' before the end; spectators hear the players too.
    """
    return scene.view.outcome is not None or not is_playing(scene)


def talk_part(game: int, talked: int, scene: Scene) -> Part:
    """Return the newest messages a viewer may read; `talked` is how much was said so far.

    It is the same for all who hear all, and for all others.
    """
    rooms = Message.Room.values if hears_all(scene) else [Message.Room.PLAYERS.value]
    messages = list(_messages(game, rooms, scene)) if talked else []
    return Part("talk/_talk.html", {"messages": messages, "code": scene.seating.code})


def _messages(game: int, rooms: list[str], scene: Scene) -> Iterator[dict[str, Any]]:
    found = Message.objects.filter(game=game, room__in=rooms).order_by("-pk")
    columns = ("pk", "author", "author__name", "seat", "room", "text", "said_at")
    rows = found.values_list(*columns, "by_house", "removed_at")
    for number, author, name, seat, room, text, said_at, by_house, removed in reversed(
        rows[:SHOWN]
    ):
        empire = None if seat is None else scene.view.player(seat).empire
        yield {
            "number": number,
            "author": author,
            "name": HOUSE if by_house else name or GONE,
            "livery": None if seat is None else player_livery(scene.view.board, seat, empire),
            "is_spectator": room == Message.Room.SPECTATORS,
            "is_removed": removed is not None,
            "text": "" if removed else text,
            "at": _written(said_at),
        }
