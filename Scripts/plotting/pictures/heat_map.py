"""How far from the best possible: cost ratios of all strategies on all workloads, as a file. The page
has the same as a table (``matrix.py``)."""

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import names
from ..matrix import bounds
from ..ranking import COST, Ranking, ranking, step, times
from ..ranking import figure as text_of
from ..run import Run, brief


def heat_map(run: Run) -> Figure:
    figure = Figure(
        "cost-ratio",
        "How many times the best possible cost each strategy pays",
        "1 is what a scheduler pays that knows all updates beforehand. Strategies are ordered by their "
        "geometric mean. A dash is a gap.",
        legend="Cost ÷ best possible: main-thread time for deliveries, and all waiting at the run's price.",
        label="Heat map",
        is_on_page=False,
    )
    found = ranking(run, COST)
    if not found.factors:
        return figure.without("No cell has a cost ratio: nothing was delivered, or updates were lost.")
    named = {strategy for strategy, _ in found.factors}
    strategies = [strategy for strategy in found.strategies if strategy in named]
    rows = [_cell(run, found, s, w) for s in strategies for w in found.workloads]
    cells = pl.DataFrame(rows, infer_schema_length=None)
    figure.gaps += _gaps(run, cells)
    if found.means:
        (best, least), (worst, most) = found.means[0], found.means[-1]
        figure.title = f"{best} pays {times(least)} the best possible on average"
        figure.title += f", {worst} {times(most)}" if worst != best else ""
    figure.alt_text = f"Table of {len(strategies)} strategies by {len(found.workloads)} workloads. {figure.title}."
    chart = _chart(cells, strategies, found.workloads)
    figure.add("", chart, max(240, 62 * len(found.workloads)), 24 * len(strategies), has_legend=True)
    return figure


def _cell(run: Run, found: Ranking, strategy: str, workload: str) -> dict[str, object]:
    cell = {"strategy": strategy, "workload": workload, "ratio": found.factors.get((strategy, workload))}
    if (ratio := cell["ratio"]) is not None:
        return cell | {"text": text_of(ratio), "step": bounds()[step(ratio)], "reason": ""}
    reason = run.trouble(strategy, workload)
    return cell | {"text": "–", "step": "", "reason": reason or "no cost: its deliveries cost nothing"}


def _gaps(run: Run, cells: pl.DataFrame) -> list[str]:
    empty = cells.filter(pl.col("ratio").is_null()).select("workload", "strategy", "reason").rows()
    gaps = [f"{run.names[workload]}, {strategy}: {reason}." for workload, strategy, reason in empty]
    for column, every in (("strategy", run.strategies), ("workload", run.workloads)):
        left = [name for name in every if name not in set(cells[column])]
        if left:
            gaps.append(f"No cost ratio at all: {', '.join(left)}.")
    return gaps


def _chart(cells: pl.DataFrame, strategies: list[str], workloads: list[str]) -> alt.LayerChart:
    short_names, steps = brief(workloads), bounds()
    axis = alt.Axis(
        orient="top", labelAngle=-35, domain=False, ticks=False, labelOverlap=False, labelColor="@ink", labelLimit=200
    )
    base = alt.Chart(cells.with_columns(pl.col("workload").replace_strict(short_names).alias("name"))).encode(
        x=alt.X("name:N", sort=[short_names[workload] for workload in workloads], title=None, axis=axis),
        y=names("strategy", strategies, 220),
    )
    hues = alt.Color(
        "step:N",
        scale=alt.Scale(domain=steps, range=[f"@step{n}" for n in range(len(steps))]),
        legend=alt.Legend(title=None, orient="bottom", columns=len(steps), symbolType="square"),
    )
    squares = base.mark_rect(stroke="@ground", strokeWidth=2).encode(color=hues)
    figures = base.mark_text(fontSize=11, color="@ink").encode(text="text:N")
    return alt.layer(squares.transform_filter("datum.ratio != null"), figures)
