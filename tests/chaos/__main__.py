"""Break a site in various ways while games are played, and look for lost data.

    python -m tests.chaos                       every scenario, each in a process of its own
    python -m tests.chaos storm --games 20      one of them

The services are started on this machine; nothing else is touched.
"""

import argparse
import importlib
import subprocess
import sys
from contextlib import ExitStack

from tests.chaos.scenarios import SCENARIOS, prepared


def main() -> int:
    """Run one scenario, or all; return 1 if anything went wrong."""
    asked = _arguments()
    if asked.scenario is None:
        return _run_all()
    scenario = SCENARIOS[asked.scenario]
    with ExitStack() as stack:
        site = prepared(scenario, stack)
        problems = importlib.import_module(scenario.module).run(asked, site)
    for problem in problems:
        print(f"WRONG: {problem}")
    return int(bool(problems))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    names = parser.add_subparsers(dest="scenario")
    for name, scenario in SCENARIOS.items():
        options = names.add_parser(name, help=scenario.what)
        for option, default in scenario.options.items():
            words = f"--{option.replace('_', '-')}"
            if default is False:
                options.add_argument(words, action="store_true")
            else:
                options.add_argument(words, type=type(default), default=default)
    return parser.parse_args()


def _run_all() -> int:
    """Run every scenario with its defaults, even after a failure; return 1 if any failed."""
    failed = []
    for name, scenario in SCENARIOS.items():
        print(f"== {name}: {scenario.what}", flush=True)
        timed = ["--is-timed"] if "is_timed" in scenario.options else []
        command = [sys.executable, "-m", "tests.chaos", name, *timed]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "nothing was lost")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
