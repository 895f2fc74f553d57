"""Calls the functions of `preparations`, in a process of its own that shares the data of a site.

Playwright's event loop forbids Django's models in the process of the tests. Each line of input is a
JSON list of a function's name and its arguments; each line of output is the result as JSON.
"""

import json
import os
import subprocess
import sys
from contextlib import redirect_stdout

# The last word seeds the positions: with another one, the tests see other games.
COMMAND = [sys.executable, "-m", "tests.support.browser.preparer", "stager"]


class Preparer:
    """The preparer process, as tests control it; its output goes to the file `log`."""

    def __init__(self, environment, log):
        self.log = log
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                COMMAND,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

    def call(self, name, arguments):
        """Call a function of `preparations`; return its result."""
        print(json.dumps([name, arguments]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        assert line, self.log.read_text()
        return json.loads(line)

    def stop(self):
        """End the process."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def main():
    """Answer calls until the input ends."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castlerisk_site.settings")
    django.setup()
    from tests.support.browser import preparations

    for line in sys.stdin:
        name, arguments = json.loads(line)
        with redirect_stdout(sys.stderr):
            result = getattr(preparations, name)(**arguments)
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
