"""Deleted accounts, forgotten invitations, and what moderators do about circles."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.community.circles import circles, invitations, members, new_game
from games.community.notices.preferences import PRESETS, Choice, choice_of, save_choice
from games.community.notices.sources.from_circles import TEXTS
from games.community.people.deletion import delete_account
from games.community.privacy.personal_data import exported
from games.exceptions import LimitReached
from games.models import Action, Circle, CircleInvitation, Notice, NoticeChoice
from tests.support.visitors.circles import circle_of, finished, names_in
from tests.support.visitors.desks import do

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("record_may_go")]


def test_a_deleted_owners_circle_goes_to_the_longest_member(alice, bob, charlie):
    circle = circle_of(alice, bob, charlie)
    Circle.objects.filter(pk=circle.pk).update(next_on="2030-01-01")
    delete_account(alice)
    circle.refresh_from_db()
    assert (circle.owner, circle.next_on, names_in(circle)) == (bob, None, ["bob", "charlie"])
    assert Notice.objects.get(user=bob).cause.startswith("owner")
    delete_account(charlie)
    delete_account(bob)
    assert not Circle.objects.exists()


def test_a_deleted_name_is_nowhere_about_circles(alice, bob, charlie):
    circle = circle_of(alice, bob, name="alice & friends")
    other = circle_of(charlie, bob)
    invitations.invite(circle.code, alice, "charlie")
    new_game.open_game(circle.code, alice, new_game.usual_terms(circle, 2))
    members.join(other.code, alice, other.invitation)
    finished(other, [charlie, alice], [[0], [1]])
    assert Notice.objects.filter(text__contains="alice").count() == 2
    delete_account(alice)
    assert not Notice.objects.filter(text__contains="alice").exists()
    assert Circle.objects.get(pk=circle.pk).name == "a former player & friends"
    assert not CircleInvitation.objects.exists()


def test_the_export_has_circles_and_invitations(alice, bob, charlie):
    circle = circle_of(alice, bob)
    invitations.invite(circle.code, bob, "charlie")
    invitations.decline(circle.code, charlie)
    (own,) = exported(alice)["circles"]
    assert (own["circle"], own["name"], own["is_owner"]) == (circle.code, "Sunday circle", True)
    (got,) = exported(charlie)["circle_invitations"]
    assert got["circle"] == "Sunday circle" and got["declined"]
    (made,) = exported(bob)["circle_invitations_made"]
    assert "charlie" not in str(made)
    for person in (alice, bob, charlie):
        assert circle.invitation not in str(exported(person))


def test_old_invitations_are_forgotten(alice, bob):
    circle = circle_of(alice)
    invitations.invite(circle.code, alice, "bob")
    assert invitations.forget_invitations() == 0
    old = timezone.now() - timedelta(days=invitations.INVITATION_DAYS, seconds=1)
    CircleInvitation.objects.update(made_at=old)
    assert invitations.forget_invitations() == 1
    invitations.invite(circle.code, alice, "bob")


def test_every_text_names_the_circle():
    assert all("{circle}" in text for text in TEXTS.values())


@pytest.mark.parametrize(("preset", "wants"), [("nothing", False), ("matters", True)])
def test_settings_from_before_circles_follow_their_preset(alice, preset, wants):
    save_choice(alice, Choice(PRESETS[preset][1]))
    row = NoticeChoice.objects.get(user=alice)
    row.channels.pop("circle")
    row.save()
    choice = choice_of(NoticeChoice.objects.get(user=alice))
    assert (choice.preset, choice.wants("circle", "mail")) == (preset, wants)


# Moderators


def test_a_moderator_renames_a_circle(browsers, alice):
    circle = circle_of(alice, name="Rude words")
    page = do(browsers["dora"], "circle", circle.pk, "rename_circle", name="A circle")
    assert page.status_code == 200
    circle.refresh_from_db()
    assert circle.name == "A circle"
    record = Action.objects.get(name="rename_circle", refusal="")
    assert "Rude" not in str([record.before, record.after])
    assert "Reason: Asked for." in Notice.objects.get(user=alice).text


def test_a_senior_moderator_closes_a_circle(browsers, alice, bob):
    circle = circle_of(alice, bob)
    game = finished(circle, [alice, bob], [[0], [1]])
    assert do(browsers["fritz"], "circle", circle.pk, "close_circle").status_code == 200
    assert not Circle.objects.exists()
    game.refresh_from_db()
    assert game.circle is None
    assert Notice.objects.filter(kind="moderation").count() == 2


def test_the_admin_does_not_show_the_link(browsers, alice):
    circle = circle_of(alice)
    for path in ("/admin/games/circle/", f"/admin/games/circle/{circle.pk}/change/"):
        page = browsers["olga"].get(path)
        assert page.status_code == 200 and circle.invitation not in page.content.decode()


def test_limits_hold(alice, bob, monkeypatch):
    monkeypatch.setattr(circles, "MOST_CIRCLES", 1)
    circle = circle_of(alice)
    with pytest.raises(LimitReached):
        circles.found(alice, "Another")
    monkeypatch.setattr(invitations, "MOST_MEMBERS", 1)
    with pytest.raises(LimitReached):
        invitations.invite(circle.code, alice, "bob")
