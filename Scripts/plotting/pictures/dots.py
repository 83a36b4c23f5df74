"""What a strategy takes besides main's time: submitting, allocations, wake-ups."""

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import color, shape, short, symlog_axis, symlog_scale, tip
from ..run import Run

WIDTH, ROW = 170, 22
COLUMNS = 5
#: Of each metric its title, and why a run may not have it.
METRICS = {
    "submit_cost_ns": (
        "CPU time of one submission (ns)",
        "Submitting is timed in real time with the workload firehose only: Scripts/bench run --workload firehose.",
    ),
    "allocations_per_update": (
        "Allocations for each update",
        "Allocations are counted in real time, without --quick and --no-allocations, and where there is jemalloc.",
    ),
    "main_wake_ups_per_s": ("Wake-ups of main (1/s)", "No trial counted the wake-ups of main."),
}


def dots(run: Run) -> Figure:
    figure = Figure(
        "other-costs",
        "What else it costs: submitting, allocations, wake-ups",
        "Further to the left is better; the axes are logarithmic from 1 on, and begin at 0. A dot "
        "is the median of the trials, the line through it its 95 % interval, where there were six. Strategies are "
        "ordered by the figure. Allocations come from one trial of their own and have no interval; "
        "they include those of the harness, which a run of null shows.",
        label="Other costs",
        alt_text="Dot plots, one for each figure and workload, of "
        f"{', '.join(title for title, _ in METRICS.values())}; a row for each strategy.",
        columns=min(COLUMNS, len(run.workloads)),
    )
    widest = 1.0
    for metric, (title, why_not) in METRICS.items():
        rows = run.figures(metric)
        if rows.is_empty():
            figure.gaps.append(f"{title}: {why_not}")
            continue
        _add(figure, run, rows, title)
        spread = ((rows["median"].max() or 0) + 1) / ((rows["median"].min() or 0) + 1)
        if spread > widest:
            # The title, of the figure that differs most: its least and its most.
            (best, least), *_, (worst, most) = rows.sort("median").select("strategy", "median").rows()
            widest = spread
            figure.title = f"{title}: {short(least, 2)} with {best}, {short(most, 2)} with {worst}"
    return figure


def _add(figure: Figure, run: Run, rows: pl.DataFrame, title: str) -> None:
    figure.key = [s for s in run.strategies if s in {*figure.key, *rows["strategy"]}]
    highest = max(rows["median"].max() or 1, rows["ci95_high"].max() or 1) * 1.5
    for workload in run.workloads:
        own = rows.filter(pl.col("workload") == workload).sort("median")
        if not own.is_empty():
            chart = _panel(own, title, highest, run.strategies)
            figure.add(run.names[workload], chart, WIDTH, ROW * len(own), workload=workload)


def _panel(rows: pl.DataFrame, title: str, highest: float, strategies: list[str]) -> alt.LayerChart:
    scale = symlog_scale(highest)
    axis = alt.Axis(
        grid=True, gridDash=[1, 3], domain=False, ticks=False, labelColor="@ink",
        labelLimit=170, labelOverlap=False, labelPadding=9,
    )  # fmt: skip
    base = alt.Chart(rows).encode(
        y=alt.Y("strategy:N", sort=rows["strategy"].to_list(), title=None, axis=axis),
        color=color(strategies, legend=False),
    )
    interval = base.mark_rule(strokeWidth=2).encode(x=alt.X("ci95_low:Q", scale=scale), x2="ci95_high:Q")
    points = base.mark_point(filled=True, size=70, opacity=1).encode(
        x=alt.X("median:Q", scale=scale, title=title, axis=symlog_axis(highest)),
        shape=shape(strategies, strategies, legend=False),
        tooltip=[
            alt.Tooltip("strategy:N"), tip("median", title), tip("ci95_low", "95 % from"), tip("ci95_high", "to"),
            alt.Tooltip("trials:Q"),
        ],
    )  # fmt: skip
    return alt.layer(interval.transform_filter("datum.ci95_low != null"), points)
