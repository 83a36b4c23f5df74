"""An older run beside this one: what changed, and only where it was the same work."""

import json
import os
import shutil
from pathlib import Path

import polars as pl
import pytest
from plotting import metrics, verdict
from plotting.__main__ import main, plot
from plotting.errors import BadRun
from plotting.reference import refer
from plotting.run import Run

NOTHING = Path("nothing")
ALL = "complete-all:duration=100ms"


@pytest.fixture
def older(run_folder: Path, tmp_path: Path) -> Path:
    """The same run with twice the cost and latency."""
    folder = Path(shutil.copytree(run_folder, tmp_path / "monday"))
    summary = pl.read_csv(folder / "summary.csv", infer_schema=False)
    is_twice = pl.col("metric").is_in(["cost_ratio", "latency_mean_ms"])
    twice = (pl.col("median").cast(pl.Float64) * 2).cast(pl.String)
    median = pl.when(is_twice).then(twice).otherwise("median")
    summary.with_columns(median.alias("median")).write_csv(folder / "summary.csv")
    return folder


def compared(folder: Path, names: list[str]) -> Path:
    """What bench compare writes, of the run in ``folder`` under these names."""
    folder.mkdir()
    columns = "schema,time,old,new,strategy,workload,metric,unit,better,cells,trials,old_median,new_median,"
    columns += "ratio,ratio_low,ratio_high,p,p_adjusted,verdict"
    rows = [
        f"1,real,monday,{name},naive,{ALL},latency_p50_ms,ms,lower,1,6,100,50,0.5,0.4,0.6,0.01,0.02,better"
        for name in names
    ]
    (folder / "comparison.csv").write_text("\n".join([columns, *rows, ""]), encoding="utf-8")
    return folder


def test_older_run_is_beside_every_figure(run_folder: Path, older: Path) -> None:
    run = Run.read(run_folder)
    refer(run, older, NOTHING)
    beside = metrics.reference(run)
    assert beside is not None and beside["name"] == "monday"
    own = metrics.cells(run.summary)[ALL]["naive"]["latency_mean_ms"][0]
    assert beside["cells"][ALL]["naive"]["latency_mean_ms"][0] == pytest.approx(2 * (own or 0))
    assert "In monday, source-add was at 4.5\N{NO-BREAK SPACE}×." in verdict.sentences(run)


def test_failed_cells_of_the_older_run_are_no_reference(run_folder: Path, older: Path) -> None:
    run = Run.read(run_folder)
    refer(run, older, NOTHING)
    beside = metrics.reference(run)
    assert beside is not None
    assert "async-throttle" not in beside["cells"]["rapid-service:duration=150ms"]


def test_bench_says_what_is_told_from_noise(run_folder: Path, older: Path, tmp_path: Path) -> None:
    written = compared(tmp_path / "written", ["real"])
    bench = tmp_path / "bench"
    bench.write_text(
        f'#!/bin/sh\necho "$@" > {tmp_path}/asked\nfor last; do :; done\ncp -r {written} "$last"\n'
    )
    os.chmod(bench, 0o755)
    run = Run.read(run_folder)
    refer(run, older, bench)
    assert (tmp_path / "asked").read_text().startswith(f"compare {older} {run_folder} ")
    assert "Against monday: 1 better of 1 figures." in verdict.sentences(run)
    bench.write_text("#!/bin/sh\nexit 64\n")
    other = Run.read(run_folder)
    refer(other, older, bench)
    assert other.comparison is None and other.reference is not None


def test_folder_of_a_comparison_is_a_reference(run_folder: Path, tmp_path: Path) -> None:
    run = Run.read(run_folder)
    refer(run, compared(tmp_path / "old-new", ["real"]))
    beside = metrics.reference(run)
    assert beside == {
        "name": "monday",
        "cells": {ALL: {"naive": {"latency_p50_ms": [100.0, None, None]}}},
        "verdicts": {ALL: {"naive": {"latency_p50_ms": "better"}}},
    }
    shown = {metric["name"] for metric in metrics.metrics(run) if metric["isUsual"]}
    assert "latency_p50_ms" in shown, "what was compared stands in the table at once"
    assert run.comparison is not None and len(run.comparison) == 1


def test_of_several_runs_compared_that_of_this_name_is_taken(run_folder: Path, tmp_path: Path) -> None:
    run = Run.read(run_folder)
    refer(run, compared(tmp_path / "both", ["tuesday", "real"]))
    assert run.comparison is not None and run.comparison["new"].to_list() == ["real"]
    with pytest.raises(BadRun, match="compares tuesday, friday, not real"):
        refer(run, compared(tmp_path / "neither", ["tuesday", "friday"]))


def test_comparison_of_other_cells_is_refused(run_folder: Path, comparison_folder: Path) -> None:
    rows = pl.read_csv(comparison_folder / "comparison.csv", infer_schema=False)
    rows.filter(pl.col("new") == "tuesday").write_csv(comparison_folder / "comparison.csv")
    assert main([str(run_folder), "--reference", str(comparison_folder)]) == 64


@pytest.mark.parametrize(("key", "value"), [("seed", 2), ("costs", {}), ("time", "virtual")])
def test_run_with_other_work_is_refused(
    key: str, value: object, run_folder: Path, older: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = older / "environment.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {key: value}))
    assert main([str(run_folder), "--reference", str(older)]) == 64
    assert f"'{key}' differs" in capsys.readouterr().err
    assert not (run_folder / "report.html").exists()


def test_page_offers_the_older_run_first(run_folder: Path, older: Path) -> None:
    page = plot(run_folder, None, reference=older).read_text(encoding="utf-8")
    assert '<option value="" selected>the same in monday</option>' in page
