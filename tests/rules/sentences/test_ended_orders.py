"""Every reason for the end of an order or a wish is shown in current wording."""

import pytest

from rules.chapters.orders.expiry import why_expired
from rules.events.agreements import OrderDisarmed
from rules.moves.orders_and_wishes import Limit
from rules.rulesets import GREYHAWK
from rules.sentences import Words, describe
from tests.support.rules.bot_tables import Table

WORDS = Words(("Ida", "Anna"), GREYHAWK, reader=0)


@pytest.fixture(scope="module")
def state():
    state = Table(("captain",) * 3, 4, ruleset=GREYHAWK, quick=True).state
    state.round = 6
    state.players[2].eliminated = True
    return state


@pytest.mark.parametrize(
    ("limit", "shown"),
    [
        (Limit(until=5), "It was set to last until the end of round 5."),
        (Limit(against=2), "The player it was against has been eliminated."),
        (Limit(("idee",)), "It applied only to Idee, which you no longer hold."),
        (Limit(("idee", "ratik")), "It applied only to Idee and Ratik, which you no longer hold."),
        (Limit(keep=9), "It was set to keep 9 × Fortification, and you have none to spare."),
    ],
)  # fmt: skip
def test_an_expired_order_says_why(state, limit, shown):
    for name in limit.territories:
        state.holdings[name].owner = 1
    reason = why_expired(state, 0, "fortification", limit)
    text = describe(OrderDisarmed(0, "fortification", reason), WORDS)
    assert text == (
        f"Your standing order on whether to play a Fortification was turned off. {shown}"
    )


def test_a_wish_for_a_claimed_territory_says_so():
    event = OrderDisarmed(0, "claims", "Ratik is held already.")
    text = describe(event, WORDS)
    assert text == "Dropped from your wish list: Ratik has already been claimed."
