"""One picture that says what this is about: a few strategies on the workload that is easiest to read."""

import polars as pl

from ..figure import Figure
from ..ranking import main_ranking
from ..run import Run
from .timeline import CAPTION, STRETCH_MS, events_of, panel_of
from .timeline_chart import SUBMITTED

#: What the documentation recommends first, where the run has it.
RECOMMENDED = ("frame", "balanced-eager")
REFERENCE = "naive"
#: More lanes take longer than a glance.
LANES = 4


def glance(run: Run) -> Figure:
    figure = Figure(
        "at-a-glance", "A few strategies and the same updates", CAPTION, one_at_a_time=True,
        label="At a glance", is_on_page=False,
        alt_text="A timeline with a lane for each of a few strategies: ticks for updates, bars for "
        "deliveries, lines from each update to the moment it is shown.",
    )  # fmt: skip
    events = events_of(run)
    workload = None if events is None else _workload(run, events)
    if events is None or workload is None:
        return figure.without("The run recorded no events of updates that come one after the other.")
    own = events.filter(pl.col("workload") == workload)
    figure.panels.append(panel_of(run, workload, own, _lanes(run, workload, own)))
    return figure


def _workload(run: Run, events: pl.DataFrame) -> str | None:
    """That with the fewest updates of those whose updates take at least half of what is drawn: a
    burst that comes at once, or a dense stream, shows little."""
    updates = events.filter(pl.col("event") == "update")
    spans = updates.group_by("workload", "strategy").agg(
        (pl.col(SUBMITTED).max() - pl.col(SUBMITTED).min()).alias("span"), pl.len().alias("count")
    )
    spans = spans.group_by("workload").agg(pl.col("span").max(), pl.col("count").max())
    long = dict(spans.filter(pl.col("span") >= STRETCH_MS / 2).select("workload", "count").rows())
    return min((w for w in run.workloads if w in long), key=lambda w: long[w], default=None)


def _lanes(run: Run, workload: str, events: pl.DataFrame) -> list[str]:
    """What one would do without thinking, what lets updates wait longest, what is recommended, and
    where there is room the best of the ranking; in the order of the waits, the longest first."""
    shown = events.filter(pl.col("event") == "update").drop_nulls("latency_ms")
    waits = dict(shown.group_by("strategy").agg(pl.col("latency_ms").mean()).rows())
    if not waits:
        return run.strategies[:LANES]
    slowest = max(waits, key=lambda strategy: waits[strategy])
    wanted = [REFERENCE, slowest, *RECOMMENDED, *main_ranking(run).strategies]
    chosen = [s for s in dict.fromkeys(wanted) if s in waits][:LANES]
    first = [s for s in chosen if s == REFERENCE]
    return first + sorted((s for s in chosen if s != REFERENCE), key=lambda s: -waits[s])
