"""A light model of a position, made from a `View` and cheap to copy, in which bots try out moves.

It has owners, armies, income, strongholds, banners and the number of cards, and it can move, place
and capture. It contains nothing that the view hides. Territories and seats are numbers; armies may
be expected values. `layout` has the data that is constant during a game. Built on `view`.
"""

from rules.model.from_view import model_of
from rules.model.model import NOBODY, Model

__all__ = [
    "NOBODY",
    "Model",
    "model_of",
]
