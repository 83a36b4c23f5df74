"""Reads the CSVs of a run and refuses what would make a wrong picture."""

import re
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import polars as pl

from .errors import BadRun

SCHEMA = 1

KEYS = ("strategy", "workload")

#: What breaks a line, or ends a text where a program reads it.
BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True)
class Table:
    """What a file must have: columns of text, and columns of numbers that may be empty."""

    file: str
    text: tuple[str, ...]
    numbers: tuple[str, ...]
    #: Whether every further column is a number, too.
    rest_is_numbers: bool = False
    #: Whether further columns are left alone: there may be a million rows of fifty.
    rest_is_left: bool = False
    #: Whether changes may be negative; everything else is a count, a time or a share.
    is_signed: bool = False


TRIALS = Table("trials.csv", ("pass", *KEYS, "outcome", "detail"), ("trial",), rest_is_left=True)
SUMMARY = Table(
    "summary.csv", ("time", *KEYS, "metric", "unit", "better"), ("trials", "median", "ci95_low", "ci95_high")
)
LATENCY = Table("latency.csv", ("time", *KEYS), ("percentile", "latency_ms", "updates"), rest_is_numbers=True)
FRONTIER = Table(
    "frontier.csv", ("workload", "delivery"), ("latency_price", "deliveries", "latency_mean_ms", "main_busy_share")
)
EVENTS = Table(
    "events.csv",
    ("time", *KEYS, "event"),
    ("trial", "view", "intended_ms", "start_ms", "end_ms", "shown_ms", "latency_ms"),
)
CHOICES = Table(
    "choices.csv", ("workload", "strategy", "is_asked"), ("latency_price", "latency_mean_ms", "main_busy_share")
)
#: What the strategies of the run are: the kind of delivery, as in ``frontier.csv``, and the line that makes one.
STRATEGIES = Table("strategies.csv", ("strategy", "delivery", "swift", "summary"), ())
FINDINGS = Table("findings.csv", ("workload", "finding"), ())
GATE = Table(
    "gate-cells.csv",
    ("suite", "half", *KEYS, "metric", "unit", "verdict"),
    ("estimate", "low", "high", "floor", "tolerance"),
    is_signed=True,
)
COMPARISON = Table(
    "comparison.csv",
    ("time", "old", "new", *KEYS, "metric", "unit", "better", "verdict"),
    ("cells", "trials", "ratio", "ratio_low", "ratio_high"),
    rest_is_numbers=True,
)

#: In milliseconds, thirty thousand years: what is larger was not measured, and no axis holds it.
LARGEST = 1e15
#: What is nearer to 0, and not 0, was not measured either, and dividing by it leaves the range of numbers.
SMALLEST = 1e-200


def read(folder: Path, table: Table) -> pl.DataFrame:
    """The file's rows; what is empty is null, never 0."""
    path = folder / table.file
    try:
        wanted = None
        if table.rest_is_left:
            names = columns(folder, table)
            wanted = [name for name in ("schema", *table.text, *table.numbers) if name in names]
        frame = pl.read_csv(path, columns=wanted, infer_schema=False, truncate_ragged_lines=False)
    except FileNotFoundError:
        raise BadRun(f"{path} is not there.") from None
    except pl.exceptions.NoDataError:
        raise BadRun(f"{path} is empty. Run the bench again, or go on with --resume.") from None
    except (pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as error:
        cause = str(error).splitlines()[0]
        raise BadRun(f"{path} cannot be read as a CSV: {cause}") from None
    _check_columns(path, table, frame)
    _check_schema(path, frame)
    numbers = [*table.numbers]
    if table.rest_is_numbers:
        known = {"schema", *table.text, *table.numbers}
        numbers += [column for column in frame.columns if column not in known]
    _check_names(path, frame)
    _check_numbers(path, frame, numbers, table)
    return frame.with_columns(
        *(_number(column) for column in numbers), *(pl.col(column).fill_null("") for column in table.text)
    )


def columns(folder: Path, table: Table) -> list[str]:
    """The names in the file's header, in their order."""
    return pl.read_csv(folder / table.file, n_rows=0, infer_schema=False).columns


def _line(path: Path, row: int) -> int:
    """Where a row begins in its file. One may hold breaks in quotes; blank lines before the header are
    no rows, and all later ones are."""
    records, is_open = 0, False
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not is_open and (records > 0 or line.strip(b"\r\n")):
                if records == row + 1:
                    return number
                records += 1
            is_open ^= line.count(b'"') % 2 == 1
    return row + 2


def _check_names(path: Path, frame: pl.DataFrame) -> None:
    """No registry and no header has a name that breaks a line."""
    for column in frame.columns:
        if BREAKS.search(column):
            raise BadRun(f"{path} has a column {column!r}, which is no name.")
    for column in (*KEYS, "old", "new", "metric"):
        if column in frame.columns:
            bad = frame[column].str.contains(BREAKS.pattern).arg_true()
            if len(bad) > 0:
                row = int(bad[0])
                place = f"{path}, line {_line(path, row)}"
                raise BadRun(f"{place}: {column} is {frame[column][row]!r}, no name.")


def _check_columns(path: Path, table: Table, frame: pl.DataFrame) -> None:
    missing = [c for c in ("schema", *table.text, *table.numbers) if c not in frame.columns]
    if missing:
        raise BadRun(
            f"{path} has no column {', '.join(repr(c) for c in missing)}. "
            "Was it written by a bench of this revision? Results/README.md names the columns."
        )


def _check_schema(path: Path, frame: pl.DataFrame) -> None:
    others = pl.col("schema").ne_missing(str(SCHEMA)).arg_true().first()
    row = frame.select(others).item() if len(frame) > 0 else None
    if row is not None:
        schema = frame["schema"][row] or "nothing"
        shown = schema if schema.isalnum() else repr(schema)
        raise BadRun(
            f"{path}, line {_line(path, row)} has schema {shown[:40]}; this plots schema {SCHEMA}. "
            "Use the Scripts/plot of the revision that made the run."
        )


def _number(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Float64, strict=False)


def _check_numbers(path: Path, frame: pl.DataFrame, columns: list[str], table: Table) -> None:
    """All columns in one query, for starting one takes longer than most files."""
    low = -LARGEST if table.is_signed else 0
    queries = []
    for column in columns:
        number = _number(column)
        is_good = number.is_between(low, LARGEST) & ((number == 0) | (number.abs() >= SMALLEST))
        is_good = is_good.fill_null(False)
        queries.append((pl.col(column).is_not_null() & ~is_good).arg_true().first().alias(column))
    rows = frame.select(queries).row(0) if queries else ()
    for column, row in zip(columns, rows, strict=True):
        if row is None:
            continue
        value = frame[column][row]
        told = f"{path}, line {_line(path, row)}: {column} is "
        number = frame.select(_number(column))[column][row]
        if number is None or not isfinite(number):
            raise BadRun(f"{told}{value[:40]!r}, no number.")
        if low <= number <= LARGEST:
            raise BadRun(f"{told}{value}. Give 0, or what is at least {SMALLEST:g}.")
        raise BadRun(f"{told}{value}. Give a number from {low:g} to {LARGEST:g}.")
