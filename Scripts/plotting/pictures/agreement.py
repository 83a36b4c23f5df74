"""Real against virtual time: whether the simulation says what the machine does."""

from math import exp, log

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import color, log_axis, log_domain, log_scale, shape, short, told
from ..run import Run

SIZE = (270, 270)
METRICS = {
    "deliveries": ("Deliveries", 1.0),
    "latency_mean_ms": ("Mean latency (ms)", 1.0),
    "main_busy_share": ("Main thread busy (%)", 100.0),
}


def agreement(run: Run) -> Figure:
    figure = Figure(
        "real-against-virtual",
        "Does the simulation tell the truth? Real against virtual time",
        "A point is one strategy on one workload. On the diagonal both say the same; above it the "
        "machine has more than the simulation says. Both axes are logarithmic.",
        label="Real against virtual",
        is_on_page=False,
    )
    if not run.is_real:
        return figure.without("This run is in virtual time. Give a run in real time, and this one with --virtual.")
    if run.virtual is None:
        return figure.without(f"There are no virtual figures beside this run. {_advice(run)}")
    every: list[tuple[float, str, str]] = []
    for metric, (title, factor) in METRICS.items():
        pairs = _pairs(run, run.virtual, metric, factor)
        if pairs.is_empty():
            figure.gaps.append(f"{title}: no combination has a figure in both times.")
            continue
        apart = sorted(_apart(pairs))
        every += apart
        figure.key = [s for s in run.strategies if s in {*figure.key, *pairs["strategy"]}]
        middle = short((apart[len(apart) // 2][0] - 1) * 100, 2)
        said = f"{len(apart)} combinations; in the median one they differ by {middle} %."
        figure.add(title, panel(pairs, run.strategies, title, ("virtual", "real")), *SIZE, subtitle=said)
    if every:
        every.sort()
        middle, (most, strategy, workload) = every[len(every) // 2][0], every[-1]
        figure.title = (
            f"The simulation is off by {short((middle - 1) * 100, 2)} % in the median combination, by up to "
            f"{short((most - 1) * 100, 2)} % with {strategy} on {run.names[workload]}"
        )
    figure.alt_text = "Scatter plots of real against virtual figures: " + " ".join(
        f"{panel.title}: {panel.subtitle}" for panel in figure.panels
    )
    return figure


def _advice(run: Run) -> str:
    return (
        "Once Scripts/bench has built the bench, Scripts/plot makes them itself, not of traces. Scripts/bench simulate "
        f"--strategy '{','.join(run.strategies)}' --workload '{','.join(run.workloads)}' --output "
        f"{run.folder / 'virtual'} makes them, with the run's own costs if it had other ones."
    )


def _pairs(run: Run, virtual: Run, metric: str, factor: float) -> pl.DataFrame:
    def figures(of: Run, name: str) -> pl.DataFrame:
        return of.figures(metric).select("strategy", "workload", (pl.col("median") * factor).alias(name))

    both = figures(run, "real").join(figures(virtual, "virtual"), on=["strategy", "workload"])
    return both.filter((pl.col("real") > 0) & (pl.col("virtual") > 0))


def _apart(pairs: pl.DataFrame) -> list[tuple[float, str, str]]:
    """How many times the one is the other in each cell, whichever is more."""
    rows = pairs.select("strategy", "workload", "real", "virtual").rows()
    return [(exp(abs(log(real / virtual))), strategy, workload) for strategy, workload, real, virtual in rows]


def panel(pairs: pl.DataFrame, strategies: list[str], title: str, names: tuple[str, str]) -> alt.LayerChart:
    """Columns ``virtual`` (x) and ``real`` (y) of ``pairs``, under these names."""
    domain = log_domain(pairs["real"].to_list() + pairs["virtual"].to_list(), 1.4)
    x = alt.X("virtual:Q", scale=log_scale(domain), title=f"{title}, {names[0]}", axis=log_axis(domain))
    y = alt.Y("real:Q", scale=log_scale(domain), title=f"{title}, {names[1]}", axis=log_axis(domain))
    present = [s for s in strategies if s in set(pairs["strategy"])]
    ends = pl.DataFrame({"virtual": domain, "real": domain})
    points = alt.Chart(pairs).mark_point(filled=True, size=60, fillOpacity=0.85, opacity=1)
    named = told("strategy", "workload", real=names[1], virtual=names[0])
    return alt.layer(
        alt.Chart(ends).mark_line(color="@line", strokeWidth=1.2).encode(x=x, y=y),
        points.encode(x=x, y=y, color=color(present, strategies), shape=shape(present, strategies), description=named),
    )
