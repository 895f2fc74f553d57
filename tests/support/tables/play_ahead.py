"""Play the first moves of a game in memory, and store them at once.

Storing each move separately would take most of the time of a test that begins in the middle of a
game. tests/games/playing/test_play.py checks that both ways lead to the same rows.
"""

import math
from dataclasses import replace

from django.db import transaction

from games.models import Move
from games.playing.clocks import after_move
from games.playing.commit import save_entries
from games.playing.consequences.clocks import clocks_after
from games.playing.consequences.pacts import pact_endings
from games.storage.store.log_entries import Explanation, entry_of, entry_parts
from games.storage.store.rows import rows_of
from games.storage.store.saving import Changes, due_rows
from games.storage.store.stored_game import load_locked
from rules import BOTS, legal_moves, move_to_json, play, view
from rules.bots.reasons import Chosen
from rules.events.attack import BattleFought
from rules.questions import DecisionKind


def never(state):
    """Return False: the game goes on to its end."""
    return False


def is_in_round(state):
    """Return whether the set-up is over."""
    return bool(state.round)


def is_to_attack(state):
    """Return whether the player on turn decides about attacks."""
    return state.decisions[0].kind is DecisionKind.ATTACKS


@transaction.atomic
def play_ahead(code, source, is_there=never, most=math.inf, people=None):
    """Play until a condition of the state holds, `most` moves are made, or the game is over.

    Returns the state. People answer at random, or as a bot of the kind `people` would; bots answer
    as usual. All draw from `source`.
    """
    before = stored = load_locked(code)
    state, chance = stored.state(), stored.chance()
    entries, endings, rows = [], dict(stored.diplomacy.pacts), stored.rows
    while len(entries) < most and state.decisions and not is_there(state):
        seat, chosen, by = _answer(stored, state, source, people)
        begun_in = state.round
        events = play(state, seat, chosen.move, chance, by.value)
        number = stored.number + 1
        why = Explanation(seat, chosen.reason) if chosen.reason else None
        parts = entry_parts(move_to_json(chosen.move), chance.drawn, events, why)
        entries.append(entry_of(stored.id, number, parts, by, seat, begun_in))
        is_persons = by in Move.of_persons
        endings.update(pact_endings(events, number, begun_in, seat, is_persons))
        battles = sum(type(event) is BattleFought for event in events)
        times = clocks_after(stored, stored.clocks, state, battles)
        stored = replace(stored, number=number, clocks=times)
        # The rows of cards depend on the previous rows.
        rows = rows_of(state, rows)
    if entries:
        diplomacy = replace(stored.diplomacy, pacts=endings)
        due = due_rows(stored.id, before.clocks, stored.clocks)
        changes = Changes(stored.clocks, diplomacy, due=due)
        save_entries(before, state, rows, entries, changes)
    return state


def _answer(stored, state, source, people):
    """Return (seat, choice, by) of the next answer."""
    seat = state.decisions[0].seat
    if stored.seats[seat].user is not None:
        if people is not None:
            return seat, Chosen(BOTS[people](source).choose(view(state, seat))), Move.By.PLAYER
        return seat, Chosen(source.choice(list(legal_moves(state, seat)))), Move.By.PLAYER
    seat = after_move.next_bot(state).seat
    bot = BOTS[stored.seats[seat].bot](source)
    return seat, bot.decide(view(state, seat)), Move.By.BOT
