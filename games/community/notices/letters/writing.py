"""Write letters to players, each about one game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.urls import reverse

from games.community.notices.answer_links import AnswerLinks
from games.community.notices.letters.asked import NOTHING, Asked, asked_of, subject_of
from games.community.notices.letters.happened import Happened, happened_since
from games.community.notices.letters.letter import Letter, LetterButton, WaitingLine
from games.community.notices.letters.picture import picture_and_alt
from games.community.notices.letters.waits import (
    Waiting,
    answerable,
    away_button,
    buttons_of,
    waiting_messages,
    waiting_offers,
    waiting_rematch,
    waiting_votes,
)
from games.community.notices.links import link, page_of
from games.drawing.display.seating import Seating, seating_of
from games.drawing.display.titles import heading_of, name_in_sentence
from games.models import Delivery, Game, LastVisit, Move, Notice, User, Vote
from games.playing.clocks.rest_times import zone_named
from games.storage.store.stored_game import StoredGame, load
from rules import RulesError, View, view
from rules.sentences import Words

Kind = Notice.Kind

BEGUN = (Game.Status.RUNNING, Game.Status.OVER)

FROM_LOG = frozenset({Kind.TURN, Kind.ASKED, Kind.ATTACKED, Kind.OFFERED, Kind.OVER})
"""Kinds whose texts a letter does not repeat: it has more about the same events."""

FROM_VOTES = frozenset({*Vote.For.values, "result", "next"})
"""The first words of the causes of requests that `waits` describes while they are open."""

_SEVERAL = "{number} notices"
_UNTIL = "Until {until}, {left} left."


def letter_for(
    notices: Sequence[Notice], user: User, now: datetime, answers: AnswerLinks | None = None
) -> Letter:
    """Return the letter to a user about the game of some notices, as it is now.

    It tells what happened since the user last looked at the game or was last sent a letter,
    including what notices that were withheld until the next letter say. A table that has not begun,
    or a notice without a game, gives a letter with the texts alone. With `answers`, requests have
    the links that answer them: such a letter is for the user's eyes only.
    """
    game = notices[0].game
    if game is None or game.status not in BEGUN:
        return _plain(notices)
    try:
        table = _Table.of(game)
    except RulesError:
        # A game under older rules.
        return _plain(notices)
    return _written(notices, user, game, table, now, answers)


@dataclass(frozen=True, slots=True, repr=False)
class _Table:
    """A game and its position as spectators see it; `name` is for use in a sentence."""

    stored: StoredGame
    seen: View
    seating: Seating
    heading: str
    name: str

    @classmethod
    def of(cls, game: Game) -> "_Table":
        stored = load(game.code)
        seen = view(stored.state(), None)
        return cls(stored, seen, seating_of(stored), _heading(game), name_in_sentence(game))

    def words(self, reader: int | None) -> Words:
        return Words(self.seating.names, self.seen.ruleset, self.seen.headquarters, reader)


# A letter about a game that has begun


def _written(
    notices: Sequence[Notice],
    user: User,
    game: Game,
    table: _Table,
    now: datetime,
    answers: AnswerLinks | None,
) -> Letter:
    visit = LastVisit.objects.filter(user=user, game=game).first()
    last = last_letter_at(user.pk, game.pk)
    seat = table.seating.seat_of(user.pk)
    words = table.words(seat)
    told = list(_told(_since(notices, user, game, last)))
    since = _seen_entry(game.pk, visit, last)
    happened = happened_since(game.pk, since, table.seen, words, told)
    zone = zone_named(user.time_zone)
    is_playing = seat is not None and seat in table.stored.people
    asked, waits = NOTHING, tuple[Waiting, ...]()
    if game.status == Game.Status.OVER:
        waits = tuple(waiting_rematch(game, user))
    elif is_playing and seat is not None:
        asked = asked_of(seat, table.seen, table.stored.clocks, words, zone, now)
        waits = tuple(_waits(table, user, words, seat, game, visit))
    picture, alt = picture_and_alt(table.seen, table.seating, table.heading)
    kinds = {notice.kind for notice in notices}
    waiting = waits[0].briefly if waits else ""
    links = () if answers is None else answers(user, game.code)
    if answers is not None:
        # Requests have their own links instead of a button to the table.
        waits = tuple(each for each in waits if not each.is_request)
    # A letter that asks for nothing begins with what it was written for.
    reason = "" if asked.sentence or waits else next(iter(_told(notices)), "")
    subject = reason or subject_of(happened.headline, asked, waiting, table.name, kinds)
    return Letter(
        subject=subject or notices[0].text,
        heading=table.heading,
        happened=happened.lines,
        more=happened.more,
        asked=asked.sentence,
        until=_UNTIL.format(until=asked.until, left=asked.left) if asked.until else "",
        waits=(*answerable(links), *(WaitingLine(each.sentence) for each in waits)),
        buttons=tuple(_buttons(game, asked, happened, waits)),
        away=away_button(links),
        picture=picture,
        alt=alt,
    )


def _waits(
    table: _Table, user: User, words: Words, seat: int, game: Game, visit: LastVisit | None
) -> Iterable[Waiting]:
    blocked_users = set(user.blocked.values_list("pk", flat=True))
    seats = enumerate(table.seating.seats)
    blocked = {number for number, each in seats if each.user in blocked_users}
    own = view(table.stored.state(), seat)
    yield from waiting_offers(own, words, game.code, blocked)
    yield from waiting_votes(game.pk, table.seen, words, game.code, table.name)
    yield from waiting_messages(game, user, visit.seen_at if visit else None)


def _since(
    notices: Sequence[Notice], user: User, game: Game, last: datetime | None
) -> list[Notice]:
    """Return the notices with those that the user has neither read nor had in a letter."""
    unread = Notice.objects.filter(user=user, game=game, read_at=None)
    if last is not None:
        unread = unread.filter(made_at__gt=last)
    known = {notice.pk for notice in notices}
    others = [notice for notice in unread if notice.pk not in known]
    return sorted([*notices, *others], key=lambda notice: notice.made_at)


def _told(notices: Iterable[Notice]) -> Iterable[str]:
    """Yield the texts that the rest of the letter does not say better."""
    for notice in notices:
        is_vote = notice.kind == Kind.REQUESTED and notice.cause.split(" ")[0] in FROM_VOTES
        if notice.kind not in FROM_LOG and not is_vote:
            yield notice.text


def _seen_entry(game: int, visit: LastVisit | None, last: datetime | None) -> int:
    """Return the newest log entry that the reader has seen, on the site or in a letter."""
    seen = -1 if visit is None else visit.number
    if last is not None:
        told = Move.objects.filter(game=game, made_at__lte=last).aggregate(newest=Max("number"))
        seen = max(seen, -1 if told["newest"] is None else told["newest"])
    return seen


def last_letter_at(user: int, game: int) -> datetime | None:
    """Return when a user was last sent an email about a game; None if never."""
    mails = Delivery.objects.filter(
        channel=Delivery.Channel.MAIL, state=Delivery.State.SENT,
        notice__user=user, notice__game=game,
    )  # fmt: skip
    newest: datetime | None = mails.aggregate(newest=Max("done_at"))["newest"]
    return newest


def _buttons(
    game: Game, asked: Asked, happened: Happened, waits: Sequence[Waiting]
) -> Iterable[LetterButton]:
    table = link(reverse("table", args=[game.code]))
    yield LetterButton("Make your move" if asked.sentence else "Open the game", table)
    yield from buttons_of(waits)
    if happened.lines and game.status == Game.Status.RUNNING:
        yield LetterButton("See what happened", link(reverse("since", args=[game.code])))


def _heading(game: Game) -> str:
    return heading_of(game.title, game.host.name if game.host else None)


# Others


def _plain(notices: Sequence[Notice]) -> Letter:
    """Return a letter with the notices' texts alone."""
    first, game = notices[0], notices[0].game
    texts = tuple(dict.fromkeys(notice.text for notice in notices))
    if game is None:
        label = "Open Castlerisk"
    else:
        takes_seat = first.kind in (Kind.INVITED, Kind.CIRCLE)
        label = "Take a seat" if takes_seat else "Open the game"
    return Letter(
        subject=first.text.rstrip(".") if len(texts) == 1 else _SEVERAL.format(number=len(texts)),
        heading="" if game is None else _heading(game),
        happened=texts,
        buttons=(LetterButton(label, page_of(first)),),
    )
