"""One parameter over a range, of a strategy or of a workload: what waiting longer gives and takes."""

import altair as alt
import polars as pl

from ..family import Family, of_workloads
from ..figure import Figure
from ..marks import hues, log_axis, log_domain, log_scale, points, told
from ..run import Run

SIZE = (230, 150)
MEASURES = {
    "latency_mean_ms": ("Mean latency (ms)", 1),
    "latency_p99_ms": ("99th percentile of latency (ms)", 1),
    "latency_max_ms": ("Longest latency (ms)", 1),
    "main_busy_share": ("Main thread busy (%)", 100),
}


def sweep(run: Run) -> Figure:
    figure = Figure(
        "sweep",
        "Latency and main-thread time over a parameter",
        "At each value: how long updates wait, and how busy the main thread is.",
        columns=4,
    )
    figure.missing = (
        "No parameter has three values in this run. Scripts/bench simulate --strategy "
        "throttle:interval=4ms...300ms makes one that does."
    )
    family = of_workloads(run.workloads)
    if family.values:
        figure.title = f"Latency and main-thread time over the {family.title}"
        for group, members in run.groups(run.strategies):
            for measure in ("latency_mean_ms", "main_busy_share"):
                rows = _points(run, family, "workload", measure).filter(pl.col("strategy").is_in(members))
                if not rows.is_empty():
                    chart = _panel(rows, MEASURES[measure][0], family.title, run, "workload")
                    figure.add(MEASURES[measure][0], chart, *SIZE, group=group)
        return figure
    family = run.family
    if not family.values:
        return figure
    figure.title = f"Latency and main-thread time over the {family.title}"
    for workload in run.workloads:
        p99, longest, busy = (
            _points(run, family, "strategy", measure).filter(pl.col("workload") == workload)
            for measure in ("latency_p99_ms", "latency_max_ms", "main_busy_share")
        )
        measured = {"latency_p99_ms": p99} if len(p99) == len(longest) else {"latency_max_ms": longest}
        for measure, rows in (measured | {"main_busy_share": busy}).items():
            if not rows.is_empty():
                left = run.without(workload, [*family.values], {*rows["strategy"]}, "no figure")
                chart = _panel(rows, MEASURES[measure][0], family.title, run, "strategy")
                figure.add(run.names[workload], chart, *SIZE, workload=workload, subtitle=left)
    return figure


def _points(run: Run, family: Family, column: str, measure: str) -> pl.DataFrame:
    rows = run.figures(measure).filter(pl.col("median") > 0, pl.col(column).is_in(list(family.values)))
    value = pl.col(column).replace_strict(family.values, return_dtype=pl.Float64)
    figure = pl.col("median") * MEASURES[measure][1]
    return rows.select("strategy", "workload", value=value, figure=figure).sort("value")


def _panel(rows: pl.DataFrame, measure: str, parameter: str, run: Run, key: str) -> alt.LayerChart:
    """One line, or one for each strategy over the values of workloads."""
    x_domain, y_domain = log_domain(rows["value"].to_list(), 1.1), log_domain(rows["figure"].to_list(), 1.3)
    x = alt.X("value:Q", scale=log_scale(x_domain), title=parameter.capitalize(), axis=log_axis(x_domain))
    y = alt.Y("figure:Q", scale=log_scale(y_domain), title=measure, axis=log_axis(y_domain))
    base = alt.Chart(rows).encode(x=x, y=y)
    figures = {"value": parameter, "figure": measure}
    strategies = [s for s in run.strategies if s in {*rows["strategy"]}]
    line = base.mark_line(strokeWidth=1.8, color="@line")
    mark = base.mark_point(filled=True, size=50, opacity=1).encode(description=told("strategy", format=",.4~g", **figures))
    if key == "strategy":
        return alt.layer(line, mark.encode(color=hues(strategies, run.looks)))
    look = points(strategies, run.looks)
    return alt.layer(line.encode(color=look["color"]), mark.encode(**look))
