"""One parameter of a strategy or workload over a range: what a user notices, and what it costs."""

import altair as alt
import polars as pl

from .. import family
from ..family import Family
from ..figure import Figure
from ..marks import hues, log_axis, log_domain, log_scale, points, told
from ..run import Run

SIZE = (230, 150)
WAIT = "latency_max_ms"
MEASURES = {
    WAIT: "Longest wait (ms)",
    "hitch_ratio_ms_per_s": "Hitches (ms/s)",
    "main_busy_peak_share": "Busiest second (%)",
    "main_busy_share": "Main thread busy (%)",
}


def sweep(run: Run) -> Figure:
    figure = Figure(
        "sweep",
        "What a person notices over a parameter",
        "At each value: how long an update waits at most, how late frames are, and how much the main thread works in "
        "the busiest second and in all. Less is better.",
        columns=len(MEASURES),
        missing="No parameter has three values in this run. Scripts/bench simulate --strategy "
        "throttle:interval=4ms...300ms makes one that does.",
    )
    of_workloads = family.of_workloads(run.workloads)
    if of_workloads.values:
        _add(figure, run, of_workloads, "workload", run.summary)
    elif run.family.values:
        for workload in run.workloads:
            _add(figure, run, run.family, "strategy", run.summary.filter(workload=workload), workload)
    return figure


def _add(figure: Figure, run: Run, family: Family, key: str, summary: pl.DataFrame, workload: str = "") -> None:
    """A panel for each measure and group, with one workload, or with all if the workloads are the values."""
    figure.title = f"What a person notices over the {family.title}"
    value = pl.col(key).replace_strict(family.values, return_dtype=pl.Float64)
    for metric, title in MEASURES.items():
        rows = run.sound(summary.filter(pl.col("metric") == metric, pl.col(key).is_in([*family.values])))
        read = pl.col("median") * (100 if metric.endswith("share") else 1)
        rows = rows.select("strategy", value=value, figure=read).drop_nulls().sort("value")
        for group, members in run.groups([*family.values] if workload else run.strategies):
            own = rows.filter(pl.col("strategy").is_in(members))
            if not own.is_empty():
                left = run.without(workload, members, {*own["strategy"]}, "no figure") if workload else ""
                chart = _panel(own, rows, title, metric == WAIT, family.title, run, key)
                name = run.names[workload] if workload else title
                figure.add(name, chart, *SIZE, workload=workload, group=group, subtitle=left)


def _panel(
    own: pl.DataFrame, rows: pl.DataFrame, measure: str, is_log: bool, parameter: str, run: Run, key: str
) -> alt.LayerChart:
    """One line, or one for each strategy over the workloads' values, on axes that fit all ``rows``."""
    x_domain = log_domain(rows["value"].to_list(), 1.1)
    x = alt.X("value:Q", scale=log_scale(x_domain), title=parameter.capitalize(), axis=log_axis(x_domain))
    # All but the wait may be 0, which has no place on a logarithmic axis.
    scale, axis = alt.Scale(domain=[0, 1.1 * (rows["figure"].max() or 1)], nice=False), alt.Axis(tickCount=5)
    if is_log:
        y_domain = log_domain(rows["figure"].to_list())
        scale, axis = log_scale(y_domain), log_axis(y_domain)
    base = alt.Chart(own).encode(x=x, y=alt.Y("figure:Q", scale=scale, title=measure, axis=axis))
    line = base.mark_line(strokeWidth=1.8, color="@line")
    named = told("strategy", value=parameter, figure=measure, format=",.4~g")
    mark = base.mark_point(filled=True, size=50, opacity=1).encode(description=named)
    # The panels of a file share their colours, so each knows the strategies of all.
    strategies = [s for s in run.strategies if s in {*rows["strategy"]}]
    if key == "strategy":
        return alt.layer(line, mark.encode(color=hues(strategies, run.looks)))
    look = points(strategies, run.looks)
    return alt.layer(line.encode(color=look["color"]), mark.encode(**look))
