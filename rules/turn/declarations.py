"""Forms for declarations: orders, wishes, trades, pacts, resigning and ending the game."""

from typing import Any

from rules import moves as m
from rules.chapters.diplomacy.pacts import HELP, MOST_ROUNDS, PEACE, SPARE, parties
from rules.chapters.diplomacy.trades import tradable
from rules.chapters.ending import persons_at_table
from rules.json import to_plain
from rules.moves.json import LONGEST_WORDS
from rules.moves.orders_and_wishes import ORDER_CHOICES
from rules.state import State
from rules.turn import is_allowed

_WORDS = "at most {most} characters"


def declaration_forms(state: State, seat: int) -> dict[str, Any]:
    """Return {declaration name: {field: allowed values}} for what a player may declare now.

    For “accept_trade” the value is a list of the trades that can be accepted. Empty once the game
    is over or the player is eliminated. Contains only public facts and what the player knows.
    """
    if state.outcome is not None or state.players[seat].eliminated:
        return {}
    orders = {name: ORDER_CHOICES[name] for name in state.ruleset.standing_orders}
    forms: dict[str, Any] = {m.SetOrders.name: {"orders": to_plain(orders)}}
    if state.round == 0:
        forms[m.SetWishes.name] = {"wishes": _wishes(state)}
    return {**forms, **_trades(state, seat), **_pacts(state, seat), **_endings(state, seat)}


def _wishes(state: State) -> dict[str, Any]:
    territories = list(state.holdings)
    return {
        "claims": {"any_of": territories},
        "strongholds": {
            empire.id: list(empire.territories) for empire in state.board.empires.values()
        },
        "placements": {"any_of": territories, "armies": "a number each"},
    }


def _trades(state: State, seat: int) -> dict[str, Any]:
    forms: dict[str, Any] = {}
    partners = state.after(seat)
    cards = sorted(tradable(state, seat).elements())
    if cards and is_allowed(state, seat, m.LayCards(partners[0], (cards[0],))):
        forms[m.LayCards.name] = {
            "partner": partners,
            "cards": {"any_of": to_plain(cards)},
        }
    for trade in state.trades:
        if seat in trade.seats:
            partner = trade.partner_of(seat)
            forms.setdefault(m.WithdrawTrade.name, {"partner": []})["partner"].append(partner)
            move = m.AcceptTrade(partner, trade.laid_by(seat), trade.laid_by(partner))
            if is_allowed(state, seat, move):
                forms.setdefault(m.AcceptTrade.name, []).append(
                    {"partner": partner, "give": to_plain(move.give), "get": to_plain(move.get)}
                )
    return forms


def _pacts(state: State, seat: int) -> dict[str, Any]:
    forms: dict[str, Any] = {}
    others = state.after(seat)
    if others and is_allowed(state, seat, m.OfferPact((others[0],), (PEACE,))):
        places = [*state.board.groups, *state.board.territories]
        forms[m.OfferPact.name] = {
            "partners": {"any_of": others},
            "terms": {"any_of": [PEACE, HELP, *(f"{SPARE}{place}" for place in places)]},
            "rounds": {"from": 0, "to": MOST_ROUNDS},
            "until": {"one_of": [0, *range(max(1, state.round), state.round + MOST_ROUNDS + 1)]},
            "words": _WORDS.format(most=LONGEST_WORDS),
        }
    for pact in state.pacts:
        if is_allowed(state, seat, m.AnswerPact(pact.number, True)):
            answers = {"pact": [], "accept": {"one_of": [True, False]}}
            forms.setdefault(m.AnswerPact.name, answers)["pact"].append(pact.number)
        if seat in parties(pact) and is_allowed(state, seat, m.EndPact(pact.number)):
            forms.setdefault(m.EndPact.name, {"pact": []})["pact"].append(pact.number)
    return forms


def _endings(state: State, seat: int) -> dict[str, Any]:
    forms: dict[str, Any] = {}
    for move in (m.Resign(), m.ClaimWin()):
        if is_allowed(state, seat, move):
            forms[move.name] = {}
    if len(persons_at_table(state)) > 1 and is_allowed(state, seat, m.AgreeResult(None)):
        forms[m.AgreeResult.name] = {"winners": {"any_of": state.living()}}
    return forms
