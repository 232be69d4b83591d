# `make run` plays, `make test` proves. Both set up what is missing and ask nothing.
#   make run ARGS="--camera usb:0"     what follows `companion run`
#   make test TESTS=tests/rules        a part of the suite; installs what that part starts, no more

SHELL := /bin/sh
BIN := .venv/bin
TESTS ?= tests
SUITES ?= bookworm trixie
# Tests start hundreds of programs: each takes from the first what that has compiled, whatever is
# set here. To compile them again costs each a second of the processor.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run club test proof check bench messages docs lock clean install uninstall release arm64 firststart image

help:
	@echo 'make run    start the companion (on a camera if there is one, else on the simulated table)'
	@echo 'make club   try a club: a database and three tables that play by themselves'
	@echo 'make test   check, and test every kind of thing once'
	@echo 'make proof  the same, and more of it: seeds, languages, sizes, editions; what CI runs'
	@echo 'make check  only the linter, the types and the import directions'
	@echo 'make bench  measure every figure the project claims'
	@echo 'make messages  take new sentences into the translations, compile them, name what is missing'
	@echo 'make docs   make anew what in docs/ is made from data'
	@echo 'make lock   pin all dependencies anew (UPGRADE=1: to their newest versions)'
	@echo 'sudo make install    let it start with this machine; again: bring it up to date'
	@echo 'sudo make uninstall  take it away; the games stay'
	@echo 'make release  a folder from which any machine is brought up to date without a network'
	@echo 'sudo make arm64  try the release on emulated arm64 machines; once a release, not in make test'
	@echo 'sudo make firststart  try the file for an empty card with Debian 13 and its cloud-init'
	@echo 'sudo make image  a container image of the release'
	@echo 'make clean  remove what the other targets made'

# With the empty trap the shell outlives Ctrl-C and waits until the companion has closed its books;
# 130 is then how it says that it was interrupted, and no failure.
run:
	@.ci/setup run
	@trap : INT; $(BIN)/companion run $(ARGS) || [ $$? -eq 130 ]

club:
	@.ci/setup club
	@trap : INT; $(BIN)/companion club --try $(ARGS) || [ $$? -eq 130 ]

# A worker for each core: products of matrices in one need no others.
test proof: export OPENBLAS_NUM_THREADS := 1

test:
	@.ci/setup test $(TESTS)
	@$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest --numprocesses=auto -m "not proof" $(TESTS)

proof:
	@.ci/setup test $(TESTS)
	@$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest --numprocesses=auto $(TESTS)

check:
	@.ci/setup check
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

bench:
	@.ci/setup test
	$(BIN)/python -m tests.benchmarks $(ARGS)

messages:
	@.ci/setup test
	@$(BIN)/python -m tests.support.messages

docs:
	@.ci/setup test
	@$(BIN)/python -m tests.docs

lock:
	@.ci/lock

install:
	@.ci/setup install

uninstall:
	@/usr/bin/python3 -m companion.appliance uninstall

release:
	@.ci/release

arm64:
	@for suite in $(SUITES); do .ci/arm64 $$suite || exit 1; done

firststart:
	@.ci/first-start

image:
	@.ci/image

clean:
	rm -rf .venv build dist *.egg-info
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
