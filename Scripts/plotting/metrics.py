"""The metrics of a run, for the table: names for people, units, which way is better."""

from typing import Any

import polars as pl

from .run import Run

#: What the bench prints itself; the rest is there on demand.
USUAL = (
    "deliveries", "latency_mean_ms", "latency_max_ms", "cost_ratio", "stale_share", "main_busy_share",
    "longest_block_ms", "hitch_ratio_ms_per_s", "submit_cost_ns", "lost_updates",
)  # fmt: skip
#: What says little where deliveries do not do the same: a reload is dearer than the change of a row.
OF_DELIVERIES = (
    "deliveries", "deliveries_per_s", "coalescing_ratio", "cpu_main_per_delivery_us", "handler_mean_ms", "layout_mean_ms",
)  # fmt: skip
UNITS = ("_ms_per_s", "_per_s", "_ms", "_ns", "_us", "_mib")
#: The unit of shares, which people read as percentages.
SHARE = "share"
DIRECTIONS = {"lower": "less is better", "higher": "more is better"}

Cells = dict[str, dict[str, dict[str, list[float | None]]]]


def metrics(run: Run) -> list[dict[str, Any]]:
    if run.trials is None or run.summary is None:
        return []
    kinds = run.summary.select("metric", "unit", "better").unique().rows()
    known = {name: (unit, better) for name, unit, better in kinds}
    usual = {*USUAL, *(() if run.comparison is None else run.comparison["metric"])}
    # In the order of the columns of trials.csv, which is that of the bench.
    return [
        {
            "name": name,
            "title": title(name, known[name][0]),
            "better": known[name][1],
            "help": f"{name}: {DIRECTIONS.get(known[name][1], 'a fact')}. Sort by it.",
            "isUsual": name in usual,
            "isOfDeliveries": name in OF_DELIVERIES,
        }
        for name in run.columns
        if name in known
    ]


def cells(summary: pl.DataFrame | None) -> Cells:
    """By workload, strategy and metric: median and interval; shares as percentages."""
    found: Cells = {}
    if summary is None:
        return found
    columns = ("workload", "strategy", "metric", "unit", "median", "ci95_low", "ci95_high")
    for workload, strategy, metric, unit, *figures in summary.select(columns).rows():
        if figures[0] is not None:
            factor = 100 if unit == SHARE else 1
            shown = [None if figure is None else figure * factor for figure in figures]
            found.setdefault(workload, {}).setdefault(strategy, {})[metric] = shown
    return found


def reference(run: Run) -> dict[str, Any] | None:
    """The same of the run that this one is held against."""
    if run.reference is None:
        return None
    verdicts: dict[str, dict[str, dict[str, str]]] = {}
    if run.comparison is not None:
        keys = ("workload", "strategy", "metric", "verdict")
        for workload, strategy, metric, verdict in run.comparison.select(keys).rows():
            verdicts.setdefault(workload, {}).setdefault(strategy, {})[metric] = verdict
    return {"name": run.reference.name, "cells": cells(run.reference.figures), "verdicts": verdicts}


def troubles(run: Run) -> dict[str, dict[str, str]]:
    return {
        workload: {s: why for s in run.strategies if (why := run.trouble(s, workload))} for workload in run.workloads
    }


def title(name: str, unit: str) -> str:
    """For people, with the unit."""
    suffix = next((suffix for suffix in UNITS if unit and name.endswith(suffix)), "")
    words = name.removesuffix(suffix).replace("p99_9", "p99.9").replace("_", " ").replace("cpu", "CPU")
    if unit == SHARE:
        words, unit = words.removesuffix(" share"), "%"
    words = words[:1].upper() + words[1:]
    return f"{words} ({unit})" if unit else words
