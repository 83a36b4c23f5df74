"""How far from the best possible: cost ratios of all strategies on all workloads."""

import altair as alt
import polars as pl

from ..figure import Figure, Panel
from ..run import Run

METRIC = "cost_ratio"
#: Where on the colour scale, from 0 to 1, the ink of the figures changes.
INK_CHANGES = 0.63


def heat_map(run: Run) -> Figure:
    figure = Figure(
        "cost-ratio",
        "How many times the best possible cost each strategy pays",
        "1 is what a scheduler pays that knows all updates beforehand; the darker a cell, the "
        "dearer (in the dark theme, the lighter). Cost is main's time for deliveries and, at the "
        "run's latency price, all waiting. Strategies are ordered by their geometric mean. A dash "
        "is a gap; the list below the picture says why.",
    )
    found = run.figures(METRIC).filter(pl.col("median") > 0)
    if found.is_empty():
        figure.gaps.append("No cell has a cost ratio: nothing was delivered, or updates were lost.")
        return figure
    ratios = {(s, w): v for s, w, v in found.select("strategy", "workload", "median").rows()}
    workloads = [w for w in run.workloads if any((s, w) in ratios for s in run.strategies)]
    strategies = [strategy for strategy, _, _ in by_mean(found)]
    highest = max(10.0, max(ratios.values()))
    cells = pl.DataFrame(
        [_cell(run, s, w, ratios.get((s, w)), highest) for s in strategies for w in workloads]
    )
    figure.gaps += _gaps(run, cells)
    width, height = max(240, 62 * len(workloads)), 24 * len(strategies)
    chart = _chart(cells, strategies, workloads, highest)
    figure.alt_text = (
        f"Table of {len(strategies)} strategies by {len(workloads)} workloads; the best mean has "
        f"{strategies[0]}, the worst {strategies[-1]}."
    )
    figure.panels.append(Panel("", chart, width, height, has_legend=True))
    figure.mixes_colors = True
    figure.minimum_width = width + 150
    return figure


def by_mean(found: pl.DataFrame) -> list[tuple[str, float, int]]:
    """Strategies with the geometric mean of their ratios and the number of these, best first."""
    means = found.group_by("strategy", maintain_order=True).agg(
        pl.col("median").log().mean().exp().alias("mean"), pl.len().alias("count")
    )
    return means.sort("mean", maintain_order=True).rows()


def _cell(
    run: Run, strategy: str, workload: str, ratio: float | None, highest: float
) -> dict[str, object]:
    reason = "" if ratio is not None else run.trouble(strategy, workload)
    return {
        "strategy": strategy,
        "workload": workload,
        "ratio": ratio,
        "text": "–" if ratio is None else f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:,.0f}",
        "ink": _ink(ratio, highest),
        "reason": reason if reason is not None else "no cost: its deliveries cost nothing",
    }


def _ink(ratio: float | None, highest: float) -> str:
    """Readable on its cell: both inks have the same contrast there (``test_theme.py``)."""
    if ratio is None:
        return "@muted"
    return "@heat-high-ink" if ratio > highest**INK_CHANGES else "@heat-low-ink"


def _gaps(run: Run, cells: pl.DataFrame) -> list[str]:
    empty = cells.filter(pl.col("ratio").is_null())
    gaps = [f"{row['workload']}, {row['strategy']}: {row['reason']}." for row in empty.to_dicts()]
    for name, shown in (("strategy", "strategies"), ("workload", "workloads")):
        left = [n for n in getattr(run, shown) if n not in set(cells[name])]
        if left:
            gaps.append(f"No cost ratio at all: {', '.join(left)}.")
    return gaps


def _chart(
    cells: pl.DataFrame, strategies: list[str], workloads: list[str], highest: float
) -> alt.LayerChart:
    base = alt.Chart(cells).encode(
        x=alt.X(
            "workload:N",
            sort=workloads,
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
    squares = base.mark_rect(stroke="@ground", strokeWidth=2).encode(
        color=alt.Color(
            "ratio:Q",
            scale=alt.Scale(
                type="log", domain=[1, highest], range=[f"@heat{i}" for i in range(5)], clamp=True
            ),
            legend=alt.Legend(
                title="Cost ÷ best possible (log scale)", format=",~g", gradientLength=200,
                values=[v for v in (1, 3, 10, 30, 100, 300, 1_000) if v <= highest],
            ),
        )
    ).transform_filter("datum.ratio != null")  # fmt: skip
    figures = base.mark_text(fontSize=11).encode(
        text="text:N", color=alt.Color("ink:N", scale=None, legend=None)
    )
    return alt.layer(squares, figures).resolve_scale(color="independent")
