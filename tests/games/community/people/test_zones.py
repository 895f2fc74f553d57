"""Time zones: a new account gets the time zone of its device."""

import pytest
from django.urls import reverse

from games.models import User
from tests.support.visitors.members import PASSWORD, log_in, member

ACCOUNT = {"email": "wulf@example.org"}


def sign_up(client, zone):
    data = {**ACCOUNT, "username": "Wulf", "password1": PASSWORD, "time_zone": zone}
    return client.post(reverse("account_signup"), data)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("America/New_York", "America/New_York"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        # An invalid time zone does not block the sign-up.
        *[(said, "UTC") for said in ("", "Etc/UTC", "The Moon", "../../etc/passwd", "\x00")],
    ],
)
def test_a_new_account_has_the_zone_of_its_device(client, said, kept):
    assert sign_up(client, said).status_code == 302
    assert User.objects.get(name="Wulf").time_zone == kept


@pytest.mark.django_db
def test_a_guest_who_signs_up_has_the_zone_too(client):
    client.post(reverse("play_now"))
    data = {**ACCOUNT, "name": "Wulf", "password": PASSWORD, "time_zone": "Asia/Tokyo"}
    assert client.post(reverse("keep_games"), data).status_code == 302
    assert User.objects.get().time_zone == "Asia/Tokyo"


@pytest.mark.django_db
def test_another_zone_is_proposed_and_saved_on_confirmation(client):
    flora = member()
    log_in(client, "Flora")
    page = client.get(reverse("preferences"), {"time_zone": "Asia/Tokyo"}).content.decode()
    assert '<option value="Asia/Tokyo" selected>' in page
    flora.refresh_from_db()
    assert flora.time_zone == "UTC"
    page = client.get(reverse("preferences"), {"time_zone": "The Moon"}).content.decode()
    assert "The Moon" not in page
