"""Emails that are gathered, wait for the next one, or are no longer worth sending."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from games.community.notices.notices import Draft, write
from games.community.notices.preferences import (
    AT_ONCE,
    GATHERED,
    KINDS,
    PATIENT,
    PRESETS,
    TOLD_NEXT,
    Choice,
    save_choice,
)
from games.community.notices.sending import wanted
from games.community.notices.sources import from_absence
from games.models import AbsenceStep, Delivery, Game, LastVisit, Notice, Player
from games.storage.processes import last_seen
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import load
from tests.support.tables.bringing import later, parts_of, states, work
from tests.support.tables.slow_games import DAY, begun

Kind, State = Notice.Kind, Delivery.State
QUARTER = timedelta(seconds=DAY / 4)


@pytest.fixture
def slow(alice, bob, charlie):
    """A slow game in which the player on turn may attack; all have confirmed addresses."""
    for user in (alice, bob, charlie):
        address = {"email": user.email, "verified": True, "primary": True}
        EmailAddress.objects.get_or_create(user=user, defaults=address)
    table = begun([alice, bob, charlie], "sl2wgame")
    Game.objects.update(noticed=table.number(), title="Friends")
    return table


def tell(table, kind, cause, text="A text.", user=None):
    """Write a notice to the player to move, or to another user."""
    user = user or table.mover
    write([Draft(user.pk, kind, Game.objects.get().pk, cause, text)])


def decision(table):
    """The cause of the notice of the open decision."""
    return wanted.DECISION.format(number=table.state().decisions[0].number)


def waits():
    """Return how long each kind's waiting email waits after its notice was made."""
    found = Delivery.objects.filter(channel="mail", state=State.WAITING).select_related("notice")
    return {each.notice.kind: each.next_at - each.notice.made_at for each in found}


def reasons():
    """Return the reasons why emails were withheld."""
    return list(Delivery.objects.filter(state=State.WITHHELD).values_list("answer", flat=True))


def test_each_kind_waits_as_long_as_it_may(slow):
    save_choice(slow.mover, Choice(PRESETS["everything"][1]))
    for kind in KINDS:
        tell(slow, kind, kind)
    found = waits()
    assert found.keys() == set(KINDS) - TOLD_NEXT
    for kind, wait in found.items():
        assert wait == (
            timedelta() if kind in AT_ONCE else QUARTER if kind in PATIENT else GATHERED
        )


def test_emails_of_live_games_are_not_gathered(slow):
    Game.objects.update(turn_seconds=300)
    save_choice(slow.mover, Choice(PRESETS["everything"][1]))
    for kind in KINDS:
        tell(slow, kind, kind)
    assert set(waits().values()) == {timedelta()} and waits().keys() == set(KINDS)


def test_what_asks_nothing_is_in_the_next_email(slow, client):
    save_choice(slow.mover, Choice(PRESETS["everything"][1]))
    tell(slow, Kind.MENTIONED, "message 1", "bob mentioned you.")
    work()
    assert mail.outbox == [] and not Delivery.objects.filter(channel="mail").exists()
    client.force_login(slow.mover)
    assert "It will be in the next email." in client.get(reverse("notices")).content.decode()
    tell(slow, Kind.TURN, decision(slow))
    later(600)
    work()
    (sent,) = mail.outbox
    assert "bob mentioned you." in sent.body


def test_without_emails_about_turns_nothing_waits_for_the_next(slow):
    channels = {**PRESETS["everything"][1], Kind.TURN: frozenset()}
    save_choice(slow.mover, Choice(channels))
    tell(slow, Kind.MENTIONED, "message 1")
    assert waits() == {Kind.MENTIONED: GATHERED}


def test_an_email_takes_what_waits_along(slow):
    tell(slow, Kind.REQUESTED, "pause 1", "bob would like to pause.")
    tell(slow, Kind.SEAT, "seat", "A seat is open.")
    tell(slow, Kind.TURN, decision(slow))
    work()
    assert mail.outbox == []
    later(600)
    work()
    assert len(mail.outbox) == 1 and states("mail") == [State.SENT] * 3
    assert len(set(Delivery.objects.values_list("done_at", flat=True))) == 1


def test_hiding_a_request_elsewhere_is_no_look_at_the_game(slow):
    tell(slow, Kind.TURN, decision(slow))
    last_seen.dismiss(Game.objects.get(), slow.mover, "pause 1")
    later(600)
    work()
    assert len(mail.outbox) == 1 and reasons() == []
    # The first look afterwards is no return from an absence.
    game = Game.objects.get()
    assert last_seen.open_table(game.pk, slow.mover, 0, game.number) is None


def test_a_warning_is_sent_at_once_and_takes_what_waits_along(slow):
    tell(slow, Kind.TURN, decision(slow))
    tell(slow, Kind.TIME, "warned", "You’re running out of time.")
    work()
    (sent,) = mail.outbox
    assert " left – your turn in “Friends” until " in sent.subject
    assert states("mail") == [State.SENT] * 2


def test_every_attempt_has_the_same_notices(mails, slow, alice):
    """A retry with more would have the id of the first email, and be taken for a copy."""
    mails.refusals["alice@example.org"] = "450 busy"
    tell(slow, Kind.TIME, "one", "The first.", alice)
    work()
    tell(slow, Kind.TIME, "two", "The second.", alice)
    mails.refusals.clear()
    later(31)
    work()
    first, second = sorted((parts_of(each)[1] for each in mails.mails), key=len)
    assert len({each["Message-ID"] for each in mails.mails}) == 2
    assert "The first." in first + second and "The second." in first + second


def test_a_decision_answered_meanwhile_is_not_mailed(slow):
    tell(slow, Kind.TURN, decision(slow))
    slow.answer()
    later(600)
    work()
    assert mail.outbox == [] and reasons() == [wanted.IS_OVER]


def test_a_pact_that_is_no_longer_offered_is_not_mailed(slow):
    tell(slow, Kind.OFFERED, wanted.PACT.format(number=7))
    later(DAY)
    work()
    assert mail.outbox == [] and reasons() == [wanted.IS_OVER]


def test_an_unopened_email_that_asks_the_same_is_not_repeated(slow):
    user, game = slow.mover, Game.objects.get()
    tell(slow, Kind.TURN, decision(slow))
    later(600)
    work()
    tell(slow, Kind.TURN, f"{decision(slow)} of 1")
    tell(slow, Kind.SEAT, "seat")
    later(DAY)
    work()
    assert len(mail.outbox) == 1 and reasons() == [wanted.IS_COVERED] * 2
    # Neither a warning nor the end of the game is covered.
    for number, kind in enumerate((Kind.TIME, Kind.OVER), start=2):
        tell(slow, kind, kind)
        later(600)
        work()
        assert len(mail.outbox) == number
    # The user looks at the game, and leaves.
    moment = moment_now()
    LastVisit.objects.create(user=user, game=game, number=load(slow.code).number, seen_at=moment)
    tell(slow, Kind.TURN, f"{decision(slow)} of 2")
    Game.objects.update(epoch=2)
    later(600)
    work()
    assert len(mail.outbox) == 4


@pytest.mark.parametrize("step", [AbsenceStep.Step.OPENED, AbsenceStep.Step.CAPTAIN, "replaced"])
def test_who_loses_the_seat_is_told_at_once(slow, step):
    """They have not opened the email about their turn, and no other one will follow."""
    tell(slow, Kind.TURN, decision(slow))
    later(600)
    work()
    player = Player.objects.get(user=slow.mover)
    if step == "replaced":
        from_absence.notify_replaced(player, "erin")
    else:
        from_absence.notify_step(slow.code, player.seat, step)
    work()
    assert len(mail.outbox) == 2 and "your seat" in mail.outbox[1].body


def test_the_page_groups_the_notices_of_a_game(slow, client):
    for number, kind in enumerate((Kind.TURN, Kind.SEAT, Kind.MODERATION)):
        tell(slow, kind, f"cause {number}", f"Text {number}.")
    write([Draft(slow.mover.pk, Kind.MODERATION, None, "word", "A word.")])
    client.force_login(slow.mover)
    page = client.get(reverse("notices")).content.decode()
    assert page.count('<li class="surface is-unread">') == 2
    assert all(text in page for text in ("Text 0.", "Text 1.", "Text 2.", "A word."))
