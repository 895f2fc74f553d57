"""Notices at the steps of an absence: which, to whom, and how often."""

import pytest

from games.community.absence import votes
from games.community.moderation import on_games
from games.community.notices.sources import from_log
from games.community.notices.sources.from_absence import notify_step
from games.community.trust.roles import Role
from games.models import Game, Notice, Player
from games.playing.play import play_moves
from rules.moves import AgreeResult
from tests.games.conftest import person
from tests.support.tables.slow_games import begun, miss_turn, to_turn_of
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def slow(alice, bob, charlie):
    """A game of alice, bob and charlie with one day per turn."""
    table = begun([alice, bob, charlie], "sl2owtel")
    from_log.notice_moves()
    return table


@pytest.fixture
def said(slow, django_capture_on_commit_callbacks):
    """A function that acts, and returns by user the texts of the new notices."""

    def texts(act, *arguments):
        old = set(Notice.objects.values_list("pk", flat=True))
        with django_capture_on_commit_callbacks(execute=True):
            act(*arguments)
        from_log.notice_moves()
        found = {user.name: [] for user in slow.persons.values()}
        new = Notice.objects.exclude(pk__in=old).order_by("made_at")
        for notice in new.select_related("user"):
            found.setdefault(notice.user.name, []).append(notice.text)
        return found

    return texts


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("warned", {"alice": "time"}),
        ("nudged", {"alice": "time"}),
        ("steward", {"alice": "time"}),
        ("opened", {"alice": "time", "bob": "seat"}),
        ("bank", {}),
    ],
)
def test_a_timeout_step_notifies_those_concerned_once(table, step, told):
    for _ in range(2):
        notify_step(code=table.code, seat=0, step=step, signal=None, sender=Game)
    found = sorted(Notice.objects.values_list("user__name", "kind"))
    assert found == sorted(told.items())


def test_a_later_timeout_step_notifies_again(table):
    notify_step(table.code, 0, "warned")
    Game.objects.update(number=500)
    notify_step(table.code, 0, "warned")
    assert Notice.objects.count() == 2


def test_eliminated_players_are_not_warned(table):
    Player.objects.filter(seat=0).update(eliminated=1)
    notify_step(table.code, 0, "warned")
    assert not Notice.objects.exists()


def test_players_without_a_right_to_return_are_not_invited_back(table):
    Player.objects.filter(seat=0).update(own=False)
    notify_step(table.code, 0, "steward")
    assert not Notice.objects.exists()


@pytest.mark.parametrize(("is_tutorial", "count"), [(False, 1), (True, 0)])
def test_an_unwatched_tutorial_notifies_nobody(table, is_tutorial, count):
    Game.objects.update(is_tutorial=is_tutorial)
    notify_step(table.code, 0, "unattended")
    assert Notice.objects.count() == count


# Missed turns and lost seats


def test_an_absent_player_is_told_of_each_missed_turn_and_of_the_lost_seat(slow, said, alice):
    for text in ("You missed a turn in ", "You missed two turns in "):
        to_turn_of(slow, 0)
        from_log.notice_moves()
        late, missed = said(miss_turn, slow)["alice"]
        assert late.startswith("You’re running out of time in ") and missed.startswith(text)
    # The seat of a player who has returned twice is open at once.
    back = {"returned": 2, "missed": 1, "control": "player", "own": True}
    Player.objects.filter(seat=0).update(**back)
    to_turn_of(slow, 0)
    from_log.notice_moves()
    assert said(miss_turn, slow)["alice"][-1].startswith("You were away, so your seat in ")


def vacate(table, seat):
    """Make a seat vacant, as after a long absence."""
    rows = Player.objects.filter(game__code=table.code, seat=seat)
    rows.update(is_vacant=True, own=False, control="steward", away_round=1)


def test_an_absent_player_is_told_who_takes_the_seat(slow, said, alice, bob, charlie):
    vacate(slow, 0)
    assert said(notify_step, slow.code, 0, "opened")["alice"][0].startswith("You were away")
    assert said(votes.want_captain, slow.code, bob, 0)["alice"] == []
    (text,) = said(votes.want_captain, slow.code, charlie, 0)["alice"]
    assert text.startswith("A bot has taken over your seat in ")


def test_a_replaced_player_is_told_by_whom(slow, said, alice):
    vacate(slow, 0)
    told = said(votes.substitute, slow.code, person("emil"), 0)
    assert [text.split(" in ")[0] for text in told["alice"]] == ["emil has taken over your seat"]
    assert told["emil"] == ["It’s your turn in game sl2owtel, round 1."]
    given = action("give_to_bot", moderator("dora", Role.SENIOR), game=Game.objects.get())
    (text,) = said(on_games.give_to_bot, given, 0)["emil"]
    assert text.startswith("A bot has taken over your seat in ")


# Votes


def test_a_vote_is_one_question_and_one_outcome(slow, said, alice, bob, charlie):
    def starts(told):
        return {
            user: [text.partition(" in ")[0][:20] for text in texts] for user, texts in told.items()
        }

    told = said(votes.want_pause, slow.code, bob)
    assert set(map(len, told.values())) == {0, 1} and told["bob"] == []
    assert told["alice"][0].startswith("bob would like to pause ")
    assert not any(said(votes.want_pause, slow.code, alice).values())
    told = said(votes.want_pause, slow.code, charlie)
    assert told["charlie"] == [] and told["alice"] == told["bob"]
    assert told["bob"][0].startswith("Everyone agreed, so ")
    told = said(votes.resume, slow.code, alice)
    assert told["alice"] == [] and told["bob"] == told["charlie"]
    assert told["bob"][0].startswith("alice resumed ")


def agree(table, seat, *winners):
    move = AgreeResult(winners or None)
    play_moves(table.code, table.persons[seat], (move,), key=table.key(), decision=None)


def test_a_result_is_proposed_once_and_its_end_is_told(slow, said):
    told = said(agree, slow, 1, 0, 2)
    assert told["bob"] == [] and told["alice"] == told["charlie"]
    assert told["alice"][0].startswith("Bob proposes to end ")
    assert not any(said(agree, slow, 2, 2, 0).values())
    # Another result is another question.
    told = said(agree, slow, 2, 1)
    assert told["charlie"] == [] and len(told["alice"]) == len(told["bob"]) == 1
    assert not any(said(agree, slow, 1).values())

    def at_once():
        agree(slow, 0, 1)
        agree(slow, 1, 1)

    (ended,) = {tuple(texts) for texts in said(at_once).values()}
    assert len(ended) == 1 and ended[0].endswith("bob won.")
