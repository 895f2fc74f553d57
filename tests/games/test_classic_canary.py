"""Canaries of chapter 11: territory cards in hand, and headquarters that nobody has seen yet.

Names of territories stand on every page: that a card or a mark is not sent cannot be searched for.
So what tells of them alone is searched for in all that is sent, and the cards and marks of others
are changed behind the viewer's back: not a byte of what they are sent may change.
"""

import random

import pytest

from games.store import load
from rules.cards import WILD
from rules.players import DecisionKind
from rules.sentences import Words
from tests.games.test_canary import Watch, drawn
from tests.rules.twins import twin_of

pytestmark = pytest.mark.django_db

OTHERS = {"alice": (1, 2), "bob": (0, 2), "charlie": (0, 1, 2), "nobody": (0, 1, 2)}
"""Whose cards and marks each of them must not see."""


def told_of(watch, state, seats):
    """What tells of cards in hand and of marks of some seats, as logs and sentences have it."""
    words = Words(("alice", "bob", "Captain"), state.ruleset)
    for seat in seats:
        for card in state.territory_cards.hands[seat]:
            yield f"New among your territory cards: {words.territory_card(card)}"
            yield f'"territory_card":"{card}"'
            yield f'"territory_card": "{card}"'
        if seat in state.unseen_headquarters:
            yield "marked headquarters"
            yield words.territory(state.unseen_headquarters[seat]) + " as headquarters, unseen"


@pytest.mark.parametrize("ruleset", ["classic", "headquarters"])
def test_no_card_and_no_mark_is_told_to_anybody_else(alice, bob, charlie, ruleset):
    watch = Watch(alice, bob, charlie, 2, ruleset, rounds=3)
    looked_at = searched = 0
    while (state := watch.table.state()).decisions:
        kind = state.decisions[0].kind
        looked_at += 1
        marking = bool(state.unseen_headquarters)
        holding = kind is DecisionKind.REINFORCE and any(state.territory_cards.hands)
        if marking or holding:
            name = list(OTHERS)[looked_at % len(OTHERS)]
            hidden = list(told_of(watch, state, OTHERS[name]))
            for page, text in watch.sent_now(name):
                for told in hidden:
                    searched += 1
                    assert told not in text, (name, page)
        for name, frame in watch.pushed():
            for told in told_of(watch, state, OTHERS[name]):
                assert told not in frame, (name, "a frame")
        watch.table.answer()
    assert searched


def test_the_owner_is_told_what_is_searched_for(alice, bob, charlie):
    watch = Watch(alice, bob, charlie, 2, "headquarters", rounds=4)
    state = watch.table.state()
    while not any(card != WILD for card in state.territory_cards.hands[0]):
        watch.table.answer()
        state = watch.table.state()
    told = set(told_of(watch, state, (0,)))
    sent = [text for _, text in watch.sent_now("alice")]
    assert any(line in text for line in told for text in sent)


@pytest.mark.parametrize("ruleset", ["classic", "headquarters"])
def test_cards_and_marks_of_others_change_no_byte(alice, bob, charlie, ruleset):
    watch = Watch(alice, bob, charlie, 3, ruleset, rounds=5)
    source, compared, marked = random.Random(1), set(), 0
    while (state := watch.table.state()).decisions:
        held = sum(map(len, state.territory_cards.hands))
        is_new = (state.decisions[0].kind, held) not in compared
        if state.unseen_headquarters or (held and is_new):
            compared.add((state.decisions[0].kind, held))
            marked += bool(state.unseen_headquarters)
            for seat in (0, 1, None):
                twin = twin_of(state, seat, source, same_orders=True)
                assert drawn(watch.code, state, seat) == drawn(watch.code, twin, seat)
        watch.table.answer()
    assert len(compared) > 8
    assert bool(marked) == (ruleset == "headquarters")
    assert load(watch.code).state().is_over
