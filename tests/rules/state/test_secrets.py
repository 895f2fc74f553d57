"""Secrets: nothing that others hide shows in a player's views, offers or events."""

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given

from rules import moves as m
from rules import turn
from rules.cards import BattleCard
from rules.chance import FastChance
from rules.errors import RulesError
from rules.events.agreements import TradeWithdrawn
from rules.events.attack import HandTakenSeen
from rules.events.base import Event, audience, is_visible
from rules.events.cards import (
    AssassinCountered,
    AssassinUsed,
    CardLost,
    CardPlayed,
    EventBlocked,
    HandSeen,
    HandShown,
    HiddenRevealed,
    SpyCountered,
)
from rules.events.classic import (
    HeadquartersShown,
    SetTraded,
    TerritoryCardSeen,
    TerritoryCardsTakenSeen,
)
from rules.events.json import EVENTS, to_json
from rules.events.setup import HiddenKept, Placed, StrongholdPlaced
from rules.events.turn import AmbassadorRemoved, CardsSeen, GameOver
from rules.moves.orders_and_wishes import Orders
from rules.state import State
from rules.view import view
from tests.support.rules.every_game import in_every_game
from tests.support.rules.shown import shown, viewers
from tests.support.rules.strategies import (
    Table,
    any_answer,
    any_declaration,
    any_orders,
    copy_of,
    examples,
    near_miss,
    offered_move,
    picture,
    settings_of_games,
)
from tests.support.rules.twins import twin_of

# Views, offers, refusals


@examples(8)
@in_every_game(moves=130)
@given(settings_of_games(moves=350))
def test_a_view_shows_no_other_players_secrets(setting):
    table, compared = Table(setting), set()
    for _ in range(setting.moves):
        # Compare each kind of decision once per game: games can then be long enough for rare kinds.
        kinds = {decision.kind for decision in table.state.decisions}
        if not kinds <= compared:
            compared |= kinds
            for viewer in viewers(table.state):
                compare_with_twin(table, viewer)
        if table.state.is_over:
            break
        table.play()


def compare_with_twin(table: Table, viewer: int | None) -> None:
    """Compare the view, the offer and the refusals of a position with those of a twin."""
    twin = twin_of(table.state, viewer, table.random)
    assert picture(twin) != picture(table.state)
    assert shown(twin, viewer) == shown(table.state, viewer)
    if viewer is not None:
        for move in probes(table, viewer):
            assert refusal(twin, viewer, move) == refusal(table.state, viewer, move), move


def probes(table: Table, seat: int) -> list[m.Move]:
    """Moves that a player could try in order to learn something from the refusal."""
    moves = [any_answer(table.state, table.random) for _ in range(25)]
    moves += [any_declaration(table.state, seat, table.random)[0] for _ in range(10)]
    offer = turn.offer(table.state, seat)
    if offer:
        offered = [offered_move(offer, table.random) for _ in range(10)]
        moves += [*offered, *(near_miss(move, table.state, table.random) for move in offered)]
    others = [other for other in range(len(table.state.players)) if other != seat]
    moves += [kind(other) for other in others for kind in (m.Spy, m.SendSpy)]
    moves += [m.DiscardSpied(card) for card in BattleCard]
    moves += [m.AssassinateHand(other, card) for other in others for card in (None, *BattleCard)]
    return moves


def refusal(state: State, seat: int, move: m.Move) -> tuple | None:
    """Type, rule and sentence of a refusal; None if the move is allowed."""
    try:
        turn.verify(state, seat, move)
    except RulesError as error:
        return type(error), *error.args
    return None


# Open decisions, and visible events


LEARNED = (
    *(CardsSeen, HandSeen, HandTakenSeen, HiddenKept),
    *(TerritoryCardSeen, TerritoryCardsTakenSeen),
)
"""The secrets that a player learns, which only that player may see."""


@pytest.mark.parametrize("plays_cards", [False, True], ids=["quiet orders", "any orders"])
@examples(6)
@in_every_game(moves=50, pace="live", only_playable=False)
@given(setting=settings_of_games(moves=300, pace="live", only_playable=False))
def test_questions_and_notices_depend_on_orders_and_public_facts(plays_cards, setting):
    table = Table(setting, talk=0.1)
    for player in table.state.players:
        player.orders = (any_orders if plays_cards else quiet_orders)(table.random)
    compared: Counter[str] = Counter()
    for _ in range(setting.moves):
        if table.state.is_over:
            break
        seat, move, by = table.choose()
        if isinstance(move, m.SetOrders | m.AskOnlyPlayable):
            continue
        compared[move.name] += 1
        if compared[move.name] < 4 or table.random.random() < 0.2:
            compare_what_comes_of(table, seat, move, by, plays_cards)
        turn.play(table.state, seat, move, table.chance, by)


def quiet_orders(source: random.Random) -> Orders:
    """Orders that ask or decline, so that only moves play cards."""
    asking = {
        name: source.choice(("ask", "ask", "never"))
        for name in ("fortification", "hidden", "block", "strike", "counter", "block_event", "ruin")
    }
    return Orders(
        **asking, dice=source.choice(("most", "ask")), fill=source.choice(("auto", "ask"))
    )


def compare_what_comes_of(
    table: Table, seat: int, move: m.Move, by: str, plays_cards: bool
) -> None:
    """Play a move with the same dice in a position and its twin; compare what a viewer sees.

    If an event reveals a secret, or a standing order may have played a card, only what precedes it
    is compared.
    """
    viewer = table.random.choice(viewers(table.state))
    state = copy_of(table.state)
    hot = getattr(move, "target", state.attack.target if state.attack else None)
    # The twin must keep the secrets that the move itself needs or reveals.
    other = state.spying.opponent if state.spying else getattr(move, "opponent", seat)
    for keeping in ((), (seat,), (seat, other)):
        twin = twin_of(state, viewer, table.random, same_orders=True, keeping=keeping, hot=hot)
        if (state.round or keeping) and turn.is_allowed(twin, seat, move, by):
            break
    number = table.random.randrange(10**9)
    chance, same_chance = FastChance(number), FastChance(number)
    events = turn.play(state, seat, move, chance, by)
    others = turn.play(twin, seat, move, same_chance, by)
    told, told_too = told_to(viewer, events), told_to(viewer, others)
    is_out = is_played_or_turned_up if plays_cards else is_turned_up
    if any(map(is_out, (*events, *others))):
        length = min(count_before(is_out, told), count_before(is_out, told_too))
        assert told[:length] == told_too[:length]
        return
    assert told == told_too
    assert view(state, None).asked == view(twin, None).asked
    assert chance.number == same_chance.number
    assert shown(state, None) == shown(twin, None)
    if not any(isinstance(event, LEARNED) and event.seat == viewer for event in events):
        assert shown(state, viewer) == shown(twin, viewer)


def told_to(viewer: int | None, events: tuple[Event, ...]) -> list[Event]:
    """The events a viewer sees, except those that reveal a secret to that viewer."""
    told = [event for event in events if is_visible(event, viewer)]
    return [event for event in told if not isinstance(event, LEARNED)]


def count_before(is_out: Callable[[Event], bool], events: list[Event]) -> int:
    """Count the events before the first for which `is_out` is true."""
    return next((place for place, event in enumerate(events) if is_out(event)), len(events))


def is_turned_up(event: Event) -> bool:
    """Return whether an event reveals a secret to everybody."""
    match event:
        case AmbassadorRemoved() | GameOver() | HandShown() | HiddenRevealed() | TradeWithdrawn():
            return True
        case CardLost(rule=rule, card=card):
            # The Spy itself is public once it has been sent.
            return rule in ("ASN-2", "EVT-29") or (rule == "CAS-4" and card != "assassin")
        case Placed(purpose=purpose):
            return purpose in ("muster", "neutral")
    return isinstance(event, HeadquartersShown | SetTraded | StrongholdPlaced)


def is_played_or_turned_up(event: Event) -> bool:
    """Return whether an event reveals a secret, or plays a card, perhaps by a standing order."""
    return is_turned_up(event) or isinstance(
        event, CardPlayed | AssassinUsed | AssassinCountered | SpyCountered | EventBlocked
    )


# Events


PRIVATE = {
    "stronghold_chosen",
    "mustered",
    "hidden_kept",
    "cards_seen",
    "hand_taken_seen",
    "hand_seen",
    "answered",
    "order_disarmed",
    "orders_set",
    "wishes_set",
    "headquarters_marked",
    "territory_card_seen",
    "territory_cards_taken_seen",
}


def test_the_private_events_are_those_with_secrets():
    assert {name for name, kind in EVENTS.items() if kind.private} == PRIVATE
    for name in PRIVATE:
        assert "seat" in EVENTS[name].__dataclass_fields__


@examples(10)
@in_every_game(moves=100)
@given(settings_of_games(moves=500))
def test_no_salt_or_private_fact_reaches_other_players(setting):
    table = Table(setting)
    revealed: set[str] = set()
    for _ in range(setting.moves):
        if table.state.is_over:
            break
        played = table.play()
        revealed |= {event.salt for event in played.events if isinstance(event, HiddenRevealed)}
        sealed = [item for item in table.state.hidden if item.salt not in revealed]
        for event in played.events:
            assert audience(event) == ((event.seat,) if event.name in PRIVATE else None)
            text = json.dumps(to_json(event))
            makers = {item.maker for item in sealed if item.salt in text}
            assert makers <= set(audience(event) or ())
    for viewer in viewers(table.state):
        text = "".join(shown(table.state, viewer))
        for item in table.state.hidden:
            published = item.revealed or table.state.is_over
            assert published or viewer in (item.maker, item.holder) or item.salt not in text
