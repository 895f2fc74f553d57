"""The evidence of a report: a copy of what was public when it was filed.

Messages that are removed later stay in the copy.
"""

from datetime import datetime

from django.utils import timezone

from games.community.moderation.actions import Facts
from games.drawing.display.seating import FREE, GONE, SITE, is_free, plain_name
from games.models import Game, Message, Move, Player, User

KEPT_ENTRIES, KEPT_MESSAGES = 40, 40


def evidence_of(game: Game | None, message: Message | None, reported: User | None) -> Facts:
    """Return the public evidence as data: names, public parts of moves, messages, times."""
    kept: Facts = {"taken_at": _time(timezone.now())}
    if reported is not None:
        kept["name"] = reported.name
    if message is not None:
        kept["message"] = _message_facts(message)
    if game is not None:
        kept |= _of_game(game)
    return kept


def _of_game(game: Game) -> Facts:
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    moves = Move.objects.public().filter(game=game).exclude(public={"events": []})
    entries = moves.order_by("-number").values_list("round", "made_at", "public")
    messages = Message.objects.filter(game=game).select_related("author").order_by("-pk")
    return {
        "game": {
            "code": game.code,
            "title": game.title,
            "ruleset": game.ruleset,
            "status": game.status,
            "round": game.round,
            "turn": game.turn,
        },
        "seats": [
            {"seat": player.seat, "name": _name(player, game), "user": player.user_id}
            for player in players
        ],
        "entries": [
            {"round": round_, "at": _time(made_at), "events": public["events"]}
            for round_, made_at, public in reversed(entries[:KEPT_ENTRIES])
        ],
        "messages": [_message_facts(one) for one in reversed(messages[:KEPT_MESSAGES])],
    }


def _name(player: Player, game: Game) -> str:
    if is_free(player, game):
        return FREE
    return plain_name(player.seat, player.user.name if player.user else None, player.bot)


def _message_facts(message: Message) -> Facts:
    return {
        "number": message.pk,
        "by": SITE if message.is_system else message.author.name if message.author else GONE,
        "user": message.author_id,
        "seat": message.seat,
        "room": message.room,
        "text": message.text,
        "at": _time(message.said_at),
        "removed": message.removed_at is not None,
    }


def _time(when: datetime) -> str:
    return when.isoformat(timespec="seconds")
