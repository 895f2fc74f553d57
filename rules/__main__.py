"""`python -m rules`: the game and its tools at the terminal."""

import sys

from rules.terminal.main import main

if __name__ == "__main__":
    # What a terminal cannot show, or what cannot be read from it, is no reason to break off.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")
    sys.exit(main())
