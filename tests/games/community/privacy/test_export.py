"""The export of personal data: everything stored about a person, or a reason for leaving it out."""

import json
from datetime import date

import pytest
from django.apps import apps
from django.db.models import CASCADE, DO_NOTHING, SET_NULL

from games.community.notices.notices import notify
from games.community.privacy.personal_data import exported
from games.models import (
    Delivery,
    Notice,
    NoticeChoice,
    PushBrowser,
    RestTimes,
    User,
    Vacation,
    Webhook,
)

pytestmark = pytest.mark.django_db

EXPORTED = {
    "emailaddress.user": "addresses",
    "authenticator.user": "second_steps",
    "socialaccount.user": "connections",
    "user.groups": "role",
    "user.blocked": "blocked",
    "player.user": "seats",
    "game.host": "hosted",
    "message.author": "messages",
    "measure.user": "measures",
    "report.reporter": "reports",
    "report.appellant": "reports",
    "report.reported": "reports_about",
    "action.person": "else_on_record",
    "nameonrecord.user": "names_on_record",
    "turnplan.user": "plans",
    "seatholder.user": "sat_down",
    "trace.user": "traces",
    "lastvisit.user": "looked_at",
    "notice.user": "notices",
    "noticechoice.user": "notice_choice",
    "pushbrowser.user": "browsers",
    "webhook.user": "webhook",
    "tablewebhook.owner": "table_webhooks",
    "resttimes.user": "rest_times",
    "vacation.user": "vacations",
    "circle.owner": "circles",
    "circlemember.user": "circles",
    "circleinvitation.user": "circle_invitations",
    "circleinvitation.by": "circle_invitations_made",
    "job.asked_by": "jobs",
    "tableinvitation.user": "invitations",
    "tableinvitation.by": "invitations_sent",
    "publiclink.opened_by": "links_opened",
    "publiclink.withdrawn_by": "links_withdrawn",
    "publiclink.named": "links_with_name",
}
"""The key in the export for each relation to a user."""

EXPLAINED = {
    "presence.user": "It is there while a page is open, and goes with it.",
    "user.user_permissions": "Nobody is given any: roles are groups.",
    "logentry.user": "Nothing is changed by the forms that would write it.",
    "measure.by": "Work for the house: it is the record of whom it was done to.",
    "measure.appeal_handler": "Work for the house: it is the measure's.",
    "report.handler": "Work for the house: it is the report's.",
    "report.appeal_handler": "Work for the house: it is the report's.",
    "action.by": "Work for the house: the record answers for it, and is not changed.",
}
"""Why a relation to a user is not exported."""


def relations():
    """Yield (name, field) for every relation of a model to users; blocked people only once."""
    for model in apps.get_models():
        for field in model._meta.get_fields():
            is_own = getattr(field, "concrete", False) and not field.auto_created
            if is_own and field.is_relation and field.related_model is User:
                yield f"{model._meta.model_name}.{field.name}", field
    yield "user.groups", User._meta.get_field("groups")
    yield "user.user_permissions", User._meta.get_field("user_permissions")


def test_all_personal_data_is_exported_or_explained(alice):
    found = dict(relations())
    assert found.keys() == EXPORTED.keys() | EXPLAINED.keys()
    assert set(EXPORTED.values()) <= exported(alice).keys()
    rules = {field.remote_field.on_delete for field in found.values() if not field.many_to_many}
    # Deleting the account deletes a row or anonymises it.
    assert rules <= {CASCADE, SET_NULL, DO_NOTHING}


def test_exports_include_notices_and_choices_without_keys(client, alice, bots_game):
    notify("moderation", alice, bots_game, "word", "A word.")
    notice = Notice.objects.get()
    Delivery.objects.create(notice=notice, channel="hook", state="given up", tries=8, answer="410")
    NoticeChoice.objects.create(user=alice, digest=True, digest_hour=7)
    keys = {"key": "k3y-of-a-browser", "secret": "s3cret-of-it"}
    PushBrowser.objects.create(
        user=alice, endpoint="https://push.example.org/abc", name="Laptop", **keys
    )
    Webhook.objects.create(user=alice, url="https://hook.example.org", secret="s3cret-of-hook")
    RestTimes.objects.create(user=alice, quiet_from=22, quiet_until=6, weekends=True)
    Vacation.objects.create(user=alice, first=date(2026, 7, 1), last=date(2026, 7, 14))
    client.force_login(alice)
    written = client.get("/settings/data/").content.decode()
    data = json.loads(written)
    (told,) = data["notices"]
    assert (told["game"], told["text"]) == (bots_game.code, "A word.")
    hooks = [one for one in told["deliveries"] if one["state"] == "given up"]
    assert [(one["channel"], one["tries"], one["answer"]) for one in hooks] == [("hook", 8, "410")]
    assert data["notice_choice"]["digest_hour"] == 7
    assert [one["name"] for one in data["browsers"]] == ["Laptop"]
    assert data["webhook"] == "https://hook.example.org"
    assert data["rest_times"] == {"quiet_from": 22, "quiet_until": 6, "weekends": True}
    assert data["vacations"] == [{"first": "2026-07-01", "last": "2026-07-14"}]
    assert "s3cret" not in written and "k3y" not in written and "push.example" not in written
