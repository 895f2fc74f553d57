"""Helpers for tests: games started with Play now."""

from django.urls import reverse

from games.community.lobby.quick_play import begin_now, open_now

VALUE = "5eed" * 16


def begun_now(user):
    """Start a game for a user with Play now; return its code."""
    code = open_now(user)
    begin_now(code, user, VALUE)
    return code


def press_play_now(client, **data):
    """Press Play now, send what the next page's script would post; return the last response."""
    answer = client.post(reverse("play_now"), data)
    if answer.status_code != 302:
        return answer
    code = answer["Location"].split("/")[-2]
    return client.post(reverse("begin_now", args=[code]), {"public_value": VALUE})
