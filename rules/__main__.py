"""`python -m rules`: the game and its tools at the terminal."""

import signal
import sys
from io import TextIOWrapper

from rules.terminal.main import main

if __name__ == "__main__":
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Replace characters that the terminal cannot encode or decode instead of failing.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(main())
