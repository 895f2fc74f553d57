"""Standard input as typed by a person at the terminal."""

import io

LONGEST_GAME = 20_000


class Typed(io.StringIO):
    """Endless standard input, each line produced by a function."""

    def __init__(self, draw):
        super().__init__()
        self._draw = draw
        self.lines = 0

    def readline(self, *_):
        self.lines += 1
        return self._draw() + "\n" if self.lines < LONGEST_GAME else ""
