"""The settings: what a person prefers, whom they mute, when they were last here."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import User
from games.preferences import PREFERENCES, preferences_of, save_preferences
from tests.games.members import log_in, member


@pytest.fixture
def dora(db):
    return member()


@pytest.fixture
def at_home(dora, client):
    """Dora's browser."""
    log_in(client, "Dora")
    return client


def test_preferences_are_kept_and_what_there_is_not_is_refused(dora):
    assert preferences_of(dora) == {name: asked.default for name, asked in PREFERENCES.items()}
    save_preferences(dora, {"theme": "dark", "sound": "on"})
    dora.refresh_from_db()
    assert dora.preferences == {"theme": "dark"}
    assert preferences_of(dora)["theme"] == "dark"
    for chosen in ({"theme": "pink"}, {"nonsense": "on"}):
        with pytest.raises(ValidationError):
            save_preferences(dora, chosen)
    dora.preferences = {"theme": ["dark"], "sound": 3}
    dora.preferences = {"theme": "gone", "sound": 3}
    assert preferences_of(dora)["theme"] == "auto" and preferences_of(dora)["sound"] == "on"


def test_the_settings_page_keeps_what_is_chosen(dora, at_home):
    chosen = {"theme": "dark", "sound": "off", "hints": "off", "animation": "quick"}
    data = {**chosen, "time_zone": "Europe/Vienna"}
    response = at_home.post(reverse("preferences"), data)
    assert response.status_code == 302 and response.cookies["theme"].value == "dark"
    dora.refresh_from_db()
    assert preferences_of(dora) == chosen and dora.time_zone == "Europe/Vienna"
    elsewhere = Client()
    assert log_in(elsewhere, "Dora").cookies["theme"].value == "dark"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"theme": "pink"},
        {"theme": "dark\x00", "time_zone": "Europe/Vienna"},
        {"theme": "dark", "sound": "on", "hints": "on", "animation": "calm", "time_zone": "Mars"},
    ],
)
def test_nonsense_for_preferences_changes_nothing(dora, at_home, data):
    assert at_home.post(reverse("preferences"), data).status_code == 422
    dora.refresh_from_db()
    assert (dora.preferences, dora.time_zone) == ({}, "UTC")


def test_people_are_muted_and_heard_again(dora, at_home, alice):
    at_home.post(reverse("mute"), {"person": alice.pk, "next": "/rules/"})
    at_home.post(reverse("mute"), {"person": dora.pk})
    assert list(dora.muted.all()) == [alice]
    assert "alice" in at_home.get(reverse("preferences")).content.decode()
    at_home.post(reverse("mute"), {"person": alice.pk, "muted": "no"})
    assert not dora.muted.exists()
    for person, status in (
        ("", 400),
        ("x", 400),
        ("-1", 400),
        ("²", 400),
        ("9" * 30, 400),
        (0, 404),
    ):
        assert at_home.post(reverse("mute"), {"person": person}).status_code == status


def test_after_muting_nobody_is_led_to_another_site(dora, at_home, alice):
    data = {"person": alice.pk, "next": "https://evil.example/"}
    assert at_home.post(reverse("mute"), data)["Location"] == reverse("preferences")


def test_when_somebody_was_last_here_is_noted_once_an_hour(dora, at_home):
    User.objects.filter(pk=dora.pk).update(seen_at=timezone.now() - timedelta(days=1))
    with CaptureQueriesContext(
        connection,
    ) as first:
        at_home.get(reverse("preferences"))
    with CaptureQueriesContext(connection) as second:
        at_home.get(reverse("preferences"))
    # Where they came from is noted with it (games.linked), once an hour too.
    assert [sum("UPDATE" in one["sql"] for one in each) for each in (first, second)] == [1, 0]
    dora.refresh_from_db()
    assert timezone.now() - dora.seen_at < timedelta(hours=1)
