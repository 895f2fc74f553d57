"""Prometheus metrics.

Import this module only where something is counted: in multi-process mode, creating a metric also
creates its file.
"""

from prometheus_client import Counter, Gauge, Histogram

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

requests = Counter("castlerisk_requests", "Requests answered.", ("route", "method", "status"))
request_seconds = Histogram(
    "castlerisk_request_seconds", "Time to an answer.", ("route",), buckets=SECONDS
)
moves = Counter("castlerisk_moves", "Entries made in the logs of games.")
sockets = Gauge("castlerisk_sockets", "Open pages that listen.", multiprocess_mode="livesum")
refused = Counter("castlerisk_refused", "Turned away at a limit.", ("what", "why"))
foreign = Counter("castlerisk_foreign", "Forms and sockets of other sites refused.", ("kind",))
fired = Counter("castlerisk_fired", "What was due and was done.", ("kind",))
late_seconds = Histogram(
    "castlerisk_late_seconds", "How late what was due was done.", ("kind",), buckets=SECONDS
)
