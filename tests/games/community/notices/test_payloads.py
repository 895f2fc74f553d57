"""Payloads of webhooks: the shapes that chat services document, and text that stays text."""

import json
import re
from datetime import UTC, datetime

import pytest

from games.community.notices.channels.payloads import (
    DISCORD_DESCRIPTION,
    DISCORD_TITLE,
    SLACK_HEADER,
    SLACK_SECTION,
    Format,
    Post,
    format_of,
    payload_of,
)

UNTIL = datetime(2026, 12, 3, 20, 15, tzinfo=UTC)
SECONDS = int(UNTIL.timestamp())
POST = Post(
    id="an-id",
    kind="table",
    game="a2tab3e4",
    made_at=datetime(2026, 12, 1, tzinfo=UTC),
    url="https://example.org/games/a2tab3e4/",
    lines=("Alice captured Idee from Bob.",),
    title="Sunday game",
    asked="It’s Bob’s turn, round 3.",
    until=UNTIL,
)
HOSTILE = "@everyone <@1> <!channel> **b** `c` [x](https://evil.example) @room & ||s|| _i_ <t:1:R>"
"""A name that would mention everybody, hide, format or link something in one of the services."""


def hostile():
    text = f"{HOSTILE} captured Idee."
    return Post("1", "table", "code", UNTIL, "https://example.org/", (text,), HOSTILE, HOSTILE)


def test_discord_gets_an_embed_with_times_for_each_reader():
    told = payload_of(POST, Format.DISCORD)
    assert told.keys() == {"username", "allowed_mentions", "embeds"}
    assert told["allowed_mentions"] == {"parse": []}
    assert 1 <= len(told["username"]) <= 80 and "discord" not in told["username"].lower()
    (embed,) = told["embeds"]
    assert embed.keys() == {"title", "url", "description"}
    assert (embed["title"], embed["url"]) == ("Sunday game", POST.url)
    assert embed["description"].splitlines() == [
        "Alice captured Idee from Bob\\.",
        "It’s Bob’s turn, round 3\\.",
        f"<t:{SECONDS}:F> (<t:{SECONDS}:R>)",
    ]


def test_slack_gets_blocks_and_a_text_for_the_notification():
    told = payload_of(POST, Format.SLACK)
    assert told.keys() == {"text", "blocks"}
    assert told["text"] == "Sunday game\nAlice captured Idee from Bob."
    header, body, link = told["blocks"]
    plain = {"type": "plain_text", "text": "Sunday game", "emoji": False}
    assert header == {"type": "header", "text": plain}
    for block in (body, link):
        assert block.keys() == {"type", "text"} and block["type"] == "section"
        assert block["text"]["type"] == "mrkdwn" and block["text"]["verbatim"] is True
    when = f"<!date^{SECONDS}^{{date_long_pretty}}, {{time}}|Thursday 3 December, 20:15 UTC>"
    assert body["text"]["text"].splitlines()[1:] == ["It’s Bob’s turn, round 3.", when]
    assert link["text"]["text"] == f"<{POST.url}|Open the game>"


def test_matrix_gets_what_hookshot_documents():
    told = payload_of(POST, Format.MATRIX)
    assert told.keys() == {"text", "html", "username"}
    lines = [
        "Sunday game",
        "Alice captured Idee from Bob.",
        "It’s Bob’s turn, round 3. Until Thursday 3 December, 20:15 UTC.",
    ]
    assert told["text"].splitlines() == [*lines, POST.url]
    link = f'<a href="{POST.url}">Open the game</a>'
    assert told["html"] == "<br>".join([f"<b>{lines[0]}</b>", *lines[1:], link])


def test_other_programs_get_our_json():
    told = payload_of(POST, Format.OTHER)
    assert told["text"] == told["content"] and told["text"].endswith(POST.url)
    assert (told["id"], told["kind"], told["game"]) == ("an-id", "table", "a2tab3e4")
    assert told["until"] == "2026-12-03T20:15:00+00:00"


def test_a_notice_in_our_own_json_keeps_its_fields():
    notice = Post("1", "turn", None, UNTIL, "https://example.org/notices/", ("Your move.",))
    assert payload_of(notice, Format.OTHER) == {
        "id": "1",
        "kind": "turn",
        "game": None,
        "made_at": "2026-12-03T20:15:00+00:00",
        "url": "https://example.org/notices/",
        "text": "Your move. https://example.org/notices/",
        "content": "Your move. https://example.org/notices/",
        "subject": "",
        "lines": ("Your move.",),
    }


def shown_by_discord(text):
    """Return a text without its escapes, and the marks that Discord would interpret."""
    marks = re.sub(r"\\[^0-9A-Za-z\s]", "", text)
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text), marks


def test_names_are_no_markup_in_discord():
    (embed,) = payload_of(hostile(), Format.DISCORD)["embeds"]
    for text in (embed["title"], embed["description"]):
        shown, marks = shown_by_discord(text)
        assert not set("*_~`|<>[]") & set(marks)
        assert "://" not in shown and "@everyone" not in shown and "@room" not in shown
        assert shown.replace("\u2060", "").startswith(HOSTILE[:60])


@pytest.mark.parametrize("wanted", [Format.SLACK, Format.MATRIX])
def test_names_are_no_markup_in_slack_and_matrix(wanted):
    told = payload_of(hostile(), wanted)
    marked = [told["html"]] if wanted == Format.MATRIX else [told["text"]]
    if wanted == Format.SLACK:
        marked += [block["text"]["text"] for block in told["blocks"][1:-1]]
    for text in marked:
        assert "<@" not in text and "<!channel" not in text and "<t:" not in text
        assert "&lt;" in text and "&amp;" in text
    written = json.dumps(told, ensure_ascii=False).replace("https://example.org", "")
    assert not re.search(r"@(everyone|room|1)|https://", written)


def test_every_format_respects_the_limits_of_its_service():
    lines = tuple("&<*" * 100 for _ in range(50))
    long = Post("1", "table", "c", UNTIL, POST.url, lines, "<&" * 100, "x" * 200, UNTIL)
    for wanted in Format:
        told = payload_of(long, wanted)
        assert len(json.dumps(told).encode()) < 60_000
    (embed,) = payload_of(long, Format.DISCORD)["embeds"]
    assert len(embed["title"]) <= DISCORD_TITLE == 256
    assert 0 < len(embed["description"]) <= DISCORD_DESCRIPTION == 4096
    told = payload_of(long, Format.SLACK)
    assert len(told["blocks"][0]["text"]["text"]) <= SLACK_HEADER == 150
    texts = [told["text"], *(block["text"]["text"] for block in told["blocks"][1:])]
    assert all(0 < len(text) <= SLACK_SECTION for text in texts)
    assert SLACK_SECTION == 3000
    # An escape is never cut in two.
    assert all(not re.search(r"&(?!amp;|lt;|gt;)", text) for text in texts)


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://discord.com/api/webhooks/1/abc", Format.DISCORD),
        ("https://canary.discord.com/api/webhooks/1/abc", Format.DISCORD),
        ("https://discordapp.com/api/webhooks/1/abc", Format.DISCORD),
        ("https://discord.com/api/webhooks/1/abc/slack", Format.SLACK),
        ("https://notdiscord.com/api/webhooks/1/abc", Format.OTHER),
        ("https://discord.com.evil.example/api/webhooks/1/abc", Format.OTHER),
        ("https://hooks.slack.com/services/T0/B0/x", Format.SLACK),
        ("https://hookshot.example.org/webhook/abc", Format.MATRIX),
        ("https://matrix.example.org/hookshot/webhook/abc", Format.MATRIX),
        ("https://example.org/", Format.OTHER),
    ],
)
def test_a_format_is_recognised_by_the_address_and_can_be_chosen(url, found):
    assert format_of(url) == found
    for wanted in Format.values:
        assert format_of(url, wanted) == wanted
    assert format_of(url, "nonsense") == found
