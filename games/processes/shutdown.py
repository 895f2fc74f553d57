"""Shutdown on SIGTERM or SIGINT."""

import signal
from queue import SimpleQueue
from threading import Event, Thread

NUMBERS = (signal.SIGTERM, signal.SIGINT)


def stop_on_signals() -> Event:
    """Return an event that is set when the process must stop; call this in the main thread."""
    stop, signals = Event(), SimpleQueue[int]()
    for number in NUMBERS:
        signal.signal(number, lambda number, _: signals.put(number))

    # A signal handler must not set the event: the interrupted thread may hold the event's lock,
    # which would deadlock. SimpleQueue.put is safe in a handler.
    def pass_on() -> None:
        signals.get()
        stop.set()

    Thread(target=pass_on, name="stopping", daemon=True).start()
    return stop
