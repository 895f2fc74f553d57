"""The panel and the hand point out the battle cards just drawn, to their owner only."""

import random

import pytest

from games.table.sidebar.hand import hand_part
from rules import BOTS, CASTLE, GREYHAWK, FastChance, Options, new_game, play, view
from rules.events.turn import CardsSeen
from rules.questions import DecisionKind
from tests.support.tables.panels import panel_html, scene_of
from tests.support.visitors.markup import one_line

NEW = "New in your hand: "


@pytest.mark.parametrize(
    ("ruleset", "kind"),
    [(GREYHAWK, DecisionKind.SPOILS), (CASTLE, DecisionKind.ATTACKS)],
    ids=lambda value: value.name,
)
def test_the_cards_just_drawn_are_named_to_their_owner(ruleset, kind):
    """`kind` is the decision that follows the draw of battle cards in this ruleset."""
    chance = FastChance(1)
    state, events = new_game(ruleset, [True] * 3, Options(quick=True), "x", chance)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(3)]
    while state.round < 2 or state.decisions[0].kind is not kind or not cards_of(events, state):
        seat = state.decisions[0].seat
        events = play(state, seat, bots[seat].choose(view(state, seat)), chance)
    owner, cards = state.turn, cards_of(events, state)
    for seat in range(3):
        page = one_line(panel_html(scene_of(state, seat, events)))
        assert (NEW in page) == (seat == owner)
        sentence = page.partition(NEW)[2].partition(".")[0]
        for card in cards:
            assert (ruleset.card_texts[card].title in sentence) == (seat == owner)
        marked = new_in_hand(scene_of(state, seat, events))
        assert marked == (set(cards) if seat == owner else set())
    # Later moves bring no new cards.
    assert NEW not in panel_html(scene_of(state, owner))
    assert not new_in_hand(scene_of(state, owner))


def new_in_hand(scene):
    """Return the kinds of card that the viewer's hand marks as new."""
    return {card["kind"] for card in hand_part(scene).context["cards"] if card["is_new"]}


def cards_of(events, state):
    """Return the cards that the player on turn has drawn in some events."""
    seen = [event for event in events if isinstance(event, CardsSeen) and event.seat == state.turn]
    return [card for event in seen for card in event.cards]
