"""Building a model from a view."""

from collections.abc import Sequence

from rules.model.layout import Layout, layout_of
from rules.model.model import NOBODY, Model
from rules.view import View


def model_of(view: View) -> Model:
    """Return the model of a position, as a player or a spectator knows it."""
    layout = layout_of(view.ruleset, view.options.regions)
    players, number = view.players, layout.number
    model = Model.__new__(Model)
    model.layout = layout
    owners = [view.owner(name) for name in layout.names]
    model.owner = [NOBODY if owner is None else owner for owner in owners]
    model.armies = [view.armies(name) for name in layout.names]
    model.alive = tuple([player.seat for player in players if not player.eliminated])
    model.stronghold = [
        NOBODY if player.stronghold is None or player.eliminated else number[player.stronghold]
        for player in players
    ]
    marked = view.headquarters
    model.headquarters = tuple(
        [number[marked[seat]] if seat in marked else NOBODY for seat in range(len(players))]
    )
    model.banners = [len(player.banners) for player in players]
    sets = view.sets
    model.cards = list(sets.counts) if sets else [player.cards for player in players]
    model.has_captured = bool(sets and sets.captured)
    model.totals, model.held, model.shares = _sums(layout, model.owner, model.armies, len(players))
    return model


def _sums(
    layout: Layout, owners: Sequence[int], armies: Sequence[float], seats: int
) -> tuple[list[float], list[int], list[int]]:
    totals = [0.0] * seats
    held, shares = [0] * seats, [0] * (seats * len(layout.members))
    for owner, number, region in zip(owners, armies, layout.region, strict=True):
        if owner >= 0:
            totals[owner] += number
            held[owner] += 1
            shares[region * seats + owner] += 1
    return totals, held, shares
