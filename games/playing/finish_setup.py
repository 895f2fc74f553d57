"""Finish the quick set-up of a game with a single person."""

import secrets

from games.exceptions import NotSeated, Stale
from games.models import User
from games.playing.bots import play_bot
from games.playing.plans.proposals import proposal
from games.playing.play import play_moves
from games.playing.requests import Played
from games.storage.store.stored_game import load
from rules import view
from rules.questions import DecisionKind

_MOST_ANSWERS = 24
"""An upper bound on the bots' answers between a person's stronghold and their muster."""


def finish_setup(code: str, user: User) -> Played | None:
    """Let the bots answer until the person must muster, then play the proposed muster.

    Returns None if the person does not have to muster, or is not alone with bots. Raises NotSeated.
    """
    for _ in range(_MOST_ANSWERS):
        stored = load(code)
        state = stored.state()
        users = [seat.user for seat in stored.seats]
        seat = users.index(user.pk) if user.pk in users else None
        if seat is None:
            raise NotSeated("You don’t have a seat in this game.")
        # With other people at the table, bots keep their usual pace.
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
            # A worker or another request has let the bot move first.
            continue
    return None
