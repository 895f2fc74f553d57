"""The listening socket of the site."""

import socket

from django.core.management.base import CommandError

BACKLOG = 1024
"""The maximum number of connections that wait while a process is busy or restarting."""


def listen(bind: str, port: int) -> socket.socket:
    """Return a socket that listens on a port; raise CommandError if the port is not available."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((bind, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(
            f"Port {port} of {bind} is not available ({reason}): "
            "choose another with --port (or make play PORT=...)."
        ) from None
    return listening
