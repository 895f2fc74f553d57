# make test         everything that must hold: style, then the tests
# make lint         style alone
# make wheel-check  what a built package contains, and that it works on its own
# make soak         GAMES random games, ten thousand unless told, over all players and options
# make clean        remove what the others made
#
# Any Python from 3.11 on will do; PYTHON=... names one to try first.

VENV := .venv
RUN := $(VENV)/bin/python
PYTHONS := $(PYTHON) python3.13 python3.12 python3.11 python3 /usr/bin/python3
JOBS := 2
GAMES := 10000

.PHONY: test lint soak wheel-check clean environment python

test: lint
	@$(RUN) -m pytest -n $(JOBS)

lint: environment
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

soak: environment
	@$(RUN) -m tests.rules.soak $(GAMES)

wheel-check: environment
	@$(RUN) .ci/wheel_check.py

# The environment is made anew when it does not run or when the locked file has changed.
environment:
	@if ! $(RUN) -c '' 2>/dev/null || ! cmp -s requirements-test.txt $(VENV)/installed.txt; then \
		python=$$($(MAKE) --no-print-directory -s python) && \
		rm -rf $(VENV) && \
		"$$python" -m venv $(VENV) && \
		$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes \
			--requirement requirements-test.txt && \
		cp requirements-test.txt $(VENV)/installed.txt; \
	fi

# Prints a Python that can make an environment, or one sentence that says what is missing.
python:
	@bare=; \
	for python in $(PYTHONS); do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		if "$$python" -c 'import ensurepip, venv' 2>/dev/null; then echo "$$python"; exit 0; fi; \
		bare="$${bare:-$$python}"; \
	done; \
	if [ -n "$$bare" ]; then \
		echo "$$bare lacks the venv module: install it (on Debian the package python3-venv)." >&2; \
	else \
		echo "No Python 3.11 or newer found: install one, or name it with PYTHON=..." >&2; \
	fi; \
	exit 1

clean:
	rm -rf $(VENV) .hypothesis .pytest_cache .ruff_cache build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
