# Everything here sets itself up: Python 3.10 or later, make and a package index are enough.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.10; do \
	$$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo $$p && break; done)
VERSION = $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
MAKEFLAGS += --no-print-directory

.PHONY: help generate check agree test test-here test-others test-lowest test-core test-seams golden lint format tamper bench clean

help:
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1	/p' Makefile | expand -t 12

generate: $(VENV)/.ready ## render schema/ into generated/
	@$(BIN)/nemcon generate

check: $(VENV)/.ready ## tell whether generated/ is up to date and unedited
	@$(BIN)/nemcon check

agree: $(VENV)/.tested ## show that all targets agree, as a matrix
	@$(BIN)/nemcon agree

test: test-here test-others test-lowest ## the whole suite; its core on the newest Python, and on the oldest with the oldest dependencies

test-here: $(VENV)/.tools ## the whole suite on one Python
	$(BIN)/python -m pytest -n auto

# The core on the newest Python; on those between, the seams. The oldest has its turn in test-lowest.
test-others:
	@tests/interpreters | sed 1d | grep -v "^$(VERSION) " | sed '1!G;h;$$!d' | { part=test-core; while read -r version python; do \
		echo "== Python $$version =="; \
		$(MAKE) $$part PYTHON=$$python VENV=.venv-$$version </dev/null || exit 1; \
		part=test-seams; \
	done; }

test-lowest:
	@echo "== the oldest Python with the lowest version of every dependency =="
	@python=$$(tests/interpreters | head -1 | cut -d" " -f2); \
		$(MAKE) test-core PYTHON=$$python VENV=.venv-lowest CONSTRAINTS=.venv-lowest.txt

test-core: $(VENV)/.tested
	$(BIN)/python -m pytest -n auto -m "not tools"

SEAMS = golden canonical targets validator error_agreement read publish
test-seams: $(VENV)/.tested
	$(BIN)/python -m pytest -n auto -m "not tools" $(SEAMS:%=tests/test_%.py)

golden: $(VENV)/.tools ## rewrite the golden folders and show what changed
	$(BIN)/python -m nemcon.commands.make_metaschemas
	$(BIN)/python -m pytest -q tests/test_golden.py --golden
	$(BIN)/python -m nemcon.commands.make_judgements
	@git --no-pager diff --stat -- tests/golden generator/nemcon/read/generated

lint: $(VENV)/.tools ## formatting, lint and types of the generator and of what it generates
	$(BIN)/black --check --quiet generator tests examples benchmarks
	$(BIN)/black --check --quiet --config /dev/null generated
	$(BIN)/ruff check --quiet generator tests examples benchmarks
	$(BIN)/ruff check --quiet --isolated --select E4,E7,E9,F,B generated
	$(BIN)/mypy
	$(BIN)/pyright

format: $(VENV)/.tools ## lay out the project's own Python
	$(BIN)/ruff check --quiet --fix generator tests examples benchmarks
	$(BIN)/black --quiet generator tests examples benchmarks

tamper: $(VENV)/.tools ## break templates on purpose, one at a time, and show which test sees it
	@$(BIN)/python tests/tamper.py

bench: $(VENV)/.bench ## measure against peers and write benchmarks/RESULTS.md
	@$(BIN)/python -m benchmarks $(TABLES)

clean: ## remove the virtual environments and caches
	rm -rf .venv .venv-* .pytest_cache .mypy_cache .ruff_cache dist

ifdef CONSTRAINTS
$(CONSTRAINTS): pyproject.toml tests/lowest.py
	@$(PYTHON) tests/lowest.py > $@
endif

$(VENV)/.ready: pyproject.toml $(CONSTRAINTS)
	@test -n "$(PYTHON)" || { echo "nemcon needs Python 3.10 or later, with its venv module" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --upgrade pip
	@$(PIP) $(CONSTRAINTS:%=--constraint %) --editable .
	@touch $@

$(VENV)/.tested: $(VENV)/.ready
	@$(PIP) $(CONSTRAINTS:%=--constraint %) --group test
	@touch $@

$(VENV)/.tools: $(VENV)/.tested
	@$(PIP) --group dev
	@touch $@

$(VENV)/.bench: $(VENV)/.tools benchmarks/requirements.txt
	@$(PIP) --requirement benchmarks/requirements.txt
	@touch $@
