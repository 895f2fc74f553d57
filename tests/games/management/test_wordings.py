"""The list of wordings has every kind of event, decision, notice and setting, and all sources."""

from collections import defaultdict

from games.community.lobby.forms import NewGameForm
from games.community.notices.preferences import KINDS
from games.community.people.preferences import PREFERENCES
from games.drawing.events.families import SHOWN
from games.management.commands.wordings import every_text
from rules.events.json import EVENTS
from rules.questions import QUESTIONS


def test_the_list_covers_every_kind_of_text():
    keys, texts = defaultdict(set), defaultdict(set)
    for area, key, text in every_text():
        assert text.strip()
        keys[area].add(key)
        texts[area].add(text)
    assert keys["log"] == set(EVENTS)
    assert keys["decisions"] == {question.value for question in QUESTIONS}
    of_events = {kind.name for kind, row in SHOWN.items() if row.notice}
    assert keys["notices"] >= {*KINDS, *of_events, "turn", "plan off secretly"}
    assert keys["settings"] >= {*PREFERENCES, *NewGameForm().fields}
    assert {
        "rules/chapters/attack",
        "games/community/notices",
        "templates/parts/table/panel",
        "static/table",
    } <= set(keys)
    assert any(text.startswith("[aria-label]") for text in texts["templates/parts/table/panel"])


def test_players_read_of_stand_ins_only():
    """“Steward” is the code’s word; texts have it only as a reserved name."""
    named = {(area, key) for area, key, text in every_text() if "steward" in text.lower()}
    assert named == {("games/community/people", "accounts.py")}
