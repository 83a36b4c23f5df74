"""Latency against main-thread time: each strategy's trade-off."""

from math import dist, log

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import log_axis, log_domains, log_scale, own_axes, points, told
from ..run import RELOADS, Run

SIZE = (300, 250)
#: Points closer than this many pixels hide each other.
NEAR = 6.0
#: The best possible is drawn up to this many times beyond the points; all of it would leave them little room.
BEYOND = 10
KEYS = ["strategy", "workload"]
AXES = ("busy", "latency")


def trade_off(run: Run) -> Figure:
    figure = Figure(
        "trade-off",
        "Latency against main-thread time",
        "Mean latency in ms and the share of time in which the main thread is busy in %; less of both is better.",
        missing="No strategy has both figures.",
    )
    rows = _points(run)
    if rows.is_empty():
        return figure
    panels = [
        (workload, group, members, own, _best(run, workload, run.group[members[0]], own))
        for workload in run.workloads
        for group, members in run.groups(run.strategies)
        if not (own := rows.filter(pl.col("workload") == workload, pl.col("strategy").is_in(members))).is_empty()
    ]
    strategies = [s for _, own in run.groups(run.strategies) for s in own if s in set(rows["strategy"])]
    drawn = pl.concat([rows, *(best for *_, best in panels)], how="diagonal")
    domains = [log_domains(drawn, [axis, f"{axis}_low", f"{axis}_high"], 1.5) for axis in AXES]
    if any((rows[f"{axis}_low"] < rows[f"{axis}_high"]).any() for axis in AXES):
        figure.caption += " Lines across a point: its 95 % intervals, where they are longer than the point."
    if len(drawn) > len(rows):
        figure.caption += (
            f" Grey, within {BEYOND} times of the points: the best possible for a scheduler that delivers in the same "
            "way and knows all updates beforehand."
        )
    figure.caption += own_axes(*domains)
    for workload, group, members, own, best in panels:
        chart = _panel(own, best, strategies, run, [each[workload] for each in domains])
        left = run.without(workload, members, {*own["strategy"]}, "no figure")
        figure.add(run.names[workload], chart, *SIZE, workload=workload, group=group, subtitle=left)
    return figure


def _points(run: Run) -> pl.DataFrame:
    def figures(metric: str, name: str, factor: float) -> pl.DataFrame:
        ends = {name: "median", f"{name}_low": "ci95_low", f"{name}_high": "ci95_high"}
        return run.figures(metric).select(*KEYS, **{new: pl.col(column) * factor for new, column in ends.items()})

    both = figures("latency_mean_ms", "latency", 1).join(figures("main_busy_share", "busy", 100), on=KEYS)
    # A logarithmic axis has no 0, and no delivered update has it.
    return both.filter((pl.col("busy") > 0) & (pl.col("latency") > 0))


def _best(run: Run, workload: str, group: str, points: pl.DataFrame) -> pl.DataFrame:
    kind = "reload" if group == RELOADS else "row-change"
    rows = run.frontier.filter(workload=workload, delivery=kind).select(
        "workload", busy=pl.col("main_busy_share") * 100, latency="latency_mean_ms"
    )
    return rows.filter(
        pl.col(axis).is_between(points[axis].min() / BEYOND, points[axis].max() * BEYOND) for axis in AXES
    ).sort("busy")


def _piles(points: pl.DataFrame, domains: list[list[float]]) -> list[list[int]]:
    """The groups of points that hide each other."""
    places = [
        [log(value / low) / log(high / low) * size for value, (low, high), size in zip(row, domains, SIZE, strict=True)]
        for row in points.select(AXES).rows()
    ]
    piles: list[list[int]] = []
    for number, place in enumerate(places):
        pile = next((pile for pile in piles if any(dist(place, places[other]) < NEAR for other in pile)), [])
        if not pile:
            piles.append(pile)
        pile.append(number)
    return piles


def _panel(
    own: pl.DataFrame, best: pl.DataFrame, strategies: list[str], run: Run, domains: list[list[float]]
) -> alt.LayerChart:
    x_domain, y_domain = domains
    x = alt.X("busy:Q", scale=log_scale(x_domain), title="Main thread busy (%)", axis=log_axis(x_domain))
    y = alt.Y("latency:Q", scale=log_scale(y_domain), title="Mean latency (ms)", axis=log_axis(y_domain))
    piles = [own[pile] for pile in _piles(own, domains)]
    own = pl.concat(pile.with_columns(names=pl.lit(", ".join(pile["strategy"]))) for pile in piles)
    notes = [pile.sort("busy")[-1].with_columns(note=pl.lit(f"{len(pile)} here")) for pile in piles if len(pile) > 1]
    line = alt.Chart(best).mark_line(color="@line", strokeWidth=2, point={"color": "@line", "size": 14, "opacity": 1})
    look = points(strategies, run.looks)
    base = alt.Chart(own).encode(x=x, y=y, color=look["color"])
    interval = base.mark_rule(strokeWidth=1.4, strokeOpacity=0.5)
    marks = base.mark_point(filled=True, opacity=1, size=90 if len(own) <= 8 else 60)
    named = told("names", latency="mean latency (ms)", busy="main thread busy (%)")
    note = [alt.Chart(pl.concat(notes)).mark_text(align="left", dx=8, fontSize=10, color="@muted")] if notes else []
    return alt.layer(
        line.encode(x=x, y=y),
        interval.encode(y="latency_low:Q", y2="latency_high:Q"),
        interval.encode(x="busy_low:Q", x2="busy_high:Q"),
        marks.encode(shape=look["shape"], description=named),
        *(each.encode(x=x, y=y, text="note:N") for each in note),
    )
