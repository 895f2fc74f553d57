"""Moderators' actions on people: what each role may do to whom, and what the person notices."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from games.community.lobby import joining, tables
from games.community.lobby.quick_play import open_now
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.moderation import on_people
from games.community.moderation.actions import LEAST_ROLE, Forbidden, verify
from games.community.talk import talk
from games.community.trust.restrictions import Barred, on_record, why_kept_out
from games.community.trust.roles import Role, role_of
from games.exceptions import Refused, Stale
from games.models import Action, Game, Measure, User
from games.web.live.session_guard import SessionGuard, valid_guards
from tests.support.visitors.moderators import action, done, moderator, refused

pytestmark = pytest.mark.django_db
PASSWORD = "a castle in the Rakers 7"
TERMS = TableTerms(seats=(SeatKind.ME, SeatKind.CAPTAIN))


def take(kind, by, person, length="day", **more):
    return on_people.take_measure(action(kind, by, person=person, **more), length)


# Permissions


@pytest.mark.parametrize("name", sorted(LEAST_ROLE))
def test_every_action_is_for_its_role_and_those_above_it(name, alice, dora, fritz, olga):
    people = {Role.NOBODY: alice, Role.MODERATOR: dora, Role.SENIOR: fritz, Role.OPERATOR: olga}
    for role, user in people.items():
        if role >= LEAST_ROLE[name]:
            verify(action(name, user))
        else:
            with pytest.raises(Forbidden, match="Your role doesn’t allow this"):
                verify(action(name, user))


def test_a_refused_attempt_changes_nothing_and_is_on_record(alice, bob, dora):
    for by, kind in ((alice, "mute"), (dora, "ban")):
        with pytest.raises(Forbidden):
            take(kind, by, bob)
    assert refused() == [("mute", "alice"), ("ban", "dora")]
    assert not Measure.objects.exists()


def test_moderators_cannot_act_on_themselves_or_equal_roles(dora, fritz, olga):
    for by, person, sentence in (
        (dora, dora, "to yourself"),
        (olga, olga, "to yourself"),
        (dora, fritz, "equal to or above yours"),
        (dora, moderator("gerda"), "equal to or above yours"),
    ):
        with pytest.raises(Forbidden, match=sentence):
            take("warn", by, person)
    with pytest.raises(Forbidden, match="to yourself"):
        take("ban", fritz, fritz)
    take("warn", fritz, dora)
    assert done() == [("warn", "fritz")]


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", "x" * 301])
def test_a_reason_is_asked_for(reason, alice, dora):
    with pytest.raises(Refused, match="Give a reason"):
        on_people.take_measure(action("warn", dora, reason, person=alice), "day")
    assert refused() == [("warn", "dora")]


def test_the_same_key_does_it_once(alice, dora):
    first = take("warn", dora, alice, key="once")
    assert take("warn", dora, alice, key="once") == first
    assert Measure.objects.count() == Action.objects.count() == 1


# Effects


def test_a_muted_user_cannot_chat_and_sees_the_reason(table, dora):
    alice, game = table.persons[0], Game.objects.get(code=table.code)
    talk.say(game, alice, "Hail")
    take("mute", dora, alice)
    measure = Measure.objects.get()
    with pytest.raises(Barred) as barred:
        talk.say(game, alice, "Hail again")
    assert measure.reason in str(barred.value)
    assert str(barred.value) == on_record(alice)[0]["sentence"]
    Measure.objects.update(until=timezone.now() - timedelta(seconds=1))
    talk.say(game, alice, "Hail again")


def test_a_limited_user_cannot_open_join_or_play_now(alice, bob, dora):
    game = tables.open_table(bob, TableTerms(seats=(SeatKind.ME, SeatKind.OPEN)))
    take("limit", dora, alice)
    for attempt in (
        lambda: tables.open_table(alice, TERMS),
        lambda: joining.join(game.code, alice),
        lambda: open_now(alice),
    ):
        with pytest.raises(Barred, match="You can’t start or join games"):
            attempt()
    assert Game.objects.count() == 1


def test_a_user_barred_from_renaming_cannot_rename(client, alice, dora):
    take("name", dora, alice, "lasting")
    client.force_login(alice)
    answer = client.post("/settings/name/", {"name": "alicia"})
    assert answer.status_code == 422 and "You can’t change your name" in answer.content.decode()
    on_people.rename(action("rename", dora, person=alice), "Plain Alice")
    alice.refresh_from_db()
    assert alice.name == "Plain Alice"


def test_a_suspended_user_is_logged_out_and_sees_why_at_login(alice, dora):
    alice.set_password(PASSWORD)
    alice.save()
    browser = Client()
    form = {"login": "alice", "password": PASSWORD}
    assert browser.post("/accounts/login/", form).status_code == 302
    guard = SessionGuard(browser.session.session_key, alice.pk, alice.password, alice.logins_ended)
    assert valid_guards([guard]) == {guard}
    take("suspend", dora, alice)
    assert browser.get("/settings/").status_code == 302
    assert valid_guards([guard]) == set()
    answer = browser.post("/accounts/login/", form)
    assert answer.status_code == 403
    assert b"This account is suspended until" in answer.content
    assert b"Asked for at the table." in answer.content
    assert browser.get("/settings/").status_code == 302
    Measure.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert browser.post("/accounts/login/", form).status_code == 302
    assert browser.get("/settings/").status_code == 200


def test_a_ban_lasts_until_it_is_lifted(alice, fritz):
    take("ban", fritz, alice, "hour")
    assert Measure.objects.get().until is None
    assert why_kept_out(alice).startswith("This account is banned.")
    lifting = action("lift", fritz, person=alice)
    on_people.lift(lifting, Measure.objects.get())
    assert why_kept_out(alice) is None
    with pytest.raises(Stale, match="already ended"):
        on_people.lift(action("lift", fritz, person=alice), Measure.objects.get())


def test_a_suspension_has_an_end_and_every_measure_a_length(alice, dora):
    with pytest.raises(Refused, match="A suspension needs an end"):
        take("suspend", dora, alice, "lasting")
    with pytest.raises(Refused, match="how long"):
        take("mute", dora, alice, "some time")


def test_a_name_somebody_has_is_refused(alice, bob, dora):
    with pytest.raises(Refused, match="is taken"):
        on_people.rename(action("rename", dora, person=alice), "B0B")
    assert User.objects.get(pk=alice.pk).name == "alice"


def test_logging_out_everywhere_ends_every_session(client, alice, dora):
    client.force_login(alice)
    on_people.log_out_everywhere(action("log_out", dora, person=alice))
    assert client.get("/settings/").status_code == 302
    alice.refresh_from_db()
    client.force_login(alice)
    assert client.get("/settings/").status_code == 200


def test_the_operator_gives_and_takes_roles(alice, fritz, olga):
    with pytest.raises(Forbidden):
        on_people.set_role(action("role", fritz, person=alice), Role.MODERATOR)
    on_people.set_role(action("role", olga, person=alice), Role.SENIOR)
    assert role_of(User.objects.get(pk=alice.pk)) is Role.SENIOR
    on_people.set_role(action("role", olga, person=alice), Role.NOBODY)
    assert role_of(User.objects.get(pk=alice.pk)) is Role.NOBODY
    assert Action.objects.latest("pk").before == {"role": "senior"}


# The record


def test_a_line_of_the_record_is_neither_changed_nor_deleted(alice, dora):
    line = take("warn", dora, alice)
    line.reason = "Something else."
    for attempt in (
        line.save,
        line.delete,
        Action.objects.all().delete,
        lambda: Action.objects.update(reason="Something else."),
    ):
        with pytest.raises(TypeError, match="The moderation log"):
            attempt()
    for statement in ("UPDATE games_action SET reason = ''", "DELETE FROM games_action"):
        with (
            pytest.raises(DatabaseError, match="only written on"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
    assert Action.objects.get().reason == "Asked for at the table."


def test_the_record_has_actor_action_time_and_reason(alice, dora):
    line = take("mute", dora, alice)
    assert (line.by_name, line.name, line.person, line.reason) == (
        "dora",
        "mute",
        alice,
        "Asked for at the table.",
    )
    assert line.before == {"measures": []}
    assert [kind for kind, _ in line.after["measures"]] == ["mute"]
