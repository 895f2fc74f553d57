"""Taking a game back to an earlier position, by a moderator (chapter 12, FAIR-6).

The seed stays the same, entry numbers continue in a new epoch, and undone entries stay in the log.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.community.absence.seat_changes import SeatHistory
from games.community.fairness.audit import Entry, Mismatch, replayed
from games.community.moderation.actions import ActionRequest, Facts, carry_out, lock_running
from games.drawing.display.log import entries_for, lines, undone
from games.drawing.display.seating import player_name
from games.exceptions import Refused
from games.models import Action, Game, Move, Player
from games.playing.commit import save_entries
from games.playing.consequences import plans
from games.playing.consequences.clocks import clocks_after
from games.storage.store.clocks import Clocks
from games.storage.store.diplomacy import Diplomacy
from games.storage.store.log_entries import entry_of, entry_parts, take_back_entry, take_back_of
from games.storage.store.rows import Rows
from games.storage.store.saving import Changes, due_rows
from games.storage.store.stored_game import StoredGame, load_locked
from rules import RULESETS, IllegalMove, RecordError, State
from rules.events.turn import TakenBack
from rules.record.entries import TAKE_BACK, History
from rules.sentences import Words

SHOWN = 60
"""The number of recent entries offered as targets."""


@dataclass(frozen=True, slots=True)
class TakeBackTarget:
    """A possible target: the number, round and time of an entry, and its last public sentence."""

    number: int
    round: int
    made_at: datetime
    sentence: str


def take_back_targets(game: Game) -> list[TakeBackTarget]:
    """Return the entries a game can go back to, newest first; reads no secrets."""
    gone = undone(game.pk)
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    words = Words([player_name(player) for player in players], RULESETS[game.ruleset])
    sitters = SeatHistory(game.pk)
    moves = Move.objects.filter(game=game, number__lt=game.number).order_by("-number")
    rows = moves.values_list("number", "round", "made_at", "public")[: SHOWN * 4]
    found = []
    for number, round_, made_at, public in rows:
        entries = entries_for([(number, public, {"events": []})], {None})[None]
        if entries and number not in gone:
            last = lines(entries[0], sitters.words_at(number, words))[-1].text
            found.append(TakeBackTarget(number, round_, made_at, last))
    return found[:SHOWN]


def take_back(action: ActionRequest, to: int) -> Action:
    """Go back to the position after entry `to`; raise IllegalMove if FAIR-6 does not allow it."""

    def work() -> tuple[Facts, Facts]:
        game = Game.objects.public().select_for_update(no_key=True).get(pk=action.required_game.pk)
        if game.status == Game.Status.OVER:
            raise IllegalMove(
                "FAIR-6",
                "The game is over and its seed is published, so nothing can be taken back.",
            )
        stored = load_locked(lock_running(game).code)
        number = _go_back(stored, to, action.reason.strip())
        return {"entry": stored.number}, {"entry": number, "to": to}

    return carry_out(action, work)


def _go_back(stored: StoredGame, to: int, reason: str) -> int:
    entries = _entries(stored)
    history = _history(entries)
    facts = {
        "to": to,
        "reason": reason,
        "epoch": history.take_backs + 1,
        "draw": stored.rows.game["draws"],
    }
    number = stored.number + 1
    try:
        history.go_back(take_back_entry(number, facts))
    except RecordError as error:
        raise IllegalMove("FAIR-6", "{reason}", reason=error.message) from None
    private: dict[str, Any] = {TAKE_BACK: facts}
    try:
        state, rows, endings = replayed(stored, [*entries, (number, 0, "moderator", {}, private)])
    except Mismatch:
        raise Refused(
            "The stored position differs from the log of this game. Audit the game."
        ) from None
    parts = entry_parts(None, (), (TakenBack(state.round, state.turn, reason),))
    parts = (parts[0], {**parts[1], TAKE_BACK: facts})
    # Restore the pacts, but neither the counts of offers nor what bots said about them.
    diplomacy = Diplomacy(endings, offers=stored.diplomacy.offers)
    return _enter(stored, rows, state, parts, diplomacy)


def _enter(
    stored: StoredGame,
    after: Rows,
    state: State,
    parts: tuple[dict[str, Any], dict[str, Any]],
    diplomacy: Diplomacy,
) -> int:
    """Save the take-back with all clocks restarted; return the number of its entry."""
    number = stored.number + 1
    entries = [entry_of(stored.id, number, parts, Move.By.MODERATOR, 0, state.round)]
    stopped = plans.taken_back(stored)
    times = clocks_after(stored, stopped.clocks or Clocks(), state)
    due = due_rows(stored.id, stored.clocks, times)
    changes = stopped.then(Changes(times, diplomacy, due=due))
    save_entries(stored, state, after, entries, changes)
    return number


def _entries(stored: StoredGame) -> list[Entry]:
    moves = Move.objects.filter(game=stored.id).order_by("number")
    return list(moves.values_list("number", "seat", "by", "public", "private"))


def _history(entries: list[Entry]) -> History:
    """Return the history of take-backs in these entries."""
    history = History()
    for number, _, _, _, private in entries:
        back = take_back_of(number, private)
        if back is not None:
            history.go_back(back)
        history.kept.append(number)
    return history
