"""Reads the CSVs of a run, and refuses those that would make a wrong picture."""

import csv
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import polars as pl

from .errors import BadInput

SCHEMA = 1
KEYS = ("strategy", "workload")
#: Larger figures are errors: in milliseconds, this is thirty thousand years, and no axis could show more.
LARGEST = 1e15


@dataclass(frozen=True)
class Table:
    """The columns that a file must have: text, and numbers that may be empty."""

    file: str
    text: tuple[str, ...]
    numbers: tuple[str, ...]
    #: Whether the other columns are numbers, too; otherwise they are not read.
    others: bool = False


TRIALS = Table("trials.csv", ("pass", *KEYS, "outcome"), ("trial",))
SUMMARY = Table(
    "summary.csv", ("time", *KEYS, "metric", "unit", "better"), ("trials", "median", "ci95_low", "ci95_high")
)
LATENCY = Table("latency.csv", KEYS, ("percentile", "latency_ms", "updates", "trials_low_ms", "trials_high_ms"))
FRONTIER = Table("frontier.csv", ("workload", "delivery"), ("latency_mean_ms", "main_busy_share"))
EVENTS = Table("events.csv", (*KEYS, "event"), ("intended_ms", "start_ms", "end_ms", "shown_ms", "latency_ms"))
FINDINGS = Table("findings.csv", ("workload", "delivery", "finding"), ())
#: The strategies of the run; the other columns are their parameters.
STRATEGIES = Table("strategies.csv", ("strategy", "group", "summary", "swift"), (), others=True)
COMPARISON = Table(
    "comparison.csv",
    ("old", "new", *KEYS, "metric", "unit", "better", "verdict"),
    ("workloads", "new_trials", "old_median", "ratio", "ratio_low", "ratio_high"),
)
#: Columns of STRATEGIES that are neither shown nor parameters.
NAMES = ("name", "delivery", "origin")


def header(folder: Path, table: Table) -> list[str]:
    """The columns of the file, in their order."""
    path = folder / table.file
    try:
        return pl.read_csv(path, n_rows=0, infer_schema=False).columns
    except FileNotFoundError:
        raise BadInput(f"{path} is missing.") from None
    except pl.exceptions.NoDataError:
        raise BadInput(f"{path} is empty. Run the bench again, or continue with 'bench resume'.") from None
    except (pl.exceptions.PolarsError, OSError) as error:
        raise _unreadable(path, error) from None


def read(folder: Path, table: Table) -> pl.DataFrame:
    """The rows of the file; an empty figure is null, never 0."""
    path, present = folder / table.file, header(folder, table)
    text, numbers = ["schema", *table.text], [*table.numbers]
    if missing := [name for name in (*text, *numbers) if name not in present]:
        raise BadInput(
            f"{path} has no column {', '.join(map(repr, missing))}. "
            "Was it written by a bench of this revision? Results/README.md names the columns."
        )
    if table.others:
        numbers += [name for name in present if name not in (*text, *numbers, *NAMES)]
    try:
        frame = pl.read_csv(path, columns=text + numbers, infer_schema=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise _unreadable(path, error) from None
    _check(path, frame, numbers)
    return frame.select(
        *(pl.col(name).fill_null("") for name in table.text),
        *(pl.col(name).cast(pl.Float64) for name in numbers),
    )


def empty(table: Table) -> pl.DataFrame:
    """Stands for a file that the run does not have."""
    return pl.DataFrame(schema=dict.fromkeys(table.text, pl.String) | dict.fromkeys(table.numbers, pl.Float64))


def _unreadable(path: Path, error: Exception) -> BadInput:
    return BadInput(f"{path} cannot be read as a CSV: {str(error).splitlines()[0]}")


def _check(path: Path, frame: pl.DataFrame, numbers: list[str]) -> None:
    """Checks that every row has this schema, and that its figures are plausible numbers."""
    is_good = {name: pl.col(name).cast(pl.Float64, strict=False).is_between(0, LARGEST) for name in numbers}
    wrong = [(pl.col(name).is_not_null() & ~good.fill_null(False)) for name, good in is_good.items()]
    checks = [pl.col("schema").ne_missing(str(SCHEMA)), *wrong]
    rows = frame.select(check.arg_true().first().alias(str(n)) for n, check in enumerate(checks)).row(0)
    if rows[0] is not None:
        raise BadInput(
            f"{path}, line {_line(path, rows[0])} has schema {frame['schema'][rows[0]] or 'nothing'}; this plots "
            f"schema {SCHEMA}. Use the Scripts/plot of the revision that made the run."
        )
    for name, row in zip(numbers, rows[1:], strict=True):
        if row is not None:
            value = frame[name][row][:40]
            raise BadInput(f"{path}, line {_line(path, row)}: {name} is {value!r}, not a number from 0 to {LARGEST:g}.")


def _line(path: Path, row: int) -> int:
    """The line on which a row begins; quoted fields may contain line breaks."""
    with path.open(newline="", encoding="utf-8", errors="replace") as file:
        reader = csv.reader(file)
        for _ in islice(reader, row + 1):
            pass
        return reader.line_num + 1
