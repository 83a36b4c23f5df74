"""What happens in one trial: the same updates, and what each strategy makes of them."""

import polars as pl

from ..figure import Figure, Panel
from ..marks import short
from ..run import Run
from .timeline_chart import chart
from .timeline_lanes import SUBMITTED, Lane, lane

WIDTH, LANE = 860, 62
#: The stretch of a trial that is drawn, in ms: long enough to see the slowest of usual strategies
#: wait, short enough that a delivery of 2 ms has a width.
STRETCH_MS = 400.0
#: How many updates all panels of a page hold together, and a lane at least and at most.
ROWS, FEWEST, MOST = 30_000, 120, 1_200
FEWEST_UPDATES = 10
CAPTION = (
    "Each lane is one strategy; time runs to the right. Ticks are updates, the same in every lane. "
    "Bars are deliveries: solid while the strategy's handler runs, faint until the view has been "
    "laid out. A line leads from an update to the moment at which the view shows it, so one that "
    "leans far is an update that waited long. One trial of each strategy is drawn."
)
#: Of a strategy without trouble.
NOTHING = "no events"
SIMULATED = (
    "Simulated: this run recorded no events, so its strategies and workloads are drawn as they go "
    "in virtual time. With --events the bench records them."
)
LEGEND = (
    "Ticks: updates. Bars: deliveries, solid while the handler runs, faint until the view is laid "
    "out. Lines: from an update to the moment it is seen."
)
FRAMES = " Black under them: frames of the screen."


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
                why = run.trouble(strategy, workload) or NOTHING
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
    missing = [
        f"{s} ({run.trouble(s, workload) or NOTHING})" for s in run.strategies if s not in present
    ]
    most = min(MOST, max(FEWEST, ROWS // (len(strategies) * len(run.workloads))))
    lanes = [lane(events, s, n, end, most) for n, s in enumerate(strategies)]
    return Panel(
        workload, chart(lanes, end), WIDTH, LANE * len(lanes), workload=workload,
        subtitle=_said(events, lanes, end, missing),
        legend=LEGEND + (FRAMES if any(len(lane.frames) for lane in lanes) else ""),
    )  # fmt: skip


def _said(events: pl.DataFrame, lanes: list[Lane], end: float, missing: list[str]) -> str:
    """What of the trials is in the picture, and what was left out."""
    last = _last(events)
    cut = events.filter(pl.col("event") == "cut")["start_ms"].min()
    stretch = f"the first {short(end)} ms of {short(last)} ms" if end < last else "the whole trial"
    said = [
        stretch if cut is None or end < cut else f"what was recorded, the first {short(cut)} ms"
    ]
    updates = events.filter((pl.col("event") == "update") & (pl.col(SUBMITTED) <= end))
    drawn = sum(len(lane.updates) for lane in lanes)
    if drawn < len(updates):
        said.append(
            f"{drawn:,} of {len(updates):,} updates, of each moment the first, the last and those "
            "with the shortest and the longest latency"
        )
    without = f" Without {', '.join(missing)}." if missing else ""
    return f"Drawn: {'; '.join(said)}.{without}"
