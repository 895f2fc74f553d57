"""The map in a letter, as spectators see it, and the same in words."""

from games.drawing.display.seating import Seating
from games.drawing.pictures.map_picture import MapPicture, picture_of
from rules import View

_ROUND = "{ruleset}, round {round}"
_SETUP = "{ruleset}, set-up"
_OVER = "{ruleset}, the final map"
_ALT = "The map of {heading}. {players}."
_PLAYER = "{name}: {detail}"


def picture_and_alt(seen: View, seating: Seating, heading: str) -> tuple[MapPicture, str]:
    """Return the picture of a spectator's view, and its text for readers without pictures."""
    text = _SETUP if not seen.round else _OVER if seen.outcome else _ROUND
    said = text.format(ruleset=seen.ruleset.title, round=seen.round)
    picture = picture_of(seen, seating.names, heading, said)
    players = "; ".join(_PLAYER.format(name=row.name, detail=row.detail) for row in picture.players)
    return picture, _ALT.format(heading=heading, players=players)
