"""Chapters 2 and 3: set-up and placing armies; see `moves/base.py`."""

from rules.moves.base import Move, named


@named("place_stronghold", "SET-3")
class PlaceStronghold(Move):
    """Place the player's stronghold, with one army, in a territory of its empire."""

    territory: str


@named("claim", "SET-4")
class Claim(Move):
    """Claim an unoccupied territory with one army."""

    territory: str


@named("place", "TRN-5")
class Place(Move):
    """Place some of the remaining armies on one territory; repeated until none is left."""

    territory: str
    armies: int


@named("hide", "SET-6")
class Hide(Move):
    """Choose, in secret, the territory of the player's hidden armies."""

    territory: str
