"""Sentences on what players offer and ask each other: pacts, trades and votes."""

from games.models import Vote
from rules.sentences.agreements import pact_length, pact_term
from rules.sentences.words import Words, listed
from rules.state.treaties import Pact, Trade

_PACT = "{name} offers you a pact: {terms}, {length}."
_TRADES = {
    False: "{name} offers you a trade: {cards}.",
    True: "{name} offers you a trade: {cards} for your {own}.",
}
"""The sentence for a trade, keyed by whether the reader has offered cards too."""

VOTES: dict[str, str] = {
    Vote.For.PAUSE: "{who} would like to pause {table}.",
    Vote.For.CAPTAIN: "{who} wants a bot to take {name}’s seat in {table}.",
}
"""The sentence on a vote, by the subject of the vote."""


def pact_offer(pact: Pact, words: Words) -> str:
    """Return the sentence that offers a pact to the reader, without its free text."""
    terms = listed([pact_term(term, words) for term in pact.terms]) if pact.terms else "in words"
    name, length = words.player(pact.seat), pact_length(pact.rounds, pact.until)
    return _PACT.format(name=name, terms=terms, length=length)


def trade_offer(trade: Trade, seat: int, words: Words) -> str:
    """Return the sentence that offers a trade to the player of a seat."""
    partner = trade.partner_of(seat)
    mine, theirs = trade.laid_by(seat), trade.laid_by(partner)
    parts = {"name": words.player(partner), "cards": words.cards(theirs), "own": words.cards(mine)}
    return _TRADES[bool(mine)].format_map(parts)
