"""Stop a part that the site can do without: moves and pushes must continue meanwhile."""

from collections.abc import Sequence
from time import monotonic, sleep

from tests.chaos.parts import Command, Part
from tests.chaos.people import Person, Watcher
from tests.support.visitors.patience import PATIENCE

LOOK_SECONDS = 0.25
ANSWER_SECONDS, BEHIND_SECONDS = 1.0, 5.0
MOST_SAID = 5
"""A process may log at most this many lines about problems, however long the part is away."""


class Without:
    """A period without one part; `problems` lists what went wrong."""

    def __init__(
        self,
        part: Part,
        people: Sequence[Person],
        watchers: Sequence[Watcher],
        commands: Sequence[Command],
    ) -> None:
        self._part, self._people = part, people
        self._watchers, self._commands = watchers, commands
        self.behind = self.away = 0.0
        self.problems: list[str] = []

    def play(self, seconds: float, is_timed: bool) -> None:
        """Stop the part for at least this many seconds, and until each person has been answered."""
        said = [len(one.running.complaints()) for one in self._commands]
        again = sum(person.again for person in self._people)
        sent = [len(person.lasted) for person in self._people]
        began = monotonic()
        self._part.kill()
        while self.away < seconds or not self._all_answered(sent):
            assert self.away < seconds + PATIENCE, "Somebody was not answered."
            sleep(LOOK_SECONDS)
            self.away = monotonic() - began
            oldest = max(began, min(one.newest_at for one in self._watchers))
            self.behind = max(self.behind, monotonic() - oldest)
        self._part.come_back()
        people = zip(self._people, sent, strict=True)
        lasted = [one for person, before in people for one in person.lasted[before:]]
        self._verify_said(said)
        if sum(person.again for person in self._people) > again:
            self.problems.append(f"without {self._part.name} moves had to be sent again")
        if is_timed and (max(lasted) > ANSWER_SECONDS or self.behind > BEHIND_SECONDS):
            self.problems.append(f"without {self._part.name} it took too long")
        print(
            f"Without {self._part.name} for {self.away:.1f} s: {len(lasted)} moves sent, "
            f"answered after {1000 * sum(lasted) / len(lasted):.0f} ms on average "
            f"and {max(lasted):.2f} s at most; pages were behind for {self.behind:.2f} s at most",
            flush=True,
        )

    def _all_answered(self, before: Sequence[int]) -> bool:
        people = zip(self._people, before, strict=True)
        return all(len(person.lasted) > count for person, count in people)

    def _verify_said(self, before: Sequence[int]) -> None:
        for command, count in zip(self._commands, before, strict=True):
            said = command.running.complaints()[count:]
            if len(said) > MOST_SAID or any(" ERROR " in line for line in said):
                self.problems.append(f"{command.name} said without {self._part.name}: {said[:20]}")
