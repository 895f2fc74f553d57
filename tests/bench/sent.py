"""What is pushed of moves, in bytes before compression, for every kind of viewer."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from games.display.parts import Table
from games.live import pushes
from games.models import Move
from games.page import viewer
from games.store.stored_game import load
from tests.bench.figures import Figures
from tests.bench.tables import SixPeople, falling_table

MOST_BYTES = 2048
BATTLE = frozenset({"attack_declared", "battle_fought", "attack_ended"})
CAPTURE = BATTLE | {"captured", "moved_in"}
Falling = dict[int | None, tuple[Table, Table, tuple[str, ...]]]
"""By viewer the table before a fall, that after it, and the frames between them."""

WHO = ("mover", "opponent", "watcher")
WHO_AT_FALLS = ("captor", "opponent", "watcher")
MOST_OF_FALLS = {"captor": 5120, "opponent": 4608, "watcher": 3584}
"""All that is pushed of the battle by which a player falls, and of what comes of it.

Who takes it over gets their cards, too. Of each push MOST_BYTES are the limit there as well.
"""


class Sent:
    """A game that is followed; `sizes` are bytes by kind of move, then by kind of viewer.

    They are of all that is pushed of a move; `longest` are of its longest push.
    """

    def __init__(self, table: SixPeople) -> None:
        self.table = table
        self.users = {None, *(user.pk for user in table.users)}
        self.sizes: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.longest: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._tables = {seat: table for seat, (table, _) in self.draw({}).items()}

    def follow(self, moves: int) -> None:
        """Play so many moves, if the game lasts as long, and note what is sent of them."""
        for _ in range(moves):
            if load(self.table.code).state().is_over:
                return
            mover = self.table.play_on(1)
            drawn = self.draw(self._tables)
            self._tables = {seat: table for seat, (table, _) in drawn.items()}
            if kind := self._kind():
                self._note(kind, WHO, mover, {seat: pushed for seat, (_, pushed) in drawn.items()})

    def follow_falls(self, most: int | None = None) -> Iterator[Falling]:
        """Play from fall to fall, note what is sent of each, and yield it.

        `most` is after how many to stop; the last is that which ends the game.
        """
        number = 0
        while number != most and (ahead := self.table.fall_ahead()):
            before = self.draw({})
            self.table.play(*ahead)
            old = {seat: table for seat, (table, _) in before.items()}
            falling = {seat: (old[seat], *now) for seat, now in self.draw(old).items()}
            state = load(self.table.code).state()
            pushed = {seat: texts for seat, (_, _, texts) in falling.items()}
            kind = "last fall" if state.is_over else "fall"
            self._note(kind, WHO_AT_FALLS, self._captor(), pushed)
            number += 1
            yield falling

    def draw(self, old: dict) -> dict[int | None, pushes.Pushed]:
        """Return by viewer the table as it is and the frames that lead there from an older one."""
        position = pushes.position(viewer.drawing_now(self.table.code), self.users)
        return pushes.frames_for_all(position, old)

    def _newest(self) -> list[dict[str, Any]]:
        """Return the public events of the newest move."""
        moves = Move.objects.filter(game__code=self.table.code).order_by("-number")
        return moves[:1].get().public["events"]

    def _captor(self) -> int:
        return next(each["captor"] for each in self._newest() if each["event"] == "eliminated")

    def _kind(self) -> str:
        """Return what the newest move is: of several battles at once the page is told together."""
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
        self, kind: str, names: Sequence[str], doer: int, pushed: dict[int | None, tuple[str, ...]]
    ) -> None:
        """Note the bytes of frames for who did it, for the worst off of the others, for watchers.

        `names` are what these are called.
        """
        bytes_of = {
            seat: [len(text.encode()) for text in texts] or [0] for seat, texts in pushed.items()
        }
        for of, found in ((sum, self.sizes), (max, self.longest)):
            each = {seat: of(sizes) for seat, sizes in bytes_of.items()}
            others = [size for seat, size in each.items() if seat not in (None, doer)]
            for who, size in zip(names, (each[doer], max(others), each[None]), strict=True):
                found[kind][who].append(size)


def measure(figures: Figures, table: SixPeople, moves: int) -> None:
    """Print the bytes of what is sent of the kinds of moves of a game."""
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
    """Print the bytes of what is sent of the battles of a game by which players fall."""
    sent, game = Sent(falling_table(ruleset)), ruleset.capitalize()
    count = sum(1 for _ in sent.follow_falls())
    figures.add(f"{game}, falls of players", count)
    for kind, by_viewer in sent.sizes.items():
        for who, sizes in by_viewer.items():
            what, most = f"{game}, pushes of a {kind}, {who}", MOST_OF_FALLS[who]
            longest = max(sent.longest[kind][who])
            figures.add(f"{what}, in all, median", median(sizes), None, " B")
            figures.add(f"{what}, in all, most", max(sizes), most, " B")
            figures.add(f"{what}, longest", longest, MOST_BYTES, " B")
