"""What machines ask of the site: whether it lives, whether it is ready, and what it has counted."""

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

from games.clocks.outages import stopped_since
from games.live.redis_pubsub import redis_answers
from games.models import Due, Game, Outage
from games.processes import registry
from games.processes.connections import watch
from games.processes.disk import has_room
from games.store.database_time import moment_now

OVERDUE_AFTER = timedelta(seconds=2)

GetResponse = Callable[[HttpRequest], HttpResponse]


class Probes:
    """Answers before anything is asked of sessions, hosts or the database."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        probe = PROBES.get(request.path_info)
        if probe is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponse(status=405)
        answer = probe(request)
        answer["Cache-Control"] = "no-store"
        return answer


def healthz(request: HttpRequest | None = None) -> HttpResponse:
    """Say that the process is alive, whatever else is."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse("alive\n", content_type="text/plain", headers=headers)


def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether requests can be answered.

    503 where the database is away or not up to date, or where a disk is full.

    The answer also says whether Redis answers, and since when time stands still. Neither makes it
    503: pages and moves go on.
    """
    disk = "full" if watch().is_full or not has_room() else "has room"
    said = {"database": database_state(), "disk": disk, "redis": "none"}
    if settings.REDIS_URL:
        said["redis"] = "there" if redis_answers() else "away"
    if said["database"] != "ready" or disk == "full":
        return JsonResponse(said, status=503)
    since = stopped_since()
    said["time"] = "stands still" if since else "runs"
    if since:
        said["since"] = since.isoformat(timespec="seconds")
    return JsonResponse(said)


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


# Figures


def metrics(request: HttpRequest) -> HttpResponse:
    """Give what was counted, to the addresses that may have it."""
    if not may_measure(request):
        return HttpResponse("Not for this address.\n", status=403, content_type="text/plain")
    counted = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)
    stored = CollectorRegistry()
    stored.register(Stored())
    figures = generate_latest(counted) + generate_latest(stored)
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)


def may_measure(request: HttpRequest) -> bool:
    """Say whether a request comes from an address that is allowed.

    What a proxy passes on counts as coming from where the proxy says; where no proxy is known of
    it is refused, for every request of the world would come from the proxy's own address.
    """
    return _address(request) in settings.METRICS_FROM


def _address(request: HttpRequest) -> str | None:
    passed = request.headers.get("X-Forwarded-For")
    if passed is None and "Forwarded" not in request.headers:
        return request.META.get("REMOTE_ADDR")
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    found = [word.strip() for word in (passed or "").split(",")]
    return found[-proxies] if proxies and len(found) >= proxies else None


class Stored:
    """What the database says of the whole site, asked when somebody wants to know."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield what is counted; nothing but that it is away where it is."""
        is_ready = database_state() == "ready"
        yield GaugeMetricFamily("castlerisk_database_ready", "1 when it is.", value=is_ready)
        if not is_ready:
            return
        games = GaugeMetricFamily("castlerisk_games", "Games by status.", labels=("status",))
        for status in Game.Status.values:
            games.add_metric((status,), Game.objects.filter(status=status).count())
        yield games
        overdue = Due.objects.filter(when__lt=moment_now() - OVERDUE_AFTER).count()
        yield GaugeMetricFamily("castlerisk_overdue", "Due for over 2 s.", value=overdue)
        since = stopped_since()
        stopped = (moment_now() - since).total_seconds() if since else 0
        yield GaugeMetricFamily(
            "castlerisk_time_stands_still_seconds", "0 while time runs.", value=stopped
        )
        steps = Outage.objects.filter(ended__lt=F("began")).count()
        yield GaugeMetricFamily(
            "castlerisk_clock_steps", "Times the clock stepped back.", value=steps
        )
        alive = GaugeMetricFamily("castlerisk_processes", "Processes at work.", labels=("kind",))
        kinds = [kind for kind, _ in registry.living()]
        for kind in ("web", "worker"):
            alive.add_metric((kind,), kinds.count(kind))
        yield alive


PROBES = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}
