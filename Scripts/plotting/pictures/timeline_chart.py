"""The marks of a timeline: ticks, bars and the lines between them, lane below lane.

Everything is cut to the stretch that is drawn before it gets here: a clipping path would make the
bitmap four times as slow. For the same reason strokes and fillings have an opacity, and marks none.
"""

import altair as alt
import polars as pl

from ..identity import color_scale
from ..marks import compact
from .timeline_lanes import SUBMITTED, Lane

#: Where things are in a lane, from its top at 0 to the next one's at 1.
NAME, TICK, TICK_END, BAR, BAR_END, FRAME_END = 0.08, 0.2, 0.34, 0.66, 0.84, 0.92


class Plane:
    """The axes and colours that all marks share."""

    def __init__(self, lanes: list[Lane], end: float) -> None:
        self.end = end
        strategies = [lane.strategy for lane in lanes]
        self.hues = alt.Color("strategy:N", scale=alt.Scale(**color_scale(strategies)), legend=None)
        self._x_scale = alt.Scale(domain=[0, end], nice=False, zero=False)
        self._y_scale = alt.Scale(domain=[len(lanes), 0], nice=False)
        self._x_axis = alt.Axis(
            title="Time since the trial's start (ms)", format=",.6~g", tickCount=10
        )

    def x(self, name: str) -> alt.X:
        return alt.X(f"{name}:Q", scale=self._x_scale, axis=self._x_axis)

    def y(self, name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", scale=self._y_scale, axis=None)


def chart(lanes: list[Lane], end: float) -> alt.LayerChart:
    plane = Plane(lanes, end)
    names = _names(lanes)
    edges = names.mark_rule(color="@grid").encode(y=plane.y("edge"))
    return alt.layer(
        edges.transform_filter("datum.edge > 0"),
        *_blocked(plane, _stack(lanes, "blocked")),
        *_frames(plane, _stack(lanes, "frames")),
        *_deliveries(plane, _stack(lanes, "turns"), _stack(lanes, "deliveries")),
        *_updates(plane, _stack(lanes, "updates")),
        names.mark_text(align="left", baseline="middle", fontWeight="bold", fontSize=12).encode(
            x=alt.value(0), y=plane.y("place"), text="strategy:N", color=plane.hues
        ),
        names.mark_text(align="right", baseline="middle", color="@muted", fontSize=11).encode(
            x=alt.value("width"), y=plane.y("place"), text="text:N"
        ),
    )


def _names(lanes: list[Lane]) -> alt.Chart:
    return alt.Chart(
        pl.DataFrame(
            {
                "strategy": [lane.strategy for lane in lanes],
                "text": [lane.text for lane in lanes],
                "place": [lane.number + NAME for lane in lanes],
                "edge": [float(lane.number) for lane in lanes],
            }
        )
    )


def _blocked(plane: Plane, rows: pl.DataFrame) -> list[alt.Chart]:
    if rows.is_empty():
        return []
    cut = rows.with_columns(pl.col("end_ms").clip(upper_bound=plane.end))
    base = alt.Chart(compact(cut.select("start_ms", "end_ms", "tick", "bar_end")))
    return [
        base.mark_rect(color="@shade").encode(
            x=plane.x("start_ms"),
            x2="end_ms",
            y=plane.y("tick"),
            y2="bar_end",
            tooltip=alt.value("main busy with something else, or the user scrolling"),
        )
    ]


def _frames(plane: Plane, rows: pl.DataFrame) -> list[alt.Chart]:
    if rows.is_empty():
        return []
    cut = rows.with_columns(pl.col("end_ms").clip(upper_bound=plane.end))
    base = alt.Chart(compact(cut.select("start_ms", "end_ms", "bar_end", "frame_end")))
    places = {"y": plane.y("bar_end"), "y2": "frame_end"}
    return [
        base.mark_rect(color="@ink").encode(x=plane.x("start_ms"), x2="end_ms", **places),
        # Short ones never disappear.
        base.mark_rule(color="@ink", strokeWidth=0.8).encode(x=plane.x("end_ms"), **places),
    ]


def _deliveries(plane: Plane, turns: pl.DataFrame, bars: pl.DataFrame) -> list[alt.Chart]:
    places = {"y": plane.y("bar"), "y2": "bar_end"}
    cut = turns.with_columns(pl.col("shown_ms").clip(upper_bound=plane.end))
    keep = ["strategy", "start_ms", "shown_ms", "length_ms", "bar", "bar_end"]
    whole = alt.Chart(compact(cut.select(keep)))
    cut = bars.with_columns(pl.col("end_ms").clip(upper_bound=plane.end))
    handlers = alt.Chart(compact(cut.select("strategy", "start_ms", "end_ms", "bar", "bar_end")))
    start = plane.x("start_ms")
    is_long = f"datum.end_ms - datum.start_ms > {plane.end / 250}"
    tooltip = [
        alt.Tooltip("strategy:N"),
        alt.Tooltip("start_ms:Q", title="begins (ms)"),
        alt.Tooltip("length_ms:Q", title="main busy for (ms)"),
    ]
    # Long ones that touch are told apart, and short ones never disappear.
    gap = handlers.mark_rule(color="@ground", strokeWidth=0.6).encode(x=start, **places)
    short = handlers.mark_rule(strokeWidth=0.8).encode(x=start, color=plane.hues, **places)
    return [
        whole.mark_rect(fillOpacity=0.3).encode(
            x=start, x2="shown_ms", color=plane.hues, tooltip=tooltip, **places
        ),
        handlers.mark_rect().encode(x=start, x2="end_ms", color=plane.hues, **places),
        gap.transform_filter(is_long),
        short.transform_filter(f"!({is_long})"),
    ]


def _updates(plane: Plane, rows: pl.DataFrame) -> list[alt.Chart]:
    """A line that leaves the picture ends at its edge, as high as it is there."""
    until = pl.col("shown_ms").clip(upper_bound=plane.end)
    length = pl.max_horizontal(pl.col("shown_ms") - pl.col(SUBMITTED), pl.lit(1e-9))
    part = (until - pl.col(SUBMITTED)) / length
    cut = rows.with_columns(
        until.alias("until_ms"),
        (pl.col("tick_end") + (pl.col("bar") - pl.col("tick_end")) * part).alias("until_place"),
    )
    keep = ["strategy", SUBMITTED, "shown_ms", "latency_ms", "tick", "tick_end"]
    base = alt.Chart(compact(cut.select(*keep, "until_ms", "until_place")))
    at = plane.x(SUBMITTED)
    line = base.mark_rule(strokeOpacity=0.45, strokeWidth=0.7).encode(
        x=at, x2="until_ms", y=plane.y("tick_end"), y2="until_place", color=plane.hues
    )
    tick = base.mark_rule(color="@ink", strokeWidth=0.8).encode(
        x=at,
        y=plane.y("tick"),
        y2="tick_end",
        tooltip=[
            alt.Tooltip("strategy:N"),
            alt.Tooltip(f"{SUBMITTED}:Q", title="submitted (ms)"),
            alt.Tooltip("shown_ms:Q", title="shown (ms)"),
            alt.Tooltip("latency_ms:Q", title="latency (ms)"),
        ],
    )
    lost = base.mark_point(shape="cross", angle=45, color="@bad", filled=True, size=40, opacity=1)
    return [
        line.transform_filter("isValid(datum.shown_ms)"),
        tick,
        lost.encode(x=at, y=plane.y("tick_end")).transform_filter("!isValid(datum.shown_ms)"),
    ]


def _stack(lanes: list[Lane], name: str) -> pl.DataFrame:
    """The rows of all lanes, each with its places."""
    places = {
        "tick": TICK, "tick_end": TICK_END, "bar": BAR, "bar_end": BAR_END, "frame_end": FRAME_END
    }  # fmt: skip
    return pl.concat(
        getattr(lane, name).with_columns(
            pl.lit(lane.number + part).alias(place) for place, part in places.items()
        )
        for lane in lanes
    )
