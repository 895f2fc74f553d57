"""Absences at a table: the steps taken, and what a viewer can do about them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.urls import reverse

from games.community.absence import votes as absence_votes
from games.community.absence.seat_changes import SeatHistory
from games.drawing.display.options import ADVICE
from games.drawing.display.parts import Part, Scene
from games.models import NOBODY, AbsenceStep, Game, User, Vote
from games.playing.clocks.time_controls import SLOW_FROM
from games.storage.store.clocks import Clocks
from games.storage.store.stored_game import StoredGame
from rules.sentences.words import listed

Step = AbsenceStep.Step

SENTENCES: dict[str, str] = {
    Step.WARNED: "You have used 80% of your time.",
    Step.BANK: "{name} ran out of time and is using the time bank.",
    Step.EXTENDED: "{name} got extra time, available once per game.",
    Step.MISSED: "{name} ran out of time, so the game moved for them.",
    Step.STEWARD: "A stand-in is defending for {name}.",
    Step.RETURNED: "{name} is back.",
    Step.OPENED: "{name}’s seat is open to a new player.",
    Step.SUBSTITUTE: "{name} took over an open seat.",
    Step.CAPTAIN: "A bot took over {name}’s seat for good.",
    Step.NUDGED: "{by} reminded {name}.",
    Step.PAUSED: "Everyone agreed to a pause.",
    Step.UNATTENDED: "Nobody was watching, so the game is paused.",
    Step.RESUMED: "The pause is over.",
    Step.GIVEN_BACK: "The site was down. The lost time was added to all clocks.",
}
"""The sentence for each step."""


MOST_SHOWN = 12
"""Maximum number of steps shown to a viewer."""


def newest_steps(game: int) -> list[AbsenceStep]:
    """Return the newest public steps and the newest private steps of each seat, newest first.

    One query serves all viewers; `shown_to` selects the steps that each viewer may see.
    """
    place = Window(RowNumber(), ["is_open", "seat"], order_by=F("pk").desc())
    steps = AbsenceStep.objects.filter(game=game).annotate(place=place)
    return list(steps.filter(place__lte=MOST_SHOWN).order_by("-pk"))


def shown_to(steps: Iterable[AbsenceStep], seat: int | None) -> list[AbsenceStep]:
    """Return the newest steps that a seat (None: a spectator) may see."""
    own = (step for step in steps if step.is_open or (seat is not None and step.seat == seat))
    return list(islice(own, MOST_SHOWN))


@dataclass(frozen=True, slots=True)
class Absences:
    """A game's newest absence steps, and the history of its seats; the same for all viewers."""

    steps: tuple[AbsenceStep, ...] = ()
    sitters: SeatHistory | None = None


def absences_of(game: int, times: Clocks) -> Absences:
    """Return the absences of a game, in two queries, or in none if it has no absence step."""
    return Absences(tuple(newest_steps(game)), SeatHistory(game)) if times.steps else Absences()


def absence_part(absences: Absences, scene: Scene) -> Part:
    """Return the part with the absence steps that a viewer may see."""
    sitters = absences.sitters
    steps = [
        _shown(scene, sitters, step)
        for step in shown_to(absences.steps, scene.seat)
        if sitters is not None and _is_theirs(step, scene.seat, sitters)
    ]
    # When this part changes, the page reloads the options, which depend on `told` and `is_held`.
    context = {"steps": steps, "told": scene.times.told, "is_held": scene.seating.is_held}
    return Part("table/sidebar/_absence.html", context)


def _is_theirs(step: AbsenceStep, seat: int | None, sitters: SeatHistory) -> bool:
    """Return whether a step is public, or private to the seat's current player."""
    return step.is_open or (seat is not None and not sitters.was_another(seat, step.at))


def _shown(scene: Scene, sitters: SeatHistory, step: AbsenceStep) -> dict[str, Any]:
    def name(seat: int | None) -> str:
        # Attribute a step to the player who had the seat at the time.
        return "" if seat is None else sitters.name(seat, step.at) or scene.seating.names[seat]

    return {
        "text": SENTENCES[step.step].format(name=name(step.seat), by=name(step.by)),
        "at": step.at.isoformat(timespec="seconds"),
        "until": step.until and step.until.isoformat(timespec="seconds"),
    }


@dataclass(frozen=True, slots=True)
class VacantSeat:
    """A seat that needs a player, with the votes for a captain.

    `name` is the player who left, `wants` the viewer's own vote, and `why_not` the reason the
    viewer cannot take the seat. `wanting`, here and in `AbsenceActions`, lists the voters.
    """

    seat: int
    name: str
    wanting: str
    wants: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class AbsenceActions:
    """What a viewer can do about time and seats.

    `nudge` holds (seat, name, was nudged lately). `link` is the path that a player can share to
    fill a vacant seat; "" for anyone who is not playing. `advice_term` is the table's term on
    advice, for viewers who may take a seat.
    """

    is_playing: bool = False
    is_paused: bool = False
    wants_pause: bool = False
    wanting: str = ""
    nudge: tuple[tuple[int, str, bool], ...] = ()
    vacant: tuple[VacantSeat, ...] = ()
    may_sit: bool = False
    link: str = ""
    advice_term: str = ""

    @property
    def is_asked(self) -> bool:
        """Return whether others are asking for the viewer's vote."""
        pause = bool(self.wanting) and not self.wants_pause
        captain = any(vacant.wanting and not vacant.wants for vacant in self.vacant)
        return self.is_playing and (pause or captain)


def absence_actions(stored: StoredGame, scene: Scene, user: User | None = None) -> AbsenceActions:
    """Return what a viewer (`user` is None if anonymous) can do about time and seats."""
    if scene.view.outcome is not None or stored.held_since is not None:
        return AbsenceActions()
    times, names = stored.clocks, scene.seating.names
    playing = stored.people
    voted = _votes(stored, playing)
    pause = voted.get((Vote.For.PAUSE, NOBODY), [])
    is_playing = scene.seat in playing
    # The player who left a seat may take it again.
    has_seat = scene.seat is not None and not stored.seats[scene.seat].is_vacant
    vacant = tuple(_vacant(stored, scene, voted, None if has_seat else user))
    return AbsenceActions(
        is_playing=is_playing,
        is_paused=times.pause is not None,
        wants_pause=scene.seat in pause,
        wanting=_voters([names[seat] for seat in pause]),
        nudge=tuple(_nudges(stored, scene, times)) if is_playing else (),
        vacant=vacant,
        may_sit=not has_seat,
        link=_link(stored.code) if is_playing and vacant else "",
        advice_term=ADVICE if stored.allows_advice else "",
    )


def _link(code: str) -> str:
    """Return the path to share for a table: its invitation if the table is unlisted."""
    is_listed, token = Game.objects.values_list("is_listed", "invitation").get(code=code)
    return reverse("table", args=[code]) if is_listed else reverse("invitation", args=[code, token])


Votes = dict[tuple[str, int], list[int]]
"""The seats of current players who voted, keyed by (subject of the vote, seat it is about)."""


def _votes(stored: StoredGame, playing: Collection[int]) -> Votes:
    found = Votes()
    votes = Vote.objects.filter(game=stored.id, seat__in=playing).order_by("seat")
    for what, about, seat in votes.values_list("what", "about", "seat"):
        found.setdefault((what, about), []).append(seat)
    return found


def _vacant(
    stored: StoredGame, scene: Scene, voted: Votes, asking: User | None
) -> Iterator[VacantSeat]:
    names = scene.seating.names
    for seat in absence_votes.vacant_seats(stored):
        wanting = voted.get((Vote.For.CAPTAIN, seat), [])
        why_not = absence_votes.why_no_substitute(stored, asking, seat) if asking else ""
        wanted_by = _voters([names[one] for one in wanting])
        yield VacantSeat(seat, names[seat], wanted_by, scene.seat in wanting, why_not)


def _voters(names: list[str]) -> str:
    """Return the names of voters as a list in a sentence; "" for no names."""
    return listed(names) if names else ""


def _nudges(stored: StoredGame, scene: Scene, times: Clocks) -> Iterator[tuple[int, str, bool]]:
    """Yield (seat, name, was reminded lately) for each player the viewer may remind."""
    if stored.turn_seconds < SLOW_FROM:
        return
    for seat in absence_votes.nudgeable(times):
        if seat != scene.seat:
            yield seat, scene.seating.names[seat], absence_votes.was_nudged(stored.id, seat)
