"""Personal data: traces and their use, retention, export and deletion."""

import json
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.community.fairness.audit import audit
from games.community.fairness.records import record
from games.community.lobby import joining, tables
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.moderation import on_games, on_people, reports
from games.community.moderation.actions import Forbidden
from games.community.notices.notices import notify
from games.community.people.accounts import change_name
from games.community.people.deletion import delete_account
from games.community.people.erase_names import facts_text
from games.community.privacy.personal_data import delete_for, exported
from games.community.privacy.retention import EVIDENCE_DAYS, REMOVED_DAYS, TALK_DAYS
from games.community.talk import talk
from games.community.trust import linked_accounts
from games.community.trust.system_messages import post_system_message
from games.models import (
    Action,
    Game,
    Message,
    Move,
    NameOnRecord,
    Notice,
    Report,
    RestingAddress,
    Trace,
    User,
)
from games.storage.store.stored_game import load
from rules.record import verify
from tests.support.visitors.moderators import action

pytestmark = pytest.mark.django_db
HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"


def visits(user, address, device="A browser"):
    """Log a user in from an address, with a device; return the browser."""
    client = Client(REMOTE_ADDR=address, headers={"User-Agent": device})
    user.set_password("a castle in the Rakers 7")
    user.save()
    form = {"login": user.name, "password": "a castle in the Rakers 7"}
    assert client.post("/accounts/login/", form).status_code == 302
    return client


# Traces


def test_a_trace_holds_digests_and_no_address(alice):
    visits(alice, HOME)
    trace = Trace.objects.get()
    written = str(Trace.objects.values().get())
    assert "203.0.113" not in written and "A browser" not in written
    assert trace.network == linked_accounts.network_of("203.0.113.200")
    assert trace.network != linked_accounts.network_of(ELSEWHERE)
    assert trace.hours.bit_count() == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "203.0.113.250", True),
        ("203.0.113.7", "203.0.114.7", False),
        ("::ffff:203.0.113.7", "203.0.113.250", True),
        ("::ffff:203.0.113.7", "::ffff:198.51.100.9", False),
        ("2001:db8:1:2::3", "2001:db8:1:ffff::1", True),
        ("2001:db8:1:2::3", "2001:db8:2:2::3", False),
    ],
)
def test_a_network_is_part_of_an_address(one, other, same):
    assert (linked_accounts.network_of(one) == linked_accounts.network_of(other)) is same
    assert linked_accounts.network_of("nowhere") == ""


def test_the_table_shows_players_sharing_a_network(alice, bob, charlie):
    for user, address in ((alice, HOME), (bob, HOME), (charlie, ELSEWHERE)):
        visits(user, address)
    seats = (SeatKind.ME, SeatKind.OPEN, SeatKind.OPEN)
    game = tables.open_table(alice, TableTerms(seats=seats))
    joining.join(game.code, bob)
    joining.join(game.code, charlie)
    said = Message.objects.get(game=game, is_system=True)
    assert said.text.startswith("On the same network: alice and bob.")
    page = Client().get(f"/games/{game.code}/").content.decode()
    assert "Castlerisk" in page and "alice and bob" in page


def test_deleting_a_renamed_account_erases_both_names(alice, bob):
    for user in (alice, bob):
        visits(user, HOME)
    game = tables.open_table(alice, TableTerms(seats=(SeatKind.ME, SeatKind.OPEN)))
    joining.join(game.code, bob)
    change_name(bob, "Bobolink")
    delete_account(bob)
    said = Message.objects.get(game=game, is_system=True)
    assert said.text.startswith("On the same network: alice and a former player.")


def test_different_networks_are_not_mentioned(alice, bob):
    for user, address in ((alice, HOME), (bob, ELSEWHERE)):
        visits(user, address)
    game = tables.open_table(alice, TableTerms(seats=(SeatKind.ME, SeatKind.OPEN)))
    joining.join(game.code, bob)
    assert not Message.objects.exists()


def test_linked_accounts_count_matching_traces(table, alice, bob, charlie):
    visits(alice, HOME)
    visits(bob, HOME)
    visits(charlie, HOME, "Another browser")
    game = Game.objects.get(code=table.code)
    reports.make(charlie, "game", "together", "They help each other.", key="t", game=game)
    linked = {one.name: one for one in linked_accounts.linked_to(alice)}
    assert (linked["bob"].networks, linked["bob"].devices, linked["bob"].games) == (1, 1, 1)
    assert linked["bob"].reported == 1
    assert (linked["charlie"].networks, linked["charlie"].devices) == (1, 0)
    assert linked["charlie"].games == 0


def test_a_day_with_several_devices_is_one_day_and_none_of_them_is_forgotten(alice, bob):
    today = timezone.now().date()
    yesterday = today - timedelta(days=1)

    def came(user, device, hours, day=today):
        Trace.objects.create(user=user, network="home", device=device, day=day, hours=hours)

    came(alice, "a phone", 0b0011)
    came(alice, "a tablet", 0b0100)
    came(bob, "a phone", 0b0110)
    came(bob, "a desk", 0b1000)
    (one,) = linked_accounts.linked_to(alice)
    assert (one.name, one.networks, one.devices, one.hours) == ("bob", 1, 1, 2)
    came(alice, "a phone", 0b0001, yesterday)
    came(bob, "a desk", 0b0001, yesterday)
    (one,) = linked_accounts.linked_to(alice)
    assert (one.networks, one.devices, one.hours) == (2, 1, 3)


def test_the_list_takes_as_many_statements_however_many_are_on_it(
    table, alice, django_assert_max_num_queries
):
    game = Game.objects.get(code=table.code)
    for seat in range(6, 18):
        other = User.objects.create_user(f"other {seat}")
        game.players.create(seat=seat, user=other)
        Trace.objects.create(user=other, network="n", device="d", day=timezone.now().date())
    Trace.objects.create(user=alice, network="n", device="d", day=timezone.now().date())
    with django_assert_max_num_queries(9):
        assert len(linked_accounts.linked_to(alice)) == 12


# Retention


def test_expired_data_is_deleted_by_a_command(table, alice, bob, dora, capsys):
    game = Game.objects.get(code=table.code)
    talk.say(game, alice, "Hail")
    talk.say(game, bob, "Vile")
    talk.say(game, bob, "Just removed")
    long_ago = timezone.now() - timedelta(days=REMOVED_DAYS + 1)
    Message.objects.filter(text="Vile").update(removed_at=long_ago)
    Message.objects.filter(text="Just removed").update(removed_at=timezone.now())
    report = reports.make(alice, "game", "stuck", "", key="s", game=game)
    decided = timezone.now() - timedelta(days=EVIDENCE_DAYS + 1)
    Report.objects.update(status="decided", decision="nothing", answer="No.", decided_at=decided)
    fresh = reports.make(alice, "game", "stuck", "", key="f", game=game)
    visits(alice, HOME)
    visits(bob, HOME)
    old = timezone.now() - timedelta(days=linked_accounts.KEPT_DAYS + 1)
    Trace.objects.filter(user=alice).update(day=old.date())
    call_command("retention")
    assert set(Message.objects.values_list("text", flat=True)) == {"Hail", "", "Just removed"}
    report.refresh_from_db()
    fresh.refresh_from_db()
    assert report.evidence == {} and report.answer == "No."
    assert fresh.evidence != {}
    assert list(Trace.objects.values_list("user", flat=True)) == [bob.pk]
    assert "network traces: 1 deleted." in capsys.readouterr().out


def test_chat_is_deleted_long_after_its_game(table, alice):
    game = Game.objects.get(code=table.code)
    talk.say(game, alice, "Hail")
    long_ago = timezone.now() - timedelta(days=TALK_DAYS + 1)
    Game.objects.update(moved_at=long_ago)
    call_command("retention")
    assert Message.objects.exists()
    Game.objects.update(status="over")
    call_command("retention")
    assert not Message.objects.exists()


def test_chat_of_a_cancelled_game_is_deleted_too(opened, alice):
    talk.say(opened, alice, "Hail")
    Game.objects.update(status=Game.Status.CANCELLED)
    call_command("retention")
    assert Message.objects.exists()
    Game.objects.update(changed_at=timezone.now() - timedelta(days=TALK_DAYS + 1))
    call_command("retention")
    assert not Message.objects.exists()


# Export and deletion


def test_an_export_has_personal_data_and_no_game_secrets(client, table, alice, bob, dora):
    game = Game.objects.get(code=table.code)
    talk.say(game, alice, "Hail")
    talk.say(game, bob, "Hail yourself")
    warn = action("warn", dora, "Mind your words.", person=alice)
    on_people.take_measure(warn, "day")
    client.force_login(alice)
    answer = client.get("/settings/data/")
    data = json.loads(answer.content)
    assert data == json.loads(json.dumps(exported(alice)))
    assert data["name"] == "alice" and [one["text"] for one in data["messages"]] == ["Hail"]
    assert data["measures"][0]["sentence"].endswith("Mind your words.")
    written = answer.content.decode()
    assert "bob" not in written and "dora" not in written
    assert bytes(game.seed).hex() not in written and game.invitation not in written
    assert Client().get("/settings/data/").status_code == 302


def test_a_deleted_persons_games_are_audited_and_verified(table, alice, bob, charlie, dora, olga):
    game = Game.objects.get(code=table.code)
    talk.say(game, alice, "I live at the mill")
    message = Message.objects.get()
    reports.make(bob, "message", "words", "", key="m", game=game, message=message.pk)
    visits(alice, HOME)
    with pytest.raises(Forbidden):
        delete_for(action("delete", dora, person=alice))
    delete_for(action("delete", olga, "Asked for it.", person=alice))
    assert not User.objects.filter(name="alice").exists()
    assert not Trace.objects.exists()
    everywhere = str([Message.objects.values(), Report.objects.values(), Action.objects.values()])
    assert "mill" not in everywhere and "alice" not in everywhere
    assert audit(game.code) == load(game.code).number + 1


def everything_stored():
    """The rows of all tables except the log of moves, as text."""
    models = [model for model in apps.get_models() if model is not Move]
    return str([list(model.objects.values()) for model in models]).lower()


@pytest.mark.parametrize("by", ["the page", "an operator"])
def test_nothing_written_by_or_about_a_deleted_person_stays(
    by, table, alice, bob, charlie, dora, olga
):
    game = Game.objects.get(code=table.code)
    Game.objects.filter(pk=game.pk).update(title="Alice’s mill, malice", is_listed=True)
    game.refresh_from_db()
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    RestingAddress.objects.create(address=alice.email, reason="stopped")
    for user, text in (
        (alice, "I live at the mill"),
        (bob, "@Alice and @alices"),
        (charlie, "@alice?"),
    ):
        talk.say(game, user, text)
    post_system_message(game.pk, "On the same network: alice and bob.")
    said, asked = Message.objects.get(author=alice), Message.objects.get(author=charlie)
    about = reports.make(
        bob, "message", "words", "Alice, again.", key="1", game=game, message=said.pk
    )
    reports.claim(action("claim", dora, report=about))
    told = ("talked", "We spoke to alice.", "Mind it, Alice.")
    reports.decide(action("decide", dora, report=about), *told)
    about.refresh_from_db()
    reports.appeal(about, alice, "Not at my mill.")
    reports.make(dora, "message", "words", "", key="2", game=game, message=asked.pk)
    reports.make(alice, "seat", "other", "At the mill.", key="3", game=game, seat=1)
    change_name(alice, "Grist")
    talk.say(game, bob, "So @grist it is")
    if by == "the page":
        visits(alice, HOME).post("/settings/delete/", {"password": "a castle in the Rakers 7"})
    else:
        delete_for(action("delete", olga, "Asked for it.", person=alice))
    assert not User.objects.filter(pk=alice.pk).exists()
    kept = re.sub(r"malice|alices", "", everything_stored())
    assert [word for word in ("alice", "grist", "live at the mill") if word in kept] == []
    assert "at my mill" not in kept and "at the mill" not in kept
    game.refresh_from_db()
    assert game.title == "a former player’s mill, malice"
    chat = dict(Message.objects.exclude(author=None).values_list("author__name", "text"))
    assert chat == {"bob": "So @a former player it is", "charlie": "@a former player?"}
    about.refresh_from_db()
    assert (about.words, about.answer) == (
        "a former player, again.",
        "We spoke to a former player.",
    )
    seats = about.evidence["seats"]
    assert [seat["name"] for seat in seats][:2] == ["a former player", "bob"]
    assert audit(game.code) == load(game.code).number + 1
    page = Client().get(f"/games/{game.code}/").content.decode()
    assert "Deleted with its author’s account." in page


def everything_on_record():
    return json.dumps(list(Action.objects.values("before", "after", "reason", "refusal")))


def test_a_deleted_account_takes_its_own_appeals_along_and_no_others(alice, bob):
    mine = Report.objects.create(
        key="mine", reporter=bob, reported=alice, appellant=alice, appeal="By alice."
    )
    theirs = Report.objects.create(
        key="theirs", reporter=alice, reported=bob, appellant=bob, appeal="By bob."
    )
    delete_account(alice)
    appeals = dict(Report.objects.values_list("pk", "appeal"))
    assert appeals == {mine.pk: "", theirs.pk: "By bob."}


def test_an_old_name_goes_from_the_record_without_changing_it(alice, olga):
    rename = action("rename", olga, "It offends.", person=alice)
    line = on_people.rename(rename, "plain")
    other = on_people.rename(action("rename", olga, person=alice), "plainer")
    assert facts_text(line, line.before) == "name: alice"
    assert facts_text(line, line.after) == "name: plain"
    written = everything_on_record()
    assert not {"alice", "plain"} & set(re.findall(r"\w+", written))
    delete_for(action("delete", olga, "Asked for it.", person=User.objects.get(pk=alice.pk)))
    assert everything_on_record().startswith(written[:-1])
    for one in (line, other):
        again = Action.objects.get(pk=one.pk)
        assert facts_text(again, again.before) == "name: a former player"
    assert not NameOnRecord.objects.exists()


def test_deleted_names_are_erased_from_messages_and_notices(table, alice, bob, charlie, olga):
    game = Game.objects.get(code=table.code)
    on_games.give_to_person(action("give_to_person", olga, game=game), 0, "charlie")
    notify("moderation", bob, game, "x", "charlie and charlies moved.")
    charlie.refresh_from_db()
    delete_account(charlie)
    said = " ".join(Message.objects.filter(is_system=True).values_list("text", flat=True))
    assert "gave seat 1 to a former player" in said and "charlie" not in said
    (told,) = Notice.objects.filter(cause="x").values_list("text", flat=True)
    assert told == "a former player and charlies moved."


def test_records_omit_deleted_names(bots_game, alice, olga):
    on_games.give_to_person(action("give_to_person", olga, game=bots_game), 0, "alice")
    on_games.cancel(action("cancel", olga, game=bots_game))
    delete_for(action("delete", olga, "Asked for it.", person=alice))
    text = "".join(record(bots_game.code))
    assert "alice" not in text and "a former player" in text
    assert verify(json.loads(text)).problems == ()
