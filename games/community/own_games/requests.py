"""Requests between the players of a table: their sentences, senders, and answer buttons.

Every kind has one row in `ROWS`. Requests are not stored but derived from the current votes, offers
and seats, so a withdrawn or answered request disappears at once.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.drawing.display.offers import pact_offer, trade_offer
from games.drawing.display.seals import sealed
from games.models import NOBODY, AbsenceStep, Notice, Vote
from games.playing.forms import EPOCH, RETURN, SAID
from rules import Move, Ruleset, move_to_json
from rules.json import from_plain
from rules.moves import AcceptTrade, AgreeResult, AnswerPact, WithdrawTrade
from rules.sentences.words import Words, listed
from rules.state.treaties import Pact, Trade

Kind, Step = Notice.Kind, AbsenceStep.Step

LONGEST_REQUEST = 40
"""The maximum length of a request's name, in characters."""


class RequestKind(StrEnum):
    """The kinds of request that a player can receive."""

    STAND_IN = "away"
    OWN_SEAT_OPEN = "lost"
    PAUSE = "pause"
    RESULT = "result"
    PACT = "pact"
    TRADE = "trade"
    CAPTAIN = "captain"
    SEAT_OPENED = "seat"
    SEAT_TAKEN = "taken"
    NEXT_TABLE = "next"
    INVITED = "invited"


OWN_SEAT = (RequestKind.STAND_IN, RequestKind.OWN_SEAT_OPEN)
"""The kinds of request about the player's own seat, which the player can take back."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button that answers a request: its label, the URL it posts to, and the form fields.

    Without fields it is rendered as a link.
    """

    label: str
    url: str
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerRequest:
    """An open request; `name` identifies it at its table, `dismiss` is the label for hiding it.

    `seal` is the seed's commitment, set if the first button takes a seat and adds a public value.
    `words` are the sender's own. `marks` identify the request for answers by link: a mark stays the
    same for as long as an answer to the request means the same.
    """

    kind: RequestKind
    code: str
    heading: str
    name: str
    text: str
    buttons: tuple[Button, ...]
    dismiss: str
    seal: Mapping[str, str] | None = None
    words: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CastVote:
    """A stored vote: primary key, voter's seat, what it is for, and the seat it is about."""

    key: int
    seat: int
    what: str
    about: int


@dataclass(frozen=True, slots=True, repr=False)
class GameFacts:
    """The data about one of a user's games from which requests are derived; no secrets of others.

    `playing` holds the seats that people play now. `vacant` maps each vacant seat to the round in
    which its player left. `taken` lists, as (key, seat, step), the steps since the user's last
    visit that filled a vacant seat or brought a player back. `may_return`: a stand-in plays the
    user's seat until they are back. `is_held`: a moderator has paused the game. `next_code` and
    `next_seal` belong to a rematch with a free seat for the user. `invitation` are the words of an
    invitation to this table, where the user has no seat yet, and `next_seal` is this table's then.
    `unheard` holds the seats of people whom the user has blocked.
    """

    code: str
    heading: str
    ruleset: Ruleset
    seat: int
    names: tuple[str, ...]
    playing: frozenset[int] = frozenset()
    vacant: Mapping[int, int | None] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    round: int = 0
    epoch: int = 0
    may_return: bool = False
    is_paused: bool = False
    is_held: bool = False
    votes: tuple[CastVote, ...] = ()
    taken: tuple[tuple[int, int, str], ...] = ()
    next_code: str = ""
    next_seal: str = ""
    invitation: str = ""
    dismissed: frozenset[str] = frozenset()
    unheard: frozenset[int] = frozenset()

    @property
    def is_playing(self) -> bool:
        """Return whether the user plays in this game now."""
        return self.seat in self.playing

    @property
    def words(self) -> Words:
        """Return the vocabulary for sentences to this user: their own seat is “you”."""
        return Words(self.names, self.ruleset, reader=self.seat)

    def act(self, label: str, act: str, **fields: Any) -> Button:
        """Return a button that posts an action of the Time tab."""
        values = {"act": act, **{name: str(value) for name, value in fields.items()}}
        return Button(label, reverse("absence", args=[self.code]), tuple(values.items()))

    def move(self, label: str, move: Move) -> Button:
        """Return a button that sends a move."""
        values = {
            name: ("no", "yes")[value] if isinstance(value, bool) else value
            for name, value in move_to_json(move).items()
        }
        if self.epoch:
            values[EPOCH] = self.epoch
        fields = ((SAID, urlencode(values, doseq=True)), ("key", secrets.token_urlsafe(12)))
        return Button(label, reverse("play_move", args=[self.code]), fields)


@dataclass(frozen=True, slots=True)
class FoundRequest:
    """A request found by a `RequestType`: its key within the kind, and values for the sentence.

    `marks` are as in `PlayerRequest`; without any, the key is the only one.
    """

    number: str
    parts: Mapping[str, str]
    buttons: tuple[Button, ...] = ()
    seal: Mapping[str, str] | None = None
    words: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestType:
    """A kind of request: its sentence, the function that finds it, and its notice kind.

    `dismiss` labels the button that hides it; "" if one of the other buttons refuses the request.
    """

    says: str
    find: Callable[[GameFacts], Iterator[FoundRequest]]
    notice: str
    dismiss: str = ""


def requests_of(facts: GameFacts) -> Iterator[PlayerRequest]:
    """Yield the requests to a user at one table, without those they dismissed.

    In a game that a moderator has paused, these are only the requests about the user's own seat.
    """
    for kind, row in ROWS.items():
        if facts.is_held and kind not in OWN_SEAT:
            continue
        for asked in row.find(facts):
            name = f"{kind} {asked.number}"[:LONGEST_REQUEST]
            if name not in facts.dismissed:
                text = row.says.format(**asked.parts)
                text = text[0].upper() + text[1:]
                yield PlayerRequest(
                    kind,
                    facts.code,
                    facts.heading,
                    name,
                    text,
                    asked.buttons,
                    row.dismiss,
                    asked.seal,
                    asked.words,
                    asked.marks or (asked.number,),
                )


# The user's own seat


def _stand_ins(facts: GameFacts) -> Iterator[FoundRequest]:
    if facts.may_return:
        fields = (("move", RETURN), ("key", secrets.token_urlsafe(12)))
        back = Button(BACK, reverse("play_move", args=[facts.code]), fields)
        yield FoundRequest(str(facts.seat), {}, (_unless_stopped(facts, back),))


def _own_opened(facts: GameFacts) -> Iterator[FoundRequest]:
    if facts.seat in facts.vacant:
        back = facts.act(BACK, "sit", seat=facts.seat)
        yield FoundRequest(str(facts.seat), {}, (_unless_stopped(facts, back),))


BACK = "Take my seat back"


def _unless_stopped(facts: GameFacts, back: Button) -> Button:
    """Return the button, or a link to the game while the game is stopped and nobody may act."""
    is_stopped = facts.is_paused or facts.is_held
    return Button("Open the game", reverse("table", args=[facts.code])) if is_stopped else back


# Votes


def _pauses(facts: GameFacts) -> Iterator[FoundRequest]:
    cast = [vote for vote in facts.votes if vote.what == Vote.For.PAUSE and vote.about == NOBODY]
    asking = _asking(facts, cast)
    if asking and not facts.is_paused:
        agree = facts.act("Agree", "pause")
        yield FoundRequest(_newest(cast), asking, (agree,), marks=_marks(cast))


def _captains(facts: GameFacts) -> Iterator[FoundRequest]:
    for seat in facts.vacant:
        cast = _captain_votes(facts, seat)
        asking = _asking(facts, cast)
        if asking:
            parts = {**asking, "name": facts.names[seat]}
            agree = facts.act("Agree", "captain", seat=seat)
            yield FoundRequest(_newest(cast), parts, (agree,), marks=_marks(cast))


def _captain_votes(facts: GameFacts, seat: int) -> list[CastVote]:
    return [vote for vote in facts.votes if (vote.what, vote.about) == (Vote.For.CAPTAIN, seat)]


def _asking(facts: GameFacts, cast: list[CastVote]) -> dict[str, str]:
    """Return the names of the voters who wait for the user's vote; empty if there are none."""
    seats = [vote.seat for vote in cast if vote.seat in facts.playing]
    if not seats or not facts.is_playing or facts.seat in seats:
        return {}
    return {"who": listed([facts.names[seat] for seat in seats])}


def _newest(cast: list[CastVote]) -> str:
    return str(max(vote.key for vote in cast))


def _marks(cast: list[CastVote]) -> tuple[str, ...]:
    """Return the marks of a vote, newest first: an answer to any of those who want it is valid."""
    return tuple(str(key) for key in sorted((vote.key for vote in cast), reverse=True))


# Seats


def _opened(facts: GameFacts) -> Iterator[FoundRequest]:
    for seat, since in facts.vacant.items():
        # Once somebody votes for a bot, `_captains` asks instead.
        if facts.is_playing and not _captain_votes(facts, seat):
            button = facts.act("Give it to a bot", "captain", seat=seat)
            yield FoundRequest(f"{seat} {since}", {"name": facts.names[seat]}, (button,))


def _taken(facts: GameFacts) -> Iterator[FoundRequest]:
    for key, seat, step in facts.taken:
        if facts.is_playing and seat != facts.seat:
            yield FoundRequest(str(key), {"text": TAKEN_AGAIN[step].format(name=facts.names[seat])})


TAKEN_AGAIN: dict[str, str] = {
    Step.SUBSTITUTE: "{name} took over the open seat.",
    Step.RETURNED: "{name} is back.",
    Step.CAPTAIN: "A bot took over {name}’s seat.",
}
"""The sentence for each step that fills a vacant seat or brings its player back."""


# Offers


def has_offers(position: Mapping[str, Any] | None) -> bool:
    """Return whether a stored position has anything that players offer each other."""
    return any((position or {}).get(name) for name in ("agreed", "pacts", "trades"))


def _results(facts: GameFacts) -> Iterator[FoundRequest]:
    agreed = (facts.position or {}).get("agreed")
    if not agreed or not facts.is_playing:
        return
    words = from_plain(dict[int, tuple[int, ...]], agreed)
    mine = words.get(facts.seat)
    for winners in sorted(set(words.values()) - {mine}):
        seats = [seat for seat, said in words.items() if said == winners]
        who = listed([facts.names[seat] for seat in seats])
        number = f"{facts.round} {'.'.join(map(str, winners))}"
        button = facts.move("Agree", AgreeResult(winners))
        yield FoundRequest(number, {"who": who, "winners": facts.words.players(winners)}, (button,))


def _pacts(facts: GameFacts) -> Iterator[FoundRequest]:
    stored = (facts.position or {}).get("pacts")
    if not stored or not facts.is_playing:
        return
    for pact in from_plain(list[Pact], stored):
        is_asked = facts.seat in pact.partners and facts.seat not in pact.accepted
        if pact.status == "offered" and is_asked:
            yes = facts.move("Accept", AnswerPact(pact.number, True))
            no = facts.move("Decline", AnswerPact(pact.number, False))
            words = "" if pact.seat in facts.unheard else pact.words
            text = pact_offer(pact, facts.words)
            yield FoundRequest(str(pact.number), {"text": text}, (yes, no), words=words)


def _trades(facts: GameFacts) -> Iterator[FoundRequest]:
    stored = (facts.position or {}).get("trades")
    if not stored or not facts.is_playing or (facts.position or {}).get("bound"):
        return
    for trade in from_plain(list[Trade], stored):
        if facts.seat not in trade.seats:
            continue
        partner = trade.partner_of(facts.seat)
        mine, theirs = trade.laid_by(facts.seat), trade.laid_by(partner)
        if theirs and not trade.accepted[trade.seats.index(facts.seat)]:
            place = f"{reverse('table', args=[facts.code])}#ledger"
            accept = facts.move("Accept", AcceptTrade(partner, mine, theirs))
            answer = accept if mine else Button("Offer cards for it", place)
            decline = facts.move("Decline", WithdrawTrade(partner))
            text = trade_offer(trade, facts.seat, facts.words)
            mark = " ".join((str(partner), ".".join(mine), ".".join(theirs)))
            yield FoundRequest(str(partner), {"text": text}, (answer, decline), marks=(mark,))


def _next_tables(facts: GameFacts) -> Iterator[FoundRequest]:
    if facts.next_code:
        url = reverse("play_again", args=[facts.code])
        fields = (("again", "yes"), ("seal", facts.next_seal))
        button = Button("Join", url, fields)
        yield FoundRequest(facts.next_code, {}, (button,), sealed(facts.next_seal))


def _invitations(facts: GameFacts) -> Iterator[FoundRequest]:
    if facts.invitation:
        # A button without fields would be a link.
        join = Button("Join", reverse("join_game", args=[facts.code]), (("invited", "yes"),))
        decline = Button("Decline", reverse("decline", args=[facts.code]), (("word", ""),))
        seal = sealed(facts.next_seal)
        yield FoundRequest(facts.code, {"text": facts.invitation}, (join, decline), seal)


ROWS: Mapping[RequestKind, RequestType] = {
    RequestKind.STAND_IN: RequestType("A stand-in plays for you.", _stand_ins, Kind.TIME),
    RequestKind.OWN_SEAT_OPEN: RequestType(
        "Your seat is open to others. You can still take it back.", _own_opened, Kind.TIME
    ),
    RequestKind.PAUSE: RequestType(
        "{who} voted to pause the game.", _pauses, Kind.REQUESTED, "Not now"
    ),
    RequestKind.RESULT: RequestType(
        "{who} voted to end the game with a win for {winners}.",
        _results,
        Kind.REQUESTED,
        "Play on",
    ),
    RequestKind.PACT: RequestType("{text}", _pacts, Kind.OFFERED),
    RequestKind.TRADE: RequestType("{text}", _trades, Kind.OFFERED),
    RequestKind.CAPTAIN: RequestType(
        "{who} voted to give {name}’s seat to a bot.", _captains, Kind.REQUESTED, "Not now"
    ),
    RequestKind.SEAT_OPENED: RequestType(
        "{name}’s seat is open to a new player.", _opened, Kind.SEAT, "Leave it open"
    ),
    RequestKind.SEAT_TAKEN: RequestType("{text}", _taken, Kind.SEAT, "OK"),
    RequestKind.NEXT_TABLE: RequestType(
        "The rematch is ready, with a seat for you.", _next_tables, Kind.REQUESTED, "No thanks"
    ),
    RequestKind.INVITED: RequestType("{text}", _invitations, Kind.INVITED),
}
"""Every kind of request."""
