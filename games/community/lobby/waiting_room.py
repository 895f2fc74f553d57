"""The waiting room of a table, as a given visitor may see it."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from games.community.lobby.fill_deadlines import may_keep_open
from games.community.lobby.invitations.invited_people import ByName, invitations_by_name
from games.community.lobby.rematch_answers import answers_to
from games.community.lobby.table_summaries import TableShown, Visitor, table_for
from games.models import Game
from rules.sentences.words import isolated, listed


@dataclass(frozen=True, slots=True)
class Room:
    """The waiting room of a table as a visitor may see it.

    `is_invited`: the visitor may take seats by link. `can_join`: a seat is free for the visitor.
    `needs_account`: the visitor must sign up first. `is_alone`: only one person is seated.
    `may_keep_open`: the deadline can be extended. `awaited` and `refused`: sentences about the
    players whom this rematch waits for, and those who have said no. `by_name` has the invitations
    by name. `version` is a hash of everything shown.
    """

    table: TableShown
    is_host: bool
    is_invited: bool
    can_join: bool
    needs_account: bool
    is_alone: bool
    may_keep_open: bool
    awaited: str
    refused: str
    by_name: ByName
    version: str


_AWAITED = "Waiting for {names}."
_REFUSED = "No rematch this time: {names}."


def room_for(game: Game, visitor: Visitor, is_invited: bool) -> Room:
    """Return the waiting room of a table."""
    table = table_for(game, visitor)
    is_movable = may_keep_open(game.fills_until)
    is_host = any(seat.is_you and seat.is_host for seat in table.seats)
    by_name = invitations_by_name(game, visitor, is_host=is_host)
    is_invited = is_invited or by_name.is_named
    answers = answers_to(game)
    awaited = _sentence(_AWAITED, answers.awaited_names(game, visitor.pk) if table.free else ())
    refused = _sentence(_REFUSED, [isolated(name) for name in answers.refused.values()])
    sentences = [awaited, refused]
    shown = [asdict(table), asdict(by_name), is_invited, visitor.pk, is_movable, *sentences]
    plain = json.dumps(shown)
    free = {seat.kind for seat in table.seats if seat.is_free}
    return Room(
        table=table,
        is_host=is_host,
        is_invited=is_invited,
        can_join=not table.is_mine and bool(free if is_invited else free & {"open"}),
        needs_account=not table.takes_guests and getattr(visitor, "is_guest", True),
        is_alone=sum(seat.kind == "person" for seat in table.seats) == 1,
        may_keep_open=is_movable,
        awaited=awaited,
        refused=refused,
        by_name=by_name,
        version=hashlib.sha256(plain.encode()).hexdigest()[:16],
    )


def _sentence(text: str, names: Sequence[str]) -> str:
    return text.format(names=listed(names)) if names else ""
