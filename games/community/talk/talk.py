"""Table talk, in two rooms: one for the players, one for the spectators.

Players who are eliminated or have left their seat talk with the spectators (DIP-1). Before the game
starts, only seated players may write, and everybody who may see the game may read it.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, QuerySet, Subquery
from django.utils import timezone

from games.community.notices.sources.from_waiting_rooms import notify_written
from games.community.talk.mentions import notify_named
from games.community.trust.restrictions import verify_may
from games.drawing.display.liveries import player_livery
from games.drawing.display.parts import Part, Scene
from games.drawing.display.seating import GONE, SITE_NAME
from games.exceptions import NotSeated, Refused, Stale, TooFast
from games.models import LONGEST_MESSAGE, Game, LastVisit, Measure, Message, User
from games.models.display_names import MOST_MARKS_IN_TALK, verify_marks, visible
from games.playing.rate_limits import in_words
from rules.sentences.words import isolated

SHOWN = 40
MOST, WITHIN = 8, timedelta(seconds=30)
"""The rate limit: MOST messages per user WITHIN this time."""


class Unspeakable(Refused):
    """The message is empty, too long, or has too many accents on one letter."""


def say(game: Game, user: User, text: str) -> None:
    """Post a message at a table: to the players' room if the user plays, else to the spectators'.

    Raises Unspeakable for an invalid text, TooFast beyond the rate limit, Barred if the
    user is muted by the moderators, NotSeated for spectators of a game that has not started, and
    Stale if the game was cancelled.
    """
    verify_may(user, Measure.Kind.MUTE)
    words = visible(text)
    if not words:
        raise Unspeakable("Write something first.")
    if len(words) > LONGEST_MESSAGE:
        raise Unspeakable("Messages can have at most {most} characters.", most=LONGEST_MESSAGE)
    try:
        verify_marks(words, MOST_MARKS_IN_TALK)
    except ValidationError as refusal:
        raise Unspeakable(str(refusal.message)) from None
    room, seat = _place(game, user)
    _verify_has_place(game, seat)
    with transaction.atomic():
        # Lock the user, so that concurrent messages cannot exceed the rate limit.
        User.objects.lock(user.pk)
        moment = timezone.now()
        lately = Message.objects.filter(author=user, said_at__gt=moment - WITHIN)
        times = list(lately.order_by("-said_at").values_list("said_at", flat=True)[:MOST])
        if len(times) == MOST:
            again = in_words(int((times[-1] + WITHIN - moment) / timedelta(milliseconds=1)))
            raise TooFast("You’re chatting very fast. You can write again in {time}.", time=again)
        message = Message.objects.create(game=game, room=room, author=user, seat=seat, text=words)
        named = notify_named(game, message)
        # This also locks the game.
        Game.objects.filter(pk=game.pk).update(talked=F("talked") + 1)
        if game.status == Game.Status.OPEN and game.host_id not in named:
            notify_written(game, user, message)


def _place(game: Game, user: User) -> tuple[Message.Room, int | None]:
    """Return a user's room and seat; former players keep their seat, spectators have None."""
    player = game.players.filter(user=user).values_list("seat", "eliminated", "own").first()
    if player is None:
        return Message.Room.SPECTATORS, None
    seat, eliminated, own = player
    is_playing = own and not eliminated
    return Message.Room.PLAYERS if is_playing else Message.Room.SPECTATORS, seat


def _verify_has_place(game: Game, seat: int | None) -> None:
    if game.status == Game.Status.CANCELLED:
        raise Stale("This game has been cancelled.")
    if game.status == Game.Status.OPEN and seat is None:
        raise NotSeated("Only seated players can chat before the game starts.")


def messages_of_others(user: User) -> QuerySet[Message]:
    """Return the players' messages, except a user's own and those of people they have blocked."""
    message = Message.objects.filter(room=Message.Room.PLAYERS, removed_at=None)
    return message.exclude(author=user).exclude(author__in=user.blocked.values("pk"))


def unread(game: int, user: User) -> list[str]:
    """Return the times of the latest messages that a user has not seen at a table.

    The times have the format of `at` in the page's messages. [] if the user has never viewed the
    table.
    """
    seen = LastVisit.objects.filter(user=user, game=game).values("seen_at")[:1]
    message = messages_of_others(user).filter(game=game, said_at__gt=Subquery(seen))
    times = message.order_by("-pk").values_list("said_at", flat=True)[:SHOWN]
    return [_written(said_at) for said_at in times]


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def is_playing(scene: Scene) -> bool:
    """Return whether a viewer is a player still in the game."""
    if scene.seat is None:
        return False
    player = scene.view.player(scene.seat)
    return player.own and not player.eliminated


def reads_all_rooms(scene: Scene) -> bool:
    """Return whether a viewer may read both rooms.

    Players cannot read the spectators' room before the game ends; spectators can read both.
    """
    return scene.view.outcome is not None or not is_playing(scene)


def talk_part(game: int, talked: int, scene: Scene) -> Part:
    """Return the latest messages that a viewer may read; `talked` is the number of messages so far.

    The result is the same for all viewers with the same `reads_all_rooms`.
    """
    rooms = Message.Room.values if reads_all_rooms(scene) else [Message.Room.PLAYERS.value]
    view = scene.view

    def livery_at(seat: int) -> int | None:
        return player_livery(view.board, seat, view.player(seat).empire)

    messages = list(_messages(game, rooms, livery_at)) if talked else []
    return Part("community/talk/_talk.html", {"messages": messages, "code": scene.seating.code})


def waiting_room_messages(game: int) -> list[dict[str, Any]]:
    """Return the latest messages at a table that has not begun, without liveries."""
    return list(_messages(game, [Message.Room.PLAYERS.value], lambda seat: None))


def _messages(
    game: int, rooms: list[str], livery_at: Callable[[int], int | None]
) -> Iterator[dict[str, Any]]:
    found = Message.objects.filter(game=game, room__in=rooms).order_by("-pk")
    columns = ("pk", "author", "author__name", "seat", "room", "text", "said_at")
    rows = found.values_list(*columns, "is_system", "removed_at")
    for number, author, name, seat, room, text, said_at, is_system, removed in reversed(
        rows[:SHOWN]
    ):
        yield {
            "number": number,
            "author": author,
            "name": SITE_NAME if is_system else isolated(name or GONE),
            "livery": None if seat is None else livery_at(seat),
            "is_spectator": room == Message.Room.SPECTATORS,
            "is_removed": removed is not None,
            "text": "" if removed else text,
            "at": _written(said_at),
        }
