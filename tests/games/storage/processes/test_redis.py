"""Rate limits shared by web processes, on a Redis that the tests kill and freeze."""

import logging
from contextlib import closing

import pytest
from django.core.cache import cache, caches
from django.db import connection
from redis import Redis

from games.community.lobby.joining import MOST_SITTINGS, join, leave
from games.community.lobby.tables import LimitReached, open_table
from games.community.lobby.terms import SeatKind, TableTerms
from rules import Options, move_to_json
from tests.support.servers.live import Browser, Server
from tests.support.servers.processes import running
from tests.support.visitors.waiting import wait_until

AWAY, BACK = "Redis is unavailable", "Redis is available again"
COUNTS_ALONE = f"{AWAY}; each process counts alone"
FAULTY = ("http://127.0.0.1:6379/0", "redis://site:hard/word@127.0.0.1:6379/0", "127.0.0.1:6379")


@pytest.fixture
def shared(settings, redis_server):
    """The site's cache, in this process, on the test's Redis."""
    backend = "castlerisk_site.backends.redis_cache.FallbackCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": [redis_server.address]}}
    return cache


def counts_alone(key):
    """Return whether every operation of the cache works on a new key without Redis."""
    with pytest.raises(ValueError, match="not found"):
        cache.incr(key)
    assert cache.add(key, 1, 60) and not cache.add(key, 5, 60)
    assert cache.incr(key) == 2 and cache.touch(key, 90) and cache.has_key(key)
    cache.set_many({f"{key}-2": [2.5]}, 60)
    assert cache.get_many([key, f"{key}-2", "nothing"]) == {key: 2, f"{key}-2": [2.5]}
    cache.delete_many([f"{key}-2"])
    return cache.delete(key) and cache.get(key, "none") == "none"


def warnings(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def backs(caplog):
    return sum(BACK in record.getMessage() for record in caplog.records)


# The cache


def test_the_cache_stores_values(shared):
    assert shared.add("word", "first", 60) and not shared.add("word", "second", 60)
    shared.set_many({"sittings": 1, "list": [2.5]}, 60)
    assert shared.incr("sittings") == 2
    assert shared.get_many(["word", "sittings", "list", "nothing"]) == {
        "word": "first",
        "sittings": 2,
        "list": [2.5],
    }
    assert shared.touch("word", 90) and shared.has_key("word") and shared.delete("word")
    with pytest.raises(ValueError, match="not found"):
        shared.incr("word")
    shared.delete_many(["sittings"])
    assert shared.get("sittings") is None and shared.get("list") == [2.5]
    assert shared.clear() and shared.get("list") is None


@pytest.mark.parametrize(("go", "come"), [("kill", "start"), ("freeze", "thaw")])
def test_without_redis_the_cache_is_in_the_process_and_recovers(
    shared, redis_server, caplog, go, come
):
    caplog.set_level(logging.INFO)
    shared.set("word", "kept")
    getattr(redis_server, go)()
    assert shared.get("word") is None and shared.add("sittings", 1)
    for number in range(3):
        assert counts_alone(f"key-{number}")
        assert shared.incr("sittings") == 2 + number
        # As in the next request: the counters and the outage must outlive this one.
        del caches["default"]
    assert len(warnings(caplog)) == 1 and warnings(caplog)[0].startswith(AWAY)
    getattr(redis_server, come)()
    wait_until(lambda: shared.set("word", "again") or backs(caplog) == 1)
    assert not shared.add("word", "third") and shared.get("sittings") is None
    assert len(warnings(caplog)) == 1 and backs(caplog) == 1
    redis_server.kill()
    assert counts_alone("sittings")
    assert [line.startswith(AWAY) for line in warnings(caplog)] == [True, True]


def test_a_redis_restart_is_not_noticed(shared, redis_server, caplog):
    shared.set("word", "kept")
    redis_server.kill()
    redis_server.start()
    assert shared.get("word") is None and shared.add("word", "new")
    assert not shared.add("word", "newer") and shared.get("word") == "new"
    assert not warnings(caplog)


def test_one_connection_serves_one_request_after_the_other(shared, redis_server):
    with closing(Redis(port=redis_server.port)) as client:
        for number in range(5):
            shared.set("word", number)
            del caches["default"]
        assert len(client.client_list()) == 2


def test_a_full_redis_counts_as_unavailable(shared, redis_server, caplog):
    with closing(Redis(port=redis_server.port)) as client:
        client.config_set("maxmemory", 1)
        assert shared.add("word", "mine") and not shared.add("word", "mine too")
        assert len(warnings(caplog)) == 1
        client.config_set("maxmemory", 0)
    caplog.set_level(logging.INFO)
    wait_until(lambda: shared.add("word", "mine") and backs(caplog))


def test_join_limits_apply_without_redis(alice, charlie, shared, redis_server):
    seats = (SeatKind.ME, SeatKind.OPEN, SeatKind.OPEN)
    code = open_table(alice, TableTerms(seats, options=Options(quick=True))).code

    def sit():
        join(code, charlie)
        leave(code, charlie)

    shared.set(f"sittings/{charlie.pk}", MOST_SITTINGS - 1, 60)
    sit()
    with pytest.raises(LimitReached):
        sit()
    redis_server.kill()
    for _ in range(MOST_SITTINGS):
        sit()
    with pytest.raises(LimitReached):
        sit()


# Web processes


@pytest.fixture
def two_servers(tmp_path, redis_server, db):
    """Two web processes on one database and one Redis."""
    servers = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        server = Server(folder)
        server.environment["REDIS_URL"] = redis_server.address
        server.start()
        servers.append(server)
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log


class Renamer:
    """A user who changes their name repeatedly, on either server."""

    def __init__(self, servers, user):
        self.browsers = [Browser(server, user) for server in servers]
        self.user = user
        self.names = 0

    def ask(self, server):
        """Change to the next name; return the status of the answer."""
        self.names += 1
        name = f"{self.user.email.partition('@')[0]} the {self.names}th"
        return self.browsers[server].post("/settings/name/", name=name)[0]

    def ask_in_turn(self, times):
        """Change names on both servers in turn; return the statuses."""
        return [self.ask(number % 2) for number in range(times)]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="A file is for one web process.")
@pytest.mark.django_db(transaction=True)
def test_limits_are_shared_and_while_redis_is_away_each_process_counts_alone(
    table, alice, bob, charlie, redis_server, two_servers
):
    first, second, third = (Renamer(two_servers, user) for user in (alice, bob, charlie))
    assert first.ask_in_turn(7) == [302] * 5 + [429] * 2
    assert second.ask_in_turn(3) == [302] * 3
    assert [server.log.count(COUNTS_ALONE) for server in two_servers] == [0, 0]

    redis_server.kill()
    assert first.ask_in_turn(4) == [302] * 4
    assert second.ask_in_turn(12) == [302] * 10 + [429] * 2
    decision, move = table.decision()
    mover = first if table.mover == alice else second
    fields = {"decision": decision.number, "key": "while-redis-is-away", "have": ""}
    fields |= {name: value for name, value in move_to_json(move).items() if value is not None}
    number = table.number()
    status, _ = mover.browsers[1].post(f"/games/{table.code}/moves/", **fields)
    assert status == 200 and table.number() > number
    assert [server.log.count(COUNTS_ALONE) for server in two_servers] == [1, 1]

    redis_server.start()
    with closing(Redis.from_url(redis_server.address)) as redis:
        for server in (0, 1):
            wait_until(lambda n=server: redis.flushdb() and first.ask(n) and redis.dbsize())
    assert third.ask_in_turn(7) == [302] * 5 + [429] * 2
    assert [server.log.count(COUNTS_ALONE) for server in two_servers] == [1, 1]


@pytest.mark.parametrize("address", FAULTY)
def test_an_invalid_redis_address_is_refused_at_start(tmp_path, address):
    with running("check", CASTLERISK_VAR=str(tmp_path), DATABASE_URL="", REDIS_URL=address) as one:
        assert one.end() == 1
        (line,) = one.lines
    assert line.startswith("REDIS_URL is invalid") and "hard" not in line
