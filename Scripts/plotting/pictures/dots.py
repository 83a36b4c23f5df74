"""What a strategy takes besides main's time: submitting, allocations, wake-ups."""

import altair as alt
import polars as pl

from ..figure import Figure, Panel
from ..marks import color, shape, short, symlog_axis, symlog_scale
from ..ranking import brief
from ..run import Run

WIDTH, ROW = 170, 22
COLUMNS = 5
METRICS = {
    "submit_cost_ns": "CPU time of one submission (ns)",
    "allocations_per_update": "Allocations for each update",
    "main_wake_ups_per_s": "Wake-ups of main (1/s)",
}
WHY_NOT = {
    "submit_cost_ns": "Submitting is timed in real time with the workload firehose only: "
    "Scripts/bench run --workload firehose.",
    "allocations_per_update": "Allocations are counted in real time, without --quick and "
    "--no-allocations, and where there is jemalloc.",
    "main_wake_ups_per_s": "No trial counted the wake-ups of main.",
}


def dots(run: Run) -> Figure:
    figure = Figure(
        "other-costs",
        "What else it costs: submitting, allocations, wake-ups",
        "Further to the left is better; the axes are logarithmic from 1 on, and begin at 0. A dot "
        "is the median of the "
        "trials, the line through it its 95 % interval, where there were six. Strategies are "
        "ordered by the figure. Allocations come from one trial of their own and have no interval; "
        "they include those of the harness, which a run of null shows.",
        label="Other costs",
    )
    figure.columns = min(COLUMNS, len(run.workloads))
    widest = 1.0
    for metric, title in METRICS.items():
        rows = run.figures(metric)
        if rows.is_empty():
            figure.gaps.append(f"{title}: {WHY_NOT[metric]}")
            continue
        _add(figure, run, rows, title)
        spread = _spread(rows)
        if spread > widest:
            figure.title, widest = _ends(rows, title), spread
    figure.alt_text = (
        "Dot plots, one for each figure and workload, of "
        + ", ".join(METRICS.values())
        + "; a row for each strategy."
    )
    return figure


def _spread(rows: pl.DataFrame) -> float:
    return ((rows["median"].max() or 0) + 1) / ((rows["median"].min() or 0) + 1)


def _ends(rows: pl.DataFrame, title: str) -> str:
    """The title, of the figure that differs most: its least and its most."""
    ends = rows.sort("median").select("strategy", "median").rows()
    (best, least), (worst, most) = ends[0], ends[-1]
    return f"{title}: {short(least, 2)} with {best}, {short(most, 2)} with {worst}"


def _add(figure: Figure, run: Run, rows: pl.DataFrame, title: str) -> None:
    seen = [s for s in run.strategies if s in set(rows["strategy"])]
    figure.key = [s for s in run.strategies if s in {*figure.key, *seen}]
    highest = max(rows["median"].max() or 1, rows["ci95_high"].max() or 1) * 1.5
    for workload in run.workloads:
        own = rows.filter(pl.col("workload") == workload).sort("median")
        if own.is_empty():
            continue
        chart = _panel(own, title, highest, run.strategies)
        figure.panels.append(Panel(brief(run.workloads)[workload], chart, WIDTH, ROW * len(own), workload=workload))


def _panel(rows: pl.DataFrame, title: str, highest: float, strategies: list[str]) -> alt.LayerChart:
    x = alt.X("median:Q", scale=symlog_scale(highest), title=title, axis=symlog_axis(highest))
    base = alt.Chart(rows).encode(
        y=alt.Y(
            "strategy:N",
            sort=rows["strategy"].to_list(),
            title=None,
            axis=alt.Axis(
                grid=True, gridDash=[1, 3], domain=False, ticks=False, labelColor="@ink",
                labelLimit=170, labelOverlap=False, labelPadding=9,
            ),
        ),
        color=color(strategies, legend=False),
    )  # fmt: skip
    interval = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("ci95_low:Q", scale=symlog_scale(highest)), x2="ci95_high:Q"
    )
    points = base.mark_point(filled=True, size=70, opacity=1).encode(
        x=x,
        shape=shape(strategies, strategies, legend=False),
        tooltip=[
            alt.Tooltip("strategy:N"),
            alt.Tooltip("median:Q", title=title, format=",.3~g"),
            alt.Tooltip("ci95_low:Q", title="95 % from", format=",.3~g"),
            alt.Tooltip("ci95_high:Q", title="to", format=",.3~g"),
            alt.Tooltip("trials:Q"),
        ],
    )
    return alt.layer(interval.transform_filter("datum.ci95_low != null"), points)
