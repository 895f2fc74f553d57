"""Moves announced between processes over Redis, and the fallback if Redis is killed or frozen."""

from threading import Event

import pytest
from redis import Redis

from games.web.live.redis_pubsub import POLL_SECONDS, POLL_SECONDS_SUBSCRIBED, MoveChannel
from tests.support.visitors.waiting import PATIENCE, wait_until


class Heard:
    """The announcements received, in order; None stands for all tables."""

    def __init__(self):
        self.codes = []

    def __call__(self, code):
        self.codes.append(code)


@pytest.fixture
def pair(redis_server):
    """A publisher, a subscriber, and the codes that the subscriber receives."""
    publisher, subscriber, heard = (
        MoveChannel(redis_server.address),
        MoveChannel(redis_server.address),
        Heard(),
    )
    subscriber.subscribe(heard)
    wait_until(lambda: subscriber.is_subscribed)
    yield publisher, subscriber, heard
    subscriber.close()


def test_published_messages_reach_subscribers(pair):
    publisher, subscriber, heard = pair
    for code in ("table1", "table2"):
        publisher.publish(code)
        wait_until(lambda code=code: code in heard.codes)
    assert heard.codes[0] is None
    assert subscriber.poll_seconds == POLL_SECONDS_SUBSCRIBED
    assert publisher.poll_seconds == POLL_SECONDS


def test_sites_sharing_redis_are_isolated(pair, redis_server):
    publisher, _, heard = pair
    MoveChannel(redis_server.address.replace("/3", "/4")).publish("foreign")
    with Redis.from_url(redis_server.address) as client:
        wait_until(lambda: client.info("commandstats").get("cmdstat_publish"))
    publisher.publish("ours")
    wait_until(lambda: "ours" in heard.codes)
    assert "foreign" not in heard.codes


@pytest.mark.parametrize(("go", "come"), [("kill", "start"), ("freeze", "thaw")])
def test_without_redis_the_database_is_polled_more_often(pair, redis_server, go, come):
    publisher, subscriber, heard = pair
    getattr(redis_server, go)()
    wait_until(lambda: subscriber.poll_seconds == POLL_SECONDS)
    for number in range(50):
        publisher.publish(f"lost{number}")
    getattr(redis_server, come)()
    wait_until(lambda: subscriber.poll_seconds == POLL_SECONDS_SUBSCRIBED)
    # Announcements may be lost meanwhile, so all tables are checked once it is back.
    wait_until(lambda: heard.codes.count(None) >= 2)

    def comes_through():
        publisher.publish("found")
        return "found" in heard.codes

    wait_until(comes_through)


def test_an_unresponsive_redis_delays_nothing(pair, redis_server):
    publisher, _, _ = pair
    redis_server.freeze()
    said = Event()
    for number in range(3000):
        publisher.publish(f"table{number}")
    said.set()
    assert said.wait(PATIENCE)
    assert publisher._publisher._waiting.qsize() <= 1000
    redis_server.thaw()


def test_without_redis_nothing_is_published():
    alone = MoveChannel("")
    alone.subscribe(Heard())
    alone.publish("table1")
    assert not alone.is_subscribed and alone.poll_seconds == POLL_SECONDS
    assert alone._subscriber is None and alone._publisher._thread is None
