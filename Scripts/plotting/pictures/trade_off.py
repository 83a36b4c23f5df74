"""Latency against main-thread time: what each strategy pays for what it gives."""

import altair as alt
import polars as pl

from ..figure import Figure
from ..identity import looks
from ..labels import place_by_points
from ..marks import color, log_axis, log_domain, log_scale, shape, tick_size, told
from ..ranking import CLOSE, listed
from ..run import Run

SIZE = (300, 250)
#: The widest range of figures with which all panels have the same axes.
WIDEST = 10_000
#: How many names a title holds.
MOST_NAMES = 3
DELIVERIES = {"reload": "best possible, reloads", "row-change": "best possible, row changes"}
BEST = "best possible"
KEYS = ["strategy", "workload"]
Place = tuple[float, float]
Domains = tuple[list[float], list[float]]


def trade_off(run: Run) -> Figure:
    figure = Figure(
        "trade-off",
        "What a short latency costs: mean latency against main-thread time",
        "Down and to the left is better: updates are seen sooner, and the main thread is less busy. Hollow marks are "
        "beaten: another strategy is both sooner and easier on the main thread. Both axes are logarithmic. Lines across "
        "a point are 95 % intervals of its medians, where there were six trials. The grey lines are the best that "
        "anybody could do who knew all updates beforehand, with reloads (solid) or with changes of rows, too (dashed).",
        label="Trade-off",
        legend="Down and to the left is better; hollow marks are beaten by another. Grey: the best that anybody could "
        "do who knew all updates beforehand, with reloads (solid) or with changes of rows, too (dashed).",
        docs="optimum.md",
    )
    wide = _wide(run.figures("latency_mean_ms"), run.figures("main_busy_share"))
    figure.key = [s for s in run.strategies if s in set(wide["strategy"])]
    figure.alt_text = (
        "Scatter plots, one a workload, of mean latency against the share of time in which the main thread is busy, "
        f"a point for each of {len(figure.key)} strategies."
    )
    if wide.is_empty():
        return figure.without("No strategy has both figures.")
    wide = _beaten(wide)
    figure.title = _unbeaten(wide)
    shared = _domains(wide)
    is_shared = all(high / low < WIDEST for low, high in shared)
    if not is_shared:
        figure.caption += " Each panel has axes of its own."
    for workload in run.workloads:
        figure.gaps += run.troubles(workload)
        points = wide.filter(pl.col("workload") == workload)
        if not points.is_empty():
            domains = shared if is_shared else _domains(points)
            best = None if run.frontier is None else _frontier(run.frontier, workload, domains)
            chart = _panel(points, best, figure.key, run.strategies, domains)
            figure.add(run.names[workload], chart, *SIZE, workload=workload)
    return figure


def _wide(latency: pl.DataFrame, busy: pl.DataFrame) -> pl.DataFrame:
    def figures(of: pl.DataFrame, name: str, factor: float) -> pl.DataFrame:
        ends = {"median": name, "ci95_low": f"{name}_low", "ci95_high": f"{name}_high"}
        return of.select(*KEYS, *((pl.col(column) * factor).alias(new) for column, new in ends.items()))

    # Neither has a place on a logarithmic axis at 0, and nothing that is delivered has either.
    both = figures(latency, "latency", 1.0).join(figures(busy, "busy", 100), on=KEYS)
    return both.filter((pl.col("busy") > 0) & (pl.col("latency") > 0))


def _beaten(points: pl.DataFrame) -> pl.DataFrame:
    """Whether another strategy is no worse in either, and by more than a hair better in one."""
    found = []
    for _, own in points.group_by("workload", maintain_order=True):
        places = list(own.select("latency", "busy").rows())
        beaten = [any(a <= x and b <= y and (a * CLOSE < x or b * CLOSE < y) for a, b in places) for x, y in places]
        found.append(own.with_columns(pl.Series("is_beaten", beaten, dtype=pl.Boolean)))
    return pl.concat(found)


def _unbeaten(points: pl.DataFrame) -> str:
    """The title: who is beaten on every workload, or else who is beaten on the fewest."""
    count = points["workload"].n_unique()
    beaten = dict(points.group_by("strategy", maintain_order=True).agg(pl.col("is_beaten").sum()).rows())
    worst = [strategy for strategy, times in beaten.items() if times == count]
    if worst:
        where = "" if count == 1 else " on every workload"
        verb = "is" if len(worst) == 1 else "are"
        return f"{_few(worst)} {verb} beaten{where}: something else is both sooner and easier on the main thread"
    wins = dict(points.filter(~pl.col("is_beaten"))["strategy"].value_counts().rows())
    most = max(wins.values())
    best = [strategy for strategy in beaten if wins.get(strategy) == most]
    if len(best) == len(beaten) and most == count:
        return "No strategy is beaten: what is sooner keeps the main thread busier"
    return f"Nothing is both sooner and easier on the main thread than {_few(best)} on {most} of {count} workloads"


def _few(names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    return listed(names if more <= 0 else [*names[:MOST_NAMES], f"{more} more"])


def _domains(points: pl.DataFrame) -> Domains:
    """Of the figures and of their intervals: x, then y."""
    reach = {
        name: [v for end in ("", "_low", "_high") for v in points[name + end].drop_nulls() if v > 0]
        for name in ("busy", "latency")
    }
    x_domain = log_domain(reach["busy"], 1.5)
    # Up to 100 % with room for a point, and beyond for whoever works on when the workload is over.
    x_domain[1] = max(min(x_domain[1], 160), x_domain[0] * 2, 1.2 * max(reach["busy"], default=0))
    return x_domain, log_domain(reach["latency"], 1.5)


def _frontier(frontier: pl.DataFrame, workload: str, domains: Domains) -> pl.DataFrame | None:
    rows = frontier.filter(pl.col("workload") == workload).select(
        pl.col("delivery").replace_strict(DELIVERIES, default=pl.col("delivery")).alias("kind"),
        (pl.col("main_busy_share") * 100).alias("busy"),
        pl.col("latency_mean_ms").alias("latency"),
    )
    inside = pl.col("busy").is_between(*domains[0]) & pl.col("latency").is_between(*domains[1])
    rows = rows.filter(inside).sort("kind", "busy")
    return None if rows.is_empty() else rows


def _panel(
    points: pl.DataFrame, best: pl.DataFrame | None, strategies: list[str], run: list[str], domains: Domains
) -> alt.LayerChart:
    """Points with intervals and names, above the best possible."""
    x_domain, y_domain = domains
    x = alt.X("busy:Q", scale=log_scale(x_domain), title="Main thread busy (% of the time)", axis=log_axis(x_domain))
    y = alt.Y("latency:Q", scale=log_scale(y_domain), title="Mean latency (ms)", axis=log_axis(y_domain))
    obstacles, named = _intervals(points), list(points.select("strategy", "busy", "latency").rows())
    layers: list[alt.Chart] = []
    if best is not None:
        obstacles += _along(best)
        named.append((BEST, *_corner(best)))
        line = alt.Chart(best).mark_line(
            color="@line", strokeWidth=2, point={"color": "@line", "size": 14, "opacity": 1}
        )
        is_reload = f"datum.kind == '{DELIVERIES['reload']}'"
        dashes = alt.condition(is_reload, alt.value([1, 0]), alt.value([4, 3]))
        layers.append(line.encode(x=x, y=y, detail="kind:N", strokeDash=dashes))
    base = alt.Chart(points).encode(x=x, y=y, color=color(strategies, run))
    interval = base.mark_rule(strokeWidth=1.4, strokeOpacity=0.5)
    named_so = told("strategy", latency="mean latency (ms)", busy="main thread busy (%)")
    marks, size = base.encode(shape=shape(strategies, run), description=named_so), tick_size(len(points))
    hollow = marks.mark_point(filled=False, fill="@ground", strokeWidth=1.6, opacity=1, size=size * 0.8)
    layers += [
        interval.encode(y="latency_low:Q", y2="latency_high:Q"),
        interval.encode(x="busy_low:Q", x2="busy_high:Q"),
        hollow.transform_filter("datum.is_beaten"),
        marks.mark_point(filled=True, opacity=1, size=size).transform_filter("!datum.is_beaten"),
    ]
    hues = {strategy: look.hue for strategy, look in looks(run).items()} | {BEST: "@muted"}
    labels = place_by_points(named, x_domain, y_domain, SIZE, obstacles)
    for text, at_x, at_y in named:
        if label := labels.get(text):
            place = alt.Chart(pl.DataFrame({"busy": [at_x], "latency": [at_y], "text": [text]}))
            name = place.mark_text(align=label.align, dx=label.dx, dy=label.dy, baseline="middle", color=hues[text])
            layers.append(name.encode(x=x, y=y, text="text:N"))
    return alt.layer(*layers)


def _along(best: pl.DataFrame) -> list[Place]:
    """Points along the lines of the best possible, so that no label lies across one."""
    found: list[Place] = []
    for _, line in best.group_by("kind", maintain_order=True):
        corners = list(line.select("busy", "latency").rows())
        found += corners
        for one, other in zip(corners, corners[1:], strict=False):
            found += _between(one, other)
    return found


def _intervals(points: pl.DataFrame) -> list[Place]:
    """The same along the intervals."""
    found: list[Place] = []
    for row in points.to_dicts():
        upright = [(row["busy"], row[f"latency_{end}"]) for end in ("low", "high")]
        level = [(row[f"busy_{end}"], row["latency"]) for end in ("low", "high")]
        for one, other in (upright, level):
            if all((*one, *other)):
                found += [one, other, *_between(one, other)]
    return found


def _between(one: Place, other: Place) -> list[Place]:
    parts = [step / 12 for step in range(1, 12)]
    return [(one[0] * (other[0] / one[0]) ** part, one[1] * (other[1] / one[1]) ** part) for part in parts]


def _corner(best: pl.DataFrame) -> Place:
    """A corner of the line of reloads, or of the other where that is a point: not where all points
    are, at its end."""
    lines = best.group_by("kind", maintain_order=True).agg("busy", "latency").to_dicts()
    line = max(lines, key=lambda line: (len(line["busy"]) > 1, line["kind"] == DELIVERIES["reload"]))
    corner = len(line["busy"]) // 3
    return line["busy"][corner], line["latency"][corner]
