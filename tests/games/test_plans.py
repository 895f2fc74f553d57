"""ORD-8: turn plans; alice, bob and charlie sit at a table, dora does not."""

import json
import random

import pytest

from games import due, notice_facts, plans, sight, store
from games.audit import audit
from games.clocks import from_json
from games.models import Due, Game, Move, Notice, TurnPlan
from games.personal_data import exported
from games.plan_steps import (
    Ambassador,
    Attack,
    EndTurn,
    Mercenaries,
    MoveAfter,
    Otherwise,
    PlaceAfter,
    PlaceFirst,
    Trade,
)
from games.play import play_for, play_move, play_moves
from games.proposals import proposal
from games.records import record
from games.refusals import NotSeated, Refused, Stale
from games.roles import Role
from games.starting import create_game, start_game
from games.store import load
from games.take_back import take_back
from rules import Options, legal_moves, view
from rules.moves import Default, EndAttacks, EndGame
from rules.players import DecisionKind
from rules.record import verify
from tests.games.composed import (
    LATER,
    at_random,
    carry_on,
    committed,
    composed,
    fronts,
    plan_row,
    seat_of,
)
from tests.games.conftest import person
from tests.games.moderators import deed, moderator
from tests.games.pinned import pin
from tests.games.tables import Table

Status = TurnPlan.Status
GAMES = ("greyhawk", "castle", "classic", "headquarters")
NEXT = Otherwise.NEXT


def table_of(ruleset, alice, bob, charlie):
    """A table of three persons, set up as is proposed, on the first turn."""
    users = [alice, bob, charlie]
    code = pin(create_game(users, Options(quick=True), ruleset), f"{ruleset[:5]}23").code
    start_game(code)
    table = Table(code, dict(enumerate(users)), random.Random(7))
    while not (state := table.state()).round:
        decision = state.decisions[0]
        moves = proposal(view(state, decision.seat), code)
        user = users[decision.seat]
        play_moves(code, user, moves, key=table.key(), decision=decision.number)
    return table


def by_plan(code, since=0):
    """The names of the moves that plans made, in order."""
    moves = Move.objects.filter(game__code=code, number__gt=since, by=Move.By.ORDER)
    return [one["move"]["move"] for one in moves.values_list("private", flat=True)]


def calmly(table):
    """Let whoever is asked answer, and attack nobody."""
    state = table.state()
    decision = state.decisions[0]
    user = table.persons.get(decision.seat)
    if user is None or decision.kind is not DecisionKind.ATTACKS:
        table.answer()
    else:
        number = decision.number
        play_move(table.code, user, EndAttacks(), key=table.key(), decision=number)


def read_all():
    """Write the notices of all that was moved."""
    while notice_facts.notice_moves():
        pass


def answer_until(table, is_there):
    """Let everybody answer, plans too, until something is so."""
    for _ in range(400):
        if is_there(table.state()):
            return
        if plans.run_plan(table.code, due_at=LATER) is None:
            calmly(table)
    raise AssertionError(table.state().decisions)


@pytest.fixture
def dora(db):
    """Somebody who does not sit at the table."""
    return person("dora")


@pytest.fixture
def mine(alice, bob, charlie):
    """A table, the seat that has the move, who sits there, and the best attack."""
    table = table_of("greyhawk", alice, bob, charlie)
    seat = seat_of(table, table.mover)
    return table, seat, table.mover, fronts(table.state(), seat)[0]


# Carried out


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_turn_of_every_game_is_played_to_its_end(ruleset, alice, bob, charlie):
    table = table_of(ruleset, alice, bob, charlie)
    user, seat = table.mover, seat_of(table, table.mover)
    source, target = fronts(table.state(), seat)[0]
    attack = Attack(source, target, otherwise=NEXT)
    if table.state().ruleset.set_values:
        first, last = "place", (PlaceFirst(source), EndTurn())
    else:
        first, last = "attack", (PlaceAfter(source), EndTurn())
    committed(table.code, user, *last, attack, *([Trade()] if first == "place" else []))
    answer_until(table, lambda state: state.turn != seat)
    made = by_plan(table.code)
    assert made[0] == first
    assert {"attack", "place"} <= set(made)
    row = plan_row(table.code, seat)
    assert (row.status, row.reason) == (Status.DONE, "")
    audit(table.code)


def test_a_plan_is_kept_until_the_turn_comes_and_the_worker_begins_it(mine):
    table, _, _, _ = mine
    other = table.waiting
    committed(table.code, other, EndTurn())
    assert plans.run_plan(table.code, due_at=LATER) is None
    assert not Due.objects.filter(game__code=table.code, kind=Due.Kind.PLAN).exists()
    answer_until(table, lambda state: state.turn == seat_of(table, other) and state.decisions)
    Due.objects.filter(kind=Due.Kind.PLAN).update(when="2020-01-01T00:00:00Z")
    Game.objects.update(pace=Game.Pace.AT_ONCE)
    item = next(item for item in due.next_items() if item.kind == Due.Kind.PLAN)
    while not by_plan(table.code):
        due.fire(item)
    assert by_plan(table.code) == ["end_attacks"]


def test_armies_move_in_as_composed_and_attacks_go_on_from_there(alice, bob, charlie):
    table = table_of("classic", alice, bob, charlie)
    user, seat = table.mover, seat_of(table, table.mover)
    state = table.state()
    source, target = fronts(state, seat)[0]
    onwards = next(
        name for name in state.board.territories[target].neighbours if name not in (source,)
    )
    steps = (
        PlaceFirst(source),
        Attack(source, target, leave=3),
        Attack(target, onwards, otherwise=Otherwise.END),
    )
    committed(table.code, user, *steps)
    carry_on(table.code)
    state, made = table.state(), by_plan(table.code)
    assert state.holdings[target].owner == seat
    assert state.holdings[source].armies == 3
    assert made[:3] == ["place", "attack", "move_in"]


def test_nothing_is_lost_when_a_process_ends_between_two_steps(mine):
    table, seat, user, (source, target) = mine
    stop = table.state().holdings[source].armies - 1
    committed(table.code, user, Attack(source, target, stop, 1, otherwise=NEXT), EndTurn())
    while plan_row(table.code, seat).status == Status.ON:
        if plans.run_plan(table.code, due_at=LATER) is None:
            calmly(table)
        # Whoever goes on knows nothing but what is stored.
        store._known.clear()
    made = by_plan(table.code)
    assert made[0] == "attack"
    assert made.count("end_attacks") == made.count("attack") == 1
    audit(table.code)


# Switched off


def strange(state, seat):
    """An attack from a territory of somebody else's on another one."""
    theirs = [name for name, held in state.holdings.items() if held.owner != seat]
    source = theirs[0]
    beside = state.board.territories[source].neighbours
    return Attack(source, next(name for name in beside if name in theirs))


def reason_of(table, seat):
    row = plan_row(table.code, seat)
    assert row.status == Status.OFF
    return row.reason


def test_a_step_that_cannot_be_done_switches_it_off_with_the_rule(mine):
    table, seat, user, _ = mine
    committed(table.code, user, strange(table.state(), seat), EndTurn())
    assert carry_on(table.code) == 1
    name = table.state().board.territories[strange(table.state(), seat).source].name
    assert reason_of(table, seat) == f"You do not hold {name}. (ATT-1)"
    assert table.state().decision_of(seat).kind is DecisionKind.ATTACKS
    assert by_plan(table.code) == []


def test_conditions_that_fail_do_what_the_step_says(mine):
    table, seat, user, (source, target) = mine
    unmet = {"least": 900, "most": 0}
    wait = Attack(source, target, **unmet)
    end = Attack(source, target, **unmet, otherwise=Otherwise.END)
    committed(table.code, user, end, wait)
    carry_on(table.code)
    assert plan_row(table.code, seat).status == Status.DONE
    plans.change(table.code, user, 2, lambda _: (wait,))
    plans.commit(table.code, user)
    carry_on(table.code)
    assert reason_of(table, seat).endswith("and the plan asks for 900.")


def test_a_move_made_by_hand_switches_it_off(mine):
    table, seat, user, _ = mine
    committed(table.code, user, EndTurn())
    decision = table.state().decision_of(seat)
    play_move(table.code, user, EndAttacks(), key=table.key(), decision=decision.number)
    assert reason_of(table, seat) == "You have moved yourself."
    assert plans.run_plan(table.code, due_at=LATER) is None


def test_time_that_is_out_switches_it_off(mine):
    table, seat, user, _ = mine
    committed(table.code, user, EndTurn())
    number = table.state().decision_of(seat).number
    play_for(table.code, seat, Default(), Move.By.CLOCK, decision=number)
    assert "ORD-6" in reason_of(table, seat)


def test_a_turn_that_is_over_switches_off_what_is_left(alice, bob, charlie):
    table = table_of("classic", alice, bob, charlie)
    user, seat = table.mover, seat_of(table, table.mover)
    source, _ = fronts(table.state(), seat)[0]
    # Nobody is asked about sets in the first turn, and Classic has no second fortifying.
    here = table.state().board.territories[source].neighbours
    own = [name for name in here if table.state().holdings[name].owner == seat]
    assert own
    committed(table.code, user, PlaceFirst(source), *[MoveAfter(source, own[0], 1)] * 2)
    carry_on(table.code)
    assert reason_of(table, seat) == "Your turn was over before all of it was done."


def test_going_back_switches_it_off(mine):
    table, seat, user, _ = mine
    number = load(table.code).number
    state = table.state()
    answer = next(legal_moves(state, seat))
    play_move(table.code, user, answer, key="k" * 9, decision=state.decision_of(seat).number)
    committed(table.code, table.waiting, EndTurn())
    game = Game.objects.get(code=table.code)
    take_back(deed("take_back", moderator("dora", Role.SENIOR), game=game), number)
    waiting = seat_of(table, table.waiting)
    assert reason_of(table, waiting).endswith("(FAIR-6).")


def test_it_is_gone_with_the_end_of_the_game(mine):
    table, _, user, _ = mine
    committed(table.code, user, EndTurn())
    composed(table.code, table.waiting, EndTurn())
    play_for(table.code, 0, EndGame(), Move.By.CLOCK, decision=None)
    assert not TurnPlan.objects.exists()


def test_it_can_be_switched_on_again_where_it_stopped(mine):
    table, seat, user, (source, target) = mine
    stop = table.state().holdings[source].armies - 1
    poor = Attack(source, target, least=900)
    committed(table.code, user, Attack(source, target, stop, otherwise=NEXT), poor, EndTurn())
    answer_until(table, lambda _: plan_row(table.code, seat).status != Status.ON)
    assert plan_row(table.code, seat).at == 1
    plans.commit(table.code, user, goes_on=True)
    assert plan_row(table.code, seat).at == 1
    plans.stop(table.code, user)
    assert reason_of(table, seat) == "You have stopped it."
    plans.commit(table.code, user)
    assert plan_row(table.code, seat).at == 0


# Who may, and who is told


def test_a_stranger_and_a_stale_page_are_refused(mine, dora):
    table, seat, user, _ = mine
    with pytest.raises(NotSeated):
        composed(table.code, dora, EndTurn())
    with pytest.raises(Refused, match="no step"):
        plans.commit(table.code, user)
    composed(table.code, user, EndTurn())
    with pytest.raises(Stale):
        composed(table.code, user, EndTurn())
    plans.commit(table.code, user)
    with pytest.raises(Stale, match="take it back"):
        plans.change(table.code, user, 1, lambda steps: steps)
    with pytest.raises(Stale):
        plans.commit(table.code, user)
    plans.stop(table.code, user)
    assert plan_row(table.code, seat).status == Status.DRAFT
    with pytest.raises(Refused, match="at most"):
        plans.change(table.code, user, 1, lambda steps: steps * 41)


def test_whoever_plays_on_in_the_seat_finds_no_plan(mine, dora):
    table, seat, user, _ = mine
    committed(table.code, user, EndTurn())
    Game.objects.get(code=table.code).players.filter(seat=seat).update(user=dora)
    assert plans.run_plan(table.code, due_at=LATER) is None
    assert by_plan(table.code) == []
    assert seat not in from_json(load(table.code).clocks).plans


def test_a_plan_that_went_with_its_owners_account_holds_nothing_up(mine):
    table, seat, user, _ = mine
    committed(table.code, user, EndTurn())
    TurnPlan.objects.all().delete()
    number = table.state().decision_of(seat).number
    play_for(table.code, seat, Default(), Move.By.CLOCK, decision=number)
    assert plans.run_plan(table.code, due_at=LATER) is None
    answer_until(table, lambda state: state.turn != seat)


def told(user, code):
    """What the log tells a user of the newest entries, and the version of their page."""
    seen = sight.look(code, user.pk)
    return seen.table.version, seen.table.parts.keys()


def test_nobody_else_is_told_of_it(mine):
    table, seat, user, _ = mine
    before = told(table.waiting, table.code)
    composed(table.code, user, strange(table.state(), seat))
    assert told(table.waiting, table.code) == before
    plans.commit(table.code, user)
    assert told(table.waiting, table.code) == before
    own = told(user, table.code)
    # That it is switched off is an entry of the log that its owner alone sees.
    carry_on(table.code)
    assert told(table.waiting, table.code) == before
    assert told(user, table.code) != own
    last = Move.objects.filter(game__code=table.code).last()
    assert last.public == {"events": []}
    assert [event["seat"] for _, event in last.private["events"]] == [seat]


def test_the_notice_of_the_turn_has_the_reason_but_not_what_tells_of_a_hand(mine):
    table, seat, _, _ = mine
    other, waiting = table.waiting, seat_of(table, table.waiting)
    committed(table.code, other, strange(table.state(), waiting), EndTurn())
    answer_until(table, lambda state: plan_row(table.code, waiting).status == Status.OFF)
    read_all()
    text = Notice.objects.filter(user=other, kind=Notice.Kind.TURN).latest("pk").text
    assert text.endswith(f"Your plan is switched off. {plan_row(table.code, waiting).reason}")
    held = table.state().players[waiting].hand.count("mercenaries")
    plans.change(table.code, other, 2, lambda _: (Mercenaries(held + 1), Ambassador(seat)))
    plans.commit(table.code, other)
    carry_on(table.code)
    Notice.objects.all().delete()
    read_all()
    (text,) = Notice.objects.filter(user=other, kind=Notice.Kind.TURN).values_list(
        "text", flat=True
    )
    assert text.endswith("Your plan is switched off; the table says why.")


def test_who_has_a_plan_that_moves_is_not_told_that_it_is_their_turn(mine):
    table, _, _, _ = mine
    other, waiting = table.waiting, seat_of(table, table.waiting)
    committed(table.code, other, EndTurn())
    Notice.objects.all().delete()
    while table.state().turn != waiting:
        calmly(table)
    read_all()
    assert not Notice.objects.filter(user=other, kind=Notice.Kind.TURN).exists()


def test_it_is_in_what_one_may_take_along_and_in_nobody_elses(mine):
    table, _, user, (source, target) = mine
    composed(table.code, user, Attack(source, target))
    (plan,) = exported(user)["plans"]
    assert plan["steps"][0]["target"] == target
    assert exported(table.waiting)["plans"] == []


def test_the_record_with_the_moves_of_plans_is_proved(mine):
    table, seat, user, (source, target) = mine
    committed(table.code, user, Attack(source, target, otherwise=NEXT), PlaceAfter(source))
    answer_until(table, lambda state: state.turn != seat)
    play_for(table.code, 0, EndGame(), Move.By.CLOCK, decision=None)
    document = json.loads("".join(record(table.code)))
    assert {"order", "player"} <= {entry.get("by") for entry in document["entries"]}
    verify(document)


# At random


@pytest.mark.parametrize(("ruleset", "seed"), [(name, seed) for name in GAMES for seed in (1, 2)])
def test_games_with_plans_at_random_replay_from_their_log(ruleset, seed, alice, bob, charlie):
    table = table_of(ruleset, alice, bob, charlie)
    chance = random.Random(seed)
    made = 0
    for _ in range(150):
        state = table.state()
        if state.is_over:
            break
        seat = state.turn
        if seat in table.persons and not TurnPlan.objects.filter(seat=seat, status=Status.ON):
            TurnPlan.objects.filter(seat=seat).delete()
            steps = at_random(chance, state, seat)
            committed(table.code, table.persons[seat], *steps)
        if plans.run_plan(table.code, due_at=LATER):
            made += 1
        else:
            table.answer()
    # The audit plays all of it again by the rules, which take no move that is not legal then.
    audit(table.code)
    assert made == Move.objects.filter(by=Move.By.ORDER).count() + _endings()
    assert by_plan(table.code)


def _endings():
    """How many plans were told to be over."""
    private = Move.objects.filter(by=Move.By.CLOCK).values_list("private", flat=True)
    return sum(one["move"]["move"] == "disarm" for one in private)
