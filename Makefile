# Every target sets up what it needs in .venv; nothing else of the machine is touched.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
READY = $(VENV)/.ready

.PHONY: help setup generate check agree test golden lint format bench clean

help:
	@echo "make generate   render schema/ into generated/"
	@echo "make check      tell whether generated/ is up to date and unedited"
	@echo "make agree      show that all targets agree, as a matrix"
	@echo "make test       run all tests"
	@echo "make lint       black, ruff, mypy and pyright over the generator and its output"
	@echo "make golden     rewrite the golden folders and show the difference"
	@echo "make bench      measure against peers; tables in benchmarks/RESULTS.md"

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $(READY)

setup: $(READY)

generate: $(READY)
	@$(BIN)/nemcon generate

check: $(READY)
	@$(BIN)/nemcon check

agree: $(READY)
	@$(BIN)/nemcon agree

test: $(READY)
	$(BIN)/python -m pytest -q -n auto

golden: $(READY)
	$(BIN)/python -m pytest -q tests/test_golden.py --golden
	git diff --stat -- tests/golden

lint: $(READY)
	$(BIN)/black --check --quiet generator tests examples
	$(BIN)/black --check --quiet --line-length 88 --config /dev/null generated
	$(BIN)/ruff check generator tests examples generated
	$(BIN)/mypy generator generated
	$(BIN)/pyright

format: $(READY)
	$(BIN)/black --quiet generator tests examples

bench: $(READY)
	$(BIN)/python -m pip install --quiet --requirement benchmarks/requirements.txt
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache dist
