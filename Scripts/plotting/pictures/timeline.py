"""What happens in one trial: the same updates, and what each strategy makes of them."""

from dataclasses import dataclass

import altair as alt
import polars as pl

from ..downsample import thin
from ..figure import Figure, Panel
from ..identity import color_scale
from ..marks import short
from ..run import Run

WIDTH, LANE = 860, 62
#: Where things are in a lane, from its top at 0 to the next one's at 1.
NAME, TICK, TICK_END, BAR, BAR_END = 0.08, 0.2, 0.34, 0.66, 0.84
#: The stretch of a trial that is drawn, in ms: long enough to see the slowest of usual strategies
#: wait, short enough that a delivery of 2 ms has a width.
#: When an update is drawn: when it was meant, which is the same for all strategies; real producers
#: are a little late, each in its way, and a latency counts that in.
SUBMITTED = "intended_ms"
STRETCH_MS = 400.0
#: How many updates all panels of a page hold together, and a lane at least and at most.
ROWS, FEWEST, MOST = 30_000, 120, 1_200
FEWEST_UPDATES = 10
CAPTION = (
    "Each lane is one strategy; time runs to the right. Ticks are updates, the same in every lane. "
    "Bars are deliveries: solid while the strategy's handler runs, faint until the view has been "
    "laid out. A line leads from an update to the moment at which the view shows it, so one that "
    "leans far is an update that waited long. The first trial of each strategy is drawn."
)
SIMULATED = (
    "Simulated: this run recorded no events, so its strategies and workloads are drawn as they go "
    "in virtual time. With --events the bench records them."
)
LEGEND = (
    "Ticks: updates. Bars: deliveries, solid while the handler runs, faint until the view is laid "
    "out. Lines: from an update to the moment it is seen."
)


@dataclass(frozen=True)
class Lane:
    strategy: str
    number: int
    updates: pl.DataFrame
    deliveries: pl.DataFrame
    turns: pl.DataFrame
    blocked: pl.DataFrame
    text: str


def timeline(run: Run) -> Figure:
    figure = Figure(
        "timeline", "What each strategy makes of the same updates", CAPTION, one_at_a_time=True
    )
    recorded = run.events
    if recorded is None and run.virtual is not None and run.virtual.events is not None:
        recorded = run.virtual.events
        figure.caption += " " + SIMULATED
    if recorded is None:
        figure.gaps.append(
            "The run recorded no events. Make it with --events, as in "
            "Scripts/bench run --quick --events."
        )
        return figure
    figure.alt_text = (
        "Timelines, a lane for each strategy: ticks for updates, bars for deliveries, lines from "
        "each update to the moment it is shown."
    )
    figure.minimum_width = 560
    for workload in run.workloads:
        events = recorded.filter(pl.col("workload") == workload)
        for strategy in run.strategies:
            if events.filter(pl.col("strategy") == strategy).is_empty():
                why = run.trouble(strategy, workload) or "its first trial has no events"
                figure.gaps.append(f"{workload}, {strategy}: {why}.")
        updates = events.filter(pl.col("event") == "update")
        if updates.is_empty():
            figure.gaps.append(f"{workload}: no update was submitted.")
            continue
        panel = _panel(run, workload, events, _stretch(events))
        if run.events is None:
            panel.subtitle = f"In virtual time. {panel.subtitle}"
        figure.panels.append(panel)
    return figure


def _stretch(events: pl.DataFrame) -> float:
    """Until when to draw: the usual stretch, longer where updates are far between, and no longer
    than anything happens."""
    updates = events.filter(pl.col("event") == "update")
    times = updates.group_by("strategy").agg(pl.col(SUBMITTED).sort())[SUBMITTED].to_list()
    few = max(t[min(len(t), FEWEST_UPDATES) - 1] for t in times)
    return min(max(STRETCH_MS, few * 1.1), _last(events) * 1.02 + 1)


def _last(events: pl.DataFrame) -> float:
    """When the last thing happened that was recorded."""
    return max(events[name].max() or 0 for name in ("start_ms", "end_ms", "shown_ms"))


def _panel(run: Run, workload: str, events: pl.DataFrame, end: float) -> Panel:
    present = set(events["strategy"].to_list())
    strategies = [s for s in run.strategies if s in present]
    most = min(MOST, max(FEWEST, ROWS // (len(strategies) * len(run.workloads))))
    lanes = [_lane(events, s, n, end, most) for n, s in enumerate(strategies)]
    all_updates = sum(
        events.filter((pl.col("event") == "update") & (pl.col(SUBMITTED) <= end))
        .group_by("strategy").len()["len"].to_list()
    )  # fmt: skip
    drawn = sum(len(lane.updates) for lane in lanes)
    whole = _last(events)
    said = [f"the first {short(end)} ms of {short(whole)} ms" if end < whole else "the whole trial"]
    if drawn < all_updates:
        said.append(
            f"{drawn:,} of {all_updates:,} updates, of each moment the first, the last and those "
            "with the shortest and the longest latency"
        )
    cuts = events.filter(pl.col("event") == "cut")["start_ms"]
    if len(cuts) > 0 and cuts.min() < end:
        said.append(f"nothing was recorded after {short(cuts.min())} ms")
    chart = _chart(lanes, strategies, end)
    return Panel(
        workload, chart, WIDTH, LANE * len(lanes), workload=workload,
        subtitle="Drawn: " + "; ".join(said) + ".", legend=LEGEND,
    )  # fmt: skip


def _lane(events: pl.DataFrame, strategy: str, number: int, end: float, most: int) -> Lane:
    own = events.filter(pl.col("strategy") == strategy)
    updates = own.filter(pl.col("event") == "update")
    deliveries = own.filter(pl.col("event") == "delivery")
    shown = updates["latency_ms"].drop_nulls()
    words = f"{len(deliveries):,} {'delivery' if len(deliveries) == 1 else 'deliveries'}"
    if own.filter(pl.col("event") == "cut").is_empty():
        words = f"{len(updates):,} updates in " + words
    if len(shown) > 0:
        words += f" · seen after {short(shown.mean())} ms on average, {short(shown.max())} at most"
    lost = len(updates) - len(shown)
    if lost > 0:
        words += f" · {lost:,} never shown"
    inside = pl.col("start_ms") <= end
    bars = thin(deliveries.filter(inside).with_columns(
        (pl.col("shown_ms") - pl.col("start_ms")).alias("length_ms")
    ), "start_ms", "length_ms", most)  # fmt: skip
    return Lane(
        strategy, number, thin(updates.filter(pl.col(SUBMITTED) <= end), SUBMITTED, "latency_ms", most),
        bars, _turns(deliveries.filter(inside), most),
        own.filter((pl.col("event") == "blocked") & inside), words,
    )  # fmt: skip


def _turns(deliveries: pl.DataFrame, most: int) -> pl.DataFrame:
    """From the first handler of a turn of the run loop to its end, when all it did is seen."""
    turns = deliveries.group_by("shown_ms", maintain_order=True).agg(
        pl.col("strategy").first(), pl.col("start_ms").min()
    ).with_columns((pl.col("shown_ms") - pl.col("start_ms")).alias("length_ms"))  # fmt: skip
    return thin(turns, "start_ms", "length_ms", most)


def _stack(lanes: list[Lane], name: str) -> pl.DataFrame:
    frames = []
    for lane in lanes:
        rows: pl.DataFrame = getattr(lane, name)
        frames.append(rows.with_columns(
            *(pl.lit(lane.number + part).alias(key) for key, part in (
                ("tick", TICK), ("tick_end", TICK_END), ("bar", BAR), ("bar_end", BAR_END)))
        ))  # fmt: skip
    return pl.concat(frames)


def _chart(lanes: list[Lane], strategies: list[str], end: float) -> alt.LayerChart:
    x_scale = alt.Scale(domain=[0, end], nice=False, zero=False)
    x_axis = alt.Axis(title="Time since the trial's start (ms)", format=",.6~g", tickCount=10)
    y_scale = alt.Scale(domain=[len(lanes), 0], nice=False)
    hues = alt.Color("strategy:N", scale=alt.Scale(**color_scale(strategies)), legend=None)

    def x(name: str) -> alt.X:
        return alt.X(f"{name}:Q", scale=x_scale, axis=x_axis)

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", scale=y_scale, axis=None)

    keep = ["strategy", SUBMITTED, "shown_ms", "latency_ms", "tick", "tick_end", "bar"]
    updates = alt.Chart(_compact(_stack(lanes, "updates").select(*keep)))
    keep = ["strategy", "start_ms", "end_ms", "bar", "bar_end"]
    bars = alt.Chart(_compact(_stack(lanes, "deliveries").select(*keep)))
    keep = ["strategy", "start_ms", "shown_ms", "length_ms", "bar", "bar_end"]
    turns = alt.Chart(_compact(_stack(lanes, "turns").select(*keep)))
    blocked = _stack(lanes, "blocked")
    names = alt.Chart(pl.DataFrame({
        "strategy": [lane.strategy for lane in lanes], "text": [lane.text for lane in lanes],
        "place": [lane.number + NAME for lane in lanes],
        "edge": [float(lane.number) for lane in lanes],
    }))  # fmt: skip
    layers = [names.mark_rule(color="@grid").encode(y=y("edge")).transform_filter("datum.edge > 0")]
    if not blocked.is_empty():
        layers.append(
            alt.Chart(_compact(blocked.select("start_ms", "end_ms", "tick", "bar_end")))
            .mark_rect(color="@shade", clip=True)
            .encode(x=x("start_ms"), x2="end_ms", y=y("tick"), y2="bar_end",
                    tooltip=alt.value("main busy with something else, or the user scrolling"))
        )  # fmt: skip
    # The opacity of a stroke or a filling, not of a mark: for each of those, the bitmap takes a layer.
    layers += [
        turns.mark_rect(fillOpacity=0.3, clip=True).encode(
            x=x("start_ms"), x2="shown_ms", y=y("bar"), y2="bar_end", color=hues,
            tooltip=["strategy:N", alt.Tooltip("start_ms:Q", title="begins (ms)"),
                     alt.Tooltip("length_ms:Q", title="main busy for (ms)")]),
        bars.mark_rect(clip=True).encode(
            x=x("start_ms"), x2="end_ms", y=y("bar"), y2="bar_end", color=hues),
        # Long ones that touch are told apart, and short ones never disappear.
        bars.mark_rule(clip=True, color="@ground", strokeWidth=0.6)
        .encode(x=x("start_ms"), y=y("bar"), y2="bar_end")
        .transform_filter(f"datum.end_ms - datum.start_ms > {end / 250}"),
        bars.mark_rule(clip=True, strokeWidth=0.8)
        .encode(x=x("start_ms"), y=y("bar"), y2="bar_end", color=hues)
        .transform_filter(f"datum.end_ms - datum.start_ms <= {end / 250}"),
        updates.mark_rule(strokeOpacity=0.45, strokeWidth=0.7, clip=True)
        .encode(x=x(SUBMITTED), x2="shown_ms", y=y("tick_end"), y2="bar", color=hues)
        .transform_filter("isValid(datum.shown_ms)"),
        updates.mark_rule(color="@ink", strokeWidth=0.8)
        .encode(x=x(SUBMITTED), y=y("tick"), y2="tick_end", tooltip=[
            "strategy:N", alt.Tooltip(f"{SUBMITTED}:Q", title="submitted (ms)"),
            alt.Tooltip("shown_ms:Q", title="shown (ms)"),
            alt.Tooltip("latency_ms:Q", title="latency (ms)")]),
        updates.mark_point(shape="cross", angle=45, color="@bad", filled=True, size=40, opacity=1)
        .encode(x=x(SUBMITTED), y=y("tick_end")).transform_filter("!isValid(datum.shown_ms)"),
        names.mark_text(align="left", baseline="middle", fontWeight="bold", fontSize=12)
        .encode(x=alt.value(0), y=y("place"), text="strategy:N", color=hues),
        names.mark_text(align="right", baseline="middle", color="@muted", fontSize=11)
        .encode(x=alt.value("width"), y=y("place"), text="text:N"),
    ]  # fmt: skip
    return alt.layer(*layers)


def _compact(rows: pl.DataFrame) -> alt.InlineData:
    """As CSV, to the microsecond: a fifth of what the same rows take as objects."""
    numbers = [name for name in rows.columns if rows[name].dtype != pl.String]
    text = rows.with_columns(pl.col(pl.Float64).round(3)).write_csv()
    return alt.InlineData(
        values=text,
        format=alt.CsvDataFormat(type="csv", parse={name: "number" for name in numbers}),
    )
