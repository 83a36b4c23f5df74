"""One parameter over a range: what waiting longer gives and takes."""

from typing import NamedTuple

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import log_axis, log_domain, log_scale, told
from ..metrics import title as titled
from ..run import Run
from ..tables import STRATEGIES

SIZE = (230, 150)
#: As many values make a curve.
FEWEST = 3
MEASURES = {
    "latency_p99_ms": ("99th percentile of latency (ms)", 1),
    "latency_max_ms": ("Longest latency (ms)", 1),
    "main_busy_share": ("Main thread busy (%)", 100),
}


class Family(NamedTuple):
    """Strategies that differ in one parameter, with its values."""

    title: str
    values: dict[str, float]


def sweep(run: Run) -> Figure:
    figure = Figure(
        "sweep",
        "Latency and main-thread time over a parameter",
        "At each value: how long updates wait, and how busy the main thread is.",
        columns=4,
    )
    family = _family(run)
    figure.missing = (
        "This run has no three values of one parameter. Scripts/bench simulate --strategy "
        "throttle:interval=4ms...300ms makes one that does."
    )
    if family is None:
        return figure
    figure.title = f"Latency and main-thread time over the {family.title}"
    for workload in run.workloads:
        p99, longest, busy = (_points(run, family, workload, measure) for measure in MEASURES)
        measured = {"latency_p99_ms": p99} if len(p99) == len(longest) else {"latency_max_ms": longest}
        for measure, rows in (measured | {"main_busy_share": busy}).items():
            if not rows.is_empty():
                left = run.without(workload, [*family.values], {*rows["strategy"]}, "no figure")
                chart = _panel(rows, MEASURES[measure][0], family.title)
                figure.add(run.names[workload], chart, *SIZE, workload=workload, subtitle=left)
    return figure


def _family(run: Run) -> Family | None:
    """The first parameter that three strategies differ in, if they agree in name and other parameters."""
    parameters = [name for name in run.about.columns if name not in STRATEGIES.text]
    rows = run.about.with_columns(pl.col("strategy").str.split(":").list.first().alias("family"))
    for parameter in parameters:
        rest = ["family", *(other for other in parameters if other != parameter)]
        # 0 has no place on a logarithmic axis.
        valued = rows.filter(pl.col(parameter) > 0).sort(parameter)
        for key, own in valued.group_by(rest, maintain_order=True):
            if own[parameter].n_unique() >= FEWEST:
                unit = "ms" if parameter.endswith("_ms") else ""
                name, _, unit = titled(parameter, unit).lower().partition(" (")
                words = f"{name} of {key[0]}" + (f" ({unit}" if unit else "")
                return Family(words, dict(own.select("strategy", parameter).rows()))
    return None


def _points(run: Run, family: Family, workload: str, measure: str) -> pl.DataFrame:
    rows = run.figures(measure).filter(
        pl.col("workload") == workload, pl.col("median") > 0, pl.col("strategy").is_in(list(family.values))
    )
    value = pl.col("strategy").replace_strict(family.values, return_dtype=pl.Float64)
    return rows.select("strategy", value=value, figure=pl.col("median") * MEASURES[measure][1]).sort("value")


def _panel(rows: pl.DataFrame, measure: str, parameter: str) -> alt.LayerChart:
    x_domain, y_domain = log_domain(rows["value"].to_list(), 1.1), log_domain(rows["figure"].to_list(), 1.3)
    x = alt.X("value:Q", scale=log_scale(x_domain), title=parameter.capitalize(), axis=log_axis(x_domain))
    y = alt.Y("figure:Q", scale=log_scale(y_domain), title=measure, axis=log_axis(y_domain))
    base = alt.Chart(rows).encode(x=x, y=y)
    return alt.layer(
        base.mark_line(color="@blue", strokeWidth=1.8),
        base.mark_point(color="@blue", filled=True, size=34, opacity=1).encode(
            description=told(format=",.4~g", value=parameter, figure=measure)
        ),
    )
