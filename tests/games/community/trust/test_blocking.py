"""The list of blocked people."""

import pytest
from django.urls import reverse

from games.community.people.deletion import delete_account
from games.community.privacy.personal_data import exported
from games.community.trust.blocking import block
from games.models import User

pytestmark = pytest.mark.django_db


def test_people_are_blocked_and_unblocked(flora, at_home, alice):
    profile = reverse("profile", args=["alice"])
    assert ">Block</button>" in at_home.get(profile).text
    data = {"person": "alice", "next": profile}
    shown = at_home.post(reverse("block"), data, follow=True).text
    assert "You have blocked" in shown and ">Unblock</button>" in shown
    assert list(flora.blocked.all()) == [alice]
    assert exported(flora)["blocked"] == ["alice"] and "flora" not in str(exported(alice)).lower()
    assert "Unblock" in at_home.get(reverse("preferences")).text
    at_home.post(reverse("block"), {"person": "alice", "blocked": "no"})
    assert not flora.blocked.exists()
    for name in ("", "Flora", "nobody", str(alice.pk), "\0", "²"):
        assert at_home.post(reverse("block"), {"person": name}).status_code == 404
    abroad = {"person": "alice", "next": "https://evil.example/"}
    assert at_home.post(reverse("block"), abroad)["Location"] == reverse("preferences")
    block(alice, flora)
    delete_account(alice)
    assert not User.blocked.through.objects.exists()
