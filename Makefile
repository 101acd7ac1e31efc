# Two commands matter: `make check` looks at the registry, `make test` at the toolkit.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: check test docs bench clean

check: $(VENV)/ready
	$(BIN)/alvara check
	$(BIN)/alvara test
	$(BIN)/alvara bundle build --out dist/bundle
	$(BIN)/alvara bundle verify dist/bundle
	$(BIN)/alvara bundle inspect dist/bundle

test: $(VENV)/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto --dist worksteal

docs: $(VENV)/ready
	$(BIN)/python -m tests.docs.generate

bench: $(VENV)/ready
	$(BIN)/python benchmarks/run.py --write docs/performance.md

clean:
	rm -rf $(VENV) dist build

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "alvara needs Python 3.11 or newer; say which with make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@
