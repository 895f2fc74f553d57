"""What waits for a player's answer in a game: offers, votes, messages and a rematch."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import ngettext

from games.community.notices.answer_links import AnswerLink
from games.community.notices.letters.letter import LetterButton, WaitingLine
from games.community.notices.links import link
from games.drawing.display.offers import VOTES, pact_offer, trade_offer
from games.models import NOBODY, Game, Message, User, Vote
from rules import View
from rules.sentences import Words
from rules.sentences.words import isolated, paragraph

_PACT, _TRADE = "{name} offers you a pact", "{name} offers you a trade"
_QUOTED = "“{words}”"
_RESULT = "{name} proposes to end {table} with a win for {winners}."
_REMATCH = "{name} opened a rematch."


class Waiting(NamedTuple):
    """What waits for an answer: a sentence, the same for a subject, and the button to it.

    `is_request` is not set for mere news.
    """

    sentence: str
    briefly: str
    button: LetterButton
    is_request: bool = True


def waiting_offers(own: View, words: Words, code: str, blocked: set[int]) -> Iterator[Waiting]:
    """Yield the pacts and trades that wait for the reader; `own` is the view of their seat.

    The free text of a pact is left out if its author is at a `blocked` seat.
    """
    button = LetterButton("Answer the offer", link(f"{reverse('table', args=[code])}#ledger"))
    for pact in own.offered_pacts:
        said = isolated(pact.words) if pact.words and pact.seat not in blocked else ""
        quoted = _QUOTED.format(words=said) if said else ""
        briefly = _PACT.format(name=words.player(pact.seat))
        yield Waiting(paragraph(pact_offer(pact, words), quoted), briefly, button)
    for trade in own.offered_trades:
        briefly = _TRADE.format(name=words.player(trade.partner_of(own.own_seat)))
        yield Waiting(trade_offer(trade, own.own_seat, words), briefly, button)


def waiting_votes(game: int, seen: View, words: Words, code: str, table: str) -> Iterator[Waiting]:
    """Yield the votes of others on a pause, a bot or a result that wait for the reader's."""
    button = LetterButton("Answer the vote", link(reverse("table", args=[code])))
    votes = Vote.objects.filter(game=game).order_by("pk")
    cast: dict[tuple[str, int], list[int]] = {}
    for seat, what, about in votes.values_list("seat", "what", "about"):
        cast.setdefault((what, about), []).append(seat)
    for (what, about), seats in cast.items():
        if words.reader not in seats:
            name = words.player(about) if about != NOBODY else ""
            told = VOTES[what].format(who=words.player(seats[0]), name=name, table=table)
            yield Waiting(told, told.rstrip("."), button)
    mine = seen.agreed.get(words.reader) if words.reader is not None else None
    for winners in sorted(set(seen.agreed.values()) - {mine}):
        who = next(seat for seat, said in seen.agreed.items() if said == winners)
        told = _RESULT.format(name=words.player(who), table=table, winners=words.players(winners))
        yield Waiting(told, told.rstrip("."), button)


def waiting_messages(game: Game, user: User, since: datetime | None) -> Iterator[Waiting]:
    """Yield a sentence on the players' messages after a moment, None for all of them."""
    said = Message.objects.filter(game=game, room=Message.Room.PLAYERS, is_system=False)
    messages = (
        said.filter(removed_at=None)
        .exclude(author=user)
        .exclude(author__in=user.blocked.values("pk"))
    )
    number = (messages.filter(said_at__gt=since) if since else messages).count()
    if number:
        told = ngettext("{number} unread message.", "{number} unread messages.", number)
        url = link(f"{reverse('table', args=[game.code])}#talk")
        told = told.format(number=number)
        button = LetterButton("Read the chat", url)
        yield Waiting(told, told.rstrip("."), button, is_request=False)


def waiting_rematch(game: Game, reader: User) -> Iterator[Waiting]:
    """Yield the rematch of a finished game, while it has a seat for the reader.

    Nobody hears of the table of a person whom they have blocked, or who has blocked them.
    """
    opened = Game.objects.filter(last_games=game, status=Game.Status.OPEN)
    free = opened.filter(players__user=None, players__bot="")
    free = free.exclude(players__user=reader).exclude(players__user__blocked=reader)
    following = free.exclude(host__in=reader.blocked.values("pk")).select_related("host").first()
    if following is not None and following.host is not None:
        told = _REMATCH.format(name=following.host)
        button = LetterButton("See the rematch", link(reverse("my_games")))
        yield Waiting(told, told.rstrip("."), button)


def answerable(links: Iterable[AnswerLink]) -> Iterator[WaitingLine]:
    """Yield a line for each request that links answer; links about no table are left out."""
    about_table = (each for each in links if each.heading)
    for (_, text, said), group in groupby(about_table, lambda one: (one.kind, one.text, one.words)):
        quoted = _QUOTED.format(words=isolated(said)) if said else ""
        answers = tuple(LetterButton(each.label, link(each.path)) for each in group)
        yield WaitingLine(paragraph(text, quoted), answers)


def away_button(links: Iterable[AnswerLink]) -> LetterButton | None:
    """Return the button to book a vacation; None if the links have none."""
    about_none = (each for each in links if not each.heading)
    return next((LetterButton(each.label, link(each.path)) for each in about_none), None)


def buttons_of(waiting: Iterable[Waiting]) -> list[LetterButton]:
    """Return the buttons that lead to what waits, each once."""
    return list(dict.fromkeys(each.button for each in waiting))
