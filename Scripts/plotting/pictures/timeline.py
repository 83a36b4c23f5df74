"""What happens in one trial: the same updates, and what each strategy makes of them."""

import polars as pl

from ..figure import Figure, Panel
from ..identity import REFERENCES
from ..marks import short
from ..ranking import main_ranking
from ..run import Run
from .timeline_chart import SUBMITTED, Lane, chart, lane

WIDTH, LANE = 1_080, 52
#: The stretch of a trial that is drawn, in ms: long enough to see the slowest of usual strategies
#: wait, short enough that a delivery of 2 ms has a width.
STRETCH_MS = 400.0
#: How many updates all panels of a page hold together, and a lane at least and at most.
ROWS, FEWEST, MOST = 12_000, 120, 1_200
FEWEST_UPDATES = 10
CAPTION = (
    "A lane is a strategy; the further a line leans, the longer an update waited. Ticks are updates, "
    "the same in every lane. Bars are deliveries: solid while the strategy's handler runs, faint until "
    "the view has been laid out. A line leads from an update to the moment at which the view shows it. "
    "To the right of each name: its deliveries in the whole trial, and how long an update waited on "
    "average. One trial of each strategy is drawn."
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
        "timeline", "What each strategy makes of the same updates", CAPTION, one_at_a_time=True,
        label="Timeline", is_wide=True,
        alt_text="Timelines, a lane for each strategy: ticks for updates, bars for deliveries, lines "
        "from each update to the moment it is shown.",
    )  # fmt: skip
    recorded = _events_of(run)
    if recorded is None:
        return figure.without(
            "The run recorded no events. Make it with --events, as in Scripts/bench run --quick --events."
        )
    if run.events is None:
        figure.caption += " " + SIMULATED
    for workload in run.workloads:
        events = recorded.filter(pl.col("workload") == workload)
        for strategy in run.strategies:
            if events.filter(pl.col("strategy") == strategy).is_empty():
                why = run.trouble(strategy, workload) or NOTHING
                figure.gaps.append(f"{run.names[workload]}, {strategy}: {why}.")
        if events.filter(pl.col("event") == "update").is_empty():
            figure.gaps.append(f"{run.names[workload]}: no update was submitted.")
            continue
        figure.panels.append(_panel_of(run, workload, events))
    figure.title = _deliveries(run, recorded) or figure.title
    return figure


def _events_of(run: Run) -> pl.DataFrame | None:
    """The run's own, or those of the same cells in virtual time."""
    if run.events is None and run.virtual is not None:
        return run.virtual.events
    return run.events


def _deliveries(run: Run, events: pl.DataFrame) -> str:
    """The title: what the best strategy saves, all workloads together."""
    means = main_ranking(run).means
    own = events.filter(pl.col("event") == "delivery")
    counts = dict(own["strategy"].value_counts().rows())
    if not means or means[0][0] not in counts or len(counts) < 2:
        return ""
    best = means[0][0]
    # A reload is one thing, the change of a row another.
    counts = {s: n for s, n in counts.items() if run.kind(s) == run.kind(best)}
    most = max(counts, key=lambda strategy: (counts[strategy], strategy in REFERENCES))
    if best == most:
        return f"{best} comes first, though none delivers more often: {counts[best]:,} times"
    return f"For the same updates {most} delivers {counts[most]:,} times, {best} {counts[best]:,} times"


def _sentence(run: Run, workload: str, lanes: list[Lane]) -> str:
    """The title of a panel: what the cheapest strategy does, and which one lets updates wait most."""
    factors = main_ranking(run).factors
    whole = [lane for lane in lanes if lane.mean is not None]
    if not whole:
        return ""
    best = min(whole, key=lambda lane: factors.get((lane.strategy, workload), float("inf")))
    slow = max(whole, key=lambda lane: lane.mean or 0)
    text = (
        f"{best.submitted:,} updates, {best.count:,} {'delivery' if best.count == 1 else 'deliveries'}: "
        f"{best.strategy} shows them after {short(best.mean, 2)} ms"
    )
    return text if slow is best else f"{text}, {slow.strategy} after {short(slow.mean, 2)} ms"


def _stretch(events: pl.DataFrame) -> float:
    """Until when to draw: the usual stretch, longer where updates are far between, and no longer
    than anything happens."""
    updates = events.filter(pl.col("event") == "update")
    times = updates.drop_nulls(SUBMITTED).group_by("strategy").agg(pl.col(SUBMITTED).sort())
    times = times[SUBMITTED].to_list()
    few = max((t[min(len(t), FEWEST_UPDATES) - 1] for t in times), default=0.0)
    return min(max(STRETCH_MS, few * 1.1), _last(events) * 1.02 + 1)


def _last(events: pl.DataFrame) -> float:
    """When the last thing happened that was recorded."""
    return max(events[name].max() or 0 for name in ("start_ms", "end_ms", "shown_ms"))


def _panel_of(run: Run, workload: str, events: pl.DataFrame) -> Panel:
    end, present = _stretch(events), set(events["strategy"].to_list())
    strategies = [s for s in run.strategies if s in present]
    missing = [f"{s} ({run.trouble(s, workload) or NOTHING})" for s in run.strategies if s not in present]
    events = events.filter(pl.col("strategy").is_in(strategies))
    most = min(MOST, max(FEWEST, ROWS // (len(strategies) * len(run.workloads))))
    lanes = [lane(events, s, n, end, most) for n, s in enumerate(strategies)]
    name, sentence = run.names[workload], _sentence(run, workload, lanes)
    drawn = f"{name}{', in virtual time' if run.events is None else ''}. {_said(events, lanes, end, missing)}"
    return Panel(
        sentence or name, chart(lanes, end, run.strategies), WIDTH, LANE * len(lanes), workload=workload, subtitle=drawn,
        legend=LEGEND + (FRAMES if any(len(lane.frames) for lane in lanes) else ""),
    )  # fmt: skip


def _said(events: pl.DataFrame, lanes: list[Lane], end: float, missing: list[str]) -> str:
    """What of the trials is in the picture, and what was left out."""
    last = _last(events)
    cut = events.filter(pl.col("event") == "cut")["start_ms"].min()
    stretch = f"the first {short(end)} ms of {short(last)} ms" if end < last else "the whole trial"
    said = [stretch if cut is None or end < cut else f"what was recorded, the first {short(cut)} ms"]
    updates = events.filter((pl.col("event") == "update") & (pl.col(SUBMITTED) <= end))
    drawn = sum(len(lane.updates) for lane in lanes)
    if drawn < len(updates):
        said.append(
            f"{drawn:,} of {len(updates):,} updates, of each moment the first, the last and those "
            "with the shortest and the longest latency"
        )
    without = f" Without {', '.join(missing)}." if missing else ""
    return f"Drawn: {'; '.join(said)}.{without}"
