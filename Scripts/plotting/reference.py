"""Another run that this one is held against: its folder, or that of what `bench compare` found."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from . import tables
from .errors import BadRun
from .run import Run
from .simulation import BENCH, run_bench

#: What two runs must share for their figures to be of the same work.
SAME = ("time", "costs", "seed")


@dataclass(frozen=True)
class Reference:
    name: str
    #: Median and interval of each strategy, workload and metric.
    figures: pl.DataFrame


def refer(run: Run, folder: Path, bench: Path = BENCH) -> None:
    """Gives ``run`` its reference, and what is told from noise, if anything can say so."""
    if run.trials is None:
        raise BadRun(f"{run.folder} has no trials, so nothing to hold against {folder}.")
    if (folder / tables.COMPARISON.file).exists() and not (folder / tables.TRIALS.file).exists():
        run.comparison = _chosen(run, tables.read(folder, tables.COMPARISON), folder)
        run.reference = _of_comparison(run.comparison)
    else:
        other = Run.read(folder)
        _check(run, other)
        run.comparison = _compared(run, other, bench)
        run.reference = _of_run(other)


def _check(run: Run, other: Run) -> None:
    if other.summary is None:
        raise BadRun(f"{other.folder} has no trials. Give the folder of a run or of a comparison.")
    for key in SAME:
        if run.environment.get(key) != other.environment.get(key):
            raise BadRun(
                f"{run.folder} and {other.folder} were not given the same work: '{key}' differs in "
                "environment.json. Give a run that was."
            )


def _of_run(other: Run) -> Reference:
    columns = ["strategy", "workload", "metric", "unit", "median", "ci95_low", "ci95_high"]
    assert other.summary is not None
    return Reference(other.folder.resolve().name, other.sound(other.summary).select(columns))


def _of_comparison(rows: pl.DataFrame) -> Reference:
    none = pl.lit(None, dtype=pl.Float64)
    figures = rows.filter(pl.col("strategy") != "").select(
        "strategy", "workload", "metric", "unit", pl.col("old_median").alias("median"),
        none.alias("ci95_low"), none.alias("ci95_high"),
    )  # fmt: skip
    return Reference(rows["old"][0], figures)


def _chosen(run: Run, rows: pl.DataFrame, folder: Path) -> pl.DataFrame:
    """Of a comparison of several runs, the rows of this one."""
    if rows.is_empty() or "old_median" not in rows.columns:
        raise BadRun(f"{folder} holds no figures of a comparison. bench compare --output writes them.")
    names, own = rows["new"].unique(maintain_order=True).to_list(), run.folder.resolve().name
    if len(names) > 1:
        if own not in names:
            raise BadRun(f"{folder} compares {', '.join(names)}, not {own}. Compare that one, too.")
        rows = rows.filter(pl.col("new") == own)
    strangers = {*rows["strategy"]} - {*run.strategies, ""} or {*rows["workload"]} - {*run.workloads, ""}
    if strangers:
        raise BadRun(f"{folder} names {sorted(strangers)[0]}, which {own} does not: it compares others.")
    return rows


def _compared(run: Run, other: Run, bench: Path) -> pl.DataFrame | None:
    """By the bench's own statistics; None where there is no bench, or where it cannot."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "comparison"
        ended = run_bench(bench, "compare", other.folder, run.folder, "--format", "csv", "--output", folder)
        if ended is None or ended.returncode != 0:
            return None
        try:
            return tables.read(folder, tables.COMPARISON)
        except BadRun:
            return None
