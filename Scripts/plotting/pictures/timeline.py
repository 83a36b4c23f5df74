"""The events of one trial: the same updates, and each strategy's deliveries."""

import polars as pl

from ..figure import Figure
from ..marks import short
from ..run import Run
from .timeline_chart import SUBMITTED, Lane, chart, lane

WIDTH, LANE = 1_080, 58
#: The length of the drawn part of a trial, in ms: long enough to show waits of the slowest usual strategy, short enough
#: that a delivery of 2 ms is visible.
STRETCH_MS = 400.0
#: The most updates in all panels of a page, and the fewest and the most in a lane.
ROWS, FEWEST, MOST = 12_000, 120, 1_200
FEWEST_UPDATES = 10


def timeline(run: Run) -> Figure:
    figure = Figure(
        "timeline",
        "Updates and deliveries over time",
        "One trial of each strategy. Ticks: updates, the same in every lane. Lines: from an update to the moment it is "
        "seen. Bars: deliveries, solid while the handler runs, faint until the view is laid out. Black under them: "
        "frames of the screen, if it has any. On the right: figures of the whole trial.",
        one_at_a_time=True,
        is_wide=True,
        missing="The run recorded no updates. Rerun it with --events, as in Scripts/bench run --quick --events.",
    )
    for workload in run.workloads:
        events = run.events.filter(pl.col("workload") == workload)
        end, most = _stretch(events), ROWS // max(1, events["strategy"].n_unique() * len(run.workloads))
        for group, members in run.groups(run.strategies):
            own = events.filter(pl.col("strategy").is_in(members))
            if own.filter(pl.col("event") == "update").is_empty():
                continue
            present = [s for s in members if s in {*own["strategy"]}]
            lanes = [lane(own, s, n, end, min(MOST, max(FEWEST, most))) for n, s in enumerate(present)]
            drawn = f"{_drawn(own, lanes, end)} {run.without(workload, members, {*present}, 'no events')}".strip()
            made, height = chart(lanes, end, run.looks), LANE * len(lanes)
            figure.add(run.names[workload], made, WIDTH, height, workload=workload, group=group, subtitle=drawn)
    return figure


def _stretch(events: pl.DataFrame) -> float:
    """The end of the drawing: the usual stretch, more if updates are sparse, at most until the last event."""
    updates = events.filter(pl.col("event") == "update")
    times = updates.drop_nulls(SUBMITTED).group_by("strategy").agg(pl.col(SUBMITTED).sort())
    times = times[SUBMITTED].to_list()
    few = max((t[min(len(t), FEWEST_UPDATES) - 1] for t in times), default=0.0)
    return min(max(STRETCH_MS, few * 1.1), _last(events) * 1.02 + 1)


def _last(events: pl.DataFrame) -> float:
    """The time of the last recorded event."""
    return max(events[name].max() or 0 for name in ("start_ms", "end_ms", "shown_ms"))


def _drawn(events: pl.DataFrame, lanes: list[Lane], end: float) -> str:
    """The sentence about the drawn part of the trials."""
    last, cut = _last(events), events.filter(pl.col("event") == "cut")["start_ms"].min()
    stretch = f"the first {short(end)} ms of {short(last)} ms" if end < last else "the whole trial"
    said = stretch if cut is None or end < cut else f"what was recorded, the first {short(cut)} ms"
    updates = events.filter((pl.col("event") == "update") & (pl.col(SUBMITTED) <= end))
    drawn = sum(len(lane.updates) for lane in lanes)
    if drawn < len(updates):
        said += f"; {drawn:,} of {len(updates):,} updates, those with the shortest and the longest latency among them"
    return f"Drawn: {said}."
