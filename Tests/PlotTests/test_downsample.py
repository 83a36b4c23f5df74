"""What is thinned out keeps its extremes, and a big record stays cheap."""

import resource
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
from plotting.__main__ import plot
from plotting.downsample import thin


def rows(count: int) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "start_ms": [index * 0.01 for index in range(count)],
            "latency_ms": [float((index * 7_919) % 1_000) for index in range(count)],
        }
    )


def test_extremes_and_ends_are_kept() -> None:
    many = rows(100_000).with_columns(
        pl.when(pl.col("start_ms") == 500.0)
        .then(99_999.0)
        .otherwise(pl.col("latency_ms"))
        .alias("latency_ms")
    )
    few = thin(many, "start_ms", "latency_ms", 1_000)
    assert len(few) <= 1_100
    assert few["latency_ms"].max() == 99_999.0
    assert few["latency_ms"].min() == many["latency_ms"].min()
    assert few["start_ms"][0] == 0 and few["start_ms"][-1] == many["start_ms"][-1]


def test_lost_updates_are_kept() -> None:
    many = rows(10_000).with_columns(
        pl.when(pl.col("start_ms") == 50.0)
        .then(None)
        .otherwise(pl.col("latency_ms"))
        .alias("latency_ms")
    )
    assert thin(many, "start_ms", "latency_ms", 400)["latency_ms"].null_count() == 1


def test_few_rows_are_left_alone() -> None:
    assert thin(rows(10), "start_ms", "latency_ms", 100).equals(rows(10))


def test_hundred_thousand_events_take_no_more_than_a_gibibyte_and_say_what_is_left_out(
    run_folder: Path,
) -> None:
    events = pl.read_csv(run_folder / "events.csv", infer_schema=False)
    one = events.filter((pl.col("event") == "update") & pl.col("latency_ms").is_not_null())
    factor = 100_000 // len(one) + 1
    many = pl.concat(
        one.with_columns(
            *(
                (pl.col(name).cast(pl.Float64) + shift * 0.001).cast(pl.String).alias(name)
                for name in ("intended_ms", "start_ms", "shown_ms")
            )
        )
        for shift in range(factor)
    )
    assert len(many) >= 100_000
    pl.concat([many, events.filter(pl.col("event") != "update")]).write_csv(
        run_folder / "events.csv"
    )
    start = time.process_time()
    page = plot(run_folder, None)
    assert time.process_time() - start < 60
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1024 * 1024
    assert page.stat().st_size < 8_000_000
    assert "the shortest and the longest latency" in page.read_text(encoding="utf-8")


SCRIPTS = Path(__file__).parents[2] / "Scripts"
#: In a process of its own, so that the peak is that of reading and summing up alone.
SUM_UP = """
import resource, sys
from pathlib import Path
from plotting import matrix, sections, verdict
from plotting.run import Run
run = Run.read(Path(sys.argv[1]))
assert len(run.trials) > 1_000_000
print(len(sections.lead(run) + verdict.title(run) + verdict.said(run) + matrix.matrix(run)))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_million_trials_that_failed_take_no_more_than_a_gibibyte_and_few_words(run_folder: Path) -> None:
    trials = pl.read_csv(run_folder / "trials.csv", infer_schema=False).select(
        "schema", "pass", "strategy", "workload", "trial", "outcome", "detail"
    )
    failed = trials.with_columns(pl.lit("crashed").alias("outcome"))
    many = pl.concat([failed] * 1_000).write_csv(include_header=False)
    with open(run_folder / "trials.csv", "w", encoding="utf-8") as file:
        file.write(trials.write_csv())
        for _ in range(1_000_000 // (len(trials) * 1_000) + 1):
            file.write(many)
    ended = subprocess.run(
        [sys.executable, "-c", SUM_UP, str(run_folder)],
        capture_output=True, text=True, check=False, env={"PYTHONPATH": str(SCRIPTS)},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    letters, kibibytes = map(int, ended.stdout.split())
    assert letters < 10_000 and kibibytes < 1024 * 1024
