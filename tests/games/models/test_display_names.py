"""Display names: which are valid, and which look like an existing name."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.community.people.accounts import verify_new_name
from games.drawing.display.bot_levels import BOT_CHOICES, CHARACTERS, LEVELS, TREES, all_bot_names
from games.drawing.display.seating import seat_name
from games.models import User
from games.models.display_names import LONGEST_NAME, look_alike_key, verify_name
from games.playing.start import MOST_SEATS
from rules import BOTS
from rules.bots.general.characters import CHARACTERS as GENERALS


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Alice", "ALICE"),
        ("Alice", "\u0410lice"),  # a Cyrillic A
        ("alice", "al\u0456c\u0435"),  # Cyrillic i and e
        ("Bob", "\u0392ob"),  # a Greek Beta
        ("Alice", "A1ice"),
        ("Iris", "lris"),
        ("Otto", "0tto"),
        ("Arnold", "Amold"),
        ("Alice", "\uff21\uff2c\uff29\uff23\uff25"),  # wide letters
        ("Zoë", "Zoe"),
        ("Old Wulf", "OldWulf"),
        ("Straße", "STRASSE"),
        ("Alice", "Al\u3164ice"),  # an invisible letter
    ],
)
def test_names_that_look_alike_share_a_key(name, other):
    assert look_alike_key(name) == look_alike_key(other)


@pytest.mark.parametrize(
    ("name", "other"), [("Alice", "Alicia"), ("Bob", "Rob"), ("Anna", "Hanna"), ("山田", "山口")]
)
def test_names_that_do_not_look_alike_have_keys_of_their_own(name, other):
    assert look_alike_key(name) != look_alike_key(other)


@pytest.mark.parametrize("name", ["Al", "Old Wulf", "Zoë", "山田", "x" * LONGEST_NAME])
def test_valid_names_are_accepted(name):
    verify_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "A", " Al", "A  l", "A\u200bl", "A\nl", "...", "x" * (LONGEST_NAME + 1)),
        *("\u3164\u3164", "Al\u115fice", "Bob\uffa0", "\u2800Eve", "A\u0301\u0302\u0303l"),
        *("\u202eecila", "\u2066Al\u2069"),
    ],
)
def test_invalid_names_are_refused(name):
    with pytest.raises(ValidationError):
        verify_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "The House",
        "the h\u043euse",
        "Moderator",
        "Administrator",
        "Captain Ash",
        "General Elm",
        "Guest of All",
        *(
            "you",
            "You",
            "Y0U",
            "Seat 2",
            "seat 11",
            "The clock",
            "Neutral",
            "Nobody",
            "Deleted player",
        ),
        *(
            "Moderator Anna",
            "moderatorBob",
            "Castlerisk Support",
            "Admin 7",
            "Operator",
            "Steward 2",
        ),
    ],
)
def test_reserved_names_are_refused(name):
    with pytest.raises(ValidationError, match=r"reserved|for guests"):
        verify_new_name(name)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["Young", "Seattle", "Seat", "Neutralino", "Admiral", "Captain", "4711"]
)
def test_names_that_only_resemble_reserved_ones_are_free(name):
    verify_new_name(name)


@pytest.mark.django_db
def test_lookalike_names_are_refused():
    User.objects.create_user("Alice")
    bob = User.objects.create_user("Bob")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("A1ICE")
    bob.name = "AL1CE"
    with pytest.raises(IntegrityError), transaction.atomic():
        bob.save(update_fields=["name"])


@pytest.mark.django_db
def test_an_unknown_time_zone_is_refused():
    user = User.objects.create_user("Alice", password="a good long word")
    user.full_clean()
    user.time_zone = "Middle/Earth"
    with pytest.raises(ValidationError):
        user.full_clean()


@pytest.mark.parametrize(
    ("seat", "name", "bot", "called"),
    [
        (0, "alice", "", "alice"),
        (5, None, "captain", "Captain Hazel"),
        (0, None, "recruit", "Recruit Ash"),
        (3, None, "general", "General Elm"),
        (2, None, "raider", "Raider Cedar"),
        (1, None, "steward", "Steward 2"),
        (2, None, "", "a former player"),
    ],
)
def test_every_seat_has_a_name(seat, name, bot, called):
    assert seat_name(seat, name, bot) == called


def test_every_bot_to_choose_is_a_bot_of_the_rules():
    assert set(BOT_CHOICES) == set(BOTS) - {"random", "steward"}
    assert set(CHARACTERS) == set(GENERALS) and set(BOT_CHOICES) == {*LEVELS, *CHARACTERS}
    assert len(TREES) == MOST_SEATS


def test_every_bot_has_its_title_name_and_introduction():
    bots = BOT_CHOICES.values()
    assert len({bot.title for bot in bots}) == len({bot.introduction for bot in bots}) == len(bots)
    assert len(set(all_bot_names())) == len(bots) * MOST_SEATS
