"""The ASGI application: HTTP pages and live sockets."""

import gc
import os
import sys
from importlib import import_module

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django import setup
from django.conf import settings
from django.urls import path, re_path

from games.storage.processes.metrics_folder import share_figures

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castlerisk_site.settings")

# Metrics must go to the shared folder, where all processes write theirs.
share_figures()

# Django must be set up before our own modules are imported.
setup(set_prefix=False)

from castlerisk_site.middleware.forwarded import ForwardedScope  # noqa: E402
from castlerisk_site.middleware.sockets import SameOriginSockets, SocketRateLimit, nowhere  # noqa: E402
from castlerisk_site.middleware.unavailable import AwaySockets  # noqa: E402
from castlerisk_site.pages import Pages  # noqa: E402
from games.storage.processes.registry import CannotServe  # noqa: E402
from games.web.live.consumers import LobbyConsumer, TableConsumer  # noqa: E402
from games.web.worker.heartbeat import HeartbeatThread  # noqa: E402

pages = Pages()

# Everything loaded so far is permanent. Without freezing it, a garbage collection would scan all of
# it and occasionally delay a move.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()

SOCKETS = [
    path("ws/games/<slug:code>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    re_path("", nowhere),
]

application = ForwardedScope(
    ProtocolTypeRouter(
        {
            "http": pages,
            "websocket": SameOriginSockets(
                SocketRateLimit(AwaySockets(AuthMiddlewareStack(URLRouter(SOCKETS))))
            ),
        }
    )
)

try:
    HeartbeatThread("web").start()
except CannotServe as refusal:
    sys.exit(str(refusal))
