"""Reports and appeals reach the moderators who may handle them, and remind them after a day."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from games.community.moderation import appeals, on_people, reports, waiting
from games.community.notices.links import page_of
from games.community.notices.preferences import PRESETS, Choice
from games.models import Delivery, Game, Measure, Notice, NoticeChoice, Player, Report
from games.web.worker.hourly import CHORES
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def game(table):
    return Game.objects.get(code=table.code)


def report(game, by, key="r1", **more):
    return reports.make(by, more.pop("about", "game"), "stuck", "", key=key, game=game, **more)


def told():
    """The notices since the last call, as (name, text) in order of names."""
    found = Notice.objects.filter(kind=Notice.Kind.REPORT).order_by("user__name")
    lines = list(found.values_list("user__name", "text"))
    Notice.objects.all().delete()
    return lines


def earlier(time):
    """Let all reports and appeals have come earlier."""
    for rows, column in (
        (Report, "made_at"),
        (Report, "claimed_at"),
        (Report, "appealed_at"),
        (Measure, "appealed_at"),
        (Notice, "made_at"),
    ):
        for row in rows.objects.exclude(**{column: None}):
            rows.objects.filter(pk=row.pk).update(**{column: getattr(row, column) - time})


def remind():
    return CHORES["moderators reminded"]()


def test_a_report_reaches_moderators_by_their_channels(game, alice, bob, charlie, dora, fritz):
    seated = moderator("emil")
    Player.objects.filter(game=game, seat=2).update(user=seated, bot="")
    EmailAddress.objects.create(user=dora, email=dora.email, primary=True, verified=True)
    made = report(game, bob)
    delivery = Delivery.objects.get(notice__user=dora, channel="mail")
    assert delivery.state == "waiting" and page_of(delivery.notice).endswith(reverse("admin:index"))
    when = f"{made.made_at:%Y-%m-%d %H:%M:%S} UTC"
    text = f"Report: The game is stuck or broken. Received on {when}."
    assert told() == [("dora", text), ("fritz", text)]
    # A report by or about a moderator is left to the others.
    report(None, alice, "r2", about="name", person=fritz)
    report(game, dora, "r3")
    assert [name for name, _ in told()] == ["dora", "emil", "fritz"]


def test_an_appeal_reaches_those_who_have_not_decided(game, alice, bob, dora, fritz):
    made = report(game, bob, about="seat", seat=0)
    reports.claim(action("claim", dora, report=made))
    reports.decide(action("decide", dora, report=made), "talked", "Yes.", "Mind it.")
    told()
    reports.appeal(made, alice, "No.")
    ((name, text),) = told()
    assert name == "fritz" and text.startswith("Appeal against the decision on a report: ")
    on_people.take_measure(action("mute", fritz, person=alice), "day")
    appeals.appeal(Measure.objects.get(), "No.")
    ((name, text),) = told()
    assert name == "dora" and text.startswith("Appeal against a penalty: Mute. Received on ")


def test_moderators_are_reminded_once_a_day_of_what_waits(game, alice, bob, dora, fritz):
    made = report(game, bob)
    told()
    earlier(DAY - HOUR)
    assert remind() == 0
    earlier(2 * HOUR)
    assert remind() == 2
    assert remind() == 0
    text = "Report: The game is stuck or broken. It has waited for 1\xa0day, 1\xa0hour."
    assert list(Notice.objects.values_list("text", flat=True)) == [text] * 2
    reports.claim(action("claim", dora, report=made))
    report(game, alice, "r2")
    earlier(DAY + HOUR)
    told()
    assert remind() == 2
    several = "2 reports and appeals wait, the oldest for 1\xa0day, 1\xa0hour."
    assert told() == [("dora", several), ("fritz", text)]
    reports.decide(action("decide", dora, report=made), "nothing", "No.", "")
    Report.objects.exclude(pk=made.pk).delete()
    earlier(DAY)
    assert remind() == 0


def test_an_appeal_waits_from_the_day_it_was_made(game, bob, dora, fritz):
    made = report(game, bob)
    reports.claim(action("claim", dora, report=made))
    reports.decide(action("decide", dora, report=made), "talked", "Yes.", "")
    earlier(5 * DAY)
    reports.appeal(made, bob, "No.")
    assert remind() == 0
    earlier(DAY)
    told()
    assert remind() == 1
    ((name, text),) = told()
    assert name == "fritz" and text.endswith("It has waited for 1\xa0day.")


def test_a_flood_of_reports_does_not_flood_moderators(game, alice, bob, dora, monkeypatch):
    monkeypatch.setattr(waiting, "MOST_HOURLY", 2)
    for number in range(4):
        report(game, bob, f"r{number}")
    assert len(told()) == 2


def test_only_moderators_choose_how_reports_reach_them(page, client, bob, dora):
    label = "A report or an appeal waits for a moderator"
    assert label in page(dora, "notice_choices").content.decode()
    client.post(reverse("notice_choices"), {"turn:site": "on"})
    assert NoticeChoice.objects.get(user=dora).channels["report"] == []
    assert label not in page(bob, "notice_choices").content.decode()
    client.post(reverse("notice_choices"), {"turn:site": "on", "report:site": "on"})
    assert "report" not in NoticeChoice.objects.get(user=bob).channels
    assert Choice().wants("report", "mail") and PRESETS["nothing"][1]["report"] == frozenset()
