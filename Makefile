# Two commands do everything on a machine with python3 and make: `make play` and `make test`.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
PYTHON ?= python3
UV_VERSION := 0.13.7
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
GAME ?=
DEALS ?= 500
export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy

# $(call timed,name,command): run a part and say how long it took
timed = start=$$(date +%s); { $(2); } || exit 1; echo "== $(1): $$(( $$(date +%s) - start )) s"

.PHONY: help setup play test check unit bench ladder mutants clean

help:  ## what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(UV):
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

$(VENV)/.play: $(UV) requirements/play.txt pyproject.toml
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/play.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps -e .
	touch $@

$(VENV)/.dev: $(VENV)/.play requirements/dev.txt
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.txt
	touch $@

setup: $(VENV)/.dev  ## prepare .venv; the command is .venv/bin/rumpus

play: $(VENV)/.play  ## play in the terminal; GAME=five_crowns, wackee_six or wig_out chooses at once
	@$(BIN)/rumpus play $(GAME)

check: $(VENV)/.dev  ## ruff and mypy
	@$(call timed,ruff,$(BIN)/ruff check . && $(BIN)/ruff format --check .)
	@$(call timed,mypy,$(BIN)/mypy)

# The tests that cover the rules, records and shuffle whole; the others run without the cost of measuring it.
COVERING := tests/rules tests/test_melds.py tests/test_melds_edges.py tests/test_record.py tests/test_shuffle.py
COVERED := src/rumpus/game.py,src/rumpus/games/*,src/rumpus/record.py,src/rumpus/shuffle.py
PYTEST := $(BIN)/python -m pytest --numprocesses 2

unit: $(VENV)/.dev  ## all tests, with the coverage that the rules must have
	@$(call timed,rules and solver,$(PYTEST) $(COVERING) --cov --cov-report=)
	@$(call timed,coverage,$(BIN)/python -m coverage report --fail-under=100 --include='$(COVERED)')
	@$(call timed,laws and commands,$(PYTEST) $(addprefix --ignore=,$(COVERING)))

test: check unit  ## everything that CI runs

bench: $(VENV)/.dev  ## speed, as ratios to peers in the same run
	@test -d .venv-bench || $(PYTHON) -m venv .venv-bench
	@$(UV) pip install --quiet --python .venv-bench/bin/python --require-hashes -r bench/requirements.txt
	@$(BIN)/python bench/run.py

ladder: $(VENV)/.dev  ## is every bot level stronger than the one below? DEALS=500
	@$(BIN)/python bench/ladder.py --deals $(DEALS)

mutants: $(VENV)/.dev  ## mutation tests of the solver and of scoring (about an hour)
	@$(BIN)/python tests/mutants.py

clean:  ## remove what was built
	rm -rf $(VENV) .venv-bench .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* mutants
