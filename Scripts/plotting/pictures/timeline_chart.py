"""The marks of a timeline, a lane for each strategy.

Everything is cut to the drawn stretch before it becomes a mark: a clipping path makes the bitmap four times as slow.
For the same reason strokes and fillings have an opacity, and marks have none.
"""

from dataclasses import dataclass

import altair as alt
import polars as pl

from ..downsample import thin
from ..identity import Look
from ..marks import compact, hues, short, told

#: The time at which an update was due, the same for all strategies. Real producers are a little late, which counts as
#: latency.
SUBMITTED = "intended_ms"
#: The positions in a lane, from its top at 0 to the next lane's at 1.
NAME = 0.1
PLACES = {"tick": 0.25, "tick_end": 0.37, "bar": 0.66, "bar_end": 0.84, "frame_end": 0.92}


@dataclass(frozen=True)
class Lane:
    strategy: str
    number: int
    updates: pl.DataFrame
    deliveries: pl.DataFrame
    #: Turns of the run loop, from the first handler until the result is visible.
    turns: pl.DataFrame
    blocked: pl.DataFrame
    #: Frames of the screen, if it has any.
    frames: pl.DataFrame
    #: Figures of the whole trial.
    text: str


def lane(events: pl.DataFrame, strategy: str, number: int, end: float, most: int) -> Lane:
    own = events.filter(pl.col("strategy") == strategy)
    updates, deliveries = (own.filter(pl.col("event") == kind) for kind in ("update", "delivery"))
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
    length = (pl.col("shown_ms") - pl.col("start_ms")).alias("length_ms")
    drawn = deliveries.filter(inside)
    turns = drawn.group_by("shown_ms", maintain_order=True).agg(pl.col("strategy").first(), pl.col("start_ms").min())
    return Lane(
        strategy,
        number,
        thin(updates.filter(pl.col(SUBMITTED) <= end), SUBMITTED, "latency_ms", most),
        thin(drawn.with_columns(length), "start_ms", "length_ms", most),
        thin(turns.with_columns(length), "start_ms", "length_ms", most),
        own.filter((pl.col("event") == "blocked") & inside),
        own.filter((pl.col("event") == "frame") & inside),
        words,
    )


class Plane:
    """The axes and colours that all marks share, and the rows of all lanes, each with its places."""

    def __init__(self, lanes: list[Lane], end: float, looks: dict[str, Look]) -> None:
        self.lanes, self.end = lanes, end
        self.hues = hues([lane.strategy for lane in lanes], looks)
        self._x_scale = alt.Scale(domain=[0, end], nice=False, zero=False)
        self._y_scale = alt.Scale(domain=[len(lanes), 0], nice=False)
        self._x_axis = alt.Axis(title="Time since the trial's start (ms)", format=",.6~g", tickCount=10)

    def x(self, name: str) -> alt.X:
        return alt.X(f"{name}:Q", scale=self._x_scale, axis=self._x_axis)

    def y(self, name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", scale=self._y_scale, axis=None)

    def rows(self, name: str) -> pl.DataFrame:
        return pl.concat(
            getattr(lane, name).with_columns(pl.lit(lane.number + part).alias(place) for place, part in PLACES.items())
            for lane in self.lanes
        )

    def until(self, name: str) -> pl.Expr:
        """The time, but no later than the end of the drawing."""
        return pl.col(name).clip(upper_bound=self.end)

    def band(self, name: str, until: str, top: str, bottom: str, *more: str) -> alt.Chart:
        """Marks that span a part of their lane's height."""
        rows = self.rows(name).with_columns(self.until(until))
        chart = alt.Chart(compact(rows.select("start_ms", until, top, bottom, *more)))
        return chart.encode(y=self.y(top), y2=bottom)


def chart(lanes: list[Lane], end: float, looks: dict[str, Look]) -> alt.LayerChart:
    plane = Plane(lanes, end, looks)
    rows = [(lane.strategy, lane.text, lane.number + NAME, float(lane.number)) for lane in lanes]
    names = alt.Chart(pl.DataFrame(rows, schema=["strategy", "text", "place", "edge"], orient="row"))
    edges = names.mark_rule(color="@grid").encode(y=plane.y("edge"))
    return alt.layer(
        edges.transform_filter("datum.edge > 0"),
        _blocked(plane),
        *_frames(plane),
        *_deliveries(plane),
        *_updates(plane),
        names.mark_text(align="left", baseline="middle", fontWeight="bold", fontSize=12).encode(
            x=alt.value(0), y=plane.y("place"), text="strategy:N", color=plane.hues
        ),
        names.mark_text(align="right", baseline="middle", color="@muted", fontSize=11).encode(
            x=alt.value("width"), y=plane.y("place"), text="text:N"
        ),
    )


def _blocked(plane: Plane) -> alt.Chart:
    named = alt.value("The main thread is busy with something else, or the user scrolls.")
    base = plane.band("blocked", "end_ms", "tick", "bar_end").mark_rect(color="@shade")
    return base.encode(x=plane.x("start_ms"), x2="end_ms", description=named)


def _frames(plane: Plane) -> list[alt.Chart]:
    base = plane.band("frames", "end_ms", "bar_end", "frame_end")
    # Short frames stay visible.
    ends = base.mark_rule(color="@ink", strokeWidth=0.8).encode(x=plane.x("end_ms"))
    return [base.mark_rect(color="@ink").encode(x=plane.x("start_ms"), x2="end_ms"), ends]


def _deliveries(plane: Plane) -> list[alt.Chart]:
    whole = plane.band("turns", "shown_ms", "bar", "bar_end", "strategy", "length_ms")
    handlers = plane.band("deliveries", "end_ms", "bar", "bar_end", "strategy")
    start = plane.x("start_ms")
    is_long = f"datum.end_ms - datum.start_ms > {plane.end / 250}"
    named = told(start_ms="at (ms)", length_ms="busy (ms)")
    # Long deliveries that touch are separated, and short ones stay visible.
    gap = handlers.mark_rule(color="@ground", strokeWidth=0.6).encode(x=start)
    line = handlers.mark_rule(strokeWidth=0.8).encode(x=start, color=plane.hues)
    return [
        whole.mark_rect(fillOpacity=0.3).encode(x=start, x2="shown_ms", color=plane.hues, description=named),
        handlers.mark_rect().encode(x=start, x2="end_ms", color=plane.hues),
        gap.transform_filter(is_long),
        line.transform_filter(f"!({is_long})"),
    ]


def _updates(plane: Plane) -> list[alt.Chart]:
    """Cuts a line at the picture's edge, at the height that it has there."""
    until = plane.until("shown_ms")
    length = pl.max_horizontal(pl.col("shown_ms") - pl.col(SUBMITTED), pl.lit(1e-9))
    part = (until - pl.col(SUBMITTED)) / length
    place = pl.col("tick_end") + (pl.col("bar") - pl.col("tick_end")) * part
    rows = plane.rows("updates").with_columns(until.alias("until_ms"), place.alias("until_place"))
    keep = ["strategy", SUBMITTED, "shown_ms", "latency_ms", "tick", "tick_end", "until_ms", "until_place"]
    base, at = alt.Chart(compact(rows.select(keep))), plane.x(SUBMITTED)
    line = base.mark_rule(strokeOpacity=0.45, strokeWidth=0.7).encode(
        x=at, x2="until_ms", y=plane.y("tick_end"), y2="until_place", color=plane.hues
    )
    tick = base.mark_rule(color="@ink", strokeWidth=0.8)
    lost = base.mark_point(shape="cross", angle=45, color="@bad", filled=True, size=40, opacity=1)
    return [
        line.transform_filter("isValid(datum.shown_ms)"),
        tick.encode(x=at, y=plane.y("tick"), y2="tick_end"),
        lost.encode(x=at, y=plane.y("tick_end")).transform_filter("!isValid(datum.shown_ms)"),
    ]
