"""The turn (chapter 3), and the engine's entry points: start a game, check and play moves.

`answers` maps each decision to the moves that answer it, `order_of_play` goes from phase to phase,
and `defaults` answers for absent players. Sites play through `rules.play`, which is `play` here.
Built on `attack`, `armies`, `ending`, `tutorials` and the packages below them.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from rules import moves as m
from rules.chance import Chance
from rules.chapters.orders.expiry import disarm_orders
from rules.chapters.setup import setup
from rules.errors import IllegalMove, InvalidMove
from rules.events.agreements import Answered
from rules.events.base import Emit, Event
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State
from rules.state.players import Decision
from rules.turn.answers import ANSWERS, DECLARATIONS, Offer
from rules.turn.defaults import STEPWISE, default_answer
from rules.turn.game_options import new_state
from rules.turn.names import NAMES
from rules.turn.order_of_play import phases, proceed
from rules.tutorials import position as tutorials
from rules.tutorials.script import options_of_step, step_of, verify_step
from rules.tutorials.steps import Step

SOURCES = ("player", "order", "clock", "bot", "moderator")
"""The possible sources of a move."""

HOUSE = ("clock", "moderator")
"""Sources allowed to make house moves; players are notified when one of them answers for them."""

ANSWERED_BY = {"order": "plan"} | {source: source for source in HOUSE}
"""The value of `Answered.by`, by the source of the move.

A move from “order” belongs to a turn plan; standing orders make no moves.
"""


def new_game(
    ruleset: Ruleset,
    persons: Sequence[bool],
    options: Options,
    game: str,
    chance: Chance,
) -> tuple[State, tuple[Event, ...]]:
    """Start a game: seat the players, roll for the first player and ask the first decision.

    `persons` has one flag per seat: True for a person, False for a bot. `game` is the game's id
    in random draws and commitments. Raises IllegalMove for a wrong number of seats (SET-1), and
    IllegalMove or InvalidMove for a wrong option.
    """
    state = new_state(ruleset, persons, options, game)
    events: list[Event] = []
    chance.begin(state.epoch, state.draws)
    if options.tutorial:
        tutorials.begin(state, chance, events.append)
    else:
        state.phase = phases(state)[0]
        setup.seat_players(state, chance, events.append)
    proceed(state, chance, events.append)
    state.draws = chance.number
    return state, tuple(events)


def play(
    state: State, seat: int, move: m.Move, chance: Chance, by: str = "player"
) -> tuple[Event, ...]:
    """Play a move and return its events.

    The fields of the move have the types that its class says, as `rules.moves.json` guarantees.
    `by` is one of `SOURCES`. Raises InvalidMove or IllegalMove and leaves state and chance
    unchanged; raises ValueError for any other `by`.
    """
    if by not in SOURCES:
        raise ValueError(f"Unknown source of a move: {by!r}.")
    decision = verify(state, seat, move, by)
    events: list[Event] = []
    emit = events.append
    chance.begin(state.epoch, state.draws)
    if decision is not None:
        _answer(state, decision, move, chance, emit, by)
    elif type(move) is m.Default:
        _default(state, seat, chance, emit, by)
    else:
        DECLARATIONS[type(move)][1](state, seat, move, chance, emit)
    proceed(state, chance, emit)
    if state.outcome is None:
        disarm_orders(state, emit)
    state.draws = chance.number
    return tuple(events)


def _answer(
    state: State, decision: Decision, move: m.Move, chance: Chance, emit: Emit, by: str
) -> None:
    seat, kind = decision.seat, decision.kind
    state.answered(seat)
    if by in ANSWERED_BY:
        emit(Answered(seat, kind, move.name, ANSWERED_BY[by]))
    ANSWERS[kind].moves[type(move)][1](state, seat, move, chance, emit)


def _default(state: State, seat: int, chance: Chance, emit: Emit, by: str) -> None:
    """Give the default answer to a decision, including all its steps (ORD-6)."""
    kind = state.open_decision(seat).kind
    decision = state.decision_of(seat)
    while decision is not None and decision.kind is kind:
        move = default_answer(state, seat, chance)
        if move is not None:
            _answer(state, decision, move, chance, emit, by)
        else:
            emit(Answered(seat, kind, "default", by))
            state.answered(seat)
        if kind not in STEPWISE:
            return
        proceed(state, chance, emit)
        decision = state.decision_of(seat)


def verify(state: State, seat: int, move: m.Move, by: str = "player") -> Decision | None:
    """Return the open decision that a move answers; None for a declaration or house move.

    Raises InvalidMove or IllegalMove if `play` would refuse the move.
    """
    if type(move) not in NAMES:
        raise InvalidMove("That is not a valid move.")
    for value_of, known in NAMES[type(move)]:
        known(state, value_of(move))
    decision = state.decision_of(seat)
    if type(seat) is not int or (decision is None and seat not in range(len(state.players))):
        raise InvalidMove("There is no such seat.")
    try:
        if state.outcome is not None:
            raise IllegalMove("TRN-8", "The game is over.")
        if state.options.tutorial:
            verify_step(state, seat, move)
        if decision is not None and type(move) in ANSWERS[decision.kind].moves:
            ANSWERS[decision.kind].moves[type(move)][0](state, seat, move)
            return decision
        if move.kind is m.Kind.ANSWER:
            raise _not_now(state, seat, move)
        _verify_declaration(state, seat, move, by)
    except IllegalMove as refusal:
        refusal.words = state.ruleset.words
        refusal.args = state.ruleset.rule(refusal.rule), *refusal.args[1:]
        raise
    return None


def is_allowed(state: State, seat: int, move: m.Move, by: str = "player") -> bool:
    """Return whether `play` would accept a valid move now; raise InvalidMove for an invalid one."""
    try:
        verify(state, seat, move, by)
    except IllegalMove:
        return False
    return True


def _verify_declaration(state: State, seat: int, move: m.Move, by: str) -> None:
    if move.kind is m.Kind.HOUSE:
        if by not in HOUSE:
            raise IllegalMove(move.rule, "Only the clock or a moderator can do this.")
    elif state.players[seat].eliminated:
        raise IllegalMove("ELM-1", "You have been eliminated from this game.")
    if type(move) is not m.Default:
        DECLARATIONS[type(move)][0](state, seat, move)
    elif state.decision_of(seat) is None:
        raise IllegalMove(move.rule, "It’s not this player’s move.")


def _not_now(state: State, seat: int, move: m.Move) -> IllegalMove:
    """Return the refusal of a move that does not answer the player's open decision."""
    decision, rule = state.decision_of(seat), move.rule
    if state.players[seat].eliminated:
        reason = "You have been eliminated from this game."
    elif decision is not None:
        reason = "You have a different decision to make now."
        rule = "CLA-4" if decision.kind is DecisionKind.SETS else rule
    elif seat == state.turn:
        reason = "The game is waiting for another player."
    else:
        reason = "It is not your turn."
    return IllegalMove(rule, reason)


def offer(state: State, seat: int) -> tuple[Option, ...]:
    """Return every answer to a player's open decision; empty if they have none."""
    return tuple(chain.from_iterable(part(state, seat) for part in offer_parts(state, seat)))


def offer_parts(state: State, seat: int) -> tuple[Offer, ...]:
    """Return functions of (state, seat) that each yield one part of the offer."""
    decision = state.decision_of(seat)
    if decision is None:
        return ()
    parts, step = ANSWERS[decision.kind].parts, step_of(state, seat)
    if step is None:
        return parts
    return tuple(partial(_offer_of_step, part, step) for part in parts)


def _offer_of_step(part: Offer, step: Step, state: State, seat: int) -> Iterator[Option]:
    return options_of_step(step, part(state, seat))


def legal_moves(state: State, seat: int) -> Iterator[m.Move]:
    """Yield a player's legal answers; a `Ranking` contributes only those of length 0 and 1."""
    for option in offer(state, seat):
        yield from option.moves()
