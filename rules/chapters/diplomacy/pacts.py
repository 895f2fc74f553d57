"""DIP-1: alliances and truces, which are public and can be broken."""

from rules.board import Board
from rules.chance import Chance
from rules.errors import IllegalMove
from rules.events.agreements import PactAnswered, PactBegun, PactBroken, PactEnded, PactOffered
from rules.events.base import Emit
from rules.moves import AnswerPact, EndPact, OfferPact
from rules.reasons import PactEnd
from rules.state import State
from rules.state.treaties import Pact
from rules.state.under_way import Attack

MOST_OPEN_OFFERS = 5
MOST_ROUNDS = 50
PEACE, HELP, SPARE = "peace", "help", "spare:"
"""The terms of a pact; `SPARE` is followed by the id of a group or territory."""


def is_term(board: Board, term: str) -> bool:
    """Return whether a term is valid on this board."""
    place = term.removeprefix(SPARE)
    return term in (PEACE, HELP) or (
        term.startswith(SPARE) and (place in board.groups or place in board.territories)
    )


def parties(pact: Pact) -> tuple[int, ...]:
    """Return the seats in a pact, beginning with the one that offered it."""
    return (pact.seat, *pact.partners)


def _find(state: State, number: int) -> Pact:
    for pact in state.pacts:
        if pact.number == number:
            return pact
    raise IllegalMove("DIP-1", "There is no such pact.")


def verify_offer_pact(state: State, seat: int, move: OfferPact) -> None:
    """Check the partners, terms and length of a pact, and the number of open offers (DIP-1)."""
    partners = set(move.partners)
    if not partners or seat in partners or len(partners) < len(move.partners):
        raise IllegalMove("DIP-1", "Choose one or more other players for the pact.")
    if any(state.players[other].eliminated for other in partners):
        raise IllegalMove("DIP-1", "Choose players who are still in the game.")
    if not move.terms or len(set(move.terms)) < len(move.terms):
        raise IllegalMove("DIP-1", "Choose at least one term for the pact, and each only once.")
    _verify_length(state, move)
    offered = sum(pact.seat == seat and pact.status == "offered" for pact in state.pacts)
    if offered >= MOST_OPEN_OFFERS:
        raise IllegalMove("DIP-1", "Withdraw one of your offers before making another.")


def _verify_length(state: State, move: OfferPact) -> None:
    if move.rounds > MOST_ROUNDS or move.until > state.round + MOST_ROUNDS:
        raise IllegalMove(
            "DIP-1", "A pact lasts {rounds} rounds at most, or is open-ended.", rounds=MOST_ROUNDS
        )
    if move.rounds and move.until:
        raise IllegalMove("DIP-1", "Choose either a number of rounds or a last round, not both.")
    if 0 < move.until < state.round:
        raise IllegalMove(
            "DIP-1", "Round {round} is over. Choose this round or a later one.", round=move.until
        )


def offer_pact(state: State, seat: int, move: OfferPact, chance: Chance, emit: Emit) -> None:
    """Offer a pact publicly."""
    number = len(state.pacts) + 1
    offer = (move.partners, move.terms, move.rounds, move.words)
    state.pacts.append(Pact(number, seat, *offer, until=move.until))
    emit(PactOffered(number, seat, *offer, move.until))


def offered_to(state: State, seat: int) -> tuple[Pact, ...]:
    """Return the pacts that wait for a player's answer (DIP-1)."""
    return tuple(
        pact
        for pact in state.pacts
        if pact.status == "offered" and seat in pact.partners and seat not in pact.accepted
    )


def verify_answer_pact(state: State, seat: int, move: AnswerPact) -> None:
    """Raise IllegalMove unless the pact waits for this player's answer (DIP-1)."""
    if _find(state, move.pact) not in offered_to(state, seat):
        raise IllegalMove("DIP-1", "This pact isn’t waiting for your answer.")


def answer_pact(state: State, seat: int, move: AnswerPact, chance: Chance, emit: Emit) -> None:
    """Accept or refuse a pact, which starts once all partners have accepted."""
    pact = _find(state, move.pact)
    emit(PactAnswered(pact.number, seat, move.accept))
    if not move.accept:
        _end(pact, PactEnd.REFUSED, emit)
        return
    pact.accepted.append(seat)
    if len(pact.accepted) == len(pact.partners):
        pact.status = "in_force"
        if pact.rounds:
            pact.until = state.round + pact.rounds
        emit(PactBegun(pact.number))


def verify_end_pact(state: State, seat: int, move: EndPact) -> None:
    """Check that the player is in the pact, and that it has not ended (DIP-1)."""
    pact = _find(state, move.pact)
    if seat not in parties(pact) or pact.status not in ("offered", "in_force"):
        raise IllegalMove("DIP-1", "You have no such pact.")


def end_pact(state: State, seat: int, move: EndPact, chance: Chance, emit: Emit) -> None:
    """End a pact, or withdraw its offer."""
    _end(_find(state, move.pact), PactEnd.ENDED, emit)


def _end(pact: Pact, reason: PactEnd, emit: Emit) -> None:
    pact.status = "refused" if reason is PactEnd.REFUSED else "ended"
    emit(PactEnded(pact.number, reason))


def is_broken_by(
    board: Board, pact: Pact, attacker: int, defender: int | None, target: str
) -> bool:
    """Return whether an attack breaks a pact in force (DIP-1).

    `defender` is None for the neutral army.
    """
    sides = parties(pact)
    if pact.status != "in_force" or attacker not in sides:
        return False
    spared = (f"{SPARE}{target}", f"{SPARE}{board.territories[target].empire}")
    return any((term == PEACE and defender in sides) or term in spared for term in pact.terms)


def mark_broken_pacts(state: State, attack: Attack, emit: Emit) -> None:
    """Mark the pacts that a new attack breaks; the attack still goes ahead (DIP-1)."""
    for pact in state.pacts:
        if is_broken_by(state.board, pact, attack.attacker, attack.defender, attack.target):
            pact.status = "broken"
            emit(PactBroken(pact.number, attack.attacker, attack.source, attack.target))


def end_old_pacts(state: State, emit: Emit) -> None:
    """End the pacts and offers whose last round is over."""
    for pact in state.pacts:
        is_open = pact.status in ("offered", "in_force")
        if is_open and pact.until and state.round > pact.until:
            _end(pact, PactEnd.OVER, emit)


def end_pacts_of(state: State, seat: int, emit: Emit) -> None:
    """End the pacts and offers that cannot continue without an eliminated player."""
    for pact in state.pacts:
        if seat in parties(pact) and pact.status in ("offered", "in_force"):
            left = [other for other in parties(pact) if not state.players[other].eliminated]
            if pact.status == "offered" or len(left) < 2:
                _end(pact, PactEnd.ELIMINATED, emit)
