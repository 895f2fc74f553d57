"""A finished game in a few words and as a picture, with the names of a given seating."""

from django.utils.translation import ngettext

from games.drawing.display.seating import Seating
from games.drawing.pictures.map_picture import MapPicture, picture_of
from rules import View
from rules.errors import required
from rules.sentences.words import listed


def headline(view: View, seating: Seating) -> str:
    """Return who won, as a title."""
    winners = required(view.outcome, "outcome").winners
    if not winners:
        return "No result"
    return _WON.format(winners=listed([seating.seats[seat].name for seat in winners]))


def preview_text(view: View, seating: Seating) -> str:
    """Return the size of a game and its winners: “6 empires, 14 rounds: Anna won with Idee.”."""
    winners = required(view.outcome, "outcome").winners
    homes = [view.player(seat).stronghold for seat in winners]
    won = headline(view, seating)
    if len(homes) == 1 and homes[0] is not None:
        won = _WITH.format(won=won, home=view.board.territories[homes[0]].name)
    return _PREVIEW.format(size=size_of(view), won=won)


def size_of(view: View) -> str:
    """Return the number of players and rounds in words."""
    number, rounds = len(view.players), max(1, min(view.round, view.options.rounds or view.round))
    players = (
        ngettext("{number} empire", "{number} empires", number)
        if view.board.empires
        else ngettext("{number} player", "{number} players", number)
    )
    lasted = ngettext("{rounds} round", "{rounds} rounds", rounds)
    return f"{players.format(number=number)}, {lasted.format(rounds=rounds)}"


def final_picture(view: View, seating: Seating) -> MapPicture:
    """Return the picture of a finished game's final map."""
    text = f"{view.ruleset.title} · {size_of(view)}"
    return picture_of(view, seating.names, headline(view, seating), text)


_WON = "{winners} won"
_WITH = "{won} with {home}"
_PREVIEW = "{size}: {won}."
