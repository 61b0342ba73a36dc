# `make` lists what there is to do. What a target needs is installed into .venv first, once, and
# again when a lock changes. Another Python: make demo PYTHON=python3.12 (after `make clean`).
PYTHON ?= python3
PY := .venv/bin/python
PIP := $(PY) -m pip install --disable-pip-version-check -qq --no-deps
ARGS ?=

.PHONY: help lab demo check test fix lock bench clean

help: ## list these
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-6s %s\n", $$1, $$2}' Makefile

lab: .venv/dev.stamp ## open the lab: fills ~/voice (or VOICE_HOME), keeps your work
	@$(PY) -m voicekit.lab up $(ARGS)

demo: .venv/core.stamp ## watch the finished agent in the nine scenarios; ARGS="--scenario taken"
	@$(PY) -m voicekit.demo $(ARGS)

check: .venv/core.stamp ## grade your agent folder, or the one in ARGS="PATH"
	@$(PY) -m grader $(ARGS)

# The model is asked for by name: LAB_REQUIRE=llm. Without it, the tests that need it are skipped.
test: .venv/dev.stamp $(if $(findstring llm,$(LAB_REQUIRE)),.venv/llm.stamp) ## test the lab itself
	@export LAB_LLM_MODEL="$$(ls .venv/voice/.llm/*.gguf 2>/dev/null)"; failed=; \
	for part in "ruff check ." "ruff format --check ." mypy "pytest -n auto"; do \
	echo "== $$part"; $(PY) -m $$part || failed="$$failed, $$part"; done; \
	test -z "$$failed" || { echo "failed: $${failed#, }"; exit 1; }

fix: .venv/dev.stamp ## mend what can be mended of the style
	@$(PY) -m ruff check --fix . ; $(PY) -m ruff format .

lock: .venv/dev.stamp ## write both locks anew from pyproject.toml; newest versions: ARGS=--upgrade
	@for part in "--extra build -o locks/core.txt" "--all-extras -o locks/dev.txt"; do \
	$(PY) -m uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--quiet $(ARGS) $$part || exit 1; done
	@$(PY) -m uv pip compile --group llm --no-deps --no-build --universal --python-version 3.11 \
	--generate-hashes --quiet $(ARGS) -o voicekit/llm_server/requirements.txt

bench: .venv/dev.stamp ## measure the lab, one line of JSON per benchmark
	@for file in benchmarks/*.py; do test ! -e "$$file" || $(PY) "$$file" || exit 1; done

clean: ## remove what make made here; your own work lies elsewhere and stays
	rm -rf .venv build *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/core.stamp: locks/core.txt
	@$(PY) -m pip --version >/dev/null 2>&1 || { $(new_venv); }
	@echo "Installing what $(<F) names into .venv (once) ..."
	@$(PIP) --require-hashes -r locks/core.txt
	@$(PIP) --no-build-isolation --editable .
	@touch $@

.venv/llm.stamp: voicekit/llm_server/requirements.txt .venv/dev.stamp
	@VOICE_HOME=$(CURDIR)/.venv/voice .venv/bin/voice-llm pull
	@touch $@

.venv/dev.stamp: locks/dev.txt .venv/core.stamp
	@echo "Installing what $(<F) names into .venv (once, about a minute) ..."
	@$(PIP) --require-hashes -r locks/dev.txt
	@touch $@

define new_venv
command -v "$(PYTHON)" >/dev/null || \
{ echo "Python: expected 3.11, 3.12 or 3.13, got no '$(PYTHON)'. Install one of them." >&2; exit 1; }; \
"$(PYTHON)" -c 'import sys; v = sys.version_info[:2]; (3, 11) <= v <= (3, 13) or sys.exit( \
"Python: expected 3.11, 3.12 or 3.13, got %d.%d. Try: make PYTHON=python3.12 ..." % v)' || exit 1; \
"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
{ echo "Python: expected its venv module, got none. On Debian: apt-get install python3-venv" >&2; exit 1; }; \
"$(PYTHON)" -m venv --clear .venv
endef
