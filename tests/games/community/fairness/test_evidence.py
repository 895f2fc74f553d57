"""Chapter 12: the public chain of a stored game, and what the site signs of it."""

import pytest

from games.community.fairness.records import public_log, record
from games.community.lobby.public_values import set_public_value
from games.models import Game, Move, Player
from games.playing.play import play_for, play_move
from games.playing.start import create_game, start_game
from rules import Options
from rules.moves import EndGame, SetOrders, SetWishes
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.record import load_document, verify
from rules.record.public_chain import Step, steps_after
from tests.support.tables.pinned import pin

pytestmark = pytest.mark.django_db


def document(code):
    return load_document("".join(record(code)))


def ended(code):
    play_for(code, 0, EndGame(()), Move.By.MODERATOR, decision=None)
    return document(code)


def chain(code):
    columns = ("head_digest", "steps", "step_digest", "signed_digest", "step_signature")
    return Game.objects.values_list(*columns).get(code=code)


def test_a_changed_order_or_wish_leaves_no_trace_in_chain_or_signatures(table, bob):
    before = chain(table.code)
    assert before[1] > 0
    orders, wishes = Orders(dice="ask"), Wishes(("irongate",), {}, ())
    for key, move in (("orders", SetOrders(orders)), ("wishes", SetWishes(wishes))):
        play_move(table.code, bob, move, key=key, decision=None)
        assert chain(table.code) == before
    assert not Move.objects.latest("number").step_signatures


def test_the_chain_follows_from_the_public_log_and_the_record_is_signed(table, bob):
    play_move(table.code, bob, SetOrders(Orders(dice="ask")), key="orders", decision=None)
    for _ in range(12):
        table.answer()
    ended(table.code)
    game = Game.objects.get(code=table.code)
    log = public_log(game)
    step = Step(0, log["chain"]["head"])
    for each in steps_after(step, [event for part in log["rounds"] for event in part["events"]]):
        step = each
    assert (step.number, step.digest) == (log["chain"]["steps"], log["chain"]["digest"])
    data = document(table.code)
    report = verify(data)
    assert report.ok and not report.proves_nothing, report.problems
    assert data["schema"] == 2 and len(data["signatures"]["steps"]) == step.number // 10 + 1


def test_a_value_or_seal_changed_in_the_database_is_convicted_by_its_signature(alice, bob):
    game = create_game([alice, bob], Options(quick=True))
    set_public_value(game.code, alice, "c0ffee")
    Player.objects.filter(game=game, user=alice).update(public_value="bad5eed")
    start_game(game.code)
    (found,) = verify(ended(game.code)).problems
    assert "public value of seat 0" in found


def test_a_game_moved_by_an_earlier_version_is_not_provable(alice, bob):
    game = pin(create_game([alice, bob], Options(quick=True)), "ear2ly34")
    start_game(game.code)
    Game.objects.filter(pk=game.pk).update(chained=0)
    data = ended(game.code)
    assert data["schema"] == 1 and chain(game.code)[1] is None
    report = verify(data)
    assert report.ok and any(note.startswith("Not provable") for note in report.notes)
