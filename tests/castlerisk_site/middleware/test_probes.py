"""Probes of the site: liveness, readiness and metrics, and who may read them."""

import pytest
from django.db import connection
from django.test import Client

from games.storage.processes.connections import watch

pytestmark = pytest.mark.django_db


def figures(client, **headers):
    """The metrics by name, as they are sent."""
    answer = client.get("/metrics", **headers)
    assert answer.status_code == 200
    lines = answer.content.decode().splitlines()
    return {
        name: float(value)
        for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    }


@pytest.fixture
def is_away():
    watch().is_away = True
    yield
    watch().is_away = False


def test_healthz_asks_no_other_service(client, django_assert_num_queries, alice):
    client.force_login(alice)
    with django_assert_num_queries(0):
        answer = client.get("/healthz", headers={"Host": "10.1.2.3"})
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert client.post("/healthz").status_code == 405


def test_readyz_passes_with_a_migrated_database(client):
    answer = client.get("/readyz", headers={"Host": "10.1.2.3"})
    said = {"database": "ready", "disk": "has room", "redis": "none", "time": "runs"}
    assert (answer.status_code, answer.json()) == (200, said)
    with connection.cursor() as cursor:
        # A squashed migration counts as applied if the migrations that it replaces are applied.
        cursor.execute("delete from django_migrations where app = 'games'")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "not migrated")


def test_readyz_fails_without_the_database(client, is_away):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "away")
    assert client.get("/healthz").status_code == 200
    assert figures(client)["castlerisk_database_ready"] == 0


def test_readyz_reports_redis_but_passes_without_it(client, settings, redis_server):
    settings.REDIS_URL = redis_server.address
    assert client.get("/readyz").json()["redis"] == "there"
    redis_server.kill()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (200, "away")


def test_metrics_are_counted(client, table, django_capture_on_commit_callbacks):
    before = figures(client)
    assert before['castlerisk_games{status="running"}'] == 1
    with django_capture_on_commit_callbacks(execute=True):
        table.answer()
    client.get("/rules/cards/")
    client.get("/no/such/page/")
    after = figures(client)
    assert after["castlerisk_moves_total"] > before["castlerisk_moves_total"]
    name = 'castlerisk_requests_total{method="GET",route="/rules/cards/",status="200"}'
    assert after[name] == before.get(name, 0) + 1
    assert not any("no/such" in name for name in after)


@pytest.mark.parametrize(
    ("proxies", "headers", "expected"),
    [
        (0, {"REMOTE_ADDR": "127.0.0.1"}, 200),
        (0, {"REMOTE_ADDR": "::1"}, 200),
        (0, {"REMOTE_ADDR": "10.1.2.3"}, 403),
        # Behind a proxy on this machine, every request comes from this machine.
        (0, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 403),
        (0, {"HTTP_FORWARDED": "for=127.0.0.1"}, 403),
        (1, {"HTTP_FORWARDED": "for=127.0.0.1"}, 403),
        (1, {"HTTP_X_FORWARDED_FOR": "10.1.2.3"}, 403),
        (1, {"HTTP_X_FORWARDED_FOR": "127.0.0.1, 10.1.2.3"}, 403),
        (1, {"HTTP_X_FORWARDED_FOR": "10.1.2.3, 127.0.0.1"}, 200),
        (2, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 403),
    ],
)
def test_metrics_are_limited_to_allowed_addresses(settings, proxies, headers, expected):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert Client().get("/metrics", **headers).status_code == expected


def test_other_addresses_can_be_allowed(settings):
    settings.METRICS_FROM = ["10.1.2.3"]
    assert Client().get("/metrics", REMOTE_ADDR="10.1.2.3").status_code == 200
    assert Client().get("/metrics").status_code == 403
