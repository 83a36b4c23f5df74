"""A stream of text on the screen, over time: what has arrived, and what each strategy has shown of it."""

from pathlib import Path

import altair as alt
import polars as pl

from .. import tables
from ..errors import BadInput
from ..figure import Figure
from ..marks import short

WIDTH, LANE, GAP = 780, 130, 0.16
#: The length of the drawn part of the trial, in ms: a few chunks.
STRETCH = 1_600.0
#: The strategies, from the top, with their descriptions.
LANES = {"adaptive": "all at once", "frame": "what a frame finds", "reveal": "evenly, within 400 ms"}


def stream(folder: Path) -> Figure:
    """The picture of the first trial of a run on text-chunks, with events."""
    events = tables.read(folder, tables.EVENTS).filter(pl.col("event") == "update").drop_nulls("shown_ms")
    lanes = {strategy: events.filter(pl.col("strategy") == strategy) for strategy in LANES}
    if missing := [strategy for strategy, own in lanes.items() if own.is_empty()]:
        raise BadInput(f"{folder}/events.csv shows no update with {missing[0]}.")
    figure = Figure(
        "stream",
        "Text that arrives in chunks, and as three strategies show it",
        "How many characters have arrived (grey) and are on the screen (blue). A step is what one picture adds.",
    )
    figure.add("", _chart(lanes), WIDTH, LANE * len(LANES))
    return figure


def _counts(updates: pl.DataFrame, time: str) -> pl.DataFrame:
    """How many updates there are up to each time, from 0 to the end of the stretch."""
    steps = updates.group_by(pl.col(time).alias("ms")).len("new").sort("ms").with_columns(pl.col("new").cum_sum())
    inside = steps.filter(pl.col("ms") <= STRETCH).select("ms", pl.col("new").cast(pl.Float64).alias("count"))
    last = inside["count"][-1] if len(inside) > 0 else 0.0
    ends = pl.DataFrame({"ms": [0.0, STRETCH], "count": [0.0, last]})
    return pl.concat([ends[:1], inside, ends[1:]])


def _fact(updates: pl.DataFrame) -> str:
    most = updates.group_by("shown_ms").len()["len"].max()
    late = short(updates["latency_ms"].mean(), 2)
    return f"up to {most:,} characters in a picture, seen after {late} ms on average"


def _chart(lanes: dict[str, pl.DataFrame]) -> alt.LayerChart:
    arrived = {strategy: _counts(updates, "intended_ms") for strategy, updates in lanes.items()}
    most = max(counts["count"].max() for counts in arrived.values())
    x_scale, y_scale = alt.Scale(domain=[0, STRETCH], nice=False), alt.Scale(domain=[len(lanes), 0], nice=False)
    x = alt.X("ms:Q", scale=x_scale, axis=alt.Axis(title="Time (ms)", format=",.6~g"))
    y = alt.Y("at:Q", scale=y_scale, axis=None)

    def line(counts: pl.DataFrame, lane: int, color: str, width: float) -> alt.Chart:
        place = lane + 1 - pl.col("count") / most * (1 - 2 * GAP)
        base = alt.Chart(counts.select("ms", place.alias("at")))
        return base.mark_line(interpolate="step-after", color=color, strokeWidth=width).encode(x=x, y=y)

    layers: list[alt.Chart] = []
    for lane, (strategy, updates) in enumerate(lanes.items()):
        text = alt.Chart(pl.DataFrame({"at": [lane + GAP / 2], "what": [f"{strategy}: {LANES[strategy]}"]}))
        fact = alt.Chart(pl.DataFrame({"at": [lane + GAP / 2], "what": [_fact(updates)]}))
        words = {"baseline": "middle", "fontSize": 12}
        layers += [
            line(arrived[strategy], lane, "@muted", 1),
            line(_counts(updates, "shown_ms"), lane, "@blue", 1.6),
            text.mark_text(align="left", fontWeight="bold", **words).encode(x=alt.value(0), y=y, text="what:N"),
            fact.mark_text(align="right", **words).encode(x=alt.value("width"), y=y, text="what:N"),
        ]
    return alt.layer(*layers)
