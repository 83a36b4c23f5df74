"""How many times the best each strategy pays on each workload."""

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import names, short, told
from ..metrics import COST, times_best
from ..run import Run
from ..theme import step, steps

#: The metric for a run in which no strategy has a cost.
LATENCY = "latency_mean_ms"
#: The words for a gap; its reason begins with one of them.
WORDS = ("lost", "crashed", "hung", "discarded", "not run")
CELL, ROW = 62, 24


def heat_map(run: Run) -> Figure:
    figure = Figure(
        "cost-ratio",
        "Cost ÷ best possible, by strategy and workload",
        "Cost is main-thread time for deliveries plus all waiting, charged at the run's latency price. Best possible: "
        "a scheduler that delivers in the same way and knows all updates beforehand. Rows are sorted by geometric mean.",
        columns=1,
        has_steps=True,
        is_wide=True,
    )
    every = times_best(run).filter(pl.col("times").is_finite() & (pl.col("times") > 0))
    rows = every.filter(metric=COST)
    if rows.is_empty():
        figure.title = "Mean latency ÷ that of the fastest strategy, by strategy and workload"
        figure.caption = "No strategy has a cost. Rows are sorted by geometric mean."
        rows = every.filter(metric=LATENCY)
    if rows.is_empty():
        figure.missing = "No strategy has a cost or a latency on any workload."
        return figure
    times = {(s, w): factor for s, w, factor in rows.select("strategy", "workload", "times").rows()}
    workloads = [w for w in run.workloads if w in set(rows["workload"])]
    # Strategies with gaps come last, because their means leave out workloads.
    order = rows.group_by("strategy", maintain_order=True).agg(pl.len(), pl.col("times").log().mean().alias("mean"))
    strategies = order.sort("mean", maintain_order=True).sort("len", descending=True, maintain_order=True)["strategy"]
    for group, own in run.groups(strategies.to_list()):
        cells = pl.DataFrame([_cell(run, s, w, times.get((s, w))) for s in own for w in workloads])
        chart = _chart(cells, strategies.to_list(), [run.names[w] for w in workloads])
        figure.add("", chart, CELL * max(5, len(workloads)), ROW * len(own), group=group)
    return figure


def _cell(run: Run, strategy: str, workload: str, times: float | None) -> dict[str, str]:
    why = "" if times is not None else run.trouble(strategy, workload) or "no figure"
    return {
        "strategy": strategy,
        "name": run.names[workload],
        "text": next((word for word in WORDS if why.startswith(word)), short(times)),
        "said": why or f"{short(times)} times",
        "step": "" if times is None else steps()[step(times)],
    }


def _chart(cells: pl.DataFrame, strategies: list[str], workloads: list[str]) -> alt.LayerChart:
    axis = alt.Axis(
        orient="top", labelAngle=-35, domain=False, ticks=False, labelOverlap=False, labelColor="@ink", labelLimit=200
    )
    base = alt.Chart(cells).encode(
        x=alt.X("name:N", sort=workloads, title=None, axis=axis), y=names("strategy", strategies, 220)
    )
    hues = alt.Color(
        "step:N",
        scale=alt.Scale(domain=steps(), range=[f"@step{n}" for n in range(len(steps()))]),
        legend=alt.Legend(title=None, orient="bottom", columns=4, columnPadding=16, symbolType="square"),
    )
    squares = base.mark_rect(stroke="@ground", strokeWidth=2)
    # Above the figures, so that the pointer can hit every part of a square.
    places = base.mark_rect(fillOpacity=0).encode(description=told("strategy", "name", "said"))
    return alt.layer(
        squares.transform_filter("datum.step != ''").encode(color=hues),
        base.mark_text(fontSize=11, color="@ink").encode(text="text:N"),
        places,
    )
