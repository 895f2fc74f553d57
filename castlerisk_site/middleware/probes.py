"""The probes for monitoring: liveness, readiness and Prometheus metrics."""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from games.models import Due, Game, Outage
from games.playing.clocks.outages import stopped_since
from games.storage.processes import registry
from games.storage.processes.connections import watch
from games.storage.processes.disk import database_has_room, has_room
from games.storage.store.database_time import moment_now
from games.web.live.redis_pubsub import redis_answers

OVERDUE_AFTER = timedelta(seconds=2)

GetResponse = Callable[[HttpRequest], HttpResponse]


class Probes:
    """Answers probes before any middleware reads the session, the host or the database."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response to a probe; pass any other request on."""
        probe = PROBES.get(request.path_info)
        if probe is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponse(status=405)
        answer = probe(request)
        answer["Cache-Control"] = "no-store"
        return answer


def healthz(request: HttpRequest | None = None) -> HttpResponse:
    """Report that the process is alive, whatever the state of the database and Redis."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse("alive\n", content_type="text/plain", headers=headers)


def readyz(request: HttpRequest) -> HttpResponse:
    """Report whether the site can answer requests.

    Return 503 if the database is away or not migrated, or if a disk is full.

    The response also reports whether Redis answers and since when the game clocks have been
    stopped. Neither causes a 503, because pages and moves still work.
    """
    # A disk that was full is tried again, so the site is ready as soon as there is room.
    watch().is_full = watch().is_full and not database_has_room()
    disk = "full" if watch().is_full or not has_room() else "has room"
    report = {"database": database_state(), "disk": disk, "redis": "none"}
    if settings.REDIS_URL:
        report["redis"] = "there" if redis_answers() else "away"
    if report["database"] != "ready" or disk == "full":
        return JsonResponse(report, status=503)
    since = stopped_since()
    report["time"] = "stands still" if since else "runs"
    if since:
        report["since"] = since.isoformat(timespec="seconds")
    return JsonResponse(report)


def database_state() -> str:
    """Return "ready", "away", or "not migrated"."""
    if watch().is_away:
        return "away"
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        return "ready" if _is_migrated() else "not migrated"
    except DatabaseError:
        return "away"


def _is_migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


# Metrics


def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics, or 403 for an address not in CASTLERISK_METRICS."""
    if not may_measure(request):
        return HttpResponse(
            "Not allowed from this address.\n", status=403, content_type="text/plain"
        )
    counted = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)
    stored = CollectorRegistry()
    stored.register(SiteCollector())
    figures = generate_latest(counted) + generate_latest(stored)
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)


def may_measure(request: HttpRequest) -> bool:
    """Return whether a request comes from an address in CASTLERISK_METRICS.

    For a proxied request, the client address is the one in X-Forwarded-For. If no proxy is
    configured, a proxied request is refused: it would appear to come from the proxy's own address.
    """
    return _address(request) in settings.METRICS_FROM


def _address(request: HttpRequest) -> str | None:
    passed = request.headers.get("X-Forwarded-For")
    if passed is None and "Forwarded" not in request.headers:
        return request.META.get("REMOTE_ADDR")
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    found = [word.strip() for word in (passed or "").split(",")]
    return found[-proxies] if proxies and len(found) >= proxies else None


class SiteCollector:
    """Metrics of the whole site, queried from the database on every scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the metrics; only `castlerisk_database_ready` if the database is away."""
        is_ready = database_state() == "ready"
        yield GaugeMetricFamily(
            "castlerisk_database_ready", "1 if the database is ready.", value=is_ready
        )
        if not is_ready:
            return
        games = GaugeMetricFamily("castlerisk_games", "Games by status.", labels=("status",))
        for status in Game.Status.values:
            games.add_metric((status,), Game.objects.filter(status=status).count())
        yield games
        overdue = Due.objects.filter(when__lt=moment_now() - OVERDUE_AFTER).count()
        yield GaugeMetricFamily(
            "castlerisk_overdue", "Scheduled tasks overdue by more than 2 s.", value=overdue
        )
        since = stopped_since()
        stopped = (moment_now() - since).total_seconds() if since else 0
        yield GaugeMetricFamily(
            "castlerisk_time_stands_still_seconds",
            "Seconds since the clocks stopped.",
            value=stopped,
        )
        steps = Outage.objects.filter(ended__lt=F("began")).count()
        yield GaugeMetricFamily(
            "castlerisk_clock_steps",
            "Number of backward steps of the machine's clock.",
            value=steps,
        )
        alive = GaugeMetricFamily("castlerisk_processes", "Running processes.", labels=("kind",))
        kinds = [kind for kind, _ in registry.living()]
        for kind in ("web", "worker"):
            alive.add_metric((kind,), kinds.count(kind))
        yield alive


PROBES = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}
