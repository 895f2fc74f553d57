"""The settings: preferences, and the last visit."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.community.people.preferences import PREFERENCES, preferences_of, save_preferences
from games.models import User
from games.table.sidebar import hints
from tests.support.visitors.members import log_in


def test_preferences_are_saved_and_unknown_ones_refused(flora):
    assert preferences_of(flora) == {name: asked.default for name, asked in PREFERENCES.items()}
    save_preferences(flora, {"theme": "dark", "sound": "on"})
    flora.refresh_from_db()
    assert flora.preferences == {"theme": "dark"}
    assert preferences_of(flora)["theme"] == "dark"
    for chosen in ({"theme": "pink"}, {"nonsense": "on"}):
        with pytest.raises(ValidationError):
            save_preferences(flora, chosen)
    flora.preferences = {"theme": ["dark"], "sound": 3}
    flora.preferences = {"theme": "gone", "sound": 3}
    assert preferences_of(flora)["theme"] == "auto" and preferences_of(flora)["sound"] == "on"


def test_preferences_saved_in_another_tab_are_kept(flora):
    here, there = (User.objects.get(pk=flora.pk) for _ in range(2))
    save_preferences(there, {"theme": "dark"})
    hints.dismiss(there, "odds")
    save_preferences(here, {"sound": "off"})
    hints.dismiss(there, "end")
    flora.refresh_from_db()
    kept = {"theme": "dark", "sound": "off", hints.DISMISSED: ["end", "odds"]}
    assert flora.preferences == kept


def test_the_settings_page_saves_choices(flora, at_home):
    chosen = {"theme": "dark", "sound": "off", "hints": "off", "animation": "quick"}
    chosen |= {"reasons": "on", "bot_offers": "off", "shortcuts": "off", "vacation": "shown"}
    data = {**chosen, "time_zone": "Europe/Vienna"}
    response = at_home.post(reverse("preferences"), data)
    assert response.status_code == 302 and response.cookies["theme"].value == "dark"
    flora.refresh_from_db()
    assert preferences_of(flora) == chosen and flora.time_zone == "Europe/Vienna"
    # The result is shown beside the form, not at the edge of a wider page.
    page = at_home.get(reverse("preferences")).content.decode()
    room = page.partition('class="account-settings"')[2]
    assert page.count("Preferences saved.") == room.count("Preferences saved.") == 1
    elsewhere = Client()
    assert log_in(elsewhere, "Flora").cookies["theme"].value == "dark"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"theme": "pink"},
        {"theme": "dark\x00", "time_zone": "Europe/Vienna"},
        {"theme": "dark", "sound": "on", "hints": "on", "animation": "calm", "time_zone": "Mars"},
    ],
)
def test_nonsense_for_preferences_changes_nothing(flora, at_home, data):
    assert at_home.post(reverse("preferences"), data).status_code == 422
    flora.refresh_from_db()
    assert (flora.preferences, flora.time_zone) == ({}, "UTC")


def test_last_seen_is_stored_once_an_hour(flora, at_home):
    User.objects.filter(pk=flora.pk).update(seen_at=timezone.now() - timedelta(days=1))
    with CaptureQueriesContext(
        connection,
    ) as first:
        at_home.get(reverse("preferences"))
    with CaptureQueriesContext(connection) as second:
        at_home.get(reverse("preferences"))
    # The user's address is recorded then too, so once an hour as well (see linked_accounts).
    assert [sum("UPDATE" in one["sql"] for one in each) for each in (first, second)] == [1, 0]
    flora.refresh_from_db()
    assert timezone.now() - flora.seen_at < timedelta(hours=1)
