"""Chapters 2 and 3: setting up, and placing armies; see `moves/base.py`."""

from rules.moves.base import Move, named


@named("place_stronghold", "SET-3")
class PlaceStronghold(Move):
    """Put one’s stronghold, with its army, in a territory of its empire."""

    territory: str


@named("claim", "SET-4")
class Claim(Move):
    """Put an army on a territory that nobody holds."""

    territory: str


@named("place", "TRN-5")
class Place(Move):
    """Some of the armies to be placed, on one territory; again until none is left."""

    territory: str
    armies: int


@named("hide", "SET-6")
class Hide(Move):
    """Choose, sealed, the territory of one’s hidden armies."""

    territory: str
