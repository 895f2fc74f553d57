"""Readiness notification of systemd services (sd_notify)."""

import os
import socket


def say_ready() -> None:
    """Tell systemd that this process is ready; do nothing if systemd did not start it."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    # "@" stands for the null byte of an abstract socket's address.
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notifying:
        notifying.sendto(b"READY=1", address)
