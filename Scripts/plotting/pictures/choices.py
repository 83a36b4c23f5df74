"""Which strategy is chosen at which price of waiting."""

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import color, log_axis, log_scale, names, short, told
from ..run import Run, brief

WIDTH, ROW = 420, 26
#: Neighbouring prices are a factor of two apart: each stands for as much around it, and a little more,
#: so that no seam is left.
HALF = 2**0.5 * 1.01
#: How much wider the axis is than the prices, for the text to the right of them.
ROOM = 600.0


def choices(run: Run) -> Figure:
    figure = Figure(
        "choices",
        "Which strategy at which price of waiting",
        "Find on the axis how many milliseconds of main-thread time a millisecond of waiting is worth to you: the bar "
        "above it names the choice. To the right: the mean latency and the main thread's busy share that come with it. "
        "To the left little is spent on the main thread, to the right updates are shown soon. The upright line is the "
        "price that was asked for.",
        legend="Find what a ms of waiting is worth to you on the axis; the bar above it names the choice.",
        columns=2,
        label="Choices",
        is_wide=True,
        docs="choosing.md",
    )
    if run.choices is None or run.choices.is_empty():
        return figure.without("This run chose nothing. Scripts/bench recommend does, where anything meets the goals.")
    strategies = run.choices["strategy"].unique(maintain_order=True).to_list()
    figure.alt_text = f"Bars along the price of waiting, from cheap to dear: {', '.join(strategies)}."
    figure.title = _title(run.choices, run.workloads)
    for workload in run.workloads:
        # On its logarithmic axis a price of 0 has no place.
        rows = run.choices.filter((pl.col("workload") == workload) & (pl.col("latency_price") > 0))
        if rows.is_empty():
            figure.gaps.append(f"{workload}: there is no choice for it.")
            continue
        height = ROW * len(strategies) + 10
        figure.add(run.names[workload], _panel(rows, strategies, run.strategies), WIDTH, height, workload=workload)
    return figure


def _title(rows: pl.DataFrame, workloads: list[str]) -> str:
    short_names = brief(workloads)
    asked = dict(rows.filter(pl.col("is_asked") == "yes").select("workload", "strategy").rows())
    chosen = list(dict.fromkeys(asked.values()))
    if not chosen:
        return f"{rows['strategy'].n_unique()} strategies, each the choice at some price of waiting"
    if len(chosen) == 1:
        return f"At the price that was asked for, {chosen[0]} is the choice"
    said = [f"{asked[w]} on {short_names[w]}" for w in workloads if w in asked]
    return f"At the price that was asked for: {', '.join(said)}"


def _panel(rows: pl.DataFrame, strategies: list[str], run: list[str]) -> alt.LayerChart:
    prices = [rows["latency_price"].min(), rows["latency_price"].max()]
    axis = log_axis([prices[0], prices[1] * HALF])
    axis.title = "Worth of a ms of waiting (ms of main thread)"
    x = alt.X("low:Q", scale=log_scale([prices[0] / HALF, prices[1] * ROOM]), axis=axis)
    y = names("strategy", list(reversed(strategies)), 260)
    price = pl.col("latency_price")
    bars = rows.with_columns((price / HALF).alias("low"), (price * HALF).alias("high"))
    ends = bars.group_by("strategy", maintain_order=True).agg(
        pl.col("latency_mean_ms").first(), pl.col("main_busy_share").first()
    )
    texts = [
        f"{short(latency)} ms, {'–' if share is None else f'{short(share * 100)} %'} of main thread"
        for _, latency, share in ends.rows()
    ]
    edge = pl.lit(prices[1] * HALF**2).alias("low")
    ends = ends.select("strategy", edge, pl.Series("text", texts, dtype=pl.String))
    asked = bars.filter(pl.col("is_asked") == "yes").select(price.alias("low"))
    hues = color(strategies, run, legend=False)
    return alt.layer(
        alt.Chart(asked).mark_rule(color="@ink", strokeDash=[4, 3]).encode(x=x),
        alt.Chart(bars)
        .mark_bar(size=ROW - 10, strokeWidth=0)
        .encode(x=x, x2="high:Q", y=y, color=hues, description=told("strategy", latency_price="price of waiting")),
        alt.Chart(ends)
        .mark_text(align="left", baseline="middle", dx=6, color="@muted")
        .encode(x=x, y=y, text="text:N"),
    )
