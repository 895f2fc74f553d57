"""The seats and the open decision of a game, as its admin pages describe them."""

from typing import Any

from games.display.seating import player_name
from games.models import Game, Player
from games.store.stored_game import load
from rules import view
from rules.moves import Control
from rules.sentences.words import counted


def names_of(game: Game) -> list[tuple[str, str]]:
    """Return the seats of a game as choices: (number, name)."""
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    return [(str(one.seat), f"Seat {one.seat + 1}: {player_name(one)}") for one in players]


def seats_of(game: Game) -> list[dict[str, Any]]:
    """Return each seat with its player, and the bot or steward that plays for an absent one."""
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    return [
        {"number": one.seat + 1, "name": player_name(one), "user": one.user_id, "held": _held(one)}
        for one in players
    ]


def _held(player: Player) -> str:
    if player.eliminated:
        return ", out of the game"
    if player.is_vacant:
        return ", left: a stand-in plays the seat until a substitute takes it"
    where = "away" if player.own else "gone"
    if player.control == Control.STEWARD.value:
        return f", {where}: a stand-in plays the seat"
    if player.user_id is not None and player.control == Control.BOT.value:
        return f", {where}: a bot plays the seat"
    return f", {counted(player.missed, 'turn', 'turns')} missed in a row" if player.missed else ""


def stuck_question(game: Game) -> str:
    """Explain the effect of answering the open decision with its default."""
    asked = view(load(game.code).state(), None).asked if game.status == Game.Status.RUNNING else ()
    # If several players decide simultaneously, nobody may learn who has answered.
    who = dict(names_of(game))[str(asked[0][0])] if len(asked) == 1 else "The first player asked"
    return f"{who} gets the same answer as a timeout (ORD-6). It does not count as a missed turn."
