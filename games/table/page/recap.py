"""The recap “While you were away”: what a player missed, in groups and step by step on the map.

Everything comes from the player's own view: log entries as their seat may see them, and replayed
positions censored by `rules.view`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString

from games.community.absence.seat_changes import SeatHistory
from games.community.fairness.audit import gone_back
from games.drawing.board.parts import (
    mark_parts,
    newest_board_parts,
    own_board_parts,
    territory_parts,
)
from games.drawing.display.drawing import draw
from games.drawing.display.log import (
    LogEntry,
    LogLine,
    entries_for,
    entries_of_others,
    lines,
    newest_of_others,
    undone,
)
from games.drawing.display.parts import Part, Scene
from games.drawing.display.seating import seating_of
from games.drawing.display.words import words_of
from games.drawing.events.families import SHOWN
from games.drawing.events.rows import Recap
from games.models import Move
from games.storage.store.log_entries import take_back_of
from games.storage.store.rows import Rows, rows_of
from games.storage.store.stored_game import StoredGame, load
from games.table.page import frames
from games.table.page.superseded import still_holds
from rules import (
    RULESETS,
    Event,
    Options,
    State,
    move_from_json,
    new_game,
    play,
    view,
)
from rules.chance.recorded import RecordedChance, draw_from_json
from rules.events.attack import AttackDeclared
from rules.json import from_plain
from rules.sentences import Words

MOST_ENTRIES = 120
"""The maximum number of entries shown in groups; only the newest are shown."""

MOST_STEPS = 120
"""The maximum number of steps shown on the map; only the newest are shown."""

MOST_KEPT = 16
"""The number of cached recaps, for players who go through them step by step."""

_WHO = ("seat", "attacker", "defender", "loser", "player", "captor", "opponent")


@dataclass(frozen=True, slots=True)
class RecapGroup:
    """Log lines under a heading."""

    heading: str
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class Grouped:
    """The groups of an absence; `newest` is the number of entries shown if there are older ones."""

    groups: tuple[RecapGroup, ...]
    newest: int | None


@dataclass(frozen=True, slots=True, repr=False)
class RecapStep:
    """One entry: its lines, and the parts of the map that it changed."""

    lines: tuple[LogLine, ...]
    changed: dict[str, SafeString]


@dataclass(frozen=True, slots=True, repr=False)
class Missed:
    """An absence on the map: the map when the player left, and each step since.

    If there are more than MOST_STEPS, `left_out` counts the oldest; `base` includes their changes.
    """

    base: dict[str, SafeString]
    steps: tuple[RecapStep, ...]
    left_out: int

    def map_at(self, place: int) -> dict[str, SafeString]:
        """Return the parts of the map after the first `place` steps."""
        shown = dict(self.base)
        for step in self.steps[:place]:
            shown |= step.changed
        return shown


# As lines


def groups_since(game: int, number: int, scene: Scene, since: int) -> Grouped:
    """Return what others did after entry `since`, up to entry `number`, as the viewer may see it.

    Leaves out all but the newest MOST_ENTRIES, undone entries, events whose effect a later event
    has undone, and empty groups.
    """
    seat, words = scene.seat, words_of(scene)
    headings = ("To you", "To others", Recap.CARDS, Recap.PACTS)
    grouped: dict[str, list[LogLine]] = {heading: [] for heading in headings}
    sitters, gone = SeatHistory(game), undone(game)
    entries, has_more = newest_of_others(game, since, number, seat, MOST_ENTRIES)
    for entry in entries:
        if entry.number in gone:
            continue
        entry_lines = lines(entry, sitters.words_at(entry.number, words), scene.pact_endings)
        for event, line in zip(entry.events, entry_lines, strict=True):
            heading = _heading(event, seat)
            if heading and still_holds(event, scene.view):
                grouped[heading].append(line)
    groups = (RecapGroup(heading, tuple(found)) for heading, found in grouped.items() if found)
    return Grouped(tuple(groups), MOST_ENTRIES if has_more else None)


def _heading(event: Event, seat: int | None) -> str | None:
    recap = SHOWN[type(event)].recap
    if recap is not Recap.MAP:
        return recap
    if isinstance(event, AttackDeclared):
        return "To you" if event.defender == seat else None
    is_mine = any(getattr(event, name, None) == seat for name in _WHO)
    return "To you" if is_mine else "To others"


# On the map


def missed(stored: StoredGame, seat: int, since: int) -> Missed:
    """Return what others did during an absence, step by step.

    Raises RulesError if the log cannot be replayed.
    """
    return _missed(stored.code, seat, since, stored.number)


@lru_cache(maxsize=MOST_KEPT)
def _missed(code: str, seat: int, since: int, number: int) -> Missed:
    stored = load(code)
    seating, ruleset = seating_of(stored), RULESETS[stored.ruleset]
    pact_endings, sitters = stored.diplomacy.pacts, SeatHistory(stored.id)
    # The player's own changes on the map are part of another player's next step.
    numbers = [each.number for each in entries_of_others(stored.id, since, number, seat)]
    left_out = max(0, len(numbers) - MOST_STEPS)
    begin, shown = numbers[left_out - 1] if left_out else since, {*numbers[left_out:]}
    base: dict[str, Part] = {}
    before: dict[str, Part] = {}
    steps: list[RecapStep] = []
    for at, state, entry in _positions(stored, seat, number):
        if at != begin and at not in shown:
            continue
        parts = _map_parts(Scene(view(state, seat), seating, entry if at > since else None))
        if at == begin:
            base = parts
        elif entry is not None:
            words = Words(seating.names, ruleset, state.headquarters, seat)
            step_lines = lines(entry, sitters.words_at(entry.number, words), pact_endings)
            changed = {name: part for name, part in parts.items() if _is_new(part, before, name)}
            steps.append(RecapStep(tuple(step_lines), _drawn(changed)))
        before = parts
    return Missed(_drawn(base), tuple(steps), left_out)


def _positions(
    stored: StoredGame, seat: int, number: int
) -> Iterator[tuple[int, State, LogEntry | None]]:
    """Yield (number, position, entry as the seat saw it) for each entry up to `number`.

    The State may be mutated by the next iteration.
    """
    moves = Move.objects.filter(game=stored.id, number__lte=number).order_by("number")
    entries = list(moves.values_list("number", "seat", "by", "public", "private"))
    backs = {at: back for at, *_, private in entries if (back := take_back_of(at, private))}
    wanted, kept = {back.to for back in backs.values()}, dict[int, Rows]()
    state = None
    for at, by_seat, by, public, private in entries:
        chance = RecordedChance([draw_from_json(draw) for draw in private["draws"]])
        if state is None:
            options, persons = from_plain(Options, stored.options), private["move"]["persons"]
            state, _ = new_game(RULESETS[stored.ruleset], persons, options, stored.code, chance)
        elif at in backs:
            state = gone_back(stored, kept[backs[at].to], backs[at])
        elif by_seat is not None:
            play(state, by_seat, move_from_json(private["move"]), chance, by)
        if at in wanted:
            kept[at] = rows_of(state)
        (seen,) = entries_for([(at, public, private)], {seat})[seat] or (None,)
        yield at, state, seen


def _map_parts(scene: Scene) -> dict[str, Part]:
    # Parts that only this seat may see replace the public parts.
    spectator = Scene(scene.view, scene.seating)
    own = (*newest_board_parts(scene), *own_board_parts(scene))
    parts = (*territory_parts(spectator), *mark_parts(spectator), *own)
    # Steps replace whole territories, including the army numbers on them.
    return {name: part for name, part in parts if not part.within}


def _is_new(part: Part, before: dict[str, Part], name: str) -> bool:
    return name not in before or before[name].shown != part.shown


def _drawn(parts: dict[str, Part]) -> dict[str, SafeString]:
    return {name: frames.drawn(name, part) for name, part in parts.items()}


def script_data(seen: Missed) -> dict[str, Any]:
    """Return the recap for the page's script: the map parts that change, and the steps."""
    moving = {name for step in seen.steps for name in step.changed}
    return {
        "base": {name: seen.base[name] for name in sorted(moving & seen.base.keys())},
        "steps": [{"changed": step.changed, "lines": lines_html(step)} for step in seen.steps],
    }


def lines_html(step: RecapStep) -> str:
    """Return the lines of a step as HTML for the list beside the map."""
    return draw("table/page/recap/_lines.html", {"lines": step.lines})
