"""Reports: made at a table, claimed, decided and answered; appeals; the record."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.community.moderation import on_games, on_people, reports
from games.community.moderation.actions import Forbidden
from games.community.talk import talk
from games.exceptions import Refused, Stale
from games.models import Action, Game, Message, Player, Report
from tests.support.visitors.moderators import action, log_in_as, moderator, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(table):
    return Game.objects.get(code=table.code)


@pytest.fixture
def browser(bob):
    client = Client()
    client.force_login(bob)
    return client


def insult(game, alice):
    talk.say(game, alice, "You are a toad")
    return Message.objects.get(text="You are a toad")


def report_message(game, reporter, message, key="report-1"):
    return reports.make(
        reporter, "message", "words", "He said it.", key=key, game=game, message=message.pk
    )


@pytest.fixture
def report(game, alice, bob):
    return report_message(game, bob, insult(game, alice))


def decided(report, by, decision="talked", key=None):
    if report.status == "open":
        reports.claim(action("claim", by, report=report))
    line = action("decide", by, "Read it.", key, report=report)
    return reports.decide(line, decision, "We talked to them.", "Mind your words.")


# Making


def test_a_report_keeps_public_evidence_only(report, game, alice):
    evidence = report.evidence
    assert report.reported == alice and evidence["message"]["text"] == "You are a toad"
    assert [seat["name"] for seat in evidence["seats"]][:2] == ["alice", "bob"]
    assert evidence["entries"] and all(entry["events"] for entry in evidence["entries"])
    written = str(evidence)
    assert game.seed.hex() not in written
    assert not any(
        event["event"] in ("cards_seen", "hidden_kept")
        for entry in evidence["entries"]
        for event in entry["events"]
    )


def test_a_message_that_was_removed_can_still_be_reported(game, alice, bob, fritz):
    message = insult(game, alice)
    on_games.remove_message(action("remove_message", fritz, game=game), message)
    report = report_message(game, bob, message)
    assert report.evidence["message"]["text"] == "You are a toad"
    assert report.evidence["message"]["removed"] is True


def test_a_deleted_message_is_reported_as_gone(game, alice, bob):
    message = insult(game, alice)
    Message.objects.filter(pk=message.pk).delete()
    with pytest.raises(Refused, match="no longer exists"):
        report_message(game, bob, message)


def test_players_cannot_report_spectator_messages(game, bob, charlie):
    talk.say(game, charlie, "He holds a Fleet")
    with pytest.raises(Refused, match="no longer exists"):
        report_message(game, bob, Message.objects.get())


@pytest.mark.parametrize(
    ("about", "more", "sentence"),
    [
        ("seat", {"seat": 1}, "You can’t report yourself"),
        ("seat", {"seat": 2}, "A bot plays that seat"),
        ("seat", {"seat": 9}, "seat doesn’t exist"),
        ("weather", {}, "Choose what you’re reporting"),
        ("name", {}, "user doesn’t exist"),
    ],
)
def test_invalid_reports_are_refused(about, more, sentence, game, bob):
    with pytest.raises(Refused, match=sentence):
        reports.make(bob, about, "words", "", key="report-2", game=game, **more)


def test_reports_are_limited_and_the_same_key_makes_one(game, bob):
    for number in range(reports.MOST):
        for _ in range(2):
            reports.make(bob, "game", "stuck", "", key=f"stuck-{number}", game=game)
    assert Report.objects.count() == reports.MOST
    with pytest.raises(reports.TooManyReports):
        reports.make(bob, "game", "stuck", "", key="one-more", game=game)
    Report.objects.update(made_at=timezone.now() - timedelta(hours=2))
    reports.make(bob, "game", "stuck", "", key="one-more", game=game)


# Pages


def test_from_the_table_to_the_answer(browser, game, alice, bob, dora):
    message = insult(game, alice)
    page = browser.get(f"/games/{game.code}/").content.decode()
    address = f"/reports/new/?game={game.code}&message={message.pk}"
    assert address.replace("&", "&amp;") in page
    form = browser.get(address).context["form"]
    posted = {
        "what": f"message:{message.pk}",
        "category": "words",
        "words": "Out of the blue.",
        "key": form["key"].value(),
    }
    assert browser.post(address, posted).status_code == 302
    report = Report.objects.get()
    assert report.reporter == bob
    assert "No moderator has decided yet." in browser.get("/reports/").content.decode()
    decided(report, dora)
    assert "We talked to them." in browser.get("/reports/").content.decode()
    other = Client()
    other.force_login(alice)
    record = other.get("/settings/record/").content.decode()
    assert "Mind your words." in record
    assert "bob" not in record and "Out of the blue" not in record


def test_a_name_is_reported_from_the_profile(browser, alice, bob):
    assert "/reports/new/?person=alice" in browser.get("/people/alice/").content.decode()
    posted = {"what": "name", "category": "name", "key": "name-1"}
    assert browser.post("/reports/new/?person=alice", posted).status_code == 302
    assert Report.objects.get().evidence["name"] == "alice"


def test_reporting_requires_login_and_access(client, browser, game, bob):
    assert client.get(f"/reports/new/?game={game.code}").status_code == 302
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    stranger = Client()
    stranger.force_login(moderator("gerda"))
    assert stranger.get(f"/reports/new/?game={game.code}").status_code == 404
    assert browser.get(f"/reports/new/?game={game.code}").status_code == 200
    assert browser.get("/reports/new/?person=nobody").status_code == 404


def test_a_forged_report_form_is_refused(browser, game):
    address = f"/reports/new/?game={game.code}"
    posted = {"what": "seat:77", "category": "words", "key": "forged"}
    assert browser.post(address, posted).status_code == 422
    assert not Report.objects.exists()


# Handling


def test_one_of_two_moderators_claims_it(report, dora, fritz):
    reports.claim(action("claim", dora, report=report))
    with pytest.raises(Stale, match="now claimed"):
        reports.claim(action("claim", fritz, report=report))
    with pytest.raises(Forbidden, match="Another moderator has claimed"):
        reports.decide(action("decide", fritz, report=report), "nothing", "No.", "")
    reports.let_go(action("let_go", dora, report=report))
    reports.claim(action("claim", fritz, report=report))
    assert refused() == [("claim", "fritz"), ("decide", "fritz")]


def test_moderators_cannot_handle_reports_on_their_games_or_themselves(report, game, alice, bob):
    emil = moderator("emil")
    Player.objects.filter(game=game, seat=2).update(user=emil, bot="")
    with pytest.raises(Forbidden, match="You are or were a player"):
        reports.claim(action("claim", emil, report=report))
    gerda = moderator("gerda")
    named = reports.make(bob, "name", "name", "", key="name-2", person=gerda)
    with pytest.raises(Forbidden, match="about you"):
        reports.claim(action("claim", gerda, report=named))
    own = reports.make(gerda, "name", "name", "", key="name-3", person=bob)
    with pytest.raises(Forbidden, match="about you"):
        reports.claim(action("claim", gerda, report=own))


def test_a_decision_is_made_once_and_answers_every_reporter(report, dora):
    with pytest.raises(Stale, match="now open"):
        reports.decide(action("decide", dora, report=report), "nothing", "No.", "")
    reports.claim(action("claim", dora, report=report))
    for decision, answer, sentence in (
        ("nothing", "  ", "answer to the reporter"),
        ("guilty", "Yes.", "Choose a decision"),
        ("nothing", "x" * 1001, "too long"),
        ("nothing", "Yes.", "answer to the reported person"),
    ):
        with pytest.raises(Refused, match=sentence):
            reports.decide(action("decide", dora, report=report), decision, answer, "")
    report.refresh_from_db()
    first = decided(report, dora, key="decide-once")
    assert decided(report, dora, key="decide-once") == first
    with pytest.raises(Stale, match="now decided"):
        decided(report, dora)


def test_an_appeal_is_decided_by_another_moderator(report, alice, bob, charlie, dora, fritz):
    decided(report, dora)
    with pytest.raises(Forbidden):
        reports.appeal(report, charlie, "It concerns me.")
    reports.appeal(report, alice, "It was a joke.")
    with pytest.raises(Stale):
        reports.appeal(report, bob, "Me too.")
    with pytest.raises(Forbidden, match="Another moderator"):
        reports.decide_appeal(action("decide_appeal", dora, report=report), "upheld", "No.")
    reports.decide_appeal(action("decide_appeal", fritz, report=report), "changed", "Fair enough.")
    report.refresh_from_db()
    assert (report.status, report.appeal_answer) == ("closed", "Fair enough.")


def test_an_appeal_comes_in_time(report, bob, dora):
    decided(report, dora)
    late = timezone.now() - timedelta(days=reports.APPEAL_DAYS, seconds=1)
    Report.objects.update(decided_at=late)
    with pytest.raises(Stale, match="within 14 days"):
        reports.appeal(report, bob, "Late.")


def test_reports_are_not_revealed_to_strangers(client, report, charlie):
    client.force_login(charlie)
    for number in (report.pk, report.pk + 1):
        answer = client.post(f"/reports/{number}/appeal/", {"words": "Me."})
        assert answer.status_code == 404


def harmful(client):
    """The numbers in the queue's column for malicious reports, as text."""
    html = client.get("/admin/games/report/").content.decode()
    return re.findall(r"field-harmful[^>]*>\s*(\d+)\s*<", html)


def test_reports_made_to_harm_are_counted_beside_their_maker(client, report, dora):
    log_in_as(client, dora)
    assert harmful(client) == ["0"]
    decided(report, dora, "abusive")
    assert harmful(client) == ["1"]


def test_the_record_matches_the_stored_action(client, alice, dora):
    warn = action("warn", dora, "Mind your words.", person=alice)
    on_people.take_measure(warn, "day")
    on_people.rename(action("rename", dora, "It offends.", person=alice), "Alissa")
    alice.refresh_from_db()
    client.force_login(alice)
    page = client.get("/settings/record/").content.decode()
    assert "You have been warned. Reason: Mind your words." in page
    assert "Your name was changed. Reason: It offends." in page
    assert "dora" not in page
    assert Action.objects.filter(person=alice).count() == 2
