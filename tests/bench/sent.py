"""What is sent of moves, in bytes before compression, for every kind of viewer."""

from collections import defaultdict
from statistics import median

from games import pushes, sight
from games.models import Move
from games.store import load
from tests.bench.figures import Figures
from tests.bench.tables import SixPeople

MOST_BYTES = 2048
BATTLE = frozenset({"attack_declared", "battle_fought", "attack_ended"})
CAPTURE = BATTLE | {"captured", "moved_in"}
WHO = ("mover", "opponent", "watcher")


class Sent:
    """A game that is followed; `sizes` are bytes by kind of move, then by kind of viewer."""

    def __init__(self, table: SixPeople) -> None:
        self.table = table
        self.users = {None, *(user.pk for user in table.users)}
        self.sizes: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._tables = {seat: table for seat, (table, _) in self._draw({}).items()}

    def follow(self, moves: int) -> None:
        """Play so many moves, if the game lasts as long, and note what is sent of them."""
        for _ in range(moves):
            if load(self.table.code).state().is_over:
                return
            mover = self.table.play_on(1)
            drawn = self._draw(self._tables)
            self._tables = {seat: table for seat, (table, _) in drawn.items()}
            if kind := self._kind():
                texts = {seat: text or "" for seat, (_, text) in drawn.items()}
                self._note(kind, mover, texts)

    def _draw(self, old: dict) -> dict:
        position = pushes.position(sight.drawing_now(self.table.code), self.users)
        return pushes.frames_for_all(position, old)

    def _kind(self) -> str:
        """Return what the newest move is: of several battles at once the page is told together."""
        entry = Move.objects.filter(game__code=self.table.code).order_by("-number")[:1].get()
        events = [event["event"] for event in entry.public["events"]]
        if set(events) == {"placed"}:
            return "placing"
        if events.count("battle_fought") != 1 or not CAPTURE.issuperset(events):
            return ""
        taken = {each["territory"] for each in entry.public["events"] if "territory" in each}
        if taken & set(sight.drawing_now(self.table.code).state.headquarters.values()):
            return "capture of headquarters"
        return "capture" if "captured" in events else "battle"

    def _note(self, kind: str, mover: int, texts: dict[int | None, str]) -> None:
        bytes_of = {seat: len(text.encode()) for seat, text in texts.items()}
        others = [size for seat, size in bytes_of.items() if seat not in (None, mover)]
        for who, size in zip(WHO, (bytes_of[mover], max(others), bytes_of[None]), strict=True):
            self.sizes[kind][who].append(size)


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
