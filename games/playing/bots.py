"""Let bots answer their decisions and offers, through the same entry point as people."""

import logging
import random
import secrets
from dataclasses import replace
from functools import partial

from django.db import DatabaseError

from games.exceptions import Refused, Stale, game_sought
from games.models import Game, Move
from games.playing.clocks import after_move
from games.playing.play import play_for
from games.playing.requests import BotChoice, Played
from games.storage.store.stored_game import StoredGame, load
from games.storage.store.worker_cache import Memory
from rules import BOTS, Decision, State, View, view
from rules.bots import Bot, offer_before
from rules.bots.diplomacy import decline, partners_of
from rules.bots.reasons import Chosen
from rules.moves import Control, Default

logger = logging.getLogger(__name__)

STEWARD = "steward"


def play_bot(
    code: str,
    source: random.Random | None = None,
    *,
    due_at: int | None = None,
    memory: Memory | None = None,
) -> Played | None:
    """Let one bot answer its open decision; return None if the game waits for no bot.

    If `due_at` (Unix time in milliseconds) is given, a bot whose move is due later does not play.
    The bot chooses its move without locking the game, from the copy in `memory` if that is current.
    If a bot fails, the error is logged and the default answer is played. Raises NoSuchGame, and
    Stale if another move came first.
    """
    known = memory.recall(code) if memory else None
    if memory and known:
        try:
            played = _play_bot(*known, source, due_at, memory, known[0].number)
        except Stale:
            # Another process has moved, or the table is paused.
            played = None
        if played is not None:
            return played
        memory.forget(code)
    with game_sought():
        stored = load(code)
    return _play_bot(stored, stored.state(), source, due_at, memory)


def _play_bot(
    stored: StoredGame,
    state: State,
    source: random.Random | None,
    due_at: int | None,
    memory: Memory | None,
    on: int | None = None,
) -> Played | None:
    if stored.status != Game.Status.RUNNING:
        return None
    times = stored.clocks
    if due_at is not None and (times.pause or times.bot is None or times.bot.when > due_at):
        return None
    decision = after_move.next_bot(state)
    if decision is None:
        return None
    source = source or random.Random(secrets.randbits(128))  # noqa: S311 - no dice, only a bot
    return _decide(stored, state, decision, source, BotChoice(due_at, on, memory))


def _decide(
    stored: StoredGame, state: State, decision: Decision, source: random.Random, choice: BotChoice
) -> Played:
    """Let a seat's bot answer its decision; play the default answer if the bot fails.

    An offer that the bot makes is saved in the same transaction, so that it is made only once.
    """
    code, seat, name = stored.code, decision.seat, _bot_of(stored, state, decision.seat)
    play_move = partial(play_for, code, seat, decision=decision.number, epoch=state.epoch)
    try:
        chosen, offer = _choose(stored, view(state, seat), BOTS[name](source))
        why = replace(choice, reason=chosen.reason, offer=offer)
        return play_move(chosen.move, Move.By.BOT, choice=why)
    except (Refused, DatabaseError):
        raise
    # Catch everything: the table must not wait for a broken bot.
    except Exception:
        logger.exception("The bot %s of seat %s failed in game %s.", name, seat, code)
    return play_move(Default(), Move.By.CLOCK, choice=choice)


def _choose(stored: StoredGame, seen: View, bot: Bot) -> tuple[Chosen, Chosen | None]:
    """Return a bot's answer, and its offer (or None) to players who accept offers from bots."""
    step = seen.tutorial_step
    if step is not None:
        return Chosen(step.move), None
    chosen = bot.decide(seen)
    offer = offer_before(bot, seen, chosen.move)
    if offer is None:
        return chosen, None
    is_welcome = all(stored.seats[seat].takes_bot_offers for seat in partners_of(offer.move))
    return chosen, offer if is_welcome else None


def answer_offer(
    code: str, source: random.Random | None = None, *, due_at: int | None = None
) -> Played | None:
    """Let one bot or steward answer a pact or trade; return None if none has been offered one.

    Otherwise like `play_bot`, but if a bot fails, it declines the offer.
    """
    with game_sought():
        stored = load(code)
    if stored.status != Game.Status.RUNNING:
        return None
    times = stored.clocks
    call = times.offer
    if due_at is not None and (times.pause or call is None or call.when > due_at):
        return None
    state = stored.state()
    seat = after_move.next_answerer(state)
    if seat is None:
        return None
    source = source or random.Random(secrets.randbits(128))  # noqa: S311 - no dice, only a bot
    return _answer_for_bot(stored, state, seat, source)


def _answer_for_bot(
    stored: StoredGame, state: State, seat: int, source: random.Random
) -> Played | None:
    code, name, seen = stored.code, _bot_of(stored, state, seat), view(state, seat)
    try:
        answer = BOTS[name](source).answer(seen)
        if answer is None:
            return None
        move, choice = answer.move, BotChoice(reason=answer.reason)
        return play_for(
            code, seat, move, Move.By.BOT, decision=None, epoch=state.epoch, choice=choice
        )
    except (Refused, DatabaseError):
        raise
    # Catch everything: the person who made the offer must get an answer.
    except Exception:
        if not Game.objects.filter(code=code, number=stored.number).exists():
            raise Stale("The offer has since changed.") from None
        logger.exception("The bot %s of seat %s failed in game %s.", name, seat, code)
    no = decline(seen)
    if no is None:
        return None
    return play_for(code, seat, no, Move.By.BOT, decision=None, epoch=state.epoch)


def _bot_of(stored: StoredGame, state: State, seat: int) -> str:
    """Return the name of the bot that plays a seat now."""
    is_steward = state.players[seat].control is Control.STEWARD
    return STEWARD if is_steward else stored.seats[seat].bot or stored.takeover_bot
