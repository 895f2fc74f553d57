"""Case files: facts about truces, trades and pacts."""

from rules.cards import BattleCard
from rules.cases.fact import Fact, Reader, simple
from rules.cases.files import NOTHING, cards, identifier, items, seats_of
from rules.state import State
from rules.state.treaties import Pact, Trade, Truce


def _read_truces(reader: Reader, text: str) -> list[Truce]:
    pairs = [reader.match(r"(\w+) on (\w+)", item, "alice on bob").groups() for item in items(text)]
    return [Truce(reader.seat_of(one), reader.seat_of(other)) for one, other in pairs]


def _read_trades(reader: Reader, text: str) -> list[Trade]:
    form = "alice lays hero, fleet and bob lays assassin 2, accepted by alice"
    if identifier(text) in NOTHING:
        return []
    pattern = r"(\w+) lays (.*?) and (\w+) lays (.*?)(?:, accepted by (.+))?"
    trades = []
    for item in text.split(";"):
        one, gives, other, gets, accepted = reader.match(pattern, item, form).groups()
        seats = reader.seat_of(one), reader.seat_of(other)
        laid = tuple(cards(gives, BattleCard)), tuple(cards(gets, BattleCard))
        accepting = seats_of(accepted or "", reader.names)
        trades.append(Trade(seats, laid, (seats[0] in accepting, seats[1] in accepting)))
    return trades


PactFact = tuple[int, tuple[int, ...], tuple[str, ...], str, int]
"""A pact as a case states it: seat, partners, terms, status and last round."""


def _read_pacts(reader: Reader, text: str) -> list[PactFact]:
    form = "alice with bob: peace, spare:rauxes (in_force until 5)"
    pattern = r"(\w+) with (.+?): (.+?) \((\w+)(?: until (\d+))?\)"
    found: list[PactFact] = []
    for item in () if identifier(text) in NOTHING else text.split(";"):
        one, others, terms, status, until = reader.match(pattern, item, form).groups()
        partners = seats_of(others, reader.names)
        words = tuple(term.replace("spare ", "spare:") for term in items(terms))
        found.append((reader.seat_of(one), partners, words, status, int(until or 0)))
    return found


def _put_pacts(state: State, seat: int, value: list[PactFact]) -> None:
    for one, partners, terms, status, until in value:
        # An offer with a fixed last round has no number of rounds.
        rounds = max(until - state.round, 0) if until and status != "offered" else 0
        pact = Pact(len(state.pacts) + 1, one, partners, terms, rounds, "")
        pact.status, pact.until = status, until
        pact.accepted = list(partners) if status == "in_force" else []
        state.pacts.append(pact)


def _get_pacts(state: State, seat: int) -> list[PactFact]:
    return [(pact.seat, pact.partners, pact.terms, pact.status, pact.until) for pact in state.pacts]


TRUCES = simple("truces", _read_truces)
TRADES = simple("trades", _read_trades)
PACTS = Fact(_read_pacts, _put_pacts, _get_pacts)
