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

    # Setting the event in the handler could deadlock on the event's lock; SimpleQueue.put cannot.
    def pass_on() -> None:
        signals.get()
        stop.set()

    Thread(target=pass_on, name="stopping", daemon=True).start()
    return stop
