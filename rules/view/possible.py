"""A position that a seat cannot distinguish from the true one, for bots that look ahead.

Everything that the seat cannot see is drawn at random, so the result depends on the view alone.
`possible_cards` draws hands, decks and hidden armies, `possible_choices` set-up and orders. The
salts of hidden armies are drawn too, and so do not match the commitments.
"""

from rules.chance import Chance
from rules.state import State
from rules.view.possible_cards import (
    Known,
    redraw_battle_cards,
    redraw_hidden_armies,
    redraw_territory_cards,
)
from rules.view.possible_choices import redraw_orders, redraw_set_up


def determinise(state: State, viewer: int | None, chance: Chance, known: Known) -> State:
    """Return a possible position; each unseen card is equally likely at each unseen place.

    `known` are cards that the viewer remembers although the view does not show them.
    """
    drawn = state.copy()
    hiding = [player for player in drawn.players if player.seat != viewer]
    redraw_battle_cards(drawn, viewer, hiding, known, chance)
    redraw_territory_cards(drawn, hiding, chance)
    redraw_hidden_armies(drawn, viewer, chance)
    redraw_set_up(drawn, hiding, chance)
    redraw_orders(drawn, viewer, hiding, chance)
    return drawn
