"""How a process is told to stop: by a signal, at any moment."""

import signal
from queue import SimpleQueue
from threading import Event, Thread

NUMBERS = (signal.SIGTERM, signal.SIGINT)


def stop_on_signals() -> Event:
    """Return what is set when the process is told to stop; for its main thread to call."""
    stop, told = Event(), SimpleQueue[int]()
    for number in NUMBERS:
        signal.signal(number, lambda number, _: told.put(number))

    # The thread that a signal interrupts may hold the lock of the event, as whoever waits for it
    # does for moments: to set it there would wait for that very thread. The queue has no such lock.
    def pass_on() -> None:
        told.get()
        stop.set()

    Thread(target=pass_on, name="stopping", daemon=True).start()
    return stop
