"""The README's picture: the same updates on a real list that freezes, and on one that does not."""

from pathlib import Path

import altair as alt
import polars as pl

from .. import tables
from ..errors import BadInput
from ..figure import Figure
from ..marks import short

WIDTH, LANE = 780, 124
#: In ms: users notice longer work of the main thread; shorter gaps do not count as pauses.
NOTICED, GAP = 100.0, 1.0
#: The strategies, from the top, with their descriptions.
LANES = {"naive": "a reload for each packet", "adaptive": "the usual pace"}
#: The positions in a lane, from its top at 0 to the next lane's at 1, and their names on the axis.
NAME, SENT, SEEN, BUSY = 0.1, (0.24, 0.32), (0.58, 0.66), (0.76, 0.92)
ROWS = {"packets sent": SENT, "on the screen": SEEN, "main thread": BUSY}


def freeze(folder: Path) -> Figure:
    """The picture of the first trial of a run on real lists, with events."""
    events = tables.read(folder, tables.EVENTS)
    lanes = {strategy: events.filter(pl.col("strategy") == strategy) for strategy in LANES}
    updates = {s: own.filter(pl.col("event") == "update").drop_nulls("latency_ms") for s, own in lanes.items()}
    if missing := [strategy for strategy, own in updates.items() if own.is_empty()]:
        raise BadInput(f"{folder}/events.csv shows no update with {missing[0]}.")
    busy = {strategy: _stretches(own) for strategy, own in lanes.items()}
    facts = {
        s: f"seen after {short(own['latency_ms'].mean(), 2)} ms on average, "
        f"main thread busy for up to {short(busy[s]['length_ms'].max(), 2)} ms without a pause"
        for s, own in updates.items()
    }
    figure = Figure(
        "freeze",
        "Reload for each packet, and at the usual pace, on a real list",
        f"The same {len(updates['naive'])} packets of a serial port on two lists of GTK 4. Lines lead from each packet "
        "to when it is on the screen. Coloured: the main thread is busy; red: for over "
        f"{NOTICED:.0f} ms without a pause.",
    )
    figure.add("", _chart(updates, busy, facts), WIDTH, LANE * len(LANES))
    return figure


def _stretches(events: pl.DataFrame) -> pl.DataFrame:
    """The stretches in which the main thread is busy. Consecutive deliveries and frames form one stretch."""
    own = events.filter(pl.col("event").is_in(["delivery", "frame"])).drop_nulls("end_ms")
    found: list[list[float]] = []
    for start, end in own.sort("start_ms").select("start_ms", "end_ms").rows():
        if found and start <= found[-1][1] + GAP:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    rows = pl.DataFrame(found, schema={"start_ms": pl.Float64, "end_ms": pl.Float64}, orient="row")
    return rows.with_columns((pl.col("end_ms") - pl.col("start_ms")).alias("length_ms"))


def _chart(updates: dict[str, pl.DataFrame], busy: dict[str, pl.DataFrame], facts: dict[str, str]) -> alt.LayerChart:
    last = max(max(updates[strategy]["shown_ms"].max(), busy[strategy]["end_ms"].max()) for strategy in LANES)
    x_scale, y_scale = alt.Scale(domain=[0, last * 1.02], nice=False), alt.Scale(domain=[len(LANES), 0], nice=False)
    places = {lane + sum(ends) / 2: name for lane in range(len(LANES)) for name, ends in ROWS.items()}
    names = " : ".join(f"abs(datum.value - {at}) < 0.01 ? '{name}'" for at, name in places.items())
    side = alt.Axis(values=list(places), labelExpr=f"{names} : ''", title=None, grid=False, domain=False, ticks=False)
    x_axis = alt.Axis(title="Time (ms)", format=",.6~g", tickCount=10)

    def x(name: str) -> alt.X:
        return alt.X(f"{name}:Q", scale=x_scale, axis=x_axis)

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", scale=y_scale, axis=side)

    def placed(rows: pl.DataFrame, lane: int, **ends: tuple[float, float]) -> alt.Chart:
        values = {f"{name}{n}": lane + end for name, pair in ends.items() for n, end in enumerate(pair)}
        return alt.Chart(rows.with_columns(pl.lit(value).alias(name) for name, value in values.items()))

    layers: list[alt.Chart] = []
    for lane, (strategy, what) in enumerate(LANES.items()):
        base = placed(updates[strategy].select("intended_ms", "shown_ms"), lane, sent=SENT, seen=SEEN)
        block = placed(busy[strategy], lane, busy=BUSY)
        is_long = alt.condition(f"datum.length_ms > {NOTICED}", alt.value("@bad"), alt.value("@blue"))
        said = {"at": [lane + NAME], "what": [f"{strategy}: {what}"], "fact": [facts[strategy]]}
        text = alt.Chart(pl.DataFrame(said))
        words = {"baseline": "middle", "fontSize": 12}
        layers += [
            base.mark_rule(color="@muted", strokeOpacity=0.5, strokeWidth=0.7).encode(
                x=x("intended_ms"), x2="shown_ms", y=y("sent1"), y2="seen0"
            ),
            base.mark_rule(color="@ink", strokeWidth=0.8).encode(x=x("intended_ms"), y=y("sent0"), y2="sent1"),
            base.mark_rule(color="@ink", strokeWidth=1.2).encode(x=x("shown_ms"), y=y("seen0"), y2="seen1"),
            block.mark_rect().encode(x=x("start_ms"), x2="end_ms", y=y("busy0"), y2="busy1", color=is_long),
            text.mark_text(align="left", fontWeight="bold", **words).encode(x=alt.value(0), y=y("at"), text="what:N"),
            text.mark_text(align="right", **words).encode(x=alt.value("width"), y=y("at"), text="fact:N"),
        ]
    return alt.layer(*layers)
