# Two commands do everything: `make run` and `make test`. `make help` lists the rest.

PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
# Named by this folder's path, because scripts in a virtual environment hold it: a moved project installs itself again.
STAMP := .venv/.installed-$(firstword $(shell pwd | cksum))

SEED ?= 1
FAULTS ?= 200
# One more than there are cores: tests of pages and servers often wait.
WORKERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)' 2>/dev/null || echo 2)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help install run answers test test-slow test-system chaos bench bench-memory shots terminal-pictures transcripts lock images docs dist clean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r what why; do printf '%-18s %s\n' "$$what" "$$why"; done

run: install ## open the house: tables in the browser
	@$(BIN)/pitboss serve

install: $(STAMP) ## make .venv with everything in it, once

answers: install ## recompute the shipped answers that are stale, about a minute if all are; ALL=--all for every one
	$(PY) -m pitboss.contract.shipping.build $(ALL)

test: install test-system ## lint, types and tests
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	@if [ -x $(BIN)/biome ]; then $(BIN)/biome ci --colors=off; \
		else echo '*** no biome for this machine: scripts and styles are NOT linted'; fi
	@echo '$(PY) -m mypy, while the tests run'; $(PY) -m mypy & types=$$!; \
		$(PY) -m pytest -n $(WORKERS) --dist worksteal; tests=$$?; wait $$types && exit $$tests

test-slow: install test-system ## the tests that take minutes, with a wider random search
	HYPOTHESIS_PROFILE=search $(PY) -m pytest -m slow --timeout=1800

chaos: install test-system ## kill, stop, starve, cut and flood a house with players in it; SEED=1 FAULTS=200
	PYTHONPATH=tests $(PY) -m server.chaos.run --seed $(SEED) --faults $(FAULTS)

bench: install ## measure speeds; figures are stored under bench/
	$(PY) bench/run.py
	$(PY) bench/school_questions.py --save
	$(PY) bench/environments.py --save
	timeout 600 $(PY) bench/load.py --save
	timeout 600 $(PY) bench/load.py --lab --save
	timeout 600 $(PY) bench/load.py --pace 0.3 --save
	timeout 600 $(PY) bench/load.py --pace 0.03 --save
	timeout 900 $(PY) bench/load.py --tables 200 --seats 5 --pace 0.1 --answers 30000 --processes 2 --compare --save
	timeout 900 $(PY) bench/load.py --tables 400 --seats 5 --pace 1.5 --processes 2 --save
	timeout 300 $(PY) bench/takeover.py --save
	timeout 600 $(PY) bench/flood.py --save
	@if command -v chromium >/dev/null || command -v chromium-headless-shell >/dev/null; then timeout 120 $(PY) bench/first_page.py --save && \
		timeout 900 $(PY) bench/page.py --save; \
		else echo '*** no chromium: the page is not measured'; fi

terminal-pictures: install ## a round of each game on the full-screen table, as text, in docs/terminal-pictures.md
	$(PY) bench/terminal_pictures.py

shots: install test-system ## pictures of every page and screen in test-artefacts/shots, and the animations of the docs
	$(PY) bench/shots_terminal.py
	$(PY) bench/shots.py
	PYTHONPATH=tests $(PY) bench/shots_rooms.py
	$(PY) bench/still_pictures.py
	$(PY) bench/moving_pictures.py

bench-memory: install ## a long load run, for the memory of the server; some minutes
	timeout 1800 $(PY) bench/load.py --answers 200000 --pace 0.03 --save

transcripts: install ## rewrite the golden transcripts; look at the difference before you commit it
	$(PY) -m pytest tests --rewrite

lock: install ## choose the newest versions that pyproject.toml allows and lock them with their hashes
	$(BIN)/uv pip compile pyproject.toml --upgrade --all-extras --group dev --universal --generate-hashes \
		--no-header --no-annotate --quiet --output-file requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra postgres --extra frames --extra report --extra telemetry --universal \
		--constraint requirements.lock --generate-hashes --no-header --no-annotate --quiet \
		--output-file deploy/requirements.lock
	$(PY) tools/sbom.py

images: ## find the digests of the images that a house is built from, and write them to deploy/images.env; needs docker
	sh deploy/pin-images.sh > deploy/images.env.new
	mv deploy/images.env.new deploy/images.env

docs: install ## build the documentation site into build/site, with its links checked
	$(PY) tools/docs_site.py

dist: install ## build the wheel and the source package into dist/
	rm -rf dist
	$(PY) -m hatchling build

clean: ## remove .venv and everything that was made here
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist test-artefacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' || { \
		echo "pitboss needs Python 3.11 to 3.14, and $(PYTHON) is not that:" \
		"install one and say, for example, make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments: on Debian and Ubuntu, apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv

# uv takes a third of pip's time; where it cannot be had, pip installs the same lock.
$(STAMP): requirements.lock pyproject.toml | $(PY)
	@rm -f .venv/.installed-*
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > .venv/uv.lock
	@echo 'installing into .venv, once: about half a minute'
	@if $(PY) -m pip install --quiet --require-hashes --requirement .venv/uv.lock && \
		$(BIN)/uv pip install --quiet --python $(PY) --compile-bytecode --require-hashes --requirement requirements.lock && \
		$(BIN)/uv pip install --quiet --python $(PY) --no-deps --no-build-isolation --reinstall-package pitboss --editable .; \
	then :; else \
		echo "uv did not work here; pip does the same, more slowly" >&2; \
		$(PY) -m pip install --quiet --require-hashes --requirement requirements.lock && \
		$(PY) -m pip install --quiet --no-deps --no-build-isolation --editable .; \
	fi
	@touch $@

# The browser tests need Chromium and the store's tests PostgreSQL. This never fails: without them those tests are left out, loudly.
test-system:
	@missing=; \
	for browser in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $$browser && break; done \
		>/dev/null || missing=chromium; \
	command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 \
		|| missing="$$missing postgresql"; \
	for tool in nginx haproxy prometheus; do \
		[ -x /usr/sbin/$$tool ] || command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	command -v pdftotext >/dev/null || missing="$$missing poppler-utils"; \
	[ -n "$$missing" ] || exit 0; \
	as_root=; [ "$$(id -u)" = 0 ] || as_root="sudo -n"; \
	apt="$$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2"; \
	if command -v apt-get >/dev/null && $$as_root true 2>/dev/null; then \
		echo "installing for the tests:" $$missing; \
		$$apt update >/dev/null; \
		! apt-cache show chromium-headless-shell >/dev/null 2>&1 || missing=$$(echo $$missing | sed s/chromium/\&-headless-shell/); \
		$$apt install -y --no-install-recommends $$missing >/dev/null && exit 0; \
	fi; \
	echo "*** COULD NOT INSTALL:" $$missing; \
	echo "*** The tests that need it will be LEFT OUT. With root rights: apt-get install" $$missing
