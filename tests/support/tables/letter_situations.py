"""Situations in which letters are written, in all four games: for tests and for pictures."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import transaction

from games.community.notices.letters.letter import Letter
from games.community.notices.letters.writing import letter_for
from games.community.notices.notices import Draft, write
from games.community.talk.talk import say
from games.models import NOBODY, Game, LastVisit, Notice, User, Vote
from games.playing.clocks.time_controls import HOUR, TimeControl
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import load
from rules import Options, State
from rules.moves import AgreeResult, LayCards, OfferPact
from rules.questions import DecisionKind
from tests.support.tables.play_ahead import never, play_ahead
from tests.support.tables.positions.pinned import pin

Kind = Notice.Kind

READER, OTHER = 0, 1
"""The seats of the two people; bots have the others."""

SLOW = TimeControl(24 * HOUR, 8 * HOUR)
SINCE = 60
"""The reader last looked at a game this many log entries ago."""

Condition = Callable[[State], bool]
Finish = Callable[[Game, tuple[User, User]], object]


@dataclass(frozen=True)
class Situation:
    """A game played until `is_there`, what people do then, and its notices."""

    ruleset: str
    is_there: Condition
    kinds: tuple[str, ...] = (Kind.TURN,)
    text: str = "It’s your turn."
    finish: Finish | None = None
    cause: str = "cause"
    options: dict[str, Any] = field(default_factory=dict)

    def letter(self, name: str, people: tuple[User, User]) -> tuple[Game, Letter]:
        """Return the game and the letter to its first player."""
        code = next(filter(None, (self._played(name, people, seed) for seed in range(20))))
        game = Game.objects.select_related("host").get(code=code)
        if game.number > SINCE:
            LastVisit.objects.create(user=people[0], game=game, number=game.number - SINCE)
        if self.finish is not None:
            self.finish(game, people)
        for kind in self.kinds:
            write([Draft(people[0].pk, kind, game.pk, f"{self.cause} {kind}", self.text)])
        return game, self.again(game, people[0])

    @transaction.atomic
    def _played(self, name: str, people: tuple[User, User], seed: int) -> str:
        """Play to the situation; return the game's code, "" if it was not reached."""
        options = Options(**{"quick": True, "pace": "correspondence", **self.options})
        game = pin(create_game([*people, "captain", "captain"], options, self.ruleset), name)
        Game.objects.filter(pk=game.pk).update(title="Friends", host=people[0], **asdict(SLOW))
        start_game(game.code)
        state = play_ahead(game.code, random.Random(seed), self.is_there, people="captain")
        if self.is_there is never or self.is_there(state):
            return str(game.code)
        transaction.set_rollback(True)
        return ""

    def again(self, game: Game, reader: User) -> Letter:
        """Return the letter about a game as it is now."""
        game = Game.objects.select_related("host").get(pk=game.pk)
        notices = list(Notice.objects.filter(user=reader, game=game).order_by("made_at", "pk"))
        for notice in notices:
            notice.game = game
        return letter_for(notices, reader, moment_now())


def asks(kind: DecisionKind, since: int = 0, seat: int = READER) -> Condition:
    """Return the condition that a seat has this kind of decision, in round `since` or later."""
    return lambda state: (
        state.round >= since
        and any(each.kind is kind and each.seat == seat for each in state.decisions)
    )


def _lost(state: State) -> bool:
    """Return whether the reader may attack, in round 2 or later."""
    return asks(DecisionKind.ATTACKS, 2)(state)


def _is_out(state: State) -> bool:
    return READER not in state.living() and bool(state.decisions)


def _offers_pact(game: Game, people: tuple[User, User]) -> None:
    offer = OfferPact((READER,), ("peace", "help"), 2, "Shall we turn on the captains?")
    play_move(game.code, people[1], offer, key="pact", decision=None)


def _offers_trade(game: Game, people: tuple[User, User]) -> None:
    hand = load(game.code).state().players[OTHER].hand
    lay = LayCards(READER, (hand[0],))
    play_move(game.code, people[1], lay, key="trade", decision=None)


def _votes_for_pause(game: Game, people: tuple[User, User]) -> None:
    Vote.objects.create(game=game, seat=OTHER, what=Vote.For.PAUSE, about=NOBODY)


def _votes_for_bot(game: Game, people: tuple[User, User]) -> None:
    Vote.objects.create(game=game, seat=OTHER, what=Vote.For.CAPTAIN, about=2)


def _proposes_result(game: Game, people: tuple[User, User]) -> None:
    play_move(game.code, people[1], AgreeResult((OTHER,)), key="result", decision=None)


def _talks(game: Game, people: tuple[User, User]) -> None:
    for text in ("Well played.", "@alice, what about a pact?"):
        say(game, people[1], text)


def _opens_rematch(game: Game, people: tuple[User, User]) -> None:
    following = create_game([people[1], None], Options(), game.ruleset)
    Game.objects.filter(pk=following.pk).update(host=people[1])
    Game.objects.filter(pk=game.pk).update(next_game=following)


def _has_trade_cards(state: State) -> bool:
    """Return whether the other person has battle cards while the reader may attack."""
    return bool(state.players[OTHER].hand) and asks(DecisionKind.ATTACKS, 2)(state)


WARNING = "You’re running out of time in “Friends”."
MISSED = "You missed a turn in “Friends”. Miss another and a stand-in plays for you."
SEAT = "A seat in “Friends” is open: anyone can take it over."
OVER = "“Friends” is over."
SHORT = {"rounds": 4}
ATTACKS, DEFEND = DecisionKind.ATTACKS, DecisionKind.DEFEND
LIVE = {"pace": "live"}

SITUATIONS: dict[str, Situation] = {
    "set-up of greyhawk": Situation("greyhawk", asks(DecisionKind.MUSTER)),
    "set-up of castle": Situation("castle", asks(DecisionKind.MUSTER)),
    "set-up of classic": Situation("classic", asks(DecisionKind.PLACE), options={"quick": False}),
    "set-up of headquarters": Situation("headquarters", asks(DecisionKind.HEADQUARTERS)),
    "first turn of greyhawk": Situation("greyhawk", asks(ATTACKS, 1)),
    "first turn of castle": Situation("castle", asks(ATTACKS, 1)),
    "first turn of classic": Situation("classic", asks(ATTACKS, 1)),
    "first turn of headquarters": Situation("headquarters", asks(ATTACKS, 1)),
    "losses in greyhawk": Situation("greyhawk", _lost, (Kind.TURN, Kind.ATTACKED)),
    "losses in castle": Situation("castle", _lost, (Kind.TURN, Kind.ATTACKED)),
    "losses in classic": Situation("classic", _lost, (Kind.TURN, Kind.ATTACKED)),
    "losses in headquarters": Situation("headquarters", _lost, (Kind.TURN, Kind.ATTACKED)),
    "attack in greyhawk": Situation("greyhawk", asks(DEFEND, 1), (Kind.ASKED,), options=LIVE),
    "attack in castle": Situation("castle", asks(DEFEND, 1), (Kind.ASKED,), options=LIVE),
    "warning in greyhawk": Situation("greyhawk", asks(ATTACKS, 2), (Kind.TIME,), WARNING),
    "warning in classic": Situation("classic", asks(ATTACKS, 2), (Kind.TIME,), WARNING),
    "missed turn in castle": Situation("castle", asks(ATTACKS, 2, OTHER), (Kind.TIME,), MISSED),
    "pact in greyhawk": Situation(
        "greyhawk", asks(ATTACKS, 2), (Kind.OFFERED,), finish=_offers_pact
    ),
    "pact in castle": Situation(
        "castle", asks(ATTACKS, 2, OTHER), (Kind.OFFERED,), finish=_offers_pact
    ),
    "pact in classic": Situation("classic", asks(ATTACKS, 2), (Kind.OFFERED,), finish=_offers_pact),
    "trade in greyhawk": Situation(
        "greyhawk", _has_trade_cards, (Kind.OFFERED,), finish=_offers_trade
    ),
    "pause in greyhawk": Situation(
        "greyhawk",
        asks(ATTACKS, 2, OTHER),
        (Kind.REQUESTED,),
        finish=_votes_for_pause,
        cause=Vote.For.PAUSE,
    ),
    "bot in classic": Situation(
        "classic",
        asks(ATTACKS, 2),
        (Kind.REQUESTED,),
        finish=_votes_for_bot,
        cause=Vote.For.CAPTAIN,
    ),
    "result in headquarters": Situation(
        "headquarters",
        asks(ATTACKS, 2),
        (Kind.REQUESTED,),
        finish=_proposes_result,
        cause="result",
    ),
    "chat in castle": Situation("castle", asks(ATTACKS, 1), finish=_talks),
    "open seat in classic": Situation("classic", asks(ATTACKS, 2, OTHER), (Kind.SEAT,), SEAT),
    "elimination in greyhawk": Situation("greyhawk", _is_out, (Kind.OVER,), OVER),
    "elimination in classic": Situation("classic", _is_out, (Kind.OVER,), OVER),
    "end of greyhawk": Situation("greyhawk", never, (Kind.OVER,), OVER, options=SHORT),
    "end of castle": Situation("castle", never, (Kind.OVER,), OVER, options=SHORT),
    "end of headquarters": Situation("headquarters", never, (Kind.OVER,), OVER, options=SHORT),
    "rematch of classic": Situation(
        "classic",
        never,
        (Kind.OVER, Kind.REQUESTED),
        OVER,
        _opens_rematch,
        "next",
        SHORT,
    ),
}
"""Situations by name."""
