"""One parameter over a range, of a strategy or of a workload: what waiting longer gives and takes."""

import re
from typing import NamedTuple

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import color, log_axis, log_domain, log_scale, shape, told
from ..metrics import title as titled
from ..run import Run
from ..tables import STRATEGIES

SIZE = (230, 150)
#: As many values make a curve.
FEWEST = 3
MEASURES = {
    "latency_mean_ms": ("Mean latency (ms)", 1),
    "latency_p99_ms": ("99th percentile of latency (ms)", 1),
    "latency_max_ms": ("Longest latency (ms)", 1),
    "main_busy_share": ("Main thread busy (%)", 100),
}


class Family(NamedTuple):
    """Strategies or workloads that differ in one parameter, with its values."""

    title: str
    values: dict[str, float]


def sweep(run: Run) -> Figure:
    figure = Figure(
        "sweep",
        "Latency and main-thread time over a parameter",
        "At each value: how long updates wait, and how busy the main thread is.",
        columns=4,
    )
    figure.missing = (
        "No parameter has three values in this run. Scripts/bench simulate --strategy "
        "throttle:interval=4ms...300ms makes one that does."
    )
    if family := _workloads(run):
        figure.title = f"Latency and main-thread time over the {family.title}"
        for group, members in run.groups(run.strategies):
            for measure in ("latency_mean_ms", "main_busy_share"):
                rows = _points(run, family, "workload", measure).filter(pl.col("strategy").is_in(members))
                if not rows.is_empty():
                    chart = _panel(rows, MEASURES[measure][0], family.title, run)
                    figure.add(MEASURES[measure][0], chart, *SIZE, group=group)
        return figure
    family = _strategies(run)
    if family is None:
        return figure
    figure.title = f"Latency and main-thread time over the {family.title}"
    for workload in run.workloads:
        p99, longest, busy = (
            _points(run, family, "strategy", measure).filter(pl.col("workload") == workload)
            for measure in ("latency_p99_ms", "latency_max_ms", "main_busy_share")
        )
        measured = {"latency_p99_ms": p99} if len(p99) == len(longest) else {"latency_max_ms": longest}
        for measure, rows in (measured | {"main_busy_share": busy}).items():
            if not rows.is_empty():
                left = run.without(workload, [*family.values], {*rows["strategy"]}, "no figure")
                chart = _panel(rows, MEASURES[measure][0], family.title)
                figure.add(run.names[workload], chart, *SIZE, workload=workload, subtitle=left)
    return figure


def _workloads(run: Run) -> Family | None:
    """The first parameter that three workloads differ in; a name leaves out the default, which is not drawn."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for key in run.workloads:
        for name, value, unit in re.findall(r":([\w-]+)=([\d.]+)(ns|us|ms|s|)(?=:|$)", key):
            rest = re.sub(rf":{name}=[^:]+", "", key)
            factor = {"ns": 1e-6, "us": 1e-3, "s": 1e3}.get(unit, 1)
            words = f"{name} of {rest}" + (" (ms)" if unit else "")
            found.setdefault((rest, words), {})[key] = float(value) * factor
    families = [Family(words, values) for (_, words), values in found.items() if len(values) >= FEWEST]
    return families[0] if families else None


def _strategies(run: Run) -> Family | None:
    """The first parameter that three strategies differ in, if they agree in name and other parameters."""
    parameters = [name for name in run.about.columns if name not in STRATEGIES.text + STRATEGIES.newer]
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


def _points(run: Run, family: Family, column: str, measure: str) -> pl.DataFrame:
    rows = run.figures(measure).filter(pl.col("median") > 0, pl.col(column).is_in(list(family.values)))
    value = pl.col(column).replace_strict(family.values, return_dtype=pl.Float64)
    figure = pl.col("median") * MEASURES[measure][1]
    return rows.select("strategy", "workload", value=value, figure=figure).sort("value")


def _panel(rows: pl.DataFrame, measure: str, parameter: str, run: Run | None = None) -> alt.LayerChart:
    """One line; with a ``run``, one for each of its strategies."""
    x_domain, y_domain = log_domain(rows["value"].to_list(), 1.1), log_domain(rows["figure"].to_list(), 1.3)
    x = alt.X("value:Q", scale=log_scale(x_domain), title=parameter.capitalize(), axis=log_axis(x_domain))
    y = alt.Y("figure:Q", scale=log_scale(y_domain), title=measure, axis=log_axis(y_domain))
    base = alt.Chart(rows).encode(x=x, y=y)
    figures = {"value": parameter, "figure": measure}
    if run is None:
        line, points = base.mark_line(color="@blue", strokeWidth=1.8), base.mark_point(color="@blue", filled=True, size=34)
        return alt.layer(line, points.encode(description=told(format=",.4~g", **figures)))
    strategies = [s for s in run.strategies if s in {*rows["strategy"]}]
    base = base.encode(color=color(strategies, run.strategies))
    points = base.mark_point(filled=True, size=50, opacity=1)
    named = told("strategy", format=",.4~g", **figures)
    return alt.layer(
        base.mark_line(strokeWidth=1.8), points.encode(shape=shape(strategies, run.strategies), description=named)
    )
