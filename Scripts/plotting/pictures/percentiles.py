"""Percentile curves of latency, with the range of the trials."""

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import lines, log_axis, log_domains, log_scale, own_axes, told
from ..run import Run

SIZE = (300, 250)
LABELS = {1: "0", 2: "50", 10: "90", 100: "99", 1_000: "99.9", 10_000: "99.99"}


def percentiles(run: Run) -> Figure:
    figure = Figure(
        "latency-percentiles",
        "Percentiles of latency, in ms",
        "The share of updates that are seen within each latency. A curve ends where fewer than ten updates are left, "
        "with a dot at the longest latency; a band spans the trials.",
        missing="No update was shown.",
    )
    # A latency of 0 has no place on a logarithmic axis; there is none in real time.
    rows = run.sound(run.latency.filter(pl.col("latency_ms") > 0))
    if rows.is_empty():
        return figure
    strategies = [s for _, own in run.groups(run.strategies) for s in own if s in set(rows["strategy"])]
    rows = _places(rows)
    domains = log_domains(rows, ["latency_ms", "trials_low_ms", "trials_high_ms"])
    figure.caption += own_axes(domains)
    for workload in run.workloads:
        for group, members in run.groups(run.strategies):
            curves = rows.filter(pl.col("workload") == workload, pl.col("strategy").is_in(members))
            if not curves.is_empty():
                left = run.without(workload, members, {*curves["strategy"]}, "no update was shown")
                chart = _panel(curves, strategies, run, rows["beyond"].max(), domains[workload])
                figure.add(run.names[workload], chart, *SIZE, workload=workload, group=group, subtitle=left)
    return figure


def _places(curves: pl.DataFrame) -> pl.DataFrame:
    """x is 1 ÷ (1 − p). The longest latencies are drawn just beyond the curves: at their true x, the number of
    updates, a third of the axis would be empty."""
    percentile = pl.col("percentile")
    end = max(100 / (100 - p) for p in [50.0, *curves["percentile"]] if p < 100)
    beyond = pl.when(percentile < 100).then(100 / (100 - percentile)).otherwise(end * 2)
    is_tail = percentile.rank("ordinal", descending=True).over("strategy", "workload") <= 2
    # Below 90, finer steps than 5 % make no visible difference, but a larger page.
    return (
        curves.filter((percentile >= 90) | (percentile % 5 == 0))
        .with_columns(beyond.alias("beyond"), (percentile >= 100).alias("is_longest"), is_tail.alias("is_tail"))
        .sort("strategy", "beyond")
    )


def _panel(curves: pl.DataFrame, strategies: list[str], run: Run, last: float, y_domain: list[float]) -> alt.LayerChart:
    labels = {at: name for at, name in LABELS.items() if at <= last / 1.9} | {last: "longest"}  # Under 2: rounding.
    y_scale = log_scale(y_domain)
    expression = " : ".join(f"datum.value == {at} ? '{name}'" for at, name in labels.items())
    x = alt.X(
        "beyond:Q",
        scale=log_scale([1.0, last**1.02]),
        title="Percentile of the updates (%)",
        axis=alt.Axis(values=list(labels), labelExpr=f"{expression} : ''"),
    )
    y = alt.Y("latency_ms:Q", scale=y_scale, title="Latency (ms)", axis=log_axis(y_domain))
    look = lines(strategies, run.looks)
    base = alt.Chart(curves).encode(x=x, color=look["color"])
    band = base.mark_area(fillOpacity=0.11, interpolate="monotone").encode(
        y=alt.Y("trials_low_ms:Q", scale=y_scale), y2="trials_high_ms:Q"
    )
    tail = base.mark_line(strokeWidth=0.8, strokeOpacity=0.6).encode(y=y)
    line = base.mark_line(strokeWidth=1.8, interpolate="monotone").encode(y=y, **look)
    named = told("strategy", percentile="percentile", latency_ms="latency (ms)", format=",.5~g")
    point = base.encode(y=y, description=named)
    return alt.layer(
        band.transform_filter("datum.trials_low_ms > 0 && !datum.is_longest"),
        tail.transform_filter("datum.is_tail"),
        line.transform_filter("!datum.is_longest"),
        # Invisible, but the pointer can hit it.
        point.mark_point(shape="square", size=80, filled=True, fillOpacity=0).transform_filter("!datum.is_longest"),
        point.mark_point(filled=True, size=26, opacity=1).transform_filter("datum.is_longest"),
    )
