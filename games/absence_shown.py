"""What a table shows of absences: the steps that were taken, and what one may do about them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from games import agreements, clocks
from games.absence import steps_shown
from games.clocks import Clocks
from games.handing_over import Sitters
from games.models import NOBODY, AbsenceStep, User, Vote
from games.paces import SLOW_FROM
from games.store import StoredGame
from games.table import Part, Parts, Scene

Step = AbsenceStep.Step

SENTENCES: dict[str, str] = {
    Step.WARNED: "Four fifths of your time are gone.",
    Step.BANK: "The time of {name} is gone: now the bank runs.",
    Step.EXTENDED: "{name} is excused, once in this game.",
    Step.MISSED: "{name} missed a turn; the game answered.",
    Step.STEWARD: "A steward holds the seat of {name}, and only defends.",
    Step.RETURNED: "{name} is back.",
    Step.OPENED: "The seat of {name} needs a player.",
    Step.SUBSTITUTE: "{name} plays on in a seat that was left.",
    Step.CAPTAIN: "A captain plays the seat of {name} to the end.",
    Step.NUDGED: "{by} reminded {name}.",
    Step.PAUSED: "All agreed to a pause.",
    Step.RESUMED: "The pause is over.",
    Step.GIVEN_BACK: "The site was down: all clocks were given the time that was lost.",
}
"""What is told of each step."""


def absence_parts(scene: Scene) -> Parts:
    """Yield the steps of the absence ladder that a viewer may see."""
    steps = []
    if scene.times.steps and scene.game:
        sitters = Sitters(scene.game)
        steps = [
            _shown(scene, sitters, step)
            for step in steps_shown(scene.game, scene.seat)
            # What only the leaver was told is nothing to who sits there now.
            if step.is_open or not sitters.was_another(scene.seat, step.at)
        ]
    # What is told counts too, and whether the game is held: the page asks anew what one may do.
    context = {"steps": steps, "told": scene.times.told, "is_held": scene.seating.is_held}
    yield "absence", Part("games/_absence.html", context)


def _shown(scene: Scene, sitters: Sitters, step: AbsenceStep) -> dict[str, Any]:
    def name(seat: int | None) -> str:
        # What somebody did who left the seat is not told of who sits there now.
        return "" if seat is None else sitters.name(seat, step.at) or scene.seating.names[seat]

    return {
        "text": SENTENCES[step.step].format(name=name(step.seat), by=name(step.by)),
        "at": step.at.isoformat(timespec="seconds"),
        "until": step.until and step.until.isoformat(timespec="seconds"),
    }


@dataclass(frozen=True, slots=True)
class Vacant:
    """A seat that needs a player: who left it, who wants a captain there, why it is not for one."""

    seat: int
    name: str
    wanting: tuple[str, ...]
    wants: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Acts:
    """What a viewer may do about time and seats; `nudge` are (seat, name, was nudged lately)."""

    is_playing: bool = False
    is_paused: bool = False
    wants_pause: bool = False
    wanting: tuple[str, ...] = ()
    nudge: tuple[tuple[int, str, bool], ...] = ()
    vacant: tuple[Vacant, ...] = ()
    may_sit: bool = False


def acts_of(stored: StoredGame, scene: Scene, user: User | None = None) -> Acts:
    """Return what a viewer (None: nobody known) may do at a table about time and seats."""
    if scene.view.outcome is not None or stored.held_since is not None:
        return Acts()
    times, names = clocks.from_json(stored.clocks), scene.seating.names
    playing = agreements.persons(stored)
    voted = _votes(stored, playing)
    pause = voted.get((Vote.For.PAUSE, NOBODY), [])
    is_playing = scene.seat in playing
    # Who left a seat may be the one who takes it again.
    has_seat = scene.seat is not None and not stored.seats[scene.seat].is_vacant
    return Acts(
        is_playing=is_playing,
        is_paused=times.pause is not None,
        wants_pause=scene.seat in pause,
        wanting=tuple(names[seat] for seat in pause),
        nudge=tuple(_nudges(stored, scene, times)) if is_playing else (),
        vacant=tuple(_vacant(stored, scene, voted, None if has_seat else user)),
        may_sit=not has_seat,
    )


Votes = dict[tuple[str, int], list[int]]
"""By what is voted for and about which seat: the seats that want it, of those who play."""


def _votes(stored: StoredGame, playing: Collection[int]) -> Votes:
    found = Votes()
    votes = Vote.objects.filter(game=stored.id, seat__in=playing).order_by("seat")
    for what, about, seat in votes.values_list("what", "about", "seat"):
        found.setdefault((what, about), []).append(seat)
    return found


def _vacant(
    stored: StoredGame, scene: Scene, voted: Votes, asking: User | None
) -> Iterator[Vacant]:
    names = scene.seating.names
    for seat in agreements.vacant_seats(stored):
        wanting = voted.get((Vote.For.CAPTAIN, seat), [])
        why_not = agreements.why_no_substitute(stored, asking, seat) if asking else ""
        wanted_by = tuple(names[one] for one in wanting)
        yield Vacant(seat, names[seat], wanted_by, scene.seat in wanting, why_not)


def _nudges(stored: StoredGame, scene: Scene, times: Clocks) -> Iterator[tuple[int, str, bool]]:
    """Yield whom the viewer may remind, and whether that was done lately."""
    if stored.turn_seconds < SLOW_FROM:
        return
    for seat in agreements.nudgeable(times):
        if seat != scene.seat:
            yield seat, scene.seating.names[seat], agreements.was_nudged(stored.id, seat)
