"""Latency against main's time: what each strategy pays for what it gives."""

import polars as pl

from ..figure import Figure, Panel
from ..marks import log_domain, short
from ..ranking import CLOSE, brief, listed
from ..run import Run
from .trade_off_panel import DELIVERIES, SIZE, panel

#: The widest range of figures with which all panels have the same axes.
WIDEST = 10_000
CAPTION = (
    "Down and to the left is better: updates are seen sooner, and main is kept less busy. Hollow "
    "marks are beaten: another strategy is both sooner and keeps main less busy. Both axes are "
    "logarithmic. "
)
#: How many names a title holds.
MOST_NAMES = 3


def mean(run: Run) -> Figure:
    figure = Figure(
        "trade-off",
        "What a short latency costs: mean latency against main's time",
        CAPTION
        + "Lines across a point are 95 % intervals of its medians, where there were six trials. "
        "The grey lines are the best that anybody could do who knew all updates beforehand, who "
        "reloads the view (solid) or may change single rows, too (dashed). By luck a point can be "
        "below it: a reload that was under way already may show what came meanwhile.",
        label="Trade-off",
        legend="Down and to the left is better; hollow marks are beaten by another. Grey: the best that anybody could do who knew all "
        "updates beforehand, with reloads (solid) or with changes of rows, too (dashed).",
    )
    busy = run.figures("main_busy_share").with_columns(pl.lit("busy").alias("axis"))
    wide = _wide(run.figures("latency_mean_ms"), busy)
    return _draw(figure, run, wide, "Mean latency (ms)", run.frontier)


def p99(run: Run) -> Figure:
    figure = Figure(
        "trade-off-p99",
        "The slowest hundredth: 99th percentile of latency against main's time",
        CAPTION + "The percentile is that of the updates of all trials together.",
        label="99th percentile",
        legend="Down and to the left is better; hollow marks are beaten by another.",
    )
    if run.latency is None:
        return figure
    tail = run.latency.filter(pl.col("percentile") == 99).select(
        "strategy",
        "workload",
        pl.col("latency_ms").alias("median"),
        pl.lit(None, dtype=pl.Float64).alias("ci95_low"),
        pl.lit(None, dtype=pl.Float64).alias("ci95_high"),
    )
    wide = _wide(tail, run.figures("main_busy_share"))
    drawn, names = set(wide["workload"].to_list()), brief(run.workloads)
    for workload in run.workloads:
        counts = run.latency.filter(pl.col("workload") == workload)["updates"]
        if workload not in drawn and len(counts) > 0:
            figure.gaps.append(
                f"{names[workload]}: a 99th percentile takes 1,000 updates; the trials of a strategy had "
                f"{short(counts.max())} together."
            )
    return _draw(figure, run, wide, "99th percentile of latency (ms)", None, " in the slowest hundredth")


def _wide(latency: pl.DataFrame, busy: pl.DataFrame) -> pl.DataFrame:
    keys = ["strategy", "workload"]
    share = busy.select(
        *keys,
        (pl.col("median") * 100).alias("busy"),
        (pl.col("ci95_low") * 100).alias("busy_low"),
        (pl.col("ci95_high") * 100).alias("busy_high"),
    )
    figures = latency.select(
        *keys,
        pl.col("median").alias("latency"),
        pl.col("ci95_low").alias("latency_low"),
        pl.col("ci95_high").alias("latency_high"),
    )
    # Neither has a place on a logarithmic axis at 0, and nothing that is delivered has either.
    return figures.join(share, on=keys).filter((pl.col("busy") > 0) & (pl.col("latency") > 0))


def _draw(
    figure: Figure, run: Run, wide: pl.DataFrame, title: str, frontier: pl.DataFrame | None,
    where: str = "",
) -> Figure:
    figure.key = [s for s in run.strategies if s in set(wide["strategy"])]
    figure.alt_text = (
        f"Scatter plots, one a workload, of {title} against the share of time in which main is "
        f"busy, a point for each of {len(figure.key)} strategies."
    )
    if wide.is_empty():
        figure.gaps.append("No strategy has both figures.")
        return figure
    wide = _beaten(wide)
    figure.title = _unbeaten(wide) + where
    shared, names = _domains(wide), brief(run.workloads)
    is_shared = all(high / low < WIDEST for low, high in shared)
    if not is_shared:
        figure.caption += " Each panel has axes of its own."
    for workload in run.workloads:
        points = wide.filter(pl.col("workload") == workload)
        figure.gaps += [
            f"{names[workload]}, {strategy}: {trouble}."
            for strategy in run.strategies
            if (trouble := run.trouble(strategy, workload))
        ]
        if points.is_empty():
            continue
        x_domain, y_domain = shared if is_shared else _domains(points)
        best = _frontier(frontier, workload, x_domain, y_domain)
        chart = panel(points, best, figure.key, run.strategies, x_domain, y_domain, title)
        figure.panels.append(Panel(names[workload], chart, *SIZE, workload=workload))
    return figure


def _beaten(points: pl.DataFrame) -> pl.DataFrame:
    """Whether another strategy is no worse in either, and by more than a hair better in one."""
    found = []
    for _, own in points.group_by("workload", maintain_order=True):
        places = list(own.select("latency", "busy").rows())
        beaten = [
            any(a <= x and b <= y and (a * CLOSE < x or b * CLOSE < y) for a, b in places)
            for x, y in places
        ]
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
        return f"{_few(worst)} {verb} beaten{where}: something else is both sooner and easier on main"
    wins = dict(points.filter(~pl.col("is_beaten"))["strategy"].value_counts().rows())
    most = max(wins.values())
    best = [strategy for strategy in beaten if wins.get(strategy) == most]
    if len(best) == len(beaten) and most == count:
        return "No strategy is beaten: what is sooner keeps main busier"
    return f"Nothing is both sooner and easier on main than {_few(best)} on {most} of {count} workloads"


def _few(names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    return listed(names if more <= 0 else [*names[:MOST_NAMES], f"{more} more"])


def _domains(points: pl.DataFrame) -> tuple[list[float], list[float]]:
    def reach(name: str) -> list[float]:
        """Of the figures and of their intervals."""
        return [
            v for end in ("", "_low", "_high") for v in points[name + end].drop_nulls() if v > 0
        ]

    x_domain = log_domain(reach("busy"), 1.5)
    # More than 100 % there is not, but room for a point.
    x_domain[1] = max(min(x_domain[1], 160), x_domain[0] * 2)
    return x_domain, log_domain(reach("latency"), 1.5)


def _frontier(
    frontier: pl.DataFrame | None, workload: str, x_domain: list[float], y_domain: list[float]
) -> pl.DataFrame | None:
    if frontier is None:
        return None
    rows = frontier.filter(pl.col("workload") == workload).select(
        pl.col("delivery").replace_strict(DELIVERIES, default=pl.col("delivery")).alias("kind"),
        (pl.col("main_busy_share") * 100).alias("busy"),
        pl.col("latency_mean_ms").alias("latency"),
    )
    inside = pl.col("busy").is_between(x_domain[0], 100) & pl.col("latency").is_between(*y_domain)
    rows = rows.filter(inside).sort("kind", "busy")
    return None if rows.is_empty() else rows
