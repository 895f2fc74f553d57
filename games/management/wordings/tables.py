"""The texts that are listed in tables: log sentences, decisions, notices and settings."""

from collections.abc import Iterable, Iterator

from games.community.lobby.fill_deadlines import WARNINGS
from games.community.lobby.forms import ExplainedField, NewGameForm
from games.community.notices.notices import WHY_WITHHELD
from games.community.notices.preferences import CHANNELS, KINDS, PRESETS
from games.community.notices.shared.kinds import LABELS
from games.community.notices.shared.places import IN_CHAT, TO_MEMBERS
from games.community.notices.sources.from_absence import REPLACED, TO_THE_OTHERS, TO_WHOM_IT_HAPPENS
from games.community.notices.sources.from_circles import IN_PUBLIC, TEXTS, WHY_STOPPED
from games.community.notices.sources.from_invitations import DECLINED, DECLINED_WITH_WORD
from games.community.notices.sources.from_log import Text
from games.community.notices.sources.from_requests import (
    REMATCH,
    REMATCH_REFUSED,
    REMATCH_SEAT_FREE,
    REMATCH_TO_REPLACED,
)
from games.community.notices.sources.from_waiting_rooms import HERE, WRITTEN
from games.community.people.preferences import PREFERENCES
from games.drawing.display.offers import VOTES
from games.drawing.display.options import PLAYABLE
from games.drawing.events.families import SHOWN
from games.management.wordings.sample_events import sample_events
from rules import GREYHAWK
from rules.sentences import Words, describe
from rules.sentences.agreements import QUESTION_WORDS

Lines = Iterator[tuple[str, str]]
"""Lines as (key, text)."""

_NAMES = ("Anna", "Bob", "Cleo")
_READERS = (0, 1)
"""The seats of the acting player and of the other player."""


def log_lines() -> Lines:
    """Yield the log sentence of every event: as the acting player reads it, then as others do."""
    for event, ruleset in sample_events():
        texts = [describe(event, Words(_NAMES, ruleset, reader=seat)) for seat in _READERS]
        for text in dict.fromkeys(texts[:1] if event.private else texts):
            yield event.name, text


def decision_lines() -> Lines:
    """Yield the name and the subject of every decision."""
    for question, text in QUESTION_WORDS.items():
        yield question.value, Words((), GREYHAWK).say(text)


def notice_lines() -> Lines:
    """Yield the texts of notices, and the labels of their kinds, channels and presets."""
    tables = (KINDS, CHANNELS, WHY_WITHHELD, TO_WHOM_IT_HAPPENS, TO_THE_OTHERS, VOTES, TEXTS)
    rematch = (REMATCH, REMATCH_TO_REPLACED, REMATCH_REFUSED, REMATCH_SEAT_FREE)
    yield from (("rematch", text) for text in rematch)
    yield "replaced", REPLACED
    channels = (*LABELS.values(), *IN_PUBLIC.values(), *IN_CHAT.values(), *TO_MEMBERS.values())
    yield from (("channel", text) for text in channels)
    yield from (("monthly game", text) for text in WHY_STOPPED.values())
    yield from (("waiting room", text) for text in (HERE, WRITTEN))
    yield from (("invitation", text) for text in (DECLINED, DECLINED_WITH_WORD))
    yield from ((text.name.lower().replace("_", " "), text.value) for text in Text)
    yield from ((kind.name, row.notice.text) for kind, row in SHOWN.items() if row.notice)
    yield from WARNINGS.items()
    for table in tables:
        yield from ((str(key), text) for key, text in table.items())
    yield from ((name, label) for name, (label, _) in PRESETS.items())


def setting_lines() -> Lines:
    """Yield the texts of users' and tables' settings, and the summaries of the games."""
    for name, preference in PREFERENCES.items():
        yield name, preference.label
        yield name, preference.help
        yield from _choices(name, preference.choices)
    form = NewGameForm()
    for name, field in form.fields.items():
        yield name, str(field.label)
        yield name, str(field.help_text)
        yield from _choices(name, getattr(field, "choices", ()))
        if isinstance(field, ExplainedField):
            yield from ((name, text) for text in field.words.values())
    for ruleset in PLAYABLE:
        yield ruleset.name, ruleset.summary


def _choices(name: str, choices: Iterable[tuple[object, object]]) -> Lines:
    yield from ((name, str(label)) for _, label in choices)
