"""A deadline for a whole connection, not just for each send or receive."""

import os
import socket
from contextlib import suppress
from threading import Timer


class SocketDeadline:
    """Timer that shuts a socket down after some seconds, even if it was wrapped in TLS since."""

    def __init__(self, connected: socket.socket, seconds: float) -> None:
        # TLS takes over the file descriptor; a duplicate still refers to the connection.
        self._spare = socket.socket(fileno=os.dup(connected.fileno()))
        self._timer = Timer(max(0.0, seconds), self._cut)
        self._timer.daemon = True
        self._timer.start()

    def _cut(self) -> None:
        with suppress(OSError):
            self._spare.shutdown(socket.SHUT_RDWR)
        self._spare.close()

    def cancel(self) -> None:
        """Cancel the deadline."""
        self._timer.cancel()
        self._spare.close()
