"""Nothing hidden from a viewer is in any byte sent to them; see `canaries.py`."""

import random

import pytest

from games.drawing.display.options import PLAYABLE
from games.models import Game, HiddenArmies, User
from tests.support.rules.strategies import SEAT_NUMBERS
from tests.support.visitors.canaries import Watch, without_new

pytestmark = pytest.mark.django_db

OFTEN = {("greyhawk", 3)}
"""The game that every run plays, with all secrets of Greyhawk."""
KINDS = [
    pytest.param(ruleset, seats, marks=() if (ruleset.name, seats) in OFTEN else pytest.mark.long)
    for ruleset in PLAYABLE
    for seats in (2, 3, max(SEAT_NUMBERS))
    if seats == max(SEAT_NUMBERS)
    or (seats == 2 and ruleset.hidden_armies)
    or (ruleset.name, seats) in OFTEN
]
"""Every game with six players; games with hidden armies with two as well, and Greyhawk with three,
who play the full set-up.
"""
WHOLE_LOOKS = 4
"""One look in four fetches all pages; the others fetch only those that a player has open."""


def company(seats):
    """Create and return this many users."""
    return [User.objects.create_user(f"person{n}", f"person{n}@example.org") for n in range(seats)]


def tells_more(state, known):
    """Return whether a kind of decision is new, or hides more than when it was last checked.

    A decision hides more with each of the first three territory cards, and once some of the players
    asked have answered.
    """
    cards = state.territory_cards
    held = min(sum(map(len, cards.hands)), 3) if cards else 0
    is_asked_of_all = len(state.decisions) == len(state.players)
    found = {(decision.kind, held, is_asked_of_all) for decision in state.decisions}
    is_new = not found <= known
    known |= found
    return is_new


@pytest.mark.parametrize(
    ("ruleset", "seats"), KINDS, ids=lambda value: getattr(value, "name", value)
)
def test_no_secret_is_sent_in_a_whole_game(charlie, ruleset, seats):
    people = company(max(2, seats - 1))
    bots = seats - len(people)
    # A full set-up is long, so only three players play it, and only if it has hidden armies.
    is_quick = seats != 3 or not ruleset.hidden_armies
    rounds = 2 if seats < 4 and is_quick else 1
    watch = Watch(people, [charlie], seats, ruleset.name, bots, quick=is_quick, rounds=rounds)
    source, known, looks = random.Random(seats), set(), 0
    while watch.state.decisions:
        for name, frame in watch.pushed():
            watch.search(name, "a frame", frame)
        if tells_more(watch.state, known):
            # Viewers look in turn, at the table and sometimes at all pages.
            looks += 1
            name = list(watch.seats)[looks % len(watch.seats)]
            for page, text in watch.sent_now(name, looks % WHOLE_LOOKS == 0):
                watch.search(name, page, text)
            asked = watch.state.decisions[0].seat
            viewers = {asked, (asked + 1) % seats, watch.seats[name], None}
            watch.compare_with_twins(viewers, source)
            watch.compare_with_new_drawings()
        watch.go_on()
    assert Game.objects.get().status == Game.Status.OVER
    assert any(watch.told.values()) and looks > 4
    assert bool(watch.reasons) == bool(bots)
    for name in ("charlie", watch.host):
        for page, text in watch.sent_now(name):
            watch.search(name, page, text)
    # The search would find the seed: it is sent once it is no longer secret.
    record = b"".join(watch.browsers["nobody"].get(f"/games/{watch.code}/record.json"))
    assert watch.stored.seed.hex() in record.decode()


def test_the_search_finds_sent_secrets(alice, bob, charlie):
    watch = Watch([alice, bob], [charlie], 3, bots=1)
    while not HiddenArmies.objects.filter(holder=0).exists():
        watch.go_on()
    salt = HiddenArmies.objects.get(holder=0).salt
    with pytest.raises(AssertionError, match="salt of 0 was sent to bob"):
        watch.search("bob", "a page", f"<p>{salt}</p>")
    assert any(salt in text for _, text in watch.sent_now("alice"))


@pytest.mark.parametrize("ruleset", ["greyhawk", "headquarters"])
def test_the_search_finds_secrets_in_their_owners_pages(alice, bob, charlie, ruleset):
    watch = Watch([alice, bob], [charlie], 2, ruleset, 1, rounds=2)
    while watch.state.round < 2:
        watch.go_on()
    told = watch.told[0] - watch.told[1]
    sent = [text for _, text in watch.sent_now("alice")]
    assert any(line in text for line in told for text in sent)
    with pytest.raises(AssertionError, match=r"(?s)private line .* was sent to bob"):
        watch.search("bob", "a log", "".join(sent))


# Secret declarations (ORD-5)


def test_orders_and_wishes_do_not_change_other_pages(alice, bob, charlie):
    watch = Watch([alice, bob], [charlie], 6, bots=1)
    others = ("bob", "charlie", "nobody")
    before = {name: all_sent(watch, name) for name in others}
    assert len(list(watch.pushed())) == 3
    for number in range(18):
        fields = {"move": "orders", "key": f"orders-{number:04}"}
        fields["order:block"] = ("ask", "never")[number % 2]
        answer = watch.browsers["alice"].post(f"/games/{watch.code}/moves/", fields)
        assert answer.status_code == 302, answer.content.decode()
    fields = {"move": "wishes", "key": "wishes-0001", "claims": ["onnwal"]}
    assert watch.browsers["alice"].post(f"/games/{watch.code}/moves/", fields).status_code == 302
    watch.position = watch.position_now()
    assert watch.stored.number >= 19
    assert {name: frame for name, frame in watch.pushed() if name != "alice"} == {
        "bob": "",
        "charlie": "",
    }
    for name in others:
        for page, text in all_sent(watch, name).items():
            assert text == before[name][page], page


def all_sent(watch, name):
    """Return every page sent to a user now, without the parts that differ in every response."""
    return {page: without_new(text) for page, text in watch.sent_now(name)}
