"""The armies that a seat's stronghold or headquarters needs, for hints to the player."""

from rules.bots.general.fortress import garrison
from rules.bots.general.warfare import Front
from rules.bots.weights import world_weights
from rules.model import model_of
from rules.view import View


def garrison_needed(view: View, captured: str = "") -> int:
    """Return how many armies the seat's stronghold or headquarters needs until its next turn.

    A general keeps and places armies by the same number. `captured` is a territory that counts as
    the seat's already.
    """
    if view.ruleset.strongholds:
        return _front(view, captured).garrison
    model = model_of(view)
    if captured:
        model.take(model.layout.number[captured], view.own_seat)
    return garrison(model, view.own_seat, world_weights(view.ruleset.name))


def _front(view: View, captured: str) -> Front:
    front = Front(view)
    if captured:
        front.owner[captured], front.armies[captured] = front.seat, 1
        fallen = front.strongholds.get(captured)
        if fallen is not None:
            del front.players[fallen]
    return front
