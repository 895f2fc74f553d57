"""A deadline for everything that is sent and received over one connection."""

import os
import socket
from contextlib import suppress
from threading import Timer


class SocketDeadline:
    """Shuts a socket down after some seconds, whatever has been wrapped around it since."""

    def __init__(self, connected: socket.socket, seconds: float) -> None:
        # TLS takes the file descriptor over; a duplicate still reaches the connection.
        self._spare = socket.socket(fileno=os.dup(connected.fileno()))
        self._timer = Timer(max(0.0, seconds), self._cut)
        self._timer.daemon = True
        self._timer.start()

    def _cut(self) -> None:
        with suppress(OSError):
            self._spare.shutdown(socket.SHUT_RDWR)
        self._spare.close()

    def cancel(self) -> None:
        """Call the deadline off."""
        self._timer.cancel()
        self._spare.close()
