"""The size of pushes in bytes, before compression, for every kind of viewer."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from games.drawing.display.parts import TableParts
from games.models import Move
from games.storage.store.stored_game import load
from games.table.page import viewer
from games.web.live import pushes
from tests.bench.figures import Figures
from tests.bench.tables import SixPeople, falling_table

MOST_BYTES = 6 * 1024
BATTLE = frozenset({"attack_declared", "battle_fought", "attack_ended"})
CAPTURE = BATTLE | {"captured", "moved_in"}
Falling = dict[int | None, tuple[TableParts, TableParts, str]]
"""By viewer: the table before an elimination, the table after it, and the frame between them."""

WHO = ("mover", "opponent", "watcher")
WHO_AT_FALLS = ("captor", "opponent", "watcher")
MOST_OF_FALLS = 40 * 1024
"""The limit for a battle that eliminates a player, with everything that changes owner."""


class Sent:
    """A game being measured; `sizes` are frame sizes by kind of move, then by kind of viewer."""

    def __init__(self, table: SixPeople) -> None:
        self.table = table
        self.users = {None, *(user.pk for user in table.users)}
        self.sizes: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._tables = {seat: table for seat, (table, _) in self.draw({}).items()}

    def follow(self, moves: int) -> None:
        """Play this many moves, unless the game ends before, and record what they push."""
        for _ in range(moves):
            if load(self.table.code).state().is_over:
                return
            mover = self.table.play_on(1)
            drawn = self.draw(self._tables)
            self._tables = {seat: table for seat, (table, _) in drawn.items()}
            if kind := self._kind():
                self._note(kind, WHO, mover, {seat: text for seat, (_, text) in drawn.items()})

    def follow_falls(self, most: int | None = None) -> Iterator[Falling]:
        """Play from elimination to elimination; record and yield the frames of each.

        Stops after `most` eliminations, or at the end of the game.
        """
        number = 0
        while number != most and (ahead := self.table.fall_ahead()):
            before = self.draw({})
            self.table.play(*ahead)
            old = {seat: table for seat, (table, _) in before.items()}
            falling = {seat: (old[seat], *now) for seat, now in self.draw(old).items()}
            state = load(self.table.code).state()
            pushed = {seat: text for seat, (_, _, text) in falling.items()}
            kind = "last fall" if state.is_over else "fall"
            self._note(kind, WHO_AT_FALLS, self._captor(), pushed)
            number += 1
            yield falling

    def draw(self, old: dict) -> dict[int | None, pushes.Pushed]:
        """Return, by viewer, the current table and the frame that leads to it from `old`."""
        position = pushes.position(viewer.drawing_now(self.table.code), self.users)
        return pushes.frame_for_each(position, old)

    def _newest(self) -> list[dict[str, Any]]:
        """Return the public events of the newest move."""
        moves = Move.objects.filter(game__code=self.table.code).order_by("-number")
        return moves[:1].get().public["events"]

    def _captor(self) -> int:
        return next(each["captor"] for each in self._newest() if each["event"] == "eliminated")

    def _kind(self) -> str:
        """Return the kind of the newest move; several battles of one move are pushed together."""
        newest = self._newest()
        events = [event["event"] for event in newest]
        if set(events) == {"placed"}:
            return "placing"
        if events.count("battle_fought") != 1 or not CAPTURE.issuperset(events):
            return ""
        taken = {each["territory"] for each in newest if "territory" in each}
        if taken & set(viewer.drawing_now(self.table.code).state.headquarters.values()):
            return "capture of headquarters"
        return "capture" if "captured" in events else "battle"

    def _note(
        self, kind: str, names: Sequence[str], doer: int, pushed: dict[int | None, str]
    ) -> None:
        """Record three frame sizes: the mover's, the largest of another player, the spectators'.

        `names` labels these three.
        """
        size = {seat: len(text.encode()) for seat, text in pushed.items()}
        others = [each for seat, each in size.items() if seat not in (None, doer)]
        for who, each in zip(names, (size[doer], max(others), size[None]), strict=True):
            self.sizes[kind][who].append(each)


def measure(figures: Figures, table: SixPeople, moves: int) -> None:
    """Print the frame sizes of a game, by kind of move."""
    sent = Sent(table)
    sent.follow(moves)
    for kind in ("placing", "battle", "capture", "capture of headquarters"):
        by_viewer = sent.sizes[kind]
        if not by_viewer:
            continue
        worst = max(WHO, key=lambda who: median(by_viewer[who]))
        what = f"{table.code.capitalize()}, push of a {kind}"
        if kind == "placing":
            what = f"{table.code.capitalize()}, push of armies placed"
        figures.add(f"{what}, {worst}, median", median(by_viewer[worst]), MOST_BYTES, " B")
        most = max(max(sizes) for sizes in by_viewer.values())
        figures.add(f"{what}, most", most, MOST_BYTES, " B")


def measure_falls(figures: Figures, ruleset: str) -> None:
    """Print how many bytes are pushed for the battles that eliminate players in a game."""
    sent, game = Sent(falling_table(ruleset)), ruleset.capitalize()
    count = sum(1 for _ in sent.follow_falls())
    figures.add(f"{game}, falls of players", count)
    for kind, by_viewer in sent.sizes.items():
        for who, sizes in by_viewer.items():
            what = f"{game}, push of a {kind}, {who}"
            figures.add(f"{what}, median", median(sizes), None, " B")
            figures.add(f"{what}, most", max(sizes), MOST_OF_FALLS, " B")
