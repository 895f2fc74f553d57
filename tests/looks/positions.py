"""Positions of games for pictures, and how each is reached."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils import timezone

from games.community.notices.shared.hooks import add_hook
from games.models import Game, TableWebhook, User
from games.playing.bots import play_bot
from games.playing.clocks.time_controls import HOUR, TimeControl
from games.playing.start import create_game, start_game
from rules import Options, State
from rules.cards import BattleCard
from rules.questions import DecisionKind
from tests.support.tables.play_ahead import never, play_ahead
from tests.support.tables.positions.diplomacy import lead
from tests.support.tables.positions.pinned import pin

ALICE, BOB, DEALER, LEADER = range(4)
"""The seats of the two people and of the first two bots."""

UNHURRIED = TimeControl(4 * HOUR, 4 * HOUR)
"""A time control long enough that no clock runs out before the picture is taken."""

Condition = Callable[[State], bool]


@dataclass(frozen=True)
class Position:
    """A position: a game that is played until the condition `is_there` holds.

    `finish`, given the game's code, then changes the stored game.
    """

    ruleset: str
    is_there: Condition
    seats: int = 4
    seed: int = 7
    bot: str = "captain"
    finish: Callable[[str], object] | None = None
    options: dict[str, Any] = field(default_factory=lambda: {"quick": True})

    def stored(self, name: str, people: tuple[User, User]) -> str:
        """Play up to the position; return the code of its table."""
        seats = [*people, *(self.bot for _ in range(self.seats - len(people)))]
        game = pin(create_game(seats, Options(**self.options), self.ruleset), f"{name:a<8}"[:8])
        Game.objects.filter(pk=game.pk).update(title="", pace="calm", **asdict(UNHURRIED))
        start_game(game.code)
        source = random.Random(self.seed)
        state = play_ahead(game.code, source, self.is_there, people="captain")
        assert self.is_there is never or self.is_there(state), f"{name} is not reached"
        if self.finish is not None:
            self.finish(game.code)
        return str(game.code)


def asks(kind: DecisionKind, seat: int = ALICE, since: int = 1) -> Condition:
    """Return the condition that a seat has this kind of decision, in round `since` or later."""

    def is_there(state: State) -> bool:
        asked = any(each.kind is kind and each.seat == seat for each in state.decisions)
        return asked and state.round >= since

    return is_there


def _has_hero(state: State) -> bool:
    """Return whether Alice decides about attacks and has a Hero."""
    return asks(DecisionKind.ATTACKS)(state) and BattleCard.HERO in state.players[ALICE].hand


def is_out(seat: int) -> Condition:
    """Return the condition that a seat is eliminated while the game goes on."""
    return lambda state: seat not in state.living() and bool(state.decisions)


def _offer(code: str) -> None:
    """Let a bot offer Alice a truce against another bot."""
    lead(code, LEADER)
    play_bot(code, random.Random(1))


def _connect(code: str) -> None:
    """Connect the game to a channel of Alice and to one of Bob, which no longer exists."""
    alice, bob = (User.objects.get(name=name) for name in ("Alice", "Bob"))
    kinds = ["turn", "map", "game"]
    game = Game.objects.get(code=code)
    add_hook(game, alice, "https://discord.com/api/webhooks/1/key", "", kinds)
    add_hook(game, bob, "https://hookshot.example.org/webhook/key", "", kinds)
    TableWebhook.objects.filter(owner=bob).update(off_since=timezone.now())


FULL = {"quick": False}
POSITIONS = {
    "stronghold": Position("greyhawk", asks(DecisionKind.STRONGHOLD, since=0), options=FULL),
    "claim": Position("greyhawk", asks(DecisionKind.CLAIM, since=0), options=FULL),
    "hide": Position("greyhawk", asks(DecisionKind.HIDE, since=0), options=FULL),
    "muster": Position("greyhawk", asks(DecisionKind.MUSTER, since=0)),
    "place": Position("greyhawk", asks(DecisionKind.PLACE, since=0), options=FULL),
    "spoils": Position("greyhawk", asks(DecisionKind.SPOILS)),
    "attacks": Position("greyhawk", asks(DecisionKind.ATTACKS)),
    "later": Position("greyhawk", asks(DecisionKind.ATTACKS, since=3), seats=6),
    "hero": Position("greyhawk", _has_hero, seats=6),
    "defend": Position("greyhawk", asks(DecisionKind.DEFEND, since=1)),
    "movein": Position("greyhawk", asks(DecisionKind.MOVE_IN, since=1)),
    "waiting": Position("greyhawk", asks(DecisionKind.ATTACKS, seat=BOB, since=2)),
    "channels": Position("greyhawk", asks(DecisionKind.ATTACKS), finish=_connect),
    "castle": Position("castle", asks(DecisionKind.ATTACKS, since=2)),
    "classic": Position("classic", asks(DecisionKind.ATTACKS, since=2)),
    "sets": Position("classic", asks(DecisionKind.REINFORCE, since=3)),
    "fortify": Position("classic", asks(DecisionKind.FORTIFY, since=1)),
    "camps": Position("headquarters", asks(DecisionKind.HEADQUARTERS, since=0)),
    "hqattack": Position("headquarters", asks(DecisionKind.ATTACKS, since=2)),
    "offer": Position(
        *("classic", asks(DecisionKind.ATTACKS, seat=DEALER, since=2)), bot="general", finish=_offer
    ),
    "eliminat": Position("greyhawk", is_out(ALICE), seed=3),
    "over": Position("greyhawk", never, options={"quick": True, "rounds": 6}),
    "hqover": Position("headquarters", never, seats=3),
}
