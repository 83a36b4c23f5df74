"""One run: its tables, checked against each other, and how the trials of each combination ended."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from . import tables
from .errors import BadInput
from .family import Family, of_strategies
from .identity import Look, looks

OK, VOID = "ok", "void"
#: The title of a strategy's group if no file names it.
RELOADS = "Reloads"
#: The files that every run has.
NEEDED = {"trials": tables.TRIALS, "summary": tables.SUMMARY, "latency": tables.LATENCY}
#: Files that a run may have. `bench compare` writes the last one into a folder of its own.
OPTIONAL = {
    "frontier": tables.FRONTIER, "events": tables.EVENTS, "findings": tables.FINDINGS, "about": tables.STRATEGIES,
    "comparison": tables.COMPARISON,
}  # fmt: skip


@dataclass
class Run:
    """The contents of the files in ``folder``; a table that the run lacks is empty."""

    folder: Path
    environment: dict[str, Any]
    #: The columns of the trials, read or not.
    columns: list[str]
    trials: pl.DataFrame
    summary: pl.DataFrame
    latency: pl.DataFrame
    frontier: pl.DataFrame
    events: pl.DataFrame
    findings: pl.DataFrame
    about: pl.DataFrame
    comparison: pl.DataFrame

    @staticmethod
    def read(folder: Path) -> "Run":
        """A run, or a folder that holds a comparison alone."""
        if not folder.is_dir():
            raise BadInput(
                f"There is no folder {folder}. Give the folder of a run, as in Results/latest; Scripts/bench makes one."
            )
        is_run = (folder / tables.TRIALS.file).exists()
        if not is_run and not (folder / tables.COMPARISON.file).exists():
            raise BadInput(f"{folder} is not a run: it has no trials.csv. Scripts/bench makes runs.")
        frames = {
            name: tables.read(folder, table)
            if (is_run and name in NEEDED) or (folder / table.file).exists()
            else tables.empty(table)
            for name, table in (NEEDED | OPTIONAL).items()
        }
        columns = tables.header(folder, tables.TRIALS) if is_run else []
        run = Run(folder, _environment(folder) if is_run else {}, columns, **frames)
        if is_run:
            run._check()
        return run

    def _check(self) -> None:
        if self.trials.is_empty():
            raise BadInput(
                f"{self.folder} has no trials yet. Let the run finish, or continue it with "
                f"Scripts/bench resume {self.folder}."
            )
        # Without the frontier: an interrupted run has it even for workloads that it did not reach.
        for name in ("summary", "latency", "events", "findings"):
            frame = getattr(self, name)
            strangers = {*frame["workload"]} - {*self.workloads, ""}
            if "strategy" in frame.columns:
                strangers |= {*frame["strategy"]} - {*self.strategies}
            if strangers:
                raise BadInput(
                    f"{self.folder}/{name}.csv names {sorted(strangers)[0]}, which trials.csv "
                    "does not: they are from different runs. Remove what is left of the older one."
                )

    @property
    def is_real(self) -> bool:
        return self.environment.get("time") == "real"

    @cached_property
    def strategies(self) -> list[str]:
        return self._in_order("strategy")

    @cached_property
    def workloads(self) -> list[str]:
        return self._in_order("workload")

    @cached_property
    def names(self) -> dict[str, str]:
        """A short name for each workload."""
        return brief(self.workloads)

    @cached_property
    def _told(self) -> dict[str, str]:
        rows = self.about.select("strategy", "summary", "swift").rows()
        return {texts[0]: titled(*texts) for texts in rows}

    def told(self, strategy: str) -> str:
        """The strategy's name, its summary and its line of Swift, if the run has them."""
        return self._told.get(strategy, strategy)

    @cached_property
    def family(self) -> Family:
        return of_strategies(self.about)

    @cached_property
    def looks(self) -> dict[str, Look]:
        return looks(self.strategies, [*self.family.values])

    @cached_property
    def group(self) -> dict[str, str]:
        """The title of each strategy's group, within which strategies are compared. One that belongs to none is shown
        with the first of the run's."""
        known = {s: group.capitalize() for s, group in self.about.select("strategy", "group").rows()}
        first = min(filter(None, known.values()), default=RELOADS)
        return {s: known.get(s) or first for s in self.strategies}

    def groups(self, strategies: list[str]) -> list[tuple[str, list[str]]]:
        """The strategies by group, each with its title; in a run of one group, all of them without a title."""
        titles = sorted({*self.group.values()})
        split = [(title, [s for s in strategies if self.group.get(s) == title]) for title in titles]
        return [each for each in split if each[1]] if len(titles) > 1 else [("", strategies)]

    def _in_order(self, column: str) -> list[str]:
        """In the order of the run's settings, which the summary keeps and the trials do not."""
        names = pl.concat([self.summary[column], self.trials[column]])
        return names.unique(maintain_order=True).to_list()

    @cached_property
    def outcomes(self) -> dict[tuple[str, str], dict[str, int]]:
        """The number of each combination's timed trials by outcome."""
        found: dict[tuple[str, str], dict[str, int]] = {}
        timed = self.trials.filter(pl.col("pass") == "timing")
        ends = timed.group_by("strategy", "workload", "outcome", maintain_order=True).len()
        for strategy, workload, outcome, count in ends.rows():
            found.setdefault((strategy, workload), {})[outcome] = count
        return found

    def trouble(self, strategy: str, workload: str) -> str:
        """The reason why a combination's figures are not drawn; empty if they are."""
        counts = self.outcomes.get((strategy, workload))
        if counts is None:
            return "not run"
        failed = {k: n for k, n in counts.items() if k not in (OK, VOID)}
        if failed:
            of = sum(n for k, n in counts.items() if k != VOID)
            return ", ".join(f"{k} in {n} of {of} trials" for k, n in sorted(failed.items()))
        if OK not in counts:
            return f"discarded in all {counts[VOID]} trials: the machine was too busy"
        return ""

    def without(self, workload: str, strategies: list[str], drawn: set[str], otherwise: str) -> str:
        """The strategies that a workload's picture leaves out, with reasons: ``otherwise`` if they had no trouble."""
        left = [f"{s} ({self.trouble(s, workload) or otherwise})" for s in strategies if s not in drawn]
        return f"Without {', '.join(left)}." if left else ""

    def figures(self, metric: str) -> pl.DataFrame:
        """The metric's median and interval for each combination without trouble."""
        return self.sound(self.summary.filter((pl.col("metric") == metric) & pl.col("median").is_not_null()))

    def sound(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows of combinations without trouble."""
        keep = [not self.trouble(s, w) for s, w in rows.select("strategy", "workload").rows()]
        return rows.filter(pl.Series(keep, dtype=pl.Boolean))


def titled(*parts: str) -> str:
    """One title; empty parts are left out."""
    return " · ".join(filter(None, parts))


def brief(keys: list[str]) -> dict[str, str]:
    """Workloads without their parameters, unless only these tell them apart."""
    bare = [key.partition(":")[0] for key in keys]
    return {k: name if bare.count(name) == 1 else k for k, name in zip(keys, bare, strict=True)}


def _environment(folder: Path) -> dict[str, Any]:
    path = folder / "environment.json"
    try:
        environment = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be read: {error}. Every run of the bench has one.") from None
    schema = environment.get("schema") if isinstance(environment, dict) else None
    if schema != tables.SCHEMA:
        raise BadInput(
            f"{path} has schema {schema}; this plots schema {tables.SCHEMA}. "
            "Use the Scripts/plot of the revision that made the run."
        )
    for key in ("command", "warnings"):
        if not isinstance(environment.get(key) or [], list):
            raise BadInput(f"{path}: '{key}' is not a list.")
    return environment
