"""What is read of a run: nulls stay nulls, and cells that cannot be trusted say why."""

from dataclasses import replace
from pathlib import Path

import polars as pl
from plotting import tables
from plotting.run import Run

FAST = "rapid-service:duration=150ms"


def test_missing_figure_is_null_and_never_zero(run_folder: Path) -> None:
    columns = ("latency_p99_ms", "submit_cost_ns")
    trials = tables.read(run_folder, replace(tables.TRIALS, numbers=columns))
    assert trials["latency_p99_ms"].null_count() == len(trials)
    assert trials["submit_cost_ns"].null_count() == len(trials)


def test_strategies_are_in_the_order_of_the_settings_and_not_of_the_trials(
    run_folder: Path,
) -> None:
    names = ["naive", "source-add", "throttle", "async-throttle"]
    assert Run.read(run_folder).strategies == names


def test_cell_with_failed_trials_says_so_and_has_no_figure(run_folder: Path) -> None:
    run = Run.read(run_folder)
    assert run.trouble("async-throttle", FAST) == "lost in 6 of 6 trials"
    cells = run.figures("latency_mean_ms").select("strategy", "workload").rows()
    assert ("async-throttle", FAST) not in cells
    assert ("throttle", FAST) in cells


def test_single_void_trial_costs_no_cell(run_folder: Path) -> None:
    run = Run.read(run_folder)
    assert run.outcomes["source-add", FAST]["void"] == 1
    assert run.trouble("source-add", FAST) is None


def test_cell_of_void_trials_alone_is_a_gap(run_folder: Path) -> None:
    run = Run.read(run_folder)
    assert run.trials is not None
    run.trials = run.trials.with_columns(
        pl.when(pl.col("strategy") == "naive")
        .then(pl.lit("void"))
        .otherwise(pl.col("outcome"))
        .alias("outcome")
    )
    assert "the machine was too busy" in (run.trouble("naive", FAST) or "")


def test_optional_tables_may_be_missing(run_folder: Path) -> None:
    for name in ("events.csv", "frontier.csv", "findings.csv"):
        (run_folder / name).unlink()
    run = Run.read(run_folder)
    assert run.events is None and run.frontier is None and run.findings is None
