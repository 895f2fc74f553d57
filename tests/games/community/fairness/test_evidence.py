"""Chapter 12: the public chain of a stored game, and what the site signs of it."""

from datetime import UTC, datetime, timedelta

import pytest
from cryptography.fernet import Fernet
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.community.fairness.records import public_log, record
from games.community.lobby.public_values import set_public_value
from games.models import Game, Move, Player
from games.playing.play import play_for, play_move
from games.playing.start import create_game, start_game
from games.storage.evidence.seals import sign_days
from games.storage.evidence.signing import publish_keys, sign
from games.storage.store.database_time import time_text
from rules import Options, seed_commitment
from rules.moves import EndGame, SetOrders, SetWishes
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.record import load_document, verify
from rules.record.merkle import leaf_of, root_along
from rules.record.public_chain import Step, steps_after
from rules.record.signatures import day_text, is_signed, seal_text, step_text
from tests.support.tables.positions.pinned import pin

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


# What is published


def test_the_receipt_and_the_keys_let_a_stranger_check_what_was_signed(client, table):
    for _ in range(5):
        table.answer()
    Game.objects.filter(code=table.code).update(is_listed=True)
    kept = client.get(f"/games/{table.code}/receipt.json").json()
    published = client.get("/.well-known/castlerisk-keys.json").json()["keys"]
    assert [each["key"] for each in published] == kept["keys"]
    assert published[0]["until"] is None
    seal = seal_text(kept["game"], kept["commitment"], kept["opened"])
    assert is_signed(seal, kept["seal"], kept["keys"])
    signed = kept["signed"]
    step = Step(signed["step"], signed["digest"])
    assert is_signed(step_text(kept["game"], step), signed["signature"], kept["keys"])
    assert kept["chain"]["steps"] // 10 * 10 == step.number and kept["end"] is None


def test_a_replaced_key_stays_published(client, settings):
    before = client.get("/.well-known/castlerisk-keys.json").json()["keys"]
    publish_keys()
    settings.SIGNING_KEYS = [Fernet.generate_key().decode()]
    after = client.get("/.well-known/castlerisk-keys.json").json()["keys"]
    assert [each["key"] for each in after[1:]] == [each["key"] for each in before]
    assert after[1]["until"] == after[0]["from"]


def test_only_those_who_may_see_a_game_get_its_receipt_and_its_proof(client, table):
    Game.objects.filter(code=table.code).update(is_listed=False)
    for name in ("receipt", "seal"):
        assert client.get(f"/games/{table.code}/{name}.json").status_code == 404


def test_the_log_of_seals_has_every_table_and_opens_those_that_never_began(client, alice, bob):
    days_ago = datetime(2026, 1, 5, 12, tzinfo=UTC)
    games = [create_game([alice, bob]) for _ in range(3)]
    for game in games:
        seal = sign(seal_text(game.code, game.seed_commitment, time_text(days_ago)))
        Game.objects.filter(pk=game.pk).update(created_at=days_ago, seal_signature=seal)
    closed = Game.objects.filter(pk=games[0].pk)
    closed.update(status=Game.Status.CANCELLED, changed_at=days_ago)
    assert sign_days(days_ago + timedelta(hours=12)) == 0  # At midnight it is not over for sure.
    assert sign_days(days_ago + timedelta(days=2)) == 2
    assert sign_days(days_ago + timedelta(days=2)) == 0
    day = "2026-01-05"
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(f"/seals/{day}.json")
    assert len(asked) <= 8 and "max-age" in answer["Cache-Control"]
    log, tag = answer.json(), answer["ETag"]
    assert client.get(f"/seals/{day}.json", headers={"If-None-Match": tag}).status_code == 304
    assert len(log["leaves"]) == 3 and day in client.get("/seals/").content.decode()
    text = day_text(day, 3, log["root"], log["before"])
    assert is_signed(text, log["signature"], log["keys"])
    (opened,) = log["opened"]
    assert seed_commitment(bytes.fromhex(opened["seed"])) == opened["commitment"]
    Game.objects.filter(pk=games[2].pk).update(status=Game.Status.CANCELLED, changed_at=days_ago)
    answer = client.get(f"/seals/{day}.json", headers={"If-None-Match": tag})
    assert len(answer.json()["opened"]) == 2
    Game.objects.filter(pk=games[1].pk).update(is_listed=True)
    proof = client.get(f"/games/{games[1].code}/seal.json").json()
    leaf = leaf_of(seal_text(proof["game"], proof["commitment"], proof["opened"]))
    path = [bytes.fromhex(each) for each in proof["path"]]
    root = root_along(leaf, proof["index"], proof["leaves"], path)
    assert root is not None and root.hex() == log["root"]
    assert client.get("/seals/2020-01-01.json").status_code == 404


def test_pages_show_the_chain_or_say_that_there_is_none(client, table):
    Game.objects.filter(code=table.code).update(is_listed=True)
    digest = chain(table.code)[2]
    assert digest in client.get(f"/games/{table.code}/fairness/").content.decode()
    page = client.get(f"/games/{table.code}/").content.decode()
    assert f'data-chain="{chain(table.code)[1]} {digest}"' in page
    Game.objects.filter(code=table.code).update(steps=None)
    page = client.get(f"/games/{table.code}/fairness/").content.decode()
    assert "began before the site kept a signed chain" in page
    assert client.get("/fair/").status_code == 200
