"""Names of people who go: in the record of moderation, in what the house said, in others' notices.

The record is never changed. Its lines refer to names by number; the names lie in rows of their own
and go with the account, so that the line stays as it was written and names nobody.
"""

import json
import re
from typing import Any

from django.db.models import Q, QuerySet

from games.display.seating import GONE
from games.models import Action, Game, Message, NameOnRecord, Notice, User

NUMBER = "name_on_record"
"""Under what the number of a name stands in a line of the record."""


def named_on_record(person: User) -> dict[str, int]:
    """Return what a line of the record says of the name a person has now."""
    kept, _ = NameOnRecord.objects.get_or_create(user=person, name=person.name)
    return {NUMBER: kept.pk}


def told_facts(action: Action, facts: dict[str, Any]) -> str:
    """Return what was before or after a deed as it is read, with names as far as they are kept."""
    told = dict(facts)
    number = told.pop(NUMBER, None)
    if number is not None:
        name = NameOnRecord.objects.filter(pk=number).values_list("name", flat=True).first()
        told["name"] = name or GONE
    elif "name" in told and action.person is None:
        # Lines from before names lay apart are not to be changed either.
        told["name"] = GONE
    written = (
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for value in told.values()
    )
    named = (name.replace("_", " ") for name in told)
    return "; ".join(map(": ".join, zip(named, written, strict=True))) or "–"


def forget_names(user: User) -> None:
    """Put “a former player” for a user who goes, in what the house and notices say of them."""
    names = {user.name, *user.names_on_record.values_list("name", flat=True)}
    sat = Q(players__user=user) | Q(players__sittings__user=user)
    games = Game.objects.filter(sat).values("pk")
    for name in names:
        _replace(Message.objects.filter(by_house=True, game__in=games), name)
        _replace(Notice.objects.filter(game__in=games).exclude(user=user), name)


def _replace(rows: QuerySet, name: str) -> None:
    longest = rows.model._meta.get_field("text").max_length
    for number, text in list(rows.filter(text__contains=name).values_list("pk", "text")):
        plain = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", GONE, text)
        rows.filter(pk=number).update(text=plain[:longest])
