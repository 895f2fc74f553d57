"""The record of a finished game for verifiers, and the public log of a running one."""

import gzip
import json
import random
import subprocess
import sys
from copy import deepcopy

import pytest

from games.community.fairness.records import NotOver, public_log, record
from games.community.lobby.public_values import set_public_value
from games.models import Game, HiddenArmies, Move, Player
from games.playing.play import play_for, play_move
from games.playing.start import create_game, start_game
from rules import Options
from rules.moves import EndGame, SetOrders, SetWishes
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.record import load_document, verify
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

pytestmark = pytest.mark.django_db


def whole_game(seats=3, **options):
    """A game of captains, played to its end."""
    game = pin(create_game(["captain"] * seats, Options(quick=True, **options)), "rec2rd34")
    start_game(game.code)
    play_ahead(game.code, random.Random(5))
    return Game.objects.get(pk=game.pk, status=Game.Status.OVER)


def ended(table):
    """End a table's game in its current position, as a moderator; return the game."""
    play_for(table.code, 0, EndGame(()), Move.By.MODERATOR, decision=None)
    return Game.objects.get(code=table.code)


def document(code):
    return load_document("".join(record(code)))


def get(client, path, **headers):
    return client.get(path, headers=headers)


# The record


def test_the_record_of_a_whole_game_is_verified_by_the_command(client, tmp_path):
    game = whole_game(rounds=3)
    assert game.outcome["winners"]
    answer = client.get(f"/games/{game.code}/record.json")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="castlerisk-{game.code}.json"'
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    command = [sys.executable, "-m", "rules", "verify", str(file)]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    assert game.seed_commitment in checked.stdout.replace("\n", "").replace(" ", "")


def test_a_table_of_persons_is_verified_orders_and_all(table, bob):
    play_move(table.code, bob, SetOrders(Orders(dice="ask")), key="orders", decision=None)
    for _ in range(12):
        table.answer()
    game = ended(table)
    data = document(game.code)
    assert verify(data).ok, verify(data).problems
    assert data["seed"] == bytes(game.seed).hex()
    assert [seat["name"] for seat in data["seats"]] == ["alice", "bob", "Captain Cedar"]
    assert [seat["kind"] for seat in data["seats"]] == ["person", "person", "bot"]
    assert len(data["entries"]) == game.number + 1
    assert len(data["hidden"]) == HiddenArmies.objects.filter(game=game).count() == 3


def test_a_record_has_each_value_with_its_time(alice, bob):
    game = create_game([alice, bob], Options(quick=True))
    set_public_value(game.code, alice, "c0ffee")
    given_at = Player.objects.get(game=game, user=alice).value_given_at
    start_game(game.code)
    play_for(game.code, 0, EndGame(()), Move.By.MODERATOR, decision=None)
    data = document(game.code)
    assert verify(data).ok
    assert data["values"] == ["c0ffee", ""]
    assert data["seats"][0]["value_given"] == f"{given_at:%Y-%m-%d %H:%M:%S} UTC"
    assert data["seats"][1]["value_given"] == ""


def _other_die(data):
    entry = next(
        entry
        for entry in data["entries"]
        for draw in entry["draws"]
        if draw["kind"] == "roll" and draw["purpose"] == "attack dice"
    )
    draw = next(draw for draw in entry["draws"] if draw["purpose"] == "attack dice")
    draw["values"][0] = draw["values"][0] % 6 + 1


def _other_seed(data):
    data["seed"] = "00" * 32


def _other_salt(data):
    data["hidden"][0]["salt"] = "00" * 32


def _no_last_entry(data):
    data["entries"].pop()


def _other_winner(data):
    data["outcome"]["winners"] = [1 - data["outcome"]["winners"][0]]


def _other_value(data):
    data["values"][0] = "00"


TAMPERINGS = (_other_die, _other_seed, _other_salt, _no_last_entry, _other_winner, _other_value)


def test_a_tampered_record_is_refused():
    data = document(whole_game(2, rounds=3).code)
    assert verify(data).ok
    believed = []
    for tamper in TAMPERINGS:
        copied = deepcopy(data)
        tamper(copied)
        if verify(copied).ok:
            believed.append(tamper.__name__)
    assert believed == []


def test_there_is_no_record_before_the_end(client, bots_game):
    seed = bytes(bots_game.seed).hex()
    answer = client.get(f"/games/{bots_game.code}/record.json")
    assert answer.status_code == 409
    assert seed not in answer.content.decode()
    assert "when the game is over" in answer.content.decode()
    assert f"/games/{bots_game.code}/log.json" in answer.content.decode()
    with pytest.raises(NotOver):
        record(bots_game.code)


def test_a_record_is_asked_for_again_without_being_sent_again(client, table, alice):
    game = ended(table)
    path = f"/games/{game.code}/record.json"
    first = client.get(path)
    again = get(client, path, if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    alice.name = "Alicia"
    alice.save()
    renamed = get(client, path, if_none_match=first["ETag"])
    assert renamed.status_code == 200
    assert json.loads(renamed.content)["seats"][0]["name"] == "Alicia"
    assert verify(json.loads(renamed.content)).ok


def test_a_record_is_compressed_if_accepted(client, table):
    path = f"/games/{ended(table).code}/record.json"
    plain, packed = client.get(path), get(client, path, accept_encoding="gzip")
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) * 2 < len(plain.content)


def test_a_deleted_account_is_shown_as_a_former_player(table, alice):
    game = ended(table)
    alice.delete()
    data = document(game.code)
    assert data["seats"][0] == {
        "seat": 0,
        "name": "a former player",
        "kind": "person",
        "bot": "",
        "value_given": "",
        "substitutes": [],
    }
    assert verify(data).ok


def test_a_game_by_link_is_hidden_from_strangers(client, table, alice):
    game = ended(table)
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    for name in ("record.json", "log.json", "fairness/"):
        path = f"/games/{game.code}/{name}"
        assert client.get(path).status_code == 404
        client.force_login(alice)
        answer = client.get(path)
        assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")
        client.logout()


# The public log


def test_the_public_log_tells_public_events_round_by_round(client, bots_game):
    log = json.loads(client.get(f"/games/{bots_game.code}/log.json").content)
    assert log["commitment"] == bots_game.seed_commitment
    assert [part["round"] for part in log["rounds"]] == list(range(len(log["rounds"])))
    told = [event for part in log["rounds"] for event in part["events"]]
    assert told == [
        event
        for public in Move.objects.filter(game=bots_game).values_list("public", flat=True)
        for event in public["events"]
    ]
    assert all(set(part) == {"round", "events"} for part in log["rounds"])
    assert all(choice["commitment"] for choice in log["hidden"])


def test_the_public_log_holds_no_secret(client, bots_game):
    text = client.get(f"/games/{bots_game.code}/log.json").content.decode()
    assert bytes(bots_game.seed).hex() not in text
    revealed = HiddenArmies.objects.filter(game=bots_game, revealed=True)
    for choice in HiddenArmies.objects.filter(game=bots_game).difference(revealed):
        assert choice.salt not in text
    for name in ("number", "by", "key", "draws", "move", "made_at", "cards_seen", "hidden_kept"):
        assert f'"{name}"' not in text


def test_the_public_log_reads_no_secret_column(client, bots_game, django_assert_max_num_queries):
    with django_assert_max_num_queries(5) as queries:
        client.get(f"/games/{bots_game.code}/log.json")
    for query in queries.captured_queries:
        for table, model in (("game", Game), ("player", Player), ("move", Move)):
            for column in model.secrets:
                assert f'"games_{table}"."{column}"' not in query["sql"].split(" FROM ")[0]
    assert not any("salt" in query["sql"] for query in queries.captured_queries)


def test_secret_declarations_do_not_change_the_public_log(client, table, alice, bob):
    path = f"/games/{table.code}/log.json"
    before = client.get(path)
    play_move(table.code, bob, SetOrders(Orders(dice="ask")), key="one", decision=None)
    play_move(table.code, alice, SetWishes(Wishes()), key="two", decision=None)
    after = client.get(path)
    assert (after.content, after["ETag"]) == (before.content, before["ETag"])
    assert get(client, path, if_none_match=before["ETag"]).status_code == 304


def test_an_open_table_has_a_log_without_events(opened):
    log = public_log(Game.objects.public().get(pk=opened.pk))
    assert log["rounds"] == [] and log["hidden"] == [] and log["outcome"] is None
    assert [seat["kind"] for seat in log["seats"]] == ["person", "person", "bot"]
