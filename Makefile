# make play         the whole site on this machine, at http://127.0.0.1:8000; PORT=... for another
# make test         everything that must hold: style, then the tests
# make lint         style alone
# make wheel-check  what a built package contains, and that it works on its own
# make soak         GAMES random games, ten thousand unless told, over all players and options; then
#                   CLICKED_GAMES, 16 unless told, of CLICKED_ROUNDS, clicked to their end in a browser
# make chaos        sites that are played on while they are broken in one way after another
# make bench        how fast the site is on this machine; WHOLE_GAMES=20 plays so many whole games too
# make clean        remove what the others made
#
# Any Python from 3.11 on will do; PYTHON=... names one to try first.

VENV := .venv
RUN := $(VENV)/bin/python
PLAY_VENV := .venv-play
PORT := 8000
PYTHONS := $(PYTHON) python3.13 python3.12 python3.11 python3 /usr/bin/python3
JOBS := 2
# Tests are handed out in small numbers, so that nobody is left alone with the last of them.
CHUNK := 5
GAMES := 10000
CLICKED_GAMES := 16
CLICKED_ROUNDS := 3
WHOLE_GAMES := 0

.PHONY: play test lint soak chaos bench wheel-check clean environment play-environment python

play: play-environment
	@exec $(PLAY_VENV)/bin/python manage.py serve --port $(PORT)

test: lint
	@$(RUN) -m pytest -n $(JOBS) --maxschedchunk $(CHUNK)

lint: environment
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

soak: environment
	@$(RUN) -m tests.rules.soak $(GAMES)
	@$(RUN) -m tests.browser.soak $(CLICKED_GAMES) $(CLICKED_ROUNDS)

chaos: environment
	@$(RUN) -m tests.chaos

bench: environment
	@$(RUN) -m tests.bench --games $(WHOLE_GAMES)
	@$(RUN) -m tests.bench.deployed

wheel-check: environment
	@$(RUN) .ci/wheel_check.py

# What tests need and what the site needs, each in a folder of its own.
environment:
	$(call install,$(VENV),requirements-test.txt)

play-environment:
	$(call install,$(PLAY_VENV),requirements.txt)

# An environment is made anew when it does not run or when its locked file has changed.
define install
	@if ! $(1)/bin/python -c '' 2>/dev/null || ! cmp -s $(2) $(1)/installed.txt; then \
		[ -w . ] || { echo "$(CURDIR) cannot be written to: nothing can be installed." >&2; exit 1; }; \
		python=$$($(MAKE) --no-print-directory -s python) && \
		echo "Installing what $(2) lists in $(1): this is done once." && \
		rm -rf $(1) && \
		"$$python" -m venv $(1) && \
		{ $(1)/bin/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes \
			--requirement $(2) || \
			{ echo "That could not be installed: see above, and try again when it is mended." \
				"The first start needs a network." >&2; exit 1; }; } && \
		cp $(2) $(1)/installed.txt; \
	fi
endef

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
	rm -rf $(VENV) $(PLAY_VENV) .hypothesis .pytest_cache .ruff_cache build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
