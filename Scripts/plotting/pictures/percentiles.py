"""Percentile curves of latency, with the range of the trials."""

from math import log10

import altair as alt
import polars as pl

from ..figure import Figure
from ..labels import spread
from ..marks import color, dash, log_axis, log_domain, log_scale, short, told
from ..ranking import whole
from ..run import Run

SIZE = (300, 250)
#: More curves than these are named by the key alone.
MOST_NAMES = 12
LABELS = {1: "0", 2: "50", 10: "90", 100: "99", 1_000: "99.9", 10_000: "99.99"}


def percentiles(run: Run) -> Figure:
    figure = Figure(
        "latency-percentiles",
        "How long the slowest updates wait: percentiles of latency",
        "Read it as: so many percent of the updates are seen within so long. Each step to the right "
        "leaves a tenth as many updates beyond. A curve ends where fewer than ten are left, with a "
        "dot at the longest latency of all; a band goes from the least to the greatest of the "
        "trials, where there were several.",
        label="Percentiles",
    )
    if run.latency is None:
        return figure
    # On its logarithmic axis a latency of 0 has no place; there is none in real time.
    rows = run.sound(run.latency.filter(pl.col("latency_ms") > 0))
    figure.key = [s for s in run.strategies if s in set(rows["strategy"])]
    figure.alt_text = (
        f"Line charts, one a workload, of latency over the percentile, of {len(figure.key)} "
        "strategies; higher is slower."
    )
    figure.title = _longest(rows, run) or figure.title
    for workload in run.workloads:
        figure.gaps += run.troubles(workload)
        curves = rows.filter(pl.col("workload") == workload)
        if curves.is_empty():
            figure.gaps.append(f"{run.names[workload]}: no update was shown.")
        else:
            chart = _panel(_places(curves), figure.key, run.strategies)
            figure.add(run.names[workload], chart, *SIZE, workload=workload)
    return figure


def _longest(rows: pl.DataFrame, run: Run) -> str:
    """The title: the longest wait on any workload, least and most; of strategies that have all."""
    rows = rows.filter(pl.col("workload").is_in(whole(run, run.workloads)) & (pl.col("percentile") >= 100))
    count = pl.col("workload").n_unique().alias("count")
    ends = rows.group_by("strategy", maintain_order=True).agg(pl.col("latency_ms").max(), count)
    ends = ends.filter(pl.col("count") == pl.col("count").max()).sort("latency_ms")
    if len(ends) < 2:
        return ""
    (best, least, _), (worst, most, _) = ends.rows()[0], ends.rows()[-1]
    return f"The longest wait of any update: {short(least, 2)} ms with {best}, {short(most, 2)} ms with {worst}"


def _places(curves: pl.DataFrame) -> pl.DataFrame:
    """x is 1 ÷ (1 − p); the longest of n updates lies at n."""
    for column in ("trials_low_ms", "trials_high_ms"):
        if column not in curves.columns:
            curves = curves.with_columns(pl.lit(None, dtype=pl.Float64).alias(column))
    percentile = pl.col("percentile")
    beyond = pl.when(percentile < 100).then(100 / (100 - percentile)).otherwise(pl.col("updates"))
    is_tail = percentile.rank("ordinal", descending=True).over("strategy") <= 2
    # Below 90, more than every fifth per cent shows no difference, and makes the page longer.
    return curves.filter((percentile >= 90) | (percentile % 5 == 0)).with_columns(
        beyond.alias("beyond"), (percentile >= 100).alias("is_longest"), is_tail.alias("is_tail")
    ).sort("strategy", "beyond")


def _panel(curves: pl.DataFrame, strategies: list[str], run: list[str]) -> alt.LayerChart:
    last = max(curves["beyond"].max() or 0, 20)
    has_names = len(strategies) <= MOST_NAMES
    x_domain = [1.0, last ** (_room(strategies) if has_names else 1.02)]
    y_domain = log_domain(curves["latency_ms"].to_list() + curves["trials_high_ms"].drop_nulls().to_list(), 1.3)
    y_scale = log_scale(y_domain)
    expression = " : ".join(f"datum.value == {at} ? '{name}'" for at, name in LABELS.items())
    x = alt.X(
        "beyond:Q",
        scale=log_scale(x_domain),
        title="Percentile of the updates (%)",
        axis=alt.Axis(values=[at for at in LABELS if at <= last], labelExpr=f"{expression} : ''"),
    )
    y = alt.Y("latency_ms:Q", scale=y_scale, title="Latency (ms)", axis=log_axis(y_domain))
    quiet = alt.Chart(curves).encode(x=x, color=color(strategies, run, legend=False))
    band = quiet.mark_area(fillOpacity=0.11, interpolate="monotone").encode(
        y=alt.Y("trials_low_ms:Q", scale=y_scale), y2="trials_high_ms:Q"
    )
    tail = quiet.mark_line(strokeWidth=0.8, strokeOpacity=0.6).encode(y=y)
    line = alt.Chart(curves).mark_line(strokeWidth=1.8, interpolate="monotone")
    named = told("strategy", percentile="percentile", latency_ms="latency (ms)", format=",.5~g")
    point = quiet.encode(y=y, description=named)
    layers = [
        band.transform_filter("datum.trials_low_ms > 0 && !datum.is_longest"),
        tail.transform_filter("datum.is_tail"),
        line.encode(x=x, y=y, color=color(strategies, run), strokeDash=dash(strategies, run)).transform_filter(
            "!datum.is_longest"
        ),
        # To be pointed at, not to be seen.
        point.mark_point(shape="square", size=80, filled=True, fillOpacity=0).transform_filter("!datum.is_longest"),
        point.mark_point(filled=True, size=26, opacity=1).transform_filter("datum.is_longest"),
    ]
    if has_names:
        text = alt.Chart(_names(curves, y_domain)).mark_text(align="left", dx=6, baseline="middle")
        hues, place = color(strategies, run, legend=False), alt.Y("place:Q", scale=y_scale)
        layers.append(text.encode(x=x, y=place, text="strategy:N", color=hues))
    return alt.layer(*layers)


def _room(strategies: list[str]) -> float:
    """How much longer the axis is, for the names at the ends of the curves; on the page a panel may be
    a little narrower than in the file."""
    longest = max((len(strategy) for strategy in strategies), default=0)
    return 1 / (1 - min(0.6, (longest * 6.3 + 10) / (SIZE[0] - 30)))


def _names(curves: pl.DataFrame, y_domain: list[float]) -> pl.DataFrame:
    """Each name at the end of its curve, moved up or down until it can be read."""
    ends = curves.filter("is_longest")
    low, high = log10(y_domain[0]), log10(y_domain[1])
    heights = [(log10(v) - low) / (high - low) * SIZE[1] for v in ends["latency_ms"].to_list()]
    places = [10 ** (low + p / SIZE[1] * (high - low)) for p in spread(heights, 12, 4, SIZE[1] - 4)]
    return ends.with_columns(pl.Series("place", places))
