"""What one lane of a timeline shows: a strategy's updates and deliveries, thinned out."""

from dataclasses import dataclass

import polars as pl

from ..downsample import thin
from ..marks import short

#: When an update is drawn: when it was meant, which is the same for all strategies; real producers
#: are a little late, each in its way, and a latency counts that in.
SUBMITTED = "intended_ms"


@dataclass(frozen=True)
class Lane:
    strategy: str
    number: int
    updates: pl.DataFrame
    deliveries: pl.DataFrame
    turns: pl.DataFrame
    blocked: pl.DataFrame
    #: Of a screen with frames of its own; empty without one.
    frames: pl.DataFrame
    #: Its deliveries and updates in the whole trial, and how long an update waited on average in ms.
    count: int
    submitted: int
    mean: float | None
    text: str


def lane(events: pl.DataFrame, strategy: str, number: int, end: float, most: int) -> Lane:
    own = events.filter(pl.col("strategy") == strategy)
    updates = own.filter(pl.col("event") == "update")
    deliveries = own.filter(pl.col("event") == "delivery")
    shown = updates["latency_ms"].drop_nulls()
    words = f"{len(deliveries):,} {'delivery' if len(deliveries) == 1 else 'deliveries'}"
    if not own.filter(pl.col("event") == "cut").is_empty():
        words = f"first {len(updates):,} updates · {words}"
    if len(shown) > 0:
        words += f" · seen after {short(shown.mean(), 2)} ms"
    lost = len(updates) - len(shown)
    if lost > 0:
        words += f" · {lost:,} never shown"
    inside = pl.col("start_ms") <= end
    bars = thin(deliveries.filter(inside).with_columns(
        (pl.col("shown_ms") - pl.col("start_ms")).alias("length_ms")
    ), "start_ms", "length_ms", most)  # fmt: skip
    return Lane(
        strategy, number,
        thin(updates.filter(pl.col(SUBMITTED) <= end), SUBMITTED, "latency_ms", most),
        bars, _turns(deliveries.filter(inside), most),
        own.filter((pl.col("event") == "blocked") & inside),
        own.filter((pl.col("event") == "frame") & inside),
        len(deliveries), len(updates), shown.mean(), words,
    )  # fmt: skip


def _turns(deliveries: pl.DataFrame, most: int) -> pl.DataFrame:
    """From the first handler of a turn of the run loop to its end, when all it did is seen."""
    turns = deliveries.group_by("shown_ms", maintain_order=True).agg(
        pl.col("strategy").first(), pl.col("start_ms").min()
    ).with_columns((pl.col("shown_ms") - pl.col("start_ms")).alias("length_ms"))  # fmt: skip
    return thin(turns, "start_ms", "length_ms", most)
