"""A light model of a position, for bots to think with: made from a `View`, cheap to copy.

It has owners, armies, income, strongholds, banners and the number of cards, and it can move, place
and capture. What a view hides is not in it. Territories and seats are numbers; armies may be
expected values. `layout` has the data that is constant during a game. Built on `view`.
"""

from rules.model.from_view import model_of
from rules.model.model import NOBODY, Model

__all__ = [
    "NOBODY",
    "Model",
    "model_of",
]
