"""The port at which the site listens."""

import socket

from django.core.management.base import CommandError

BACKLOG = 1024
"""So many connections may wait while a process is busy or is started anew."""


def listen(bind: str, port: int) -> socket.socket:
    """Take a port; CommandError where it cannot be had."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((bind, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(
            f"Port {port} of {bind} cannot be had ({reason}): "
            "choose another with --port (or make play PORT=...)."
        ) from None
    return listening
