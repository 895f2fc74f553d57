"""TRN-9, ORD-7: a game whose people are all away stands as soon as nobody looks at it."""

import random
from dataclasses import replace
from datetime import timedelta
from itertools import combinations, product

import pytest
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from games.community.fairness.audit import audit
from games.community.people.accounts import make_guest
from games.models import (
    AbsenceStep,
    Game,
    LastVisit,
    Move,
    Notice,
    Outage,
    Player,
    Presence,
    Process,
)
from games.playing.clocks import unattended
from games.playing.clocks.time_controls import DAY, MINUTE, UNTIMED, TimeControl
from games.playing.commit import change_clocks
from games.playing.play import play_for, return_to_seat
from games.playing.start import create_game, start_game
from games.storage.processes import presence
from games.storage.store import clocks
from games.storage.store.database_time import milliseconds, now
from games.storage.store.stored_game import load
from games.web.worker import due
from rules import Options
from rules.moves import Control, TakeSeat
from tests.games.conftest import person
from tests.support.tables.play_ahead import is_in_round, play_ahead
from tests.support.visitors.waiting import let_pass, times

pytestmark = pytest.mark.django_db

MOST_MOVES = 50
"""The most moves after the last person's seat has passed to a stand-in."""

MOST_FIRINGS = 200
CLOCKS = (UNTIMED, TimeControl(5 * MINUTE, 20, MINUTE), TimeControl(DAY, DAY // 3, DAY))
MEMBER, GUEST, BOT, AWAY = "member", "guest", "bot", "away"
"""Who has a seat; a stand-in holds the seat of a member who is away."""

MIXES = [
    mix * 2 if len(mix) == 1 else mix
    for size in (1, 2, 3, 4)
    for mix in combinations((MEMBER, GUEST, BOT, AWAY), size)
    if mix != (BOT,)
]


@pytest.fixture
def people(db):
    """Two people of each kind."""
    return {
        MEMBER: [person(f"member {number}") for number in range(2)],
        GUEST: [make_guest() for _ in range(2)],
        AWAY: [person(f"away {number}") for number in range(2)],
    }


def begun(people, mix, pace, clock):
    """Return the code of a game in its first turns, in which everybody has missed a turn."""
    seats = [
        "captain" if kind == BOT else people[kind][mix[:seat].count(kind)]
        for seat, kind in enumerate(mix)
    ]
    code = create_game(seats, Options(quick=True, pace=pace)).code
    columns = ("turn_seconds", "reaction_seconds", "bank_seconds")
    Game.objects.filter(code=code).update(**{name: getattr(clock, name) for name in columns})
    start_game(code)
    play_ahead(code, random.Random(7), is_in_round)
    Player.objects.filter(game__code=code, user__isnull=False).update(missed=1)
    for seat, kind in enumerate(mix):
        if kind == AWAY:
            give_to_stand_in(code, seat)
    return code


def give_to_stand_in(code, seat):
    move = TakeSeat(Control.STEWARD, own=True)
    play_for(code, seat, move, Move.By.CLOCK, decision=None)


def people_in(code):
    """The seats of people who are still in a game."""
    return Player.objects.filter(game__code=code, user__isnull=False, own=True, eliminated=0)


def seat_played(code):
    """The first seat that a person plays; None if no person does."""
    playing = people_in(code).filter(control=Control.PLAYER)
    return playing.order_by("seat").values_list("seat", flat=True).first()


def work(code, firings=MOST_FIRINGS):
    """Let time pass and fire what is due, until the game stands; return whether it does."""
    for _ in range(firings):
        times = clocks.from_json(Game.objects.values_list("clocks", flat=True).get(code=code))
        when = min((when for when in times.due().values() if when is not None), default=None)
        if times.pause or when is None:
            return True
        let_pass(code, max(0, when - now()) // 1000 + 1)
        due.fire(next(item for item in due.next_items() if item.code == code))
    return False


@pytest.mark.parametrize("pace", ["live", pytest.param("correspondence", marks=pytest.mark.long)])
def test_little_is_played_after_the_last_person_has_gone(people, pace):
    for mix, clock in product(MIXES, CLOCKS):
        code = begun(people, mix, pace, clock)
        while (seat := seat_played(code)) is not None:
            # Without a clock, the game stands and waits for its people.
            if work(code, firings=1):
                give_to_stand_in(code, seat)
        if not people_in(code).exists():
            # Who was eliminated may come back to watch for an hour, or two minutes.
            continue
        gone = load(code).number
        assert work(code), (mix, clock)
        stored = load(code)
        assert stored.number - gone <= MOST_MOVES, (mix, clock)
        is_over = stored.status == Game.Status.OVER
        assert is_over or stored.clocks.pause.unattended, (mix, clock)


# A game of two whose seats stand-ins hold


@pytest.fixture
def duo(people):
    """The code of a live game of two members and a bot, in which the members are away."""
    code = begun(people, (MEMBER, MEMBER, BOT), "live", CLOCKS[1])
    for seat in range(2):
        give_to_stand_in(code, seat)
    return code


def go_on(code):
    """Let a deserted game go on, as before games paused when nobody was there."""
    change_clocks(code, lambda _, times: replace(times, pause=None))


def pages_of(user, code, **looks):
    """Let a user have a table open, in a process of its own."""
    web, _ = Process.objects.update_or_create(
        host=user.name,
        defaults={"kind": "web", "number": 1, "began": 1, "has_redis": True, "seen_at": Now()},
    )
    defaults = {"codes": [code], "looks": looks}
    Presence.objects.update_or_create(process=web, user=user, defaults=defaults)


def ago(**time):
    return now() - timedelta(**time) // timedelta(milliseconds=1)


def is_paused(code):
    return times(code).pause is not None


def test_everybody_who_may_return_is_told_once_a_day(
    people, django_capture_on_commit_callbacks, client
):
    code = begun(people, (MEMBER, MEMBER, BOT), "live", CLOCKS[1])
    give_to_stand_in(code, 0)
    with django_capture_on_commit_callbacks(execute=True):
        give_to_stand_in(code, 1)
    assert is_paused(code)
    step = AbsenceStep.objects.get(game__code=code, step="unattended")
    assert step.seat is None and milliseconds(step.until) == times(code).pause.until
    client.force_login(people[MEMBER][0])
    client.get(reverse("table", args=[code]))
    LastVisit.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        work(code)
    assert is_paused(code)
    told = Notice.objects.filter(text__contains="is paused").values_list("user", flat=True)
    assert sorted(told) == sorted(user.pk for user in people[MEMBER])


def test_a_deserted_game_that_runs_already_pauses_at_the_next_check(duo):
    go_on(duo)
    assert unattended.pause_unattended() == 1
    assert is_paused(duo)


def test_a_deserted_game_goes_on_while_a_player_looks_at_it(people, duo):
    user = people[MEMBER][1]
    for looks, goes_on in (
        ({duo: ago(minutes=59)}, True),
        # The page is hidden, or nobody has used it for an hour.
        ({}, False),
        ({duo: ago(minutes=61)}, False),
    ):
        pages_of(user, duo, **looks)
        go_on(duo)
        assert unattended.pause_unattended() == (not goes_on)
        go_on(duo)
        work(duo, firings=1)
        assert is_paused(duo) == (not goes_on)


def test_a_game_goes_on_while_one_person_plays(people):
    for clock in CLOCKS[1:]:
        code = begun(people, (MEMBER, MEMBER, BOT), "live", clock)
        give_to_stand_in(code, 0)
        Game.objects.filter(code=code).update(created_at=timezone.now() - timedelta(days=3))
        assert unattended.pause_unattended() == 0
        assert not is_paused(code)


def test_nobody_is_taken_for_absent_after_an_outage(people):
    code = begun(people, (MEMBER, BOT), "live", CLOCKS[1])
    Outage.objects.create(began=timezone.now(), ended=timezone.now())
    give_to_stand_in(code, 0)
    assert not is_paused(code)


def test_only_a_page_that_is_looked_at_resumes_the_game(client, people, duo):
    client.force_login(people[MEMBER][0])
    changes = reverse("changes", args=[duo])
    client.get(changes, {"have": "hidden"})
    assert is_paused(duo)
    client.get(changes, {"have": "shown", "looking": "yes"})
    # Until the database shows that the page is visible.
    assert unattended.pause_unattended() == 0 and not is_paused(duo)
    work(duo, firings=1)
    assert not is_paused(duo)
    LastVisit.objects.update(seen_at=timezone.now() - presence.GRACE)
    assert unattended.pause_unattended() == 1


def test_taking_ones_seat_back_resumes_the_game(people, duo):
    return_to_seat(duo, people[MEMBER][0], key="back")
    assert not is_paused(duo) and seat_played(duo) == 0
    assert unattended.pause_unattended() == 0
    assert audit(duo) == load(duo).number + 1


def test_the_page_says_why_the_game_stands(client, duo, charlie):
    Game.objects.filter(code=duo).update(is_listed=True)
    client.force_login(charlie)
    html = client.get(reverse("table", args=[duo])).content.decode()
    assert "Only stand-ins and bots were playing, and nobody was watching." in html
    assert "It continues when a player comes back." in html
