"""The seats and the open decision of a game, as its admin pages describe them."""

from typing import Any

from django.utils.translation import ngettext

from games.drawing.display.seating import player_name, player_or_free
from games.models import Game, Player
from games.storage.store.stored_game import load
from rules import view
from rules.moves import Control

_STAND_IN = {
    True: "Away. A stand-in plays the seat.",
    False: "Left for good. A stand-in plays the seat.",
}
_BOT = {True: "Away. A bot plays the seat.", False: "Left for good. A bot plays the seat."}
"""Texts for a seat played by a stand-in or a bot, keyed by whether its player may return."""

_MOVES_FOR = (
    "The game moves for {name} (seat {seat}), as if time had run out. It does not count as a "
    "missed turn."
)
_MOVES_FOR_FIRST = (
    "The game moves for the first player it is waiting for, as if time had run out. It does not "
    "count as a missed turn."
)

_SEAT = "Seat {number}: {name}"


def names_of(game: Game) -> list[tuple[str, str]]:
    """Return the seats of a game as choices: (number, name)."""
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    return [
        (str(one.seat), _SEAT.format(number=one.seat + 1, name=player_or_free(one, game)))
        for one in players
    ]


def seats_of(game: Game) -> list[dict[str, Any]]:
    """Return each seat with its player, and the bot or steward that plays for an absent player."""
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    return [
        {
            "number": one.seat + 1,
            "name": player_or_free(one, game),
            "user": one.user_id,
            "held": _held(one),
        }
        for one in players
    ]


def _held(player: Player) -> str:
    if player.eliminated:
        return "Eliminated."
    if player.is_vacant:
        return "Left. A stand-in plays the seat until someone takes it over."
    if player.control == Control.STEWARD.value:
        return _STAND_IN[player.own]
    if player.user_id is not None and player.control == Control.BOT.value:
        return _BOT[player.own]
    if not player.missed:
        return ""
    missed = ngettext("Missed {turns} turn.", "Missed {turns} turns in a row.", player.missed)
    return missed.format(turns=player.missed)


def stuck_question(game: Game) -> str:
    """Explain the effect of answering the open decision with its default."""
    asked = view(load(game.code).state(), None).asked if game.status == Game.Status.RUNNING else ()
    # If several players decide simultaneously, nobody may learn who has answered.
    if len(asked) != 1:
        return _MOVES_FOR_FIRST
    seat = int(asked[0][0])
    player = Player.objects.public().select_related("user").get(game=game, seat=seat)
    return _MOVES_FOR.format(name=player_name(player), seat=seat + 1)
