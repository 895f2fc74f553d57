"""Finish a quick set-up for its only person."""

import secrets

from games.exceptions import NotSeated, Stale
from games.models import User
from games.plans.proposals import proposal
from games.play.bots import play_bot
from games.play.play import Played, play_moves
from games.store.stored_game import load
from rules import view
from rules.state.players import DecisionKind

_MOST_ANSWERS = 24
"""More than bots can be asked between a stronghold and the muster of a person."""


def finish_setup(code: str, user: User) -> Played | None:
    """Let the bots answer until the person is asked to muster, and muster as is proposed.

    None where the person is asked something else, or nothing, and once the set-up is over.
    Raises NotSeated.
    """
    for _ in range(_MOST_ANSWERS):
        stored = load(code)
        state = stored.state()
        users = [seat.user for seat in stored.seats]
        seat = users.index(user.pk) if user.pk in users else None
        if seat is None:
            raise NotSeated("You do not sit at this table.")
        # Beside other persons bots keep to their pace: nobody makes them answer at once.
        is_alone = sum(player.person for player in state.players) == 1
        if state.round or not state.options.quick or not is_alone:
            return None
        decision = state.decision_of(seat)
        if decision is not None:
            if decision.kind is not DecisionKind.MUSTER:
                return None
            moves = proposal(view(state, seat), code)
            key = secrets.token_urlsafe(12)
            number, epoch = decision.number, state.epoch
            return play_moves(code, user, moves, key=key, decision=number, epoch=epoch)
        try:
            if play_bot(code) is None:
                return None
        except Stale:
            # Whoever else wakes bots was quicker.
            continue
    return None
