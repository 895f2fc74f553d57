"""Chapter 12: playing a game and recording it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.chance import Chance, seed_commitment
from rules.chance.recorded import to_json as draw_to_json
from rules.errors import IllegalMove, RecordError
from rules.events.base import Event, seen_events
from rules.events.json import from_json as event_from_json
from rules.events.json import to_json as event_to_json
from rules.json import to_plain
from rules.moves import Control, Move, TakeSeat
from rules.moves.json import to_json as move_to_json
from rules.record.document import (
    SCHEMA,
    TEST_NOTE,
    BoardUsed,
    RecordedSeat,
    RecordHead,
    RulesetUsed,
    board_version,
    head_digest,
    verify_head,
)
from rules.record.entries import MOVE, START, TAKE_BACK, entry_digest, read_history
from rules.record.replaying import replay
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State
from rules.turn import new_game, play


class GameRecord:
    """A running game and its record.

    `state` is the position, `events` has the newest entry's events, `entries` all entries of the
    document. Only the methods of this class change them.
    """

    def __init__(self, head: RecordHead, chance: Chance) -> None:
        self.head = head
        self._chance = chance
        self._seed: bytes | None = None
        self.state, self.events = new_game(
            head.rules, head.persons, head.ruleset.options, head.game, chance
        )
        self.entries: list[dict[str, Any]] = []
        self._append({"kind": START, **_happened(chance, self.events)})

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset,
        seats: Sequence[RecordedSeat],
        options: Options,
        game: str,
        chance: Chance,
        *,
        seed_commitment: str,
        values: Sequence[str],
        test: bool = False,
    ) -> "GameRecord":
        """Begin a game; `values` are the public values in seat order, "" for none.

        `test` marks a seed that was known in advance. Raises RecordError for an invalid head.
        """
        head = RecordHead(
            schema=SCHEMA,
            game=game,
            ruleset=RulesetUsed(ruleset.name, ruleset.version, options),
            board=BoardUsed(ruleset.board.id, board_version(ruleset.board)),
            seats=tuple(seats),
            commitment=seed_commitment,
            values=tuple(values),
            test=test,
            note=TEST_NOTE if test else "",
        )
        verify_head(head)
        return cls(head, chance)

    def play(self, seat: int, move: Move, by: str = "player") -> tuple[Event, ...]:
        """Play a move, record it with its draws and events, and return the events.

        `by` is one of `turn.SOURCES`. If `turn.play` raises an error, nothing changes.
        """
        self.events = play(self.state, seat, move, self._chance, by)
        content = {"kind": MOVE, "seat": seat, "by": by, "move": move_to_json(move)}
        self._append({**content, **_happened(self._chance, self.events)})
        return self.events

    def sit_down(self, seat: int, name: str) -> tuple[Event, ...]:
        """Give a seat to a substitute on behalf of a moderator, and record the name (ELM-7)."""
        events = self.play(seat, TakeSeat(Control.PLAYER, own=True), "moderator")
        seats = list(self.head.seats)
        seats[seat] = replace(seats[seat], substitutes=(*seats[seat].substitutes, name))
        self.head = replace(self.head, seats=tuple(seats))
        return events

    def take_back(self, to: int, reason: str = "") -> None:
        """Return to the position after entry `to`, in the next epoch (FAIR-6).

        Entries and draws keep counting up, and the undone entries stay in the record. Raises
        IllegalMove if the game is over or the record does not allow the take-back.
        """
        if self.state.is_over:
            raise IllegalMove(
                "FAIR-6",
                "The game is over and its seed is published, so nothing can be taken back.",
            )
        self._append(
            {
                "kind": TAKE_BACK,
                "by": "moderator",
                "to": to,
                "reason": reason,
                "epoch": self.state.epoch + 1,
                "draw": self.state.draws,
            }
        )
        try:
            read_history(self.entries)
        except RecordError as error:
            self.entries.pop()
            raise IllegalMove("FAIR-6", "{reason}", reason=error.message) from None
        self.events = ()
        self.state = replay(self.to_json(), check_events=False)

    def history(self, seat: int | None) -> tuple[Event, ...]:
        """Return all events that a seat, or a spectator (None), has seen, without undone moves."""
        kept = (self.entries[number] for number in read_history(self.entries).kept)
        events = (event_from_json(data) for entry in kept for data in entry.get("events", ()))
        return seen_events(events, seat)

    def _append(self, data: dict[str, Any]) -> None:
        before = self.entries[-1]["digest"] if self.entries else head_digest(self.head)
        data = {"number": len(self.entries), **data}
        self.entries.append({**data, "digest": entry_digest(before, data)})

    def close(self, seed: bytes) -> None:
        """Publish the seed of a finished game and every hidden choice (FAIR-2, HID-3)."""
        if not self.state.is_over:
            raise RecordError("The game is not over: its seed stays secret.")
        if seed_commitment(seed) != self.head.commitment:
            raise RecordError("This seed does not match the game’s seal.")
        self._seed = seed

    def to_json(self) -> dict[str, Any]:
        """Return the document; it contains hands and salts, so it is secret until the game ends."""
        outcome = self.state.outcome
        return {
            **to_plain(self.head),
            "entries": list(self.entries),
            "outcome": None if outcome is None else to_plain(outcome),
            "seed": None if self._seed is None else self._seed.hex(),
            "hidden": None if self._seed is None else hidden_choices(self.state),
        }


def hidden_choices(state: State) -> list[dict[str, Any]]:
    """Return all choices of hidden armies, as published at the end of a record (HID-3)."""
    return [
        {
            "maker": choice.maker,
            "territory": choice.territory,
            "commitment": choice.commitment,
            "salt": choice.salt,
        }
        for choice in state.hidden
    ]


def _happened(chance: Chance, events: tuple[Event, ...]) -> dict[str, Any]:
    return {
        "draws": [draw_to_json(draw) for draw in chance.drawn],
        "events": [event_to_json(event) for event in events],
    }
