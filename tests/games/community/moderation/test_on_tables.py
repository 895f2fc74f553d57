"""Moderators close open tables and change titles, also those of a host whom they block."""

import json
import re

import pytest
from django.urls import reverse

from games.admin.people import ACTIONS as PEOPLE
from games.community.lobby import joining
from games.community.moderation import on_people, on_tables
from games.community.moderation.actions import Forbidden
from games.exceptions import Refused, Stale
from games.models import Action, Game, Message, Notice, Report
from tests.support.visitors.lobbies import FREE, opened_by
from tests.support.visitors.moderators import action, refused

pytestmark = pytest.mark.django_db
SPAM = "Buy my coins"


def status_and_title(game):
    return tuple(Game.objects.values_list("status", "title").get(pk=game.pk))


def test_an_open_table_is_closed_and_those_seated_are_told_why(page, alice, bob, dora):
    game = opened_by(alice, FREE, FREE, title=SPAM)
    joining.join(game.code, bob)
    assert SPAM in page(None, "lobby").content.decode()
    line = on_tables.close(action("close", dora, "It advertises.", game=game))
    assert (line.before, line.after) == ({"status": "open"}, {"status": "cancelled"})
    assert status_and_title(game)[0] == Game.Status.CANCELLED
    assert SPAM not in page(None, "lobby").content.decode()
    told = dict(Notice.objects.values_list("user__name", "text"))
    text = "A moderator cancelled alice’s game before it started. Reason: It advertises."
    assert told == {"alice": text, "bob": text}
    with pytest.raises(Stale, match="has been cancelled"):
        on_tables.close(action("close", dora, game=game))


def test_the_title_of_an_open_table_is_reported_from_the_lobby(page, client, alice, bob):
    game, path = opened_by(alice, FREE, title=SPAM), reverse("new_report")
    opened_by(alice, FREE)
    links = re.compile(rf'href="({path}\?game=\w+)"')
    assert [links.findall(page(user, "lobby").text) for user in (None, alice)] == [[], []]
    assert client.get(f"{path}?game={game.code}").status_code == 409
    (address,) = links.findall(page(bob, "lobby").text)
    form = client.get(address)
    assert f"The title “{SPAM}”" in form.text
    key = re.search(r'name="key" value="([^"]+)"', form.text)[1]
    client.post(address, {"what": "game", "category": "words", "words": "", "key": key})
    report = Report.objects.get()
    assert (report.game, report.evidence["game"]["title"]) == (game, SPAM)


def test_a_table_that_has_begun_or_is_ones_own_is_not_closed(table, alice, dora):
    with pytest.raises(Stale, match="already started"):
        on_tables.close(action("close", dora, game=Game.objects.get(code=table.code)))
    own = opened_by(alice, FREE, FREE)
    joining.join(own.code, dora)
    with pytest.raises(Forbidden):
        on_tables.close(action("close", dora, game=own))
    assert status_and_title(own)[0] == Game.Status.OPEN
    assert refused() == [("close", "dora")] * 2


@pytest.mark.parametrize("status", list(Game.Status))
def test_a_title_is_changed_at_any_time(status, page, table, dora):
    game = Game.objects.get(code=table.code)
    Game.objects.filter(pk=game.pk).update(title=SPAM, status=status)
    line = action("retitle", dora, "It advertises.", game=game)
    if status == Game.Status.CANCELLED:
        with pytest.raises(Stale):
            on_tables.retitle(line, "An evening")
        return
    for wrong in ("x" * 61, "a\u200bb"):
        with pytest.raises(Refused):
            on_tables.retitle(action("retitle", dora, game=game), wrong)
    on_tables.retitle(line, " An  evening ")
    assert status_and_title(game) == (status, "An evening")
    (said,) = Message.objects.filter(game=game, is_system=True)
    assert said.text == "A moderator changed the title of this game. Reason: It advertises."
    with pytest.raises(Stale, match="already has this title"):
        on_tables.retitle(action("retitle", dora, game=game), "An evening")
    if status != Game.Status.OPEN:
        assert "An evening" in page(None, "table", game.code).content.decode()
    # The record can never be changed, so it repeats no title.
    assert SPAM not in json.dumps(list(Action.objects.values("before", "after", "refusal")))


def test_a_blocked_host_takes_the_spam_along(alice, bob, dora, fritz, table):
    spam = [opened_by(alice, FREE, FREE, title=SPAM) for _ in range(8)]
    joining.join(spam[0].code, bob)
    joining.join(spam[1].code, dora)
    running, other = Game.objects.get(code=table.code), opened_by(bob, FREE, title="A quiet game")
    Game.objects.filter(pk=running.pk).update(title=SPAM, host=alice)
    offered = {"limit", "suspend", "ban"}
    for name, page in PEOPLE.items():
        boxes = {"closes", "untitles"} if name in offered else set()
        assert page.fields(alice).keys() & {"closes", "untitles"} == boxes, name
    assert not PEOPLE["limit"].fields(fritz).keys() - {"length"}
    block = action("limit", dora, "You know why.", person=alice)
    line = on_people.take_measure(block, "day", closes=True, untitles=True)
    closed = [game.code for game in (spam[0], *spam[2:])]
    assert (line.after["closed"], line.after["titles_removed"]) == (closed, [running.code])
    # dora sits at one of the tables, so another moderator must close it.
    assert status_and_title(spam[1]) == (Game.Status.OPEN, SPAM)
    assert status_and_title(running) == (Game.Status.RUNNING, "")
    assert status_and_title(other) == (Game.Status.OPEN, "A quiet game")
    (told,) = Notice.objects.filter(user=bob).values_list("text", flat=True)
    assert told == "A moderator cancelled alice’s game before it started."
    said = Message.objects.get(game=running, is_system=True).text
    assert said == "A moderator changed the title of this game."


def test_without_the_boxes_a_blocked_host_keeps_the_tables(alice, dora):
    game = opened_by(alice, FREE, title="An evening")
    line = on_people.take_measure(action("limit", dora, person=alice), "day")
    assert line.after.keys() == {"measures"}
    assert status_and_title(game) == (Game.Status.OPEN, "An evening")
