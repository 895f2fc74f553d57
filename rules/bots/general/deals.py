"""A general's offers, and its answers to offered pacts and trades (chapter 9).

A general makes at most one offer a turn, before it ends its attacks; one turn later it withdraws
the offer if nobody has answered. The view does not show when a pact was offered; this follows from
its last round, as all pacts that a general offers last equally long. Decisions about pacts depend
on public facts only.
"""

from collections.abc import Iterator

from rules.bots import diplomacy
from rules.bots.diplomacy import answer_pact, has_been_broken, runs_away
from rules.bots.general import trading
from rules.bots.general.characters import Character
from rules.bots.general.standing import Standing
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.chapters.diplomacy.pacts import PEACE, parties
from rules.moves import Control, EndPact, OfferPact, WithdrawTrade
from rules.state.treaties import Pact
from rules.view import View

FEWEST = 3
"""The fewest players for offers: with two, there is nobody to make a pact against, and no trade
helps both."""
PAUSE = 6
"""The minimum number of rounds between two offers of a pact to the same player."""
MOST_OFFERS = 10
"""The most pacts that a general offers in a game."""
GREED = 2.0
"""A general refuses peace if its armies on the border are this many times the partner's."""


def answer(view: View, character: Character) -> Chosen | None:
    """Return a general's answer to the first open offer; None if there is none."""
    for pact in view.offered_pacts:
        standing = Standing(view)
        against = _objection(standing, pact, character)
        return answer_pact(pact, against, _consent(standing, pact, character))
    for trade in view.offered_trades:
        return trading.answer(view, trade)
    return None


def propose(view: View, character: Character) -> Chosen | None:
    """Return an offer, or the withdrawal of an unanswered offer; None for neither."""
    old = next(_unanswered(view), None)
    if old is not None:
        return old
    if len(view.living()) < FEWEST:
        return None
    standing = Standing(view)
    offer = _truce(standing, character) or trading.offer(standing)
    return offer if offer is not None and view.why_not(offer.move) is None else None


def _unanswered(view: View) -> Iterator[Chosen]:
    """Yield withdrawals of the general's open offers; all of them are a round old."""
    seat, why = view.own_seat, Reason(ReasonKind.NO_ANSWER)
    for pact in view.pacts:
        if pact.seat == seat and pact.status == "offered":
            yield Chosen(EndPact(pact.number), why)
    for trade in view.trades:
        if seat in trade.seats and not trade.laid_by(trade.partner_of(seat)):
            yield Chosen(WithdrawTrade(trade.partner_of(seat)), why)


# Answers to pacts


def _objection(standing: Standing, pact: Pact, character: Character) -> Reason | None:
    """Return why a general refuses a pact; None if it accepts."""
    view = standing.view
    against = diplomacy.objection(view, pact, character.pact_rounds)
    if against is not None:
        return against
    for seat in parties(pact):
        if seat != view.seat and standing.is_beaten(seat):
            return Reason(ReasonKind.TOO_WEAK, seat=seat)
    if PEACE in pact.terms and _is_prey(standing, pact, character):
        return Reason(ReasonKind.END_PACT)
    return None


def _is_prey(standing: Standing, pact: Pact, character: Character) -> bool:
    """Return whether the general would rather attack the parties than be at peace with them."""
    if _common_enemy(standing, pact, character) is not None:
        return False
    own, facing = standing.view.own_seat, standing.facing
    others = [seat for seat in parties(pact) if seat != own]
    danger = sum(facing[seat, own] for seat in others)
    return sum(facing[own, seat] for seat in others) > GREED * danger


def _common_enemy(standing: Standing, pact: Pact, character: Character) -> int | None:
    """Return the leader if it borders all parties of a pact and is not one of them; else None."""
    leader, sides = standing.leader(character.alarm), parties(pact)
    if leader is None or leader in sides:
        return None
    return leader if all(standing.facing[seat, leader] for seat in sides) else None


def _consent(standing: Standing, pact: Pact, character: Character) -> Reason | None:
    leader = _common_enemy(standing, pact, character)
    return Reason(ReasonKind.TRUCE, seat=leader) if leader is not None else None


# Offers of pacts


def _truce(standing: Standing, character: Character) -> Chosen | None:
    """Offer a truce against the leader to the neighbour with the most armies on the border."""
    view, leader = standing.view, standing.leader(character.alarm)
    own = view.own_seat
    if leader is None or leader == own or not standing.facing[own, leader]:
        return None
    bound = {seat for pact in view.pacts if _is_open(pact, own) for seat in parties(pact)}
    if leader in bound or sum(pact.seat == own for pact in view.pacts) >= MOST_OFFERS:
        return None
    partners = [
        seat
        for seat in view.living()
        if seat not in (own, leader, *bound) and _may_ask(standing, seat, leader, character)
    ]
    if not partners:
        return None
    partner = max(partners, key=lambda seat: (standing.facing[seat, own], -seat))
    until = view.round + character.truce_rounds
    offer = OfferPact((partner,), (PEACE,), until=until)
    return Chosen(offer, Reason(ReasonKind.TRUCE, seat=leader))


def _is_open(pact: Pact, seat: int) -> bool:
    return pact.status in ("offered", "in_force") and seat in parties(pact)


def _may_ask(standing: Standing, seat: int, leader: int, character: Character) -> bool:
    """Return whether to offer a player a truce against the leader.

    The player must border both the general and the leader, and must not be a steward, weak or far
    ahead. No earlier pact with them may have been broken, and none may have been offered to them
    lately.
    """
    view, own = standing.view, standing.view.own_seat
    if view.player(seat).control is Control.STEWARD:
        return False
    if not standing.facing[seat, own] or not standing.facing[seat, leader]:
        return False
    if standing.is_beaten(seat) or runs_away(view, seat) or seat in character.betrayed(view):
        return False
    if has_been_broken(view, {own, seat}):
        return False
    lately = view.round - PAUSE + character.truce_rounds
    return not any(
        pact.seat == own and seat in pact.partners and pact.until > lately for pact in view.pacts
    )
