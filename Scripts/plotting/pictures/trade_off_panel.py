"""One panel of the trade-off: points with intervals and names, above the best possible."""

import altair as alt
import polars as pl

from .. import identity
from ..labels import Label, place_by_points
from ..marks import color, log_axis, log_scale, shape, tick_size

SIZE = (300, 250)
DELIVERIES = {"reload": "best possible, reloads", "row-change": "best possible, row changes"}
BEST = "best possible"
Place = tuple[float, float]


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
        if row["latency_low"] and row["latency_high"]:
            ends = [(row["busy"], row[f"latency_{end}"]) for end in ("low", "high")]
            found += [*ends, *_between(*ends)]
        if row["busy_low"] and row["busy_high"]:
            ends = [(row[f"busy_{end}"], row["latency"]) for end in ("low", "high")]
            found += [*ends, *_between(*ends)]
    return found


def _between(one: Place, other: Place) -> list[Place]:
    parts = [step / 12 for step in range(1, 12)]
    return [
        (one[0] * (other[0] / one[0]) ** part, one[1] * (other[1] / one[1]) ** part)
        for part in parts
    ]


def panel(
    points: pl.DataFrame,
    best: pl.DataFrame | None,
    strategies: list[str],
    run: list[str],
    x_domain: list[float],
    y_domain: list[float],
    title: str,
) -> alt.LayerChart:
    x = alt.X("busy:Q", scale=log_scale(x_domain), title="Main thread busy (% of the time)")
    x.axis = log_axis(x_domain)
    y = alt.Y("latency:Q", scale=log_scale(y_domain), title=title, axis=log_axis(y_domain))
    obstacles = _intervals(points) + ([] if best is None else _along(best))
    named = list(points.select("strategy", "busy", "latency").rows())
    if best is not None:
        named.append((BEST, *_corner(best)))
    labels = place_by_points(named, x_domain, y_domain, SIZE, obstacles)
    base = alt.Chart(points).encode(x=x, y=y, color=color(strategies))
    layers: list[alt.Chart] = []
    if best is not None:
        line = alt.Chart(best).mark_line(
            color="@line", strokeWidth=2, point={"color": "@line", "size": 14, "opacity": 1}
        )
        layers.append(
            line.encode(
                x=x,
                y=y,
                detail="kind:N",
                strokeDash=alt.condition(
                    f"datum.kind == '{DELIVERIES['reload']}'", alt.value([1, 0]), alt.value([4, 3])
                ),
                tooltip=["kind:N", alt.Tooltip("latency:Q", format=",.3~g", title="mean (ms)")],
            )
        )
    interval = base.mark_rule(strokeWidth=1.4, strokeOpacity=0.5, clip=True)
    layers.append(interval.encode(y="latency_low:Q", y2="latency_high:Q"))
    layers.append(interval.encode(x="busy_low:Q", x2="busy_high:Q"))
    marks = base.encode(
        shape=shape(strategies, run),
        tooltip=[
            alt.Tooltip("strategy:N"),
            alt.Tooltip("latency:Q", title=title, format=",.3~g"),
            alt.Tooltip("busy:Q", title="main busy (%)", format=",.3~g"),
        ],
    )
    size = tick_size(len(points))
    hollow = marks.mark_point(filled=False, fill="@ground", strokeWidth=1.6, opacity=1, size=size * 0.8)
    solid = marks.mark_point(filled=True, opacity=1, size=size)
    layers.append(hollow.transform_filter("datum.is_beaten"))
    layers.append(solid.transform_filter("!datum.is_beaten"))
    for text, at_x, at_y in named:
        if text in labels:
            hue = "@muted" if text == BEST else identity.color(text)
            place = pl.DataFrame({"busy": [at_x], "latency": [at_y], "text": [text]})
            layers.append(_name(place, labels[text], hue).encode(x=x, y=y, text="text:N"))
    return alt.layer(*layers)


def _name(place: pl.DataFrame, label: Label, hue: str) -> alt.Chart:
    chart = alt.Chart(place)
    return chart.mark_text(
        align=label.align, dx=label.dx, dy=label.dy, baseline="middle", color=hue
    )


def _corner(best: pl.DataFrame) -> Place:
    """A corner of the line of reloads, or of the other where that is a point: not where all points
    are, at its end."""
    lines = best.group_by("kind", maintain_order=True).agg("busy", "latency").to_dicts()
    line = max(
        lines, key=lambda line: (len(line["busy"]) > 1, line["kind"] == DELIVERIES["reload"])
    )
    corner = len(line["busy"]) // 3
    return line["busy"][corner], line["latency"][corner]
