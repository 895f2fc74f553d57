"""Erase a deleted user's names wherever other rows contain them.

Entries of the moderation record are never changed. They refer to names by primary key; the names
are in separate rows, which are deleted with the account.
"""

import json
import re
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from games.drawing.display.seating import GONE
from games.drawing.display.words import capitalised
from games.models import Action, Circle, Game, Message, NameOnRecord, Notice, TableMessage, User

MENTION_GONE = f"@{GONE}"
"""What replaces a mention of a deleted user."""

NUMBER = "name_on_record"
"""Key, in the facts of a record entry, for the primary key of a NameOnRecord."""


def named_on_record(person: User) -> dict[str, int]:
    """Return the facts with which a record entry refers to a person's current name."""
    kept, _ = NameOnRecord.objects.get_or_create(user=person, name=person.name)
    return {NUMBER: kept.pk}


def facts_text(action: Action, facts: dict[str, Any]) -> str:
    """Format the facts recorded before or after an action; deleted names read `GONE`."""
    changed = dict(facts)
    number = changed.pop(NUMBER, None)
    if number is not None:
        name = NameOnRecord.objects.filter(pk=number).values_list("name", flat=True).first()
        changed["name"] = name or GONE
    elif "name" in changed and action.person is None:
        # Older entries contain the name itself. The record must not change, so hide it here.
        changed["name"] = GONE
    written = (
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for value in changed.values()
    )
    named = (name.replace("_", " ") for name in changed)
    return "; ".join(map(": ".join, zip(named, written, strict=True))) or "–"


def names_of(user: User, before: str = "", flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """Return a pattern for all names that a user has had, as whole words preceded by `before`."""
    names = _all_names(user)
    # The longest first, as one name may begin with another.
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w){before}(?:{words})(?!\w)", flags)


def _all_names(user: User) -> set[str]:
    names = {user.name, *user.names_on_record.values_list("name", flat=True)}
    # At the beginning of a sentence, a name is capitalised.
    return names | {capitalised(name) for name in names}


def mentions_of(user: User) -> re.Pattern[str]:
    """Return a pattern for mentions of a user (@name)."""
    return names_of(user, "@")


def forget_names(user: User, games: Collection[int]) -> None:
    """Replace a user's names with `GONE` in the titles, messages and notices of their games.

    Their circles' names and the notices about circles are changed too.

    In players' messages only mentions are replaced, as a name may also be an ordinary word.
    """
    written = names_of(user, flags=re.NOFLAG)
    said = Message.objects.filter(game__in=[*games, *games_talked_in(user)])
    by_players = said.filter(is_system=False, text__contains="@")
    _replace(Game.objects.filter(pk__in=games).exclude(title=""), "title", names_of(user), GONE)
    _replace(said.filter(is_system=True), "text", written, GONE)
    _replace(by_players, "text", mentions_of(user), MENTION_GONE)
    others = Notice.objects.exclude(user=user)
    _replace(others.filter(game__in=games), "text", written, GONE)
    # Invitations also name people who have since left the table, or were only invited.
    # Those about circles and their webhooks have the name of the circle, which may be a person's.
    of_circles = (Notice.Kind.CIRCLE, Notice.Kind.CHANNEL)
    elsewhere = Q(kind=Notice.Kind.INVITED) | Q(kind__in=of_circles, game=None)
    _replace(others.filter(elsewhere, _has_name_of(user)), "text", written, GONE)
    posted = TableMessage.objects.filter(game__in=games, state=TableMessage.State.WAITING)
    for column in ("lines", "asked"):
        _replace(posted, column, written, GONE)
    _replace(Circle.objects.filter(members__user=user), "name", names_of(user), GONE)


def _has_name_of(user: User) -> Q:
    return Q(*(("text__contains", name) for name in _all_names(user)), _connector=Q.OR)


def games_talked_in(user: User) -> list[int]:
    """Return the primary keys of the games in which a user has written messages."""
    return list(Message.objects.filter(author=user).values_list("game", flat=True).distinct())


def _replace(rows: QuerySet[Any], column: str, names: re.Pattern[str], gone: str) -> None:
    longest = rows.model._meta.get_field(column).max_length
    for number, text in list(rows.values_list("pk", column)):
        plain = names.sub(gone, text)[:longest]
        if plain != text:
            rows.model.objects.filter(pk=number).update(**{column: plain})
