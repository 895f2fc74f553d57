"""A stored game as a sequence of steps, each shown as one pair of eyes saw it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from games.drawing.display.log import LogEntry, LogLine, lines
from games.drawing.display.log_tail import LogTail
from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, words_of
from games.models import Move
from games.storage.store.stored_game import StoredGame
from games.table.replay.cast import Cast
from games.table.replay.eyes import Eyes
from games.table.replay.positions import LogRow, events_of, positions
from games.table.replay.steps import Steps
from rules import RULESETS, State, View
from rules.events.base import PrivateEvent
from rules.sentences import Words


@dataclass(frozen=True, slots=True, repr=False)
class Shown:
    """A step: the scene after it, with the events that made it, its lines, and the hands.

    `hands` and `hidden` have the cards and the territories of unrevealed hidden armies of each
    seat, or their number if these eyes do not see them. The next step changes the scene's position.
    """

    step: int
    scene: Scene
    lines: list[LogLine]
    hands: list[tuple[str, ...] | int]
    hidden: list[tuple[str, ...] | int]


@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """A game, who is called what in it, and whose knowledge is shown."""

    stored: StoredGame
    cast: Cast
    eyes: Eyes
    entries: list[LogRow]
    steps: Steps = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", Steps(self.entries))

    def shown(self, first: int, last: int) -> Iterator[Shown]:
        """Yield the steps from `first` to `last`.

        Raises RulesError if the game was played under older rules.
        """
        step, made = 0, list[LogEntry]()
        for number, events, state in positions(self.stored, self.entries[: self.steps.until(last)]):
            made.append(LogEntry(number, self.eyes.shown(events)))
            if number + 1 == self.steps.until(step):
                if step >= first:
                    yield self._shown(step, made, state)
                step, made = step + 1, []

    def _shown(self, step: int, made: list[LogEntry], state: State) -> Shown:
        seen, owners = self.eyes.view(state), self.eyes.owners(state)
        scene = Scene(
            seen,
            self.cast.seating,
            made[0] if self.eyes.reader is not None else _public(made[0]),
            game=self.stored.id,
            pact_endings=self.stored.diplomacy.pacts,
            epoch=state.epoch,
            log=LogTail(self.stored.id, made[0].number, (), {seen.seat}),
        )
        told = [line for entry in made for line in self._lines(entry, words_of(scene))]
        hands = [_hand(seen, owners.get(seat), seat) for seat in range(len(seen.players))]
        hidden = [
            owners[each.seat].hidden if each.seat in owners else each.hidden
            for each in seen.players
        ]
        return Shown(step, scene, told, hands, hidden)

    def log(self) -> Iterator[LogLine]:
        """Yield the lines of all steps, for a game whose positions are lost."""
        words = Words(self.cast.seating.names, RULESETS[self.stored.ruleset], {}, self.eyes.reader)
        for number, _, _, public, private in self.entries:
            entry = LogEntry(number, self.eyes.shown(events_of(public, private)))
            yield from self._lines(entry, words)

    def _lines(self, entry: LogEntry, words: Words) -> Iterator[LogLine]:
        is_undone = self.steps.is_undone(self.steps.of(entry.number))
        words = self.cast.words_at(entry.number, words)
        found = lines(entry, words, self.stored.diplomacy.pacts, is_undone=is_undone)
        for event, line in zip(entry.events, found, strict=True):
            text, is_private = line.text, line.is_private
            if isinstance(event, PrivateEvent) and self.eyes.reader is None:
                # Private events address their player.
                text = _TOLD.format(player=words.player(event.seat), text=text)
                is_private = False
            yield replace(line, text=text, is_private=is_private, brief=None)


_TOLD = "Only {player} saw this: “{text}”"


def _public(entry: LogEntry) -> LogEntry:
    """Return an entry without its private events, whose pictures address their player."""
    return replace(entry, events=tuple(event for event in entry.events if not event.private))


def _hand(seen: View, owner: View | None, seat: int) -> tuple[str, ...] | int:
    """Return the names of the cards in a hand, or their number if they are not open."""
    if owner is None:
        return seen.player(seat).cards + (seen.sets.counts[seat] if seen.sets else 0)
    words = Words((), seen.ruleset)
    battle_cards = (words.card(card) for card in owner.hand)
    return (
        *battle_cards,
        *(capitalised(words.territory_card(one)) for one in owner.territory_cards),
    )


def replay_of(stored: StoredGame, cast: Cast, eyes: Eyes) -> Replay:
    """Return the replay of a stored game."""
    moves = Move.objects.filter(game=stored.id, number__lte=stored.number).order_by("number")
    columns = ("number", "seat", "by", "public", "private")
    return Replay(stored, cast, eyes, list(moves.values_list(*columns)))
