"""Prometheus metrics.

Import this module only where something is counted: in multi-process mode, creating a metric also
creates its file.
"""

from prometheus_client import Counter, Gauge, Histogram

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

requests = Counter("castlerisk_requests", "Answered requests.", ("route", "method", "status"))
request_seconds = Histogram(
    "castlerisk_request_seconds", "Response time in seconds.", ("route",), buckets=SECONDS
)
moves = Counter("castlerisk_moves", "Log entries written.")
sockets = Gauge("castlerisk_sockets", "Open sockets.", multiprocess_mode="livesum")
refused = Counter("castlerisk_refused", "Requests and sockets refused at a limit.", ("what", "why"))
foreign = Counter("castlerisk_foreign", "Refused cross-site forms and sockets.", ("kind",))
fired = Counter("castlerisk_fired", "Scheduled tasks executed.", ("kind",))
late_seconds = Histogram(
    "castlerisk_late_seconds", "Delay of scheduled tasks in seconds.", ("kind",), buckets=SECONDS
)
