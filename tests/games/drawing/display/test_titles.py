"""A table's title in the lobby, on My games, in notices and in sentences."""

import pytest
from django.urls import reverse

from games.community.notices.sources.from_absence import notify_step
from games.community.notices.sources.from_log import notice_moves
from games.community.talk.talk import say
from games.models import AbsenceStep, Game, Notice

NAMES = [
    ("Friday", True, "Friday", "“Friday”"),
    ("", True, "alice’s game", "alice’s game"),
    ("", False, "A game", "game {code}"),
]
"""Title, whether alice is the host, the heading of the table, its name in sentences."""


@pytest.fixture(params=NAMES)
def called(request, table, alice):
    """The heading of a table that has begun, and its name in sentences."""
    title, is_hosted, heading, name = request.param
    game = Game.objects.filter(code=table.code)
    game.update(title=title, host=alice if is_hosted else None)
    return heading, name.format(code=table.code)


def texts():
    return list(Notice.objects.values_list("text", flat=True))


def test_lists_of_tables_head_it_by_its_title_or_its_host(client, table, alice, called):
    client.force_login(alice)
    for page in ("lobby", "my_games"):
        assert called[0] in client.get(reverse(page)).content.decode(), page


def test_every_notice_calls_it_by_its_title_or_its_host(table, called):
    notice_moves()
    assert texts() and all(called[1] in text for text in texts())
    notify_step(table.code, 1, AbsenceStep.Step.WARNED)
    assert f"You’re running out of time in {called[1]}." in texts()


def test_mentions_name_their_table(table, alice, called):
    say(Game.objects.get(code=table.code), alice, "What do you say, @bob?")
    assert f"alice mentioned you in {called[1]}." in texts()
