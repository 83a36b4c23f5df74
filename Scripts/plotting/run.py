"""One run: its tables, checked against each other, and how the trials of each cell ended."""

import json
import os
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

import polars as pl

from . import tables
from .errors import BadRun

OK, VOID = "ok", "void"
DOCS = Path(__file__).resolve().parents[2] / "docs"

#: What a folder may hold without being a run.
ALONE = {"gate": tables.GATE, "comparison": tables.COMPARISON}
#: What a run may hold, of its own cells. The bench of an interrupted run has written the frontier of workloads that
#: were not reached, so that one is not checked.
BESIDE = {
    "events": tables.EVENTS, "choices": tables.CHOICES, "findings": tables.FINDINGS,
}  # fmt: skip
#: What is read of an environment, not only shown.
KINDS = {
    "command": (list, "a list"),
    "warnings": (list, "a list"),
    "costs": (dict, "an object"),
    "seed": (int, "a whole number"),
}


@dataclass
class Run:
    """What the files in ``folder`` hold; a table that the run has not is None."""

    folder: Path
    trials: pl.DataFrame | None
    summary: pl.DataFrame | None
    latency: pl.DataFrame | None
    environment: dict[str, Any]
    frontier: pl.DataFrame | None = None
    events: pl.DataFrame | None = None
    choices: pl.DataFrame | None = None
    findings: pl.DataFrame | None = None
    gate: pl.DataFrame | None = None
    #: The columns of the trials, read or not.
    columns: list[str] = field(default_factory=list)
    comparison: pl.DataFrame | None = None
    virtual: "Run | None" = None
    reference: Any = None  # a Reference
    #: What its strategies are.
    about: pl.DataFrame | None = None

    @staticmethod
    def read(folder: Path) -> "Run":
        if not folder.is_dir():
            raise BadRun(
                f"There is no folder {folder}. Give the folder of a run, as in Results/latest; Scripts/bench makes one."
            )
        if not (folder / "trials.csv").exists():
            others = _others(folder, ALONE)
            if not others:
                raise BadRun(f"{folder} is no run: it has no trials.csv. Scripts/bench makes runs.")
            return Run(folder, None, None, None, read_environment(folder, needed=False), **others)
        run = Run(
            folder,
            tables.read(folder, tables.TRIALS),
            tables.read(folder, tables.SUMMARY),
            tables.read(folder, tables.LATENCY),
            read_environment(folder, needed=True),
            columns=tables.columns(folder, tables.TRIALS),
            **_others(folder, ALONE | BESIDE | {"frontier": tables.FRONTIER, "about": tables.STRATEGIES}),
        )
        run._check()
        return run

    def _check(self) -> None:
        if self.trials is None or self.trials.is_empty():
            raise BadRun(
                f"{self.folder} has no trials yet. Let the run finish, or go on with "
                f"Scripts/bench run --resume {self.folder}."
            )
        for name in ("summary", "latency", *BESIDE):
            frame = getattr(self, name)
            if frame is None:
                continue
            strangers = set(frame["workload"].unique()) - {*self.workloads, ""}
            if "strategy" in frame.columns:
                strangers |= set(frame["strategy"].unique()) - set(self.strategies)
            if strangers:
                raise BadRun(
                    f"{self.folder}/{name}.csv names {sorted(strangers)[0]}, which trials.csv "
                    "does not: they are of different runs. Remove what is left of the older one."
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
        """Of each workload that for people."""
        return brief(self.workloads)

    @cached_property
    def _told(self) -> dict[str, dict[str, str]]:
        return {} if self.about is None else {row["strategy"]: row for row in self.about.to_dicts()}

    def kind(self, strategy: str) -> str:
        """What its deliveries do, as in ``reload`` and ``row-change``; empty where the files do not say."""
        return self._told.get(strategy, {}).get("delivery", "")

    def swift(self, strategy: str) -> str:
        """The line of Swift that makes one; empty where there is none."""
        return self._told.get(strategy, {}).get("swift", "")

    def told(self, strategy: str) -> str:
        """What it is, and its line of Swift."""
        summary = self._told.get(strategy, {}).get("summary", "")
        return " · ".join(text for text in (summary, self.swift(strategy)) if text)

    def link(self, page: str) -> str:
        """Where a page of the documentation is, seen from the run's folder."""
        return quote(os.path.relpath(DOCS, self.folder.resolve())) + f"/{page}"

    def _in_order(self, column: str) -> list[str]:
        """In the order of the run's settings, which the summary keeps and the trials do not."""
        names: dict[str, None] = {}
        for frame in (self.summary, self.trials):
            if frame is not None:
                names.update(dict.fromkeys(frame[column].unique(maintain_order=True).to_list()))
        return list(names)

    @cached_property
    def outcomes(self) -> dict[tuple[str, str], dict[str, int]]:
        """How many timed trials of each cell ended each way."""
        if self.trials is None:
            return {}
        found: dict[tuple[str, str], dict[str, int]] = {}
        timed = self.trials.filter(pl.col("pass") == "timing")
        ends = timed.group_by("strategy", "workload", "outcome", maintain_order=True).len()
        for strategy, workload, outcome, count in ends.rows():
            found.setdefault((strategy, workload), {})[outcome] = count
        return found

    def trouble(self, strategy: str, workload: str) -> str | None:
        """Why a cell's figures are not drawn beside the others; None where they may be."""
        counts = self.outcomes.get((strategy, workload))
        if counts is None:
            return "not run"
        failed = {k: n for k, n in counts.items() if k not in (OK, VOID)}
        if failed:
            of = sum(n for k, n in counts.items() if k != VOID)
            return ", ".join(f"{k} in {n} of {of} trials" for k, n in sorted(failed.items()))
        if OK not in counts:
            return f"discarded in all {counts[VOID]} trials: the machine was too busy"
        return None

    def troubles(self, workload: str) -> list[str]:
        """A sentence for each strategy that has trouble on a workload."""
        found = ((strategy, self.trouble(strategy, workload)) for strategy in self.strategies)
        return [f"{self.names[workload]}, {strategy}: {trouble}." for strategy, trouble in found if trouble]

    def sound(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows of cells without trouble."""
        keep = [self.trouble(s, w) is None for s, w in rows.select("strategy", "workload").rows()]
        return rows.filter(pl.Series(keep, dtype=pl.Boolean))

    def is_missing(self, strategy: str, workload: str) -> bool:
        """Whether a cell has no trial that counts, for no fault of the strategy."""
        counts = self.outcomes.get((strategy, workload), {})
        return set(counts) <= {VOID}

    def figures(self, metric: str) -> pl.DataFrame:
        """Of each cell without trouble that has it: the metric's median and interval."""
        if self.summary is None:
            return pl.DataFrame(schema={"strategy": pl.String, "workload": pl.String})
        return self.sound(self.summary.filter((pl.col("metric") == metric) & pl.col("median").is_not_null()))


def brief(keys: list[str]) -> dict[str, str]:
    """Workloads without their parameters, where the name alone tells them apart."""
    bare = [key.partition(":")[0] for key in keys]
    return {k: name if bare.count(name) == 1 else k for k, name in zip(keys, bare, strict=True)}


def _others(folder: Path, wanted: dict[str, tables.Table]) -> dict[str, pl.DataFrame]:
    """Of these tables, those that the folder has."""
    return {name: tables.read(folder, table) for name, table in wanted.items() if (folder / table.file).exists()}


def read_environment(folder: Path, needed: bool) -> dict[str, Any]:
    path = folder / "environment.json"
    if not path.exists() and not needed:
        return {}
    try:
        environment = json.loads(path.read_text(encoding="utf-8"))
        # JSON may escape halves of characters, which no file can hold.
        json.dumps(environment, ensure_ascii=False).encode()
    except (OSError, ValueError, RecursionError) as error:
        raise BadRun(f"{path} cannot be read: {error}. Every run of the bench has one.") from None
    if not isinstance(environment, dict) or "command" not in environment:
        raise BadRun(f"{path} is no environment of a run: it names no command.")
    if environment.get("schema") != tables.SCHEMA:
        raise BadRun(
            f"{path} has schema {environment.get('schema')}; this plots schema {tables.SCHEMA}. "
            "Use the Scripts/plot of the revision that made the run."
        )
    # What is null is as good as not there.
    for key, (kind, name) in KINDS.items():
        if environment.get(key) is None:
            environment.pop(key, None)
        elif type(environment[key]) is not kind:
            raise BadRun(f"{path}: '{key}' is {json.dumps(environment[key])[:40]}, not {name}.")
    for key, value in environment.get("costs", {}).items():
        if type(value) not in (int, float):
            raise BadRun(f"{path}: '{key}' of 'costs' is {json.dumps(value)[:40]}, no number.")
    return environment
