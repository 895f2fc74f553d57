"""Random legal games for the property tests: their set-up, and how they are played.

CASTLERISK_GAMES=1 in the environment plays all of them, 20 twenty times as many, different ones
each time; without it a quarter is played.
"""

import json
import os
import random
from dataclasses import Field, dataclass, fields, replace
from itertools import product
from types import NoneType
from typing import Any, NamedTuple, get_args

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from rules import moves as m
from rules import turn
from rules.cards import WILD
from rules.chance import CommittedChance, Draw, SeededSalts
from rules.events.base import Event
from rules.moves.options import Choice, Option, Ranking
from rules.moves.orders_and_wishes import ORDER_CHOICES, Orders, Wishes
from rules.rulesets import RULESETS
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State, from_json, to_json

GAMES = float(os.environ.get("CASTLERISK_GAMES", "0.25"))
SEAT_NUMBERS = sorted(GREYHAWK.starting_armies)


def examples(number: int) -> settings:
    """Return Hypothesis settings for a number of games, multiplied by CASTLERISK_GAMES.

    Nothing is shrunk, because a smaller seed does not make a game simpler.
    """
    return settings(
        max_examples=max(1, round(number * GAMES)),
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@dataclass(frozen=True)
class Setting:
    """A random game: its options, the seed of all its random numbers, and its length."""

    persons: tuple[bool, ...]
    options: Options
    seed: int
    moves: int
    ruleset: Ruleset = GREYHAWK


def own_options(ruleset: Ruleset, players: int) -> list[dict[str, Any]]:
    """Return every combination of the options specific to a ruleset."""
    values = [option.choices_of(players) for option in ruleset.options]
    names = [option.name for option in ruleset.options]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]


@st.composite
def settings_of_games(draw: st.DrawFn, moves: int, **fixed: Any) -> Setting:
    """Draw a game of any ruleset and number of players; `fixed` sets options in every game."""
    ruleset = RULESETS[draw(st.sampled_from(sorted(RULESETS)))]
    seats = draw(st.sampled_from(SEAT_NUMBERS))
    persons = draw(st.tuples(*[st.booleans()] * seats))
    options = Options(
        quick=draw(st.booleans()),
        pace=draw(st.sampled_from(("live", "guarded", "correspondence"))),
        on_resign=draw(st.sampled_from(("bot", "steward"))),
        rounds=draw(st.sampled_from((0, 0, 0, 2, 5))),
        only_playable=draw(st.booleans()) if sum(persons) == 1 else False,
        first_seat=draw(st.sampled_from((None, None, None, seats - 1))),
        **draw(st.sampled_from(own_options(ruleset, seats))),
    )
    seed = draw(st.integers(0, 2**32 - 1))
    length = draw(st.integers(moves // 4, moves))
    return Setting(persons, replace(options, **fixed), seed, length, ruleset)


def copy_of(state: State) -> State:
    """Return the position after a round trip through JSON text."""
    return from_json(json.loads(json.dumps(to_json(state))))


def picture(state: State) -> str:
    """Return the whole position as text, for comparison byte for byte."""
    return json.dumps(to_json(state))


# Playing


class Played(NamedTuple):
    """A move that was played, the draws for it, and its events."""

    seat: int
    move: m.Move
    by: str
    draws: list[Draw]
    events: tuple[Event, ...]


class Table:
    """A random game; `talk` is the probability of a declaration outside a decision."""

    def __init__(self, setting: Setting, talk: float = 0.15) -> None:
        self.random = random.Random(setting.seed)
        self.talk = talk
        seed = setting.seed.to_bytes(32, "big")
        game = f"game{setting.seed}"
        values = ["00" * seat for seat in range(len(setting.persons))]
        self.chance = CommittedChance(seed, values, game, SeededSalts(seed))
        self.state, self.events = turn.new_game(
            setting.ruleset, setting.persons, setting.options, game, self.chance
        )
        self.draws = self.chance.drawn

    def choose(self) -> tuple[int, m.Move, str]:
        """Return (seat, move, by): a random legal move."""
        if self.random.random() < self.talk:
            seat = self._speaker()
            move, by = any_declaration(self.state, seat, self.random)
            if turn.is_allowed(self.state, seat, move, by):
                return seat, move, by
        decision = self.random.choice(self.state.decisions)
        if self.random.random() < 0.03:
            return decision.seat, m.Default(), "clock"
        move = offered_move(turn.offer(self.state, decision.seat), self.random)
        return decision.seat, move, self.random.choice(("player", "bot"))

    def _speaker(self) -> int:
        if self.state.trades and self.random.random() < 0.7:
            return self.random.choice(self.state.trades[0].seats)
        return self.random.randrange(len(self.state.players))

    def play(self) -> Played:
        """Play a random move; return it with its draws and events."""
        seat, move, by = self.choose()
        events = turn.play(self.state, seat, move, self.chance, by)
        return Played(seat, move, by, self.chance.drawn, events)


def offered_move(offer: tuple[Option, ...], source: random.Random) -> m.Move:
    """Return one of the moves offered; each kind of move is equally likely."""
    kinds = sorted({option.move.name for option in offer})
    kind = source.choice(kinds)
    option = source.choice([option for option in offer if option.move.name == kind])
    return option.move(**{name: _one_of(choice, source) for name, choice in option.choices.items()})


def _one_of(choice: Choice, source: random.Random) -> Any:
    if isinstance(choice, Ranking):
        return tuple(source.sample(choice.names, source.randrange(len(choice.names) + 1)))
    if isinstance(choice, range) and source.random() < 0.3:
        return choice[-1]
    return source.choice(choice)


# Declarations outside a decision


def any_declaration(state: State, seat: int, source: random.Random) -> tuple[m.Move, str]:
    """Return (move, by): a random declaration or house move, which may be illegal."""
    weights = {
        _orders: 6,
        _wishes: 6 if state.round == 0 else 1,
        _lay_cards: 8,
        _accept_trade: 12,
        _withdraw_trade: 1,
        _offer_pact: 3,
        _answer_pact: 4,
        _end_pact: 1,
        _agree: 0.5,
        _leave_or_return: 0.5,
        _end: 0.05,
    }
    said = source.choices(list(weights), list(weights.values()))[0]
    if state.bound is None and any(seat in trade.seats for trade in state.trades):
        said = source.choice((said, _go_on_trading))
    move = said(state, seat, source)
    return move, "moderator" if move.kind is m.Kind.HOUSE else "player"


def any_orders(source: random.Random) -> Orders:
    """Return random standing orders."""
    chosen = {name: source.choice(choices) for name, choices in ORDER_CHOICES.items()}
    names = source.sample(list(ORDER_CHOICES), source.randrange(4))
    answers = {name: [item for item in ORDER_CHOICES[name] if item != "ask"] for name in names}
    return Orders(**chosen, fallbacks={name: source.choice(answers[name]) for name in names})


def any_wishes(state: State, source: random.Random) -> Wishes:
    """Return a random wish list for this board."""
    names = list(state.holdings)
    empires = list(state.board.empires.values())
    empires = source.sample(empires, min(3, len(empires)))
    return Wishes(
        claims=tuple(source.choices(names, k=source.randrange(5))),
        strongholds={empire.id: source.choice(empire.territories) for empire in empires},
        placements=tuple((name, source.randrange(4)) for name in source.choices(names, k=4)),
    )


def _orders(state: State, seat: int, source: random.Random) -> m.Move:
    return m.SetOrders(any_orders(source))


def _wishes(state: State, seat: int, source: random.Random) -> m.Move:
    return m.SetWishes(any_wishes(state, source))


def _lay_cards(state: State, seat: int, source: random.Random) -> m.Move:
    hand = state.players[seat].hand
    waiting = [trade for trade in state.trades if seat in trade.seats]
    if waiting:
        mine = waiting[0].seats.index(seat)
        number = len(waiting[0].laid[1 - mine])
        partner = waiting[0].seats[1 - mine]
    else:
        number, partner = source.randrange(1, 3), source.randrange(len(state.players))
    return m.LayCards(partner, tuple(source.sample(hand, min(number, len(hand)))))


def _go_on_trading(state: State, seat: int, source: random.Random) -> m.Move:
    """Accept the trade if both have laid equally many cards, otherwise lay cards."""
    trade = next(trade for trade in state.trades if seat in trade.seats)
    lengths = {len(cards) for cards in trade.laid}
    return (_accept_trade if len(lengths) == 1 else _lay_cards)(state, seat, source)


def _accept_trade(state: State, seat: int, source: random.Random) -> m.Move:
    for trade in state.trades:
        if seat in trade.seats:
            mine = trade.seats.index(seat)
            return m.AcceptTrade(trade.seats[1 - mine], trade.laid[mine], trade.laid[1 - mine])
    return _lay_cards(state, seat, source)


def _withdraw_trade(state: State, seat: int, source: random.Random) -> m.Move:
    return m.WithdrawTrade(source.randrange(len(state.players)))


def _offer_pact(state: State, seat: int, source: random.Random) -> m.Move:
    others = [other for other in range(len(state.players)) if other != seat]
    partners = tuple(source.sample(others, source.randrange(1, len(others) + 1)))
    place = source.choice([*state.holdings, *state.board.empires])
    terms = source.sample(["peace", "help", f"spare:{place}"], source.randrange(1, 4))
    rounds = source.choice((0, 1, 3))
    until = 0 if rounds else source.choice((0, state.round + 2))
    return m.OfferPact(partners, tuple(terms), rounds, "Well met.", until)


def _answer_pact(state: State, seat: int, source: random.Random) -> m.Move:
    offered = [item.number for item in state.pacts if seat in item.partners]
    return m.AnswerPact(offered[-1] if offered else 1, source.random() < 0.8)


def _end_pact(state: State, seat: int, source: random.Random) -> m.Move:
    return m.EndPact(source.randrange(1, len(state.pacts) + 2))


def _agree(state: State, seat: int, source: random.Random) -> m.Move:
    winners = tuple(source.sample(state.living(), 1))
    return m.AgreeResult(source.choice((None, winners)))


def _leave_or_return(state: State, seat: int, source: random.Random) -> m.Move:
    taken = m.TakeSeat(source.choice(list(m.Control)), own=source.random() < 0.8)
    alone = m.AskOnlyPlayable(source.random() < 0.5)
    return source.choice((m.Resign(), taken, taken, alone))


def _end(state: State, seat: int, source: random.Random) -> m.Move:
    winners = tuple(source.sample(state.living(), source.randrange(2)))
    return source.choice((m.EndGame(winners), m.ClaimWin()))


# Moves that need not be offered


ANSWER_MOVES = [cls for cls in m.MOVES.values() if cls.kind is m.Kind.ANSWER]
WITHOUT_BATTLE_CARDS = [cls for cls in ANSWER_MOVES if cls not in (m.RuinTrade, m.DiscardSpied)]
"""The answers that are valid in a game without battle cards."""


def any_answer(state: State, source: random.Random) -> m.Move:
    """Return any well-formed answer for this game."""
    cls = source.choice(ANSWER_MOVES if state.ruleset.battle_cards else WITHOUT_BATTLE_CARDS)
    return cls(**{item.name: _any_value(item, state, source) for item in fields(cls)})


def near_miss(move: m.Move, state: State, source: random.Random) -> m.Move:
    """Return the move with one field changed; any answer if it has no fields."""
    if not fields(move):
        return any_answer(state, source)
    changed = source.choice(fields(move))
    return replace(move, **{changed.name: _any_value(changed, state, source)})


def _any_value(field: Field, state: State, source: random.Random) -> Any:
    name, territories = field.name, list(state.holdings)
    if NoneType in get_args(field.type) and source.random() < 0.4:
        return None
    if name in ("territory", "source", "target"):
        hidden = [item.territory for item in state.hidden]
        return source.choice(hidden if hidden and source.random() < 0.3 else territories)
    if name in ("prefer", "sources"):
        vacated = state.fall.vacated if state.fall else territories
        return tuple(source.choices([*vacated, *territories[:2]], k=source.randrange(4)))
    if name in ("opponent", "partner"):
        return source.randrange(len(state.players))
    if name == "set_cards":
        return _any_set_cards(state, source)
    if name == "card":
        return source.choice(list(state.ruleset.battle_cards) or [None])
    if name == "scope":
        return source.choice(list(m.Scope))
    if name in ("hero", "fortification", "stronghold"):
        return source.random() < 0.5
    return source.choice((0, 1, 1, 2, 3, 4, source.randrange(30)))


def _any_set_cards(state: State, source: random.Random) -> tuple[str, ...]:
    """Return some territory cards, usually three from one hand, sorted."""
    cards = state.territory_cards
    if cards is None:
        return ()
    hand = source.choice(cards.hands)
    if len(hand) < 3 or source.random() < 0.3:
        return tuple(source.choices([*state.holdings, WILD], k=source.randrange(5)))
    return tuple(sorted(source.sample(hand, 3)))
