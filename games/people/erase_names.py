"""Erase a deleted user's names from the moderation record, system messages and others' notices.

Entries of the record are never changed. They refer to names by primary key; the names are in
separate rows, which are deleted with the account.
"""

import json
import re
from typing import Any

from django.db.models import Q, QuerySet

from games.display.seating import GONE
from games.models import Action, Game, Message, NameOnRecord, Notice, User

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


def forget_names(user: User) -> None:
    """Replace all of a user's names in system messages and others' notices with `GONE`."""
    names = {user.name, *user.names_on_record.values_list("name", flat=True)}
    sat = Q(players__user=user) | Q(players__sittings__user=user)
    games = Game.objects.filter(sat).values("pk")
    for name in names:
        _replace(Message.objects.filter(by_house=True, game__in=games), name)
        _replace(Notice.objects.filter(game__in=games).exclude(user=user), name)


def _replace(rows: QuerySet[Any], name: str) -> None:
    longest = rows.model._meta.get_field("text").max_length
    for number, text in list(rows.filter(text__contains=name).values_list("pk", "text")):
        plain = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", GONE, text)
        rows.filter(pk=number).update(text=plain[:longest])
