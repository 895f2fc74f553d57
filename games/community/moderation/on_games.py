"""Moderators' actions on games: pause, clocks, seats, messages, ending, unblocking."""

from dataclasses import replace

from django.db.models import F
from django.utils import timezone
from django.utils.translation import ngettext

from games.community.absence.seat_changes import FILLED, hand_over, has_seen_secrets
from games.community.fairness import audit
from games.community.moderation.actions import (
    ActionRequest,
    Facts,
    Forbidden,
    carry_out,
    is_seated,
    lock_running,
    post_to_table,
)
from games.community.notices.sources.from_absence import notify_replaced
from games.community.notices.sources.from_waiting_rooms import delete_quotes
from games.community.trust.restrictions import why_kept_out
from games.exceptions import Refused, Stale
from games.models import Action, Due, Game, Message, Move, Player, User
from games.models.display_names import look_alike_key
from games.playing.clocks import pauses, timeouts
from games.playing.clocks.clock_settings import terms_with_rests
from games.playing.clocks.stopped import is_site_closed
from games.playing.commit import change_clocks, save_changes
from games.playing.play import play_for
from games.playing.requests import Played
from games.storage.store import clocks
from games.storage.store.database_time import milliseconds, moment_now, now
from games.storage.store.locks import lock_games
from games.storage.store.saving import Changes, due_rows
from games.storage.store.stored_game import load_locked
from rules.moves import Control, Default, EndGame, TakeSeat

LONGEST_EXTENSION = 7 * 24 * 60
"""The maximum extension in minutes."""

ENDED = "A moderator ended the game with a result. Reason: {reason}"
CANCELLED = "A moderator ended the game without a result. Reason: {reason}"
"""The messages to the table when a game ends."""

MESSAGES = {
    "hold": "A moderator paused the game. Reason: {reason}",
    "give_to_bot": "A moderator gave seat {seat} to a bot. Reason: {reason}",
    "give_to_person": "A moderator gave seat {seat} to {player}. Reason: {reason}",
    "say": "A moderator says: {reason}",
    "move": (
        "A moderator forced a move for seat {seat}, as if its time had run out. Reason: {reason}"
    ),
}
"""The messages to the table about other actions."""


# Pauses and deadlines


def hold(action: ActionRequest) -> Action:
    """Pause a game: clocks stop, and no moves are accepted until it is resumed."""

    def work() -> tuple[Facts, Facts]:
        game = lock_running(action.required_game)
        if game.held_since is not None:
            raise Stale("This game is already paused.")
        Game.objects.filter(pk=game.pk).update(held_since=moment_now())
        Due.objects.filter(game=game).delete()
        post_to_table(game, MESSAGES["hold"].format(reason=action.reason))
        return {"paused": False}, {"paused": True}

    return carry_out(action, work)


def resume(action: ActionRequest) -> Action:
    """Resume a paused game; players keep the time they had left."""

    def work() -> tuple[Facts, Facts]:
        game = lock_running(action.required_game)
        if game.held_since is None:
            raise Stale("This game is not paused.")
        if is_site_closed():
            raise Stale("The whole site is paused. This game resumes when the site opens.")
        stood_still = give_back(game)
        post_to_table(game, "A moderator resumed the game. All clocks continue where they stopped.")
        return {"paused": True}, {"paused": False, "seconds_given_back": stood_still // 1000}

    return carry_out(action, work)


def give_back(game: Game) -> int:
    """Resume a held game and shift its deadlines; return how long it was held, in milliseconds."""
    stored = load_locked(game.code)
    moment = now()
    time = moment - milliseconds(stored.held_since) if stored.held_since else 0
    stored = replace(stored, held_since=None)
    times = timeouts.restarted(stored.clocks, time, moment)
    if not times.pause:
        times = timeouts.past_rest(times, terms_with_rests(stored), moment, stored.people)
    # The last player who had not voted for a pause may have been replaced while the game was held.
    is_wanted = pauses.is_wanted(stored, times)
    changes = pauses.start_pause(stored, times) if is_wanted else Changes(times)
    due = due_rows(stored.id, clocks.Clocks(), changes.clocks or times)
    save_changes(stored, replace(changes, game={"held_since": None}, due=due), is_seen=False)
    return time


def _longer(times: clocks.Clocks, time: int) -> clocks.Clocks:
    """Extend people's deadlines, but not those of bots, offers, plans and pauses."""
    # On a paused table `later` would extend only the pause.
    longer = timeouts.later(replace(times, pause=None), time)
    return replace(longer, bot=times.bot, offer=times.offer, plan=times.plan, pause=times.pause)


def _later_everywhere(time: int, words: str) -> int:
    held = lock_games(Game.objects.filter(status=Game.Status.RUNNING, held_since=None))
    running = list(Game.objects.public().filter(pk__in=held))
    for game in running:
        change_clocks(game.code, lambda _, times: _longer(times, time))
        post_to_table(game, words)
    return len(running)


def _verify_minutes(minutes: int) -> int:
    if not 1 <= minutes <= LONGEST_EXTENSION:
        raise Refused("Enter 1 to {most} minutes.", most=LONGEST_EXTENSION)
    return minutes * 60_000


def _more(minutes: int, reason: str) -> str:
    """Return the message that tells a table about more time for its open decisions."""
    text = ngettext(
        "A moderator added {minutes} minute to the clock. Reason: {reason}",
        "A moderator added {minutes} minutes to the clock. Reason: {reason}",
        minutes,
    )
    return text.format(minutes=minutes, reason=reason)


def extend(action: ActionRequest, minutes: int) -> Action:
    """Extend the deadline of every player with an open decision in a game."""

    def work() -> tuple[Facts, Facts]:
        time = _verify_minutes(minutes)
        game = lock_running(action.required_game)
        change_clocks(game.code, lambda _, times: _longer(times, time))
        post_to_table(game, _more(minutes, action.reason))
        return {}, {"minutes": minutes}

    return carry_out(action, work)


def extend_all(action: ActionRequest, minutes: int) -> Action:
    """Extend the deadlines of all players with an open decision, in all running games."""

    def work() -> tuple[Facts, Facts]:
        time = _verify_minutes(minutes)
        words = _more(minutes, action.reason)
        return {}, {"minutes": minutes, "games": _later_everywhere(time, words)}

    return carry_out(action, work)


# Seats


def _player(action: ActionRequest, seat: int) -> Player:
    player = action.required_game.players.public().filter(seat=seat).select_related("user").first()
    if player is None:
        raise Refused("That seat doesn’t exist.")
    return player


def give_to_bot(action: ActionRequest, seat: int) -> Action:
    """Give a seat to a bot permanently; its former player may watch."""

    def work() -> tuple[Facts, Facts]:
        lock_running(action.required_game)
        player = _player(action, seat)
        if player.control == Control.BOT.value:
            raise Stale("A bot already plays this seat.")
        before = {"seat": seat, "control": player.control}
        Player.objects.filter(pk=player.pk).update(**FILLED)
        notify_replaced(player, "A bot")
        _for_house(action, seat, TakeSeat(Control.BOT))
        post_to_table(
            action.required_game,
            MESSAGES["give_to_bot"].format(seat=seat + 1, reason=action.reason),
        )
        return before, {"seat": seat, "control": Control.BOT.value}

    return carry_out(action, work)


def _for_house(action: ActionRequest, seat: int, move: TakeSeat | EndGame) -> Played:
    return play_for(action.required_game.code, seat, move, Move.By.MODERATOR, decision=None)


def give_to_person(action: ActionRequest, seat: int, name: str) -> Action:
    """Give a seat, with its hand, to another person (ELM-7)."""

    def work() -> tuple[Facts, Facts]:
        lock_running(action.required_game)
        player = _player(action, seat)
        newcomer = User.objects.filter(name_key=look_alike_key(name), is_active=True).first()
        if newcomer is None:
            raise Refused("That user doesn’t exist.")
        if newcomer.pk == action.by.pk:
            raise Forbidden("You can’t do this to yourself.")
        if why_kept_out(newcomer) is not None:
            raise Refused("That person is suspended or banned.")
        if is_seated(newcomer, action.required_game):
            raise Refused("That person is or was a player in this game.")
        if has_seen_secrets(newcomer, action.required_game.pk):
            raise Refused(
                "That person has seen this game’s secrets as a moderator, so they can’t join it."
            )
        before = {"seat": seat, "user": player.user_id, "bot": player.bot}
        hand_over(player, newcomer)
        _for_house(action, seat, TakeSeat(Control.PLAYER, own=True))
        post_to_table(
            action.required_game,
            MESSAGES["give_to_person"].format(seat=seat + 1, player=newcomer, reason=action.reason),
        )
        return before, {"seat": seat, "user": newcomer.pk}

    return carry_out(action, work)


# Messages


def say(action: ActionRequest) -> Action:
    """Post the action's reason at the table as a system message to players and spectators."""

    def work() -> tuple[Facts, Facts]:
        post_to_table(
            lock_running(action.required_game),
            MESSAGES["say"].format(reason=action.reason.strip()),
        )
        return {}, {"said": True}

    return carry_out(action, work)


def remove_message(action: ActionRequest, message: Message) -> Action:
    """Hide a message from everybody; reports keep their copy of it."""

    def work() -> tuple[Facts, Facts]:
        found = Message.objects.filter(pk=message.pk, game=action.required_game, removed_at=None)
        delete_quotes(found)
        if not found.update(removed_at=timezone.now()):
            raise Stale("This message has already been removed.")
        # Bump the talk's version, so that open pages replace the message.
        Game.objects.filter(pk=action.required_game.pk).update(
            talked=F("talked") + 1, changed_at=moment_now()
        )
        return {"message": message.pk, "author": message.author_id}, {"removed": True}

    return carry_out(action, work)


# Ending and unblocking games


def cancel(action: ActionRequest) -> Action:
    """End a game without a result."""
    return _end(action, ())


def end(action: ActionRequest, winners: tuple[int, ...]) -> Action:
    """End a game with these seats as its winners."""
    return _end(action, winners)


def _end(action: ActionRequest, winners: tuple[int, ...]) -> Action:
    def work() -> tuple[Facts, Facts]:
        if action.name == "end" and not winners:
            raise Refused("Choose the winners, or cancel the game without a result.")
        _let_go(lock_running(action.required_game))
        played = _for_house(action, 0, EndGame(winners))
        text = ENDED if winners else CANCELLED
        post_to_table(action.required_game, text.format(reason=action.reason))
        return {"status": "running"}, {"winners": list(winners), "entry": played.number}

    return carry_out(action, work)


def _let_go(game: Game) -> None:
    """Unpause a locked game that is about to end."""
    Game.objects.filter(pk=game.pk).update(held_since=None)


def answer_default(action: ActionRequest) -> Action:
    """Answer the first open decision of a game with its default, as a clock would (ORD-6)."""

    def work() -> tuple[Facts, Facts]:
        lock_running(action.required_game)
        decision = load_locked(action.required_game.code).state().decisions[0]
        played = play_for(
            action.required_game.code,
            decision.seat,
            Default(),
            Move.By.MODERATOR,
            decision=decision.number,
        )
        post_to_table(
            action.required_game,
            MESSAGES["move"].format(seat=decision.seat + 1, reason=action.reason),
        )
        return {}, {"seat": decision.seat, "entry": played.number}

    return carry_out(action, work)


def run_audit(action: ActionRequest) -> Action:
    """Replay a game and compare it with the stored game.

    A difference is reported in detail only after the game is over.
    """

    def work() -> tuple[Facts, Facts]:
        try:
            entries = audit.audit(action.required_game.code)
        except audit.Mismatch as unlike:
            is_over = Game.objects.get(pk=action.required_game.pk).status == Game.Status.OVER
            return {}, {"as_stored": False, "difference": str(unlike) if is_over else ""}
        return {}, {"as_stored": True, "entries": entries}

    return carry_out(action, work)
