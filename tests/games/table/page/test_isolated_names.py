"""Names written from right to left are isolated wherever they are drawn, and plain in data."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.community.moderation import reports
from games.community.notices.sources import from_log
from games.community.talk import talk
from games.models import Game, Message, Notice, User
from rules.sentences.words import ISOLATES
from tests.support.attackers.routes import paths
from tests.support.visitors.canaries import Watch
from tests.support.visitors.circles import circle_of
from tests.support.visitors.moderators import log_in_as

pytestmark = pytest.mark.django_db

PEOPLE = ("שרהלה", "نورهان")
TITLE = "חדרשלי"
ALL = "|".join((*PEOPLE, TITLE))
BARE = re.compile(rf"(?<!{ISOLATES[0]})(?:{ALL})(?!{ISOLATES[1]})")
APART = re.compile(
    rf'value="[^"]*"|>(?:{ALL})(?=</(?:td|div|a></th)>)'
    r"|<script [^>]*application/json[^>]*>.*?</script>",
    re.S,
)
"""The value of a field, a cell of the admin's lists, and data: they hold the name alone."""
ESCAPED = re.compile(r"\\u([0-9a-f]{4})")


def bare(text):
    """Return the names in a text that are not isolated, with what surrounds them."""
    text = ESCAPED.sub(lambda found: chr(int(found[1], 16)), APART.sub("", text))
    return [text[max(0, each.start() - 60) : each.end() + 30] for each in BARE.finditer(text)]


def pages_of(watch, user, client):
    """Yield every page that a user can open, as (path, text)."""
    for _, path in paths(watch.table, user):
        answer = client.get(path)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/"):
            yield path, answer.content.decode()


def test_names_are_isolated_on_every_page_and_in_every_push(olga):
    people = [User.objects.create_user(name, f"{n}@example.org") for n, name in enumerate(PEOPLE)]
    watch = Watch(people, [], 3, rounds=1)
    game = Game.objects.get(code=watch.code)
    Game.objects.update(title=TITLE)
    for user in people:
        talk.say(game, user, "Good luck.")
    message = Message.objects.get(author=people[1]).pk
    reports.make(people[0], "message", "words", "", key="a", game=game, message=message)
    circle_of(*people, name=TITLE)
    people[0].blocked.add(people[1])
    pushed = ""
    while watch.state.decisions:
        watch.go_on()
        pushed += "".join(frame for _, frame in watch.pushed())
    assert bare(pushed) == [] and all(name in pushed for name in (*PEOPLE, "’s turn"))
    from_log.notice_moves()
    told = "\n".join(Notice.objects.values_list("text", flat=True))
    assert bare(told) == [] and TITLE in told
    for user, client in ((people[0], Client()), (olga, Client())):
        log_in_as(client, user)
        drawn = dict(pages_of(watch, user, client))
        assert len(drawn) > 40
        assert {path: found for path, text in drawn.items() if (found := bare(text))} == {}
    data = client.get(reverse("record", args=[watch.code])).json()
    assert {seat["name"] for seat in data["seats"]} == set(PEOPLE)


def test_the_address_of_a_profile_has_the_plain_name():
    plain = reverse("profile", args=[PEOPLE[0]])
    assert reverse("profile", args=[PEOPLE[0].join(ISOLATES)]) == plain
