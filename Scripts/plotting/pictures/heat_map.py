"""How far from the best possible: cost ratios of all strategies on all workloads, as a file. The page
has the same as a table (``matrix.py``)."""

import altair as alt
import polars as pl

from ..figure import Figure, Panel
from ..matrix import bounds
from ..ranking import COST, Ranking, brief, ranking, step, times
from ..ranking import figure as text_of
from ..run import Run


def heat_map(run: Run) -> Figure:
    figure = Figure(
        "cost-ratio",
        "How many times the best possible cost each strategy pays",
        "1 is what a scheduler pays that knows all updates beforehand. Strategies are ordered by their "
        "geometric mean. A dash is a gap.",
        legend="Cost ÷ best possible: main's time for deliveries, and all waiting at the run's price.",
        label="Heat map",
        is_on_page=False,
    )
    found = ranking(run, COST)
    if not found.factors:
        figure.gaps.append("No cell has a cost ratio: nothing was delivered, or updates were lost.")
        return figure
    named = {strategy for strategy, _ in found.factors}
    strategies = [strategy for strategy in found.strategies if strategy in named]
    rows = [_cell(run, found, s, w) for s in strategies for w in found.workloads]
    cells = pl.DataFrame(rows, infer_schema_length=None)
    figure.gaps += _gaps(run, cells)
    if found.means:
        (best, least), (worst, most) = found.means[0], found.means[-1]
        figure.title = f"{best} pays {times(least)} the best possible on average"
        figure.title += f", {worst} {times(most)}" if worst != best else ""
    width, height = max(240, 62 * len(found.workloads)), 24 * len(strategies)
    figure.alt_text = (
        f"Table of {len(strategies)} strategies by {len(found.workloads)} workloads. {figure.title}."
    )
    chart = _chart(cells, strategies, found.workloads)
    figure.panels.append(Panel("", chart, width, height, has_legend=True))
    return figure


def _cell(run: Run, found: Ranking, strategy: str, workload: str) -> dict[str, object]:
    ratio = found.factors.get((strategy, workload))
    reason = "" if ratio is not None else run.trouble(strategy, workload)
    return {
        "strategy": strategy,
        "workload": workload,
        "ratio": ratio,
        "text": "–" if ratio is None else text_of(ratio),
        "step": "" if ratio is None else bounds()[step(ratio)],
        "reason": reason if reason is not None else "no cost: its deliveries cost nothing",
    }


def _gaps(run: Run, cells: pl.DataFrame) -> list[str]:
    names = brief(run.workloads)
    empty = cells.filter(pl.col("ratio").is_null())
    gaps = [f"{names[row['workload']]}, {row['strategy']}: {row['reason']}." for row in empty.to_dicts()]
    for name, shown in (("strategy", "strategies"), ("workload", "workloads")):
        left = [n for n in getattr(run, shown) if n not in set(cells[name])]
        if left:
            gaps.append(f"No cost ratio at all: {', '.join(left)}.")
    return gaps


def _chart(cells: pl.DataFrame, strategies: list[str], workloads: list[str]) -> alt.LayerChart:
    names = brief(workloads)
    base = alt.Chart(cells.with_columns(pl.col("workload").replace_strict(names).alias("name"))).encode(
        x=alt.X(
            "name:N",
            sort=[names[workload] for workload in workloads],
            title=None,
            axis=alt.Axis(
                orient="top", labelAngle=-35, domain=False, ticks=False, labelOverlap=False,
                labelColor="@ink", labelLimit=200,
            ),
        ),
        y=alt.Y(
            "strategy:N",
            sort=strategies,
            title=None,
            axis=alt.Axis(domain=False, ticks=False, labelColor="@ink", labelLimit=220),
        ),
        tooltip=["strategy:N", "workload:N", alt.Tooltip("text:N", title="ratio"), "reason:N"],
    )  # fmt: skip
    steps = bounds()
    squares = base.mark_rect(stroke="@ground", strokeWidth=2).encode(
        color=alt.Color(
            "step:N",
            scale=alt.Scale(domain=steps, range=[f"@step{n}" for n in range(len(steps))]),
            legend=alt.Legend(title=None, orient="bottom", columns=len(steps), symbolType="square"),
        )
    ).transform_filter("datum.ratio != null")  # fmt: skip
    figures = base.mark_text(fontSize=11, color="@ink").encode(text="text:N")
    return alt.layer(squares, figures)
