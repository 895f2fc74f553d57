"""The settings: preferences, muted users, and the last visit."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.community.lobby import joining
from games.community.people.preferences import PREFERENCES, preferences_of, save_preferences
from games.community.talk import talk
from games.models import SeatHolder, User
from games.playing.start import create_game
from games.table.sidebar import hints
from tests.support.visitors.lobbies import FREE, opened_by
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
    chosen |= {"reasons": "on", "bot_offers": "off", "shortcuts": "off"}
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


def test_people_are_muted_and_unmuted(flora, at_home, alice):
    create_game([flora, alice])
    at_home.post(reverse("mute"), {"person": alice.pk, "next": "/rules/"})
    at_home.post(reverse("mute"), {"person": flora.pk})
    assert list(flora.muted.all()) == [alice]
    assert "alice" in at_home.get(reverse("preferences")).content.decode()
    at_home.post(reverse("mute"), {"person": alice.pk, "muted": "no"})
    assert not flora.muted.exists()
    for person, status in (
        ("", 400),
        ("x", 400),
        ("-1", 400),
        ("²", 400),
        ("9" * 30, 400),
        (0, 404),
    ):
        assert at_home.post(reverse("mute"), {"person": person}).status_code == status


def test_only_people_one_has_met_can_be_muted(flora, at_home, alice, bob, charlie, dora):
    """Muting one number after another does not tell the names of all accounts."""
    public = opened_by(alice, FREE, FREE)
    talk.say(public, alice, "Come and play")
    private = opened_by(bob, FREE, is_listed=False)
    talk.say(private, bob, "Only for friends")
    joining.join(public.code, charlie)
    joining.leave(public.code, charlie)

    def muted():
        for number in User.objects.values_list("pk", flat=True):
            at_home.post(reverse("mute"), {"person": number})
        return list(flora.muted.order_by("name").values_list("name", flat=True))

    assert muted() == ["alice"]
    at_home.get(reverse("invitation", args=[private.code, private.invitation]))
    assert muted() == ["alice", "bob"]
    over = create_game([flora, charlie])
    SeatHolder.objects.create(player=over.players.get(user=charlie), user=dora)
    over.players.filter(user=charlie).update(user=None)
    assert muted() == ["alice", "bob", "dora"]
    answer = at_home.post(reverse("mute"), {"person": charlie.pk, "muted": "no"})
    assert answer.status_code == 404


def test_muting_does_not_redirect_to_other_sites(flora, at_home, alice):
    create_game([flora, alice])
    data = {"person": alice.pk, "next": "https://evil.example/"}
    assert at_home.post(reverse("mute"), data)["Location"] == reverse("preferences")


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
