"""The bench is asked for the same cells in virtual time, and what it refuses is left out."""

import os
from pathlib import Path

from plotting.run import Run
from plotting.simulation import simulate

FIXTURES = Path(__file__).parent / "fixtures"


def bench(folder: Path, script: str) -> Path:
    file = folder / "bench"
    file.write_text(f"#!/bin/sh\n{script}\n")
    os.chmod(file, 0o755)
    return file


def test_what_cannot_be_simulated_is_left_out(run_folder: Path, tmp_path: Path) -> None:
    made = bench(
        tmp_path,
        f"""echo "$@" >> {tmp_path}/asked
case "$*" in *async*) echo "Error: async-throttle cannot run in virtual time." >&2; exit 64;; esac
for last; do :; done; cp -r {FIXTURES}/real/virtual "$last" """,
    )
    virtual = simulate(Run.read(run_folder), made)
    assert virtual is not None and not virtual.is_real
    first, second = (tmp_path / "asked").read_text().splitlines()
    assert "naive,source-add,throttle,async-throttle" in first
    assert "--strategy naive,source-add,throttle --workload" in second
    assert "--reload-cost 2000000ns" in second


def test_adapters_that_another_bench_has_are_left_out(run_folder: Path, tmp_path: Path) -> None:
    words = "There is no strategy 'async-throttle' in bench: it is one of the adapters in Scripts/bench-peers."
    made = bench(
        tmp_path,
        f"""case "$*" in *async*) echo "Error: {words}" >&2; exit 64;; esac
for last; do :; done; cp -r {FIXTURES}/real/virtual "$last" """,
    )
    assert simulate(Run.read(run_folder), made) is not None


def test_bench_that_fails_costs_the_comparison_only(run_folder: Path, tmp_path: Path) -> None:
    assert simulate(Run.read(run_folder), bench(tmp_path, "kill -SEGV $$")) is None
    assert simulate(Run.read(run_folder), tmp_path / "nothing") is None
