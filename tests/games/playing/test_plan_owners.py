"""ORD-8: permission to compose a turn plan, and notices only to its owner."""

import json

import pytest

from games.community.fairness.records import record
from games.community.notices.sources import from_log
from games.community.privacy.personal_data import exported
from games.exceptions import NotSeated, Refused, Stale
from games.models import Game, Move, Notice, TurnPlan
from games.playing import turn_plans as plans
from games.playing.plans.steps import (
    AmbassadorStep,
    AttackStep,
    EndTurnStep,
    MercenariesStep,
    Otherwise,
    PlaceAfterStep,
)
from games.playing.play import play_for
from games.storage.store.stored_game import load
from games.table.page import viewer
from rules.moves import Default, EndGame
from rules.record import verify
from tests.support.tables.composed import (
    LATER,
    answer_until,
    by_plan,
    calmly,
    carry_on,
    committed,
    composed,
    plan_row,
    strange,
)

Status = TurnPlan.Status


def read_all():
    """Write the notices of all moves."""
    while from_log.notice_moves():
        pass


def told(user, code):
    """The version of a user's page, and the names of its parts."""
    seen = viewer.look(code, user.pk)
    return seen.table.version, seen.table.parts.keys()


def test_a_stranger_and_a_stale_page_are_refused(first_turn, flora):
    table, seat, user, _ = first_turn
    with pytest.raises(NotSeated):
        composed(table.code, flora, EndTurnStep())
    with pytest.raises(Refused, match="no step"):
        plans.commit(table.code, user)
    composed(table.code, user, EndTurnStep())
    with pytest.raises(Stale):
        composed(table.code, user, EndTurnStep())
    plans.commit(table.code, user)
    with pytest.raises(Stale, match="Cancel it"):
        plans.change(table.code, user, 1, lambda steps: steps)
    with pytest.raises(Stale):
        plans.commit(table.code, user)
    plans.stop(table.code, user)
    assert plan_row(table.code, seat).status == Status.DRAFT
    with pytest.raises(Refused, match="at most"):
        plans.change(table.code, user, 1, lambda steps: steps * 41)


def test_a_substitute_finds_no_plan(first_turn, flora):
    table, seat, user, _ = first_turn
    committed(table.code, user, EndTurnStep())
    Game.objects.get(code=table.code).players.filter(seat=seat).update(user=flora)
    assert plans.run_plan(table.code, due_at=LATER) is None
    assert by_plan(table.code) == []
    assert seat not in load(table.code).clocks.plans


def test_a_deleted_accounts_plan_does_not_block_the_game(first_turn):
    table, seat, user, _ = first_turn
    committed(table.code, user, EndTurnStep())
    TurnPlan.objects.all().delete()
    number = table.state().decision_of(seat).number
    play_for(table.code, seat, Default(), Move.By.CLOCK, decision=number)
    assert plans.run_plan(table.code, due_at=LATER) is None
    answer_until(table, lambda state: state.turn != seat)


def test_plans_are_hidden_from_others(first_turn):
    table, seat, user, _ = first_turn
    before = told(table.waiting, table.code)
    composed(table.code, user, strange(table.state(), seat))
    assert told(table.waiting, table.code) == before
    plans.commit(table.code, user)
    assert told(table.waiting, table.code) == before
    own = told(user, table.code)
    # The log entry that switches a plan off is visible only to the plan's owner.
    carry_on(table.code)
    assert told(table.waiting, table.code) == before
    assert told(user, table.code) != own
    last = Move.objects.filter(game__code=table.code).last()
    assert last.public == {"events": []}
    assert [event["seat"] for _, event in last.private["events"]] == [seat]


def test_the_turn_notice_gives_the_reason_without_secrets(first_turn):
    table, seat, _, _ = first_turn
    other, waiting = table.waiting, table.seat_of(table.waiting)
    committed(table.code, other, strange(table.state(), waiting), EndTurnStep())
    answer_until(table, lambda state: plan_row(table.code, waiting).status == Status.OFF)
    read_all()
    text = Notice.objects.filter(user=other, kind=Notice.Kind.TURN).latest("pk").text
    assert text.endswith(f"Your plan was cancelled. {plan_row(table.code, waiting).reason}")
    held = table.state().players[waiting].hand.count("mercenaries")
    plans.change(table.code, other, 2, lambda _: (MercenariesStep(held + 1), AmbassadorStep(seat)))
    plans.commit(table.code, other)
    carry_on(table.code)
    Notice.objects.all().delete()
    read_all()
    (text,) = Notice.objects.filter(user=other, kind=Notice.Kind.TURN).values_list(
        "text", flat=True
    )
    assert text.endswith("Your plan was cancelled. Open the game to see why.")


def test_a_running_plan_suppresses_the_turn_notice(first_turn):
    table, _, _, _ = first_turn
    other, waiting = table.waiting, table.seat_of(table.waiting)
    committed(table.code, other, EndTurnStep())
    Notice.objects.all().delete()
    while table.state().turn != waiting:
        calmly(table)
    read_all()
    assert not Notice.objects.filter(user=other, kind=Notice.Kind.TURN).exists()


def test_the_plan_is_in_its_owners_export_only(first_turn):
    table, _, user, (source, target) = first_turn
    composed(table.code, user, AttackStep(source, target))
    (plan,) = exported(user)["plans"]
    assert plan["steps"][0]["target"] == target
    assert exported(table.waiting)["plans"] == []


def test_a_record_with_plan_moves_verifies(first_turn):
    table, seat, user, (source, target) = first_turn
    committed(
        table.code,
        user,
        AttackStep(source, target, otherwise=Otherwise.NEXT),
        PlaceAfterStep(source),
    )
    answer_until(table, lambda state: state.turn != seat)
    play_for(table.code, 0, EndGame(), Move.By.CLOCK, decision=None)
    document = json.loads("".join(record(table.code)))
    assert {"order", "player"} <= {entry.get("by") for entry in document["entries"]}
    verify(document)
