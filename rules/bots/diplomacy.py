"""Chapter 9 for bots: captains' answers to offered pacts and trades.

Whether a bot answers depends only on public facts; only its answer to a trade may depend on its
hand. Only generals make offers (see `general.deals`).
"""

from collections import Counter
from collections.abc import Iterable

from rules.bots.reasons.kinds import Chosen, Reason, ReasonKind
from rules.cards import BATTLE_CARDS, BattleCard
from rules.chapters.diplomacy.pacts import SPARE, parties
from rules.moves import AcceptTrade, AnswerPact, LayCards, Move, OfferPact, WithdrawTrade
from rules.state.treaties import Pact, Trade
from rules.view import View

MOST_ROUNDS = 5
"""The longest pact, in rounds, that a captain accepts. Captains never break a pact."""
RUNAWAY = 1.5
"""A captain makes no pact with a player this many times as strong as the next strongest."""
LEAST_GAIN = 0.5
"""The smallest gain for which a captain trades."""


def weigh(view: View) -> Chosen | None:
    """Return a captain's answer to the first open offer; None if there is none."""
    for pact in view.offered_pacts:
        return answer_pact(pact, objection(view, pact))
    for trade in view.offered_trades:
        return Chosen(_weigh_trade(view, trade))
    return None


def answer_pact(pact: Pact, against: Reason | None, consent: Reason | None = None) -> Chosen:
    """Refuse a pact for the reason `against`; if that is None, accept it for `consent`."""
    return Chosen(AnswerPact(pact.number, against is None), against or consent)


def decline(view: View) -> Move | None:
    """Refuse the first open offer; None if there is none."""
    for pact in view.offered_pacts:
        return AnswerPact(pact.number, False)
    for trade in view.offered_trades:
        return WithdrawTrade(trade.partner_of(view.own_seat))
    return None


def offered_answers(view: View) -> tuple[Move, ...]:
    """Return the possible answers to open offers: yes or no to pacts, only no to trades."""
    answers = [AnswerPact(pact.number, yes) for pact in view.offered_pacts for yes in (True, False)]
    return (
        *answers,
        *(WithdrawTrade(trade.partner_of(view.own_seat)) for trade in view.offered_trades),
    )


def partners_of(offer: Move) -> tuple[int, ...]:
    """Return the players to whom a pact or cards are offered; none for any other move."""
    match offer:
        case OfferPact():
            return offer.partners
        case LayCards():
            return (offer.partner,)
    return ()


# Pacts


def objection(view: View, pact: Pact, most_rounds: int = MOST_ROUNDS) -> Reason | None:
    """Return why a bot refuses a pact; None if it accepts.

    It accepts a pact of at most `most_rounds` rounds that leaves it an opponent to attack and that
    spares only territory held by the parties. No partner may be by far the strongest player, or
    have been party to a pact with the bot that was broken.
    """
    sides = set(parties(pact))
    bound = {seat for other in view.pacts if _binds(view, other) for seat in parties(other)}
    if not set(view.living()) - sides - bound:
        return Reason(ReasonKind.NOBODY_LEFT)
    if has_been_broken(view, sides):
        return Reason(ReasonKind.BROKEN_BEFORE)
    last = view.round + pact.rounds if pact.rounds else pact.until
    if not 0 < last <= view.round + most_rounds:
        return Reason(ReasonKind.TOO_LONG)
    spared = (term.removeprefix(SPARE) for term in pact.terms if term.startswith(SPARE))
    if any(not _is_held_by(view, place, sides) for place in spared):
        return Reason(ReasonKind.LAND_OF_OTHERS)
    ahead = (seat for seat in parties(pact) if seat != view.seat and runs_away(view, seat))
    return next((Reason(ReasonKind.TOO_STRONG, seat=seat) for seat in ahead), None)


def _binds(view: View, pact: Pact) -> bool:
    return pact.status == "in_force" and view.seat in parties(pact)


def has_been_broken(view: View, sides: set[int]) -> bool:
    """Return whether an earlier pact with one of these players was broken."""
    broken = (set(parties(pact)) for pact in view.pacts if pact.status == "broken")
    return any(view.seat in them and len(them & sides) > 1 for them in broken)


def _is_held_by(view: View, place: str, seats: set[int]) -> bool:
    group = view.board.groups.get(place)
    territories = group.territories if group else (place,)
    return all(view.owner(territory) in seats for territory in territories)


def runs_away(view: View, seat: int) -> bool:
    """Return whether a player is by far the strongest."""
    strength = strengths(view)
    most = strength.pop(seat)
    return most > RUNAWAY * max(strength.values())


def strengths(view: View) -> dict[int, int]:
    """Return the armies of every living player, including unplaced armies."""
    return {
        seat: view.player(seat).unplaced + sum(map(view.armies, view.held_by(seat)))
        for seat in view.living()
    }


# Trades


def _weigh_trade(view: View, trade: Trade) -> Move:
    """Lay the least valuable cards in return, accept a profitable trade, or end the trade."""
    partner = trade.partner_of(view.own_seat)
    mine, theirs = trade.laid_by(view.own_seat), trade.laid_by(partner)
    cards = _spared_cards(view, len(theirs))
    least = _worth(view, theirs) - LEAST_GAIN
    if cards is None or _worth(view, cards) > least or runs_away(view, partner):
        return WithdrawTrade(partner)
    if len(mine) == len(theirs) and _worth(view, mine) <= least:
        return AcceptTrade(partner, mine, theirs)
    return LayCards(partner, cards)


def _spared_cards(view: View, number: int) -> tuple[BattleCard, ...] | None:
    """Return the `number` least valuable cards that the bot may lay; None if it has too few."""
    form = view.declarations().get(LayCards.name)
    held = [BattleCard(card) for card in form["cards"]["any_of"]] if form else []
    cheapest = sorted(held, key=lambda card: (_worth(view, (card,)), card))
    return tuple(sorted(cheapest[:number])) if number <= len(held) else None


def _worth(view: View, cards: Iterable[BattleCard]) -> float:
    """Return the value of cards, in armies; Mercenaries are worth the armies they bring."""
    track = view.ruleset.track
    hired = track[min(view.track, len(track) - 1)] if track else 0
    return sum(
        (hired if card is BattleCard.MERCENARIES else BATTLE_CARDS[card].worth) * number
        for card, number in Counter(cards).items()
    )
