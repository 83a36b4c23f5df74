"""Latency against main-thread time: what each strategy pays for what it gives."""

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import log_axis, log_domain, log_scale, points, told
from ..run import RELOADS, Run

SIZE = (300, 250)
#: The widest range of figures with which all panels have the same axes.
WIDEST = 10_000
KEYS = ["strategy", "workload"]
Domains = tuple[list[float], list[float]]


def trade_off(run: Run) -> Figure:
    figure = Figure(
        "trade-off",
        "Latency against main-thread time",
        "Mean latency in ms and the share of time in which the main thread is busy in %; less of both is better. Lines "
        "across a point are 95 % intervals. Grey: the best possible for a scheduler that delivers in the same way and "
        "knows all updates beforehand.",
    )
    found = _points(run)
    figure.missing = "No strategy has both figures."
    if found.is_empty():
        return figure
    strategies = [s for _, own in run.groups(run.strategies) for s in own if s in set(found["strategy"])]
    shared = _domains(found)
    is_shared = all(high / low < WIDEST for low, high in shared)
    if not is_shared:
        figure.caption += " Each panel has axes of its own."
    for workload in run.workloads:
        for group, members in run.groups(run.strategies):
            own = found.filter(pl.col("workload") == workload, pl.col("strategy").is_in(members))
            if not own.is_empty():
                domains = shared if is_shared else _domains(own)
                best = _best(run, workload, run.group[members[0]], domains)
                chart = _panel(own, best, strategies, run, domains)
                left = run.without(workload, members, {*own["strategy"]}, "no figure")
                figure.add(run.names[workload], chart, *SIZE, workload=workload, group=group, subtitle=left)
    return figure


def _points(run: Run) -> pl.DataFrame:
    def figures(metric: str, name: str, factor: float) -> pl.DataFrame:
        ends = {"median": name, "ci95_low": f"{name}_low", "ci95_high": f"{name}_high"}
        return run.figures(metric).select(
            *KEYS, *((pl.col(column) * factor).alias(new) for column, new in ends.items())
        )

    both = figures("latency_mean_ms", "latency", 1).join(figures("main_busy_share", "busy", 100), on=KEYS)
    # 0 has no place on a logarithmic axis, and nothing that is delivered has it.
    return both.filter((pl.col("busy") > 0) & (pl.col("latency") > 0))


def _domains(points: pl.DataFrame) -> Domains:
    """Of the figures and of their intervals: x, then y."""
    reach = {
        name: [v for end in ("", "_low", "_high") for v in points[name + end].drop_nulls() if v > 0]
        for name in ("busy", "latency")
    }
    x_domain = log_domain(reach["busy"], 1.5)
    # Up to 100 % with room for a point, and beyond for strategies that still work when the workload is over.
    x_domain[1] = max(min(x_domain[1], 160), x_domain[0] * 2, 1.2 * max(reach["busy"]))
    return x_domain, log_domain(reach["latency"], 1.5)


def _best(run: Run, workload: str, group: str, domains: Domains) -> pl.DataFrame:
    kind = "reload" if group == RELOADS else "row-change"
    rows = run.frontier.filter(workload=workload, delivery=kind).select(
        busy=pl.col("main_busy_share") * 100, latency="latency_mean_ms"
    )
    return rows.filter(pl.col("busy").is_between(*domains[0]), pl.col("latency").is_between(*domains[1])).sort("busy")


def _panel(
    own: pl.DataFrame, best: pl.DataFrame, strategies: list[str], run: Run, domains: Domains
) -> alt.LayerChart:
    x_domain, y_domain = domains
    x = alt.X("busy:Q", scale=log_scale(x_domain), title="Main thread busy (%)", axis=log_axis(x_domain))
    y = alt.Y("latency:Q", scale=log_scale(y_domain), title="Mean latency (ms)", axis=log_axis(y_domain))
    line = alt.Chart(best).mark_line(color="@line", strokeWidth=2, point={"color": "@line", "size": 14, "opacity": 1})
    look = points(strategies, run.looks)
    base = alt.Chart(own).encode(x=x, y=y, color=look["color"])
    interval = base.mark_rule(strokeWidth=1.4, strokeOpacity=0.5)
    named = told("strategy", latency="mean latency (ms)", busy="main thread busy (%)")
    marks = base.mark_point(filled=True, opacity=1, size=90 if len(own) <= 8 else 60)
    return alt.layer(
        line.encode(x=x, y=y),
        interval.encode(y="latency_low:Q", y2="latency_high:Q"),
        interval.encode(x="busy_low:Q", x2="busy_high:Q"),
        marks.encode(shape=look["shape"], description=named),
    )
