"""Attack: a moderator reuses the key of an earlier action to do something off the record."""

import pytest
from django.test import Client

from games.community.moderation import on_people
from games.community.trust.roles import Role
from games.exceptions import Stale
from games.models import Action
from tests.support.visitors.desks import text
from tests.support.visitors.moderators import action, done, log_in_as, moderator, refused

pytestmark = pytest.mark.django_db


def test_a_reused_key_cannot_export_data_unrecorded(alice, bob, olga):
    desk = log_in_as(Client(), olga)
    sent = {"key": "once", "reason": "Asked for it."}
    assert alice.email in text(desk.post(f"/admin/games/user/{alice.pk}/do/export/", sent))
    answer = desk.post(f"/admin/games/user/{bob.pk}/do/export/", sent)
    assert answer.status_code == 422
    assert bob.email not in text(answer)
    assert done() == [("export", "olga")]
    assert refused() == [("export", "olga")]


def test_the_key_of_a_form_for_another_person_or_action_is_refused(alice, bob):
    senior = moderator("gerda", Role.SENIOR)
    on_people.log_out_everywhere(action("log_out", senior, key="once", person=alice))
    with pytest.raises(Stale, match="Open the page again"):
        on_people.log_out_everywhere(action("log_out", senior, key="once", person=bob))
    with pytest.raises(Stale, match="Open the page again"):
        on_people.take_measure(action("warn", senior, key="once", person=alice), "day")
    assert Action.objects.filter(refusal="").count() == 1
