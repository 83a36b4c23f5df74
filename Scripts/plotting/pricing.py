"""The run as another latency price would judge it.

What a strategy pays is main-thread time plus the price times all waiting, and so is the best possible, of which
``frontier.csv`` has the pairs that are best at one price or another (docs/optimum.md). Both follow from medians.
"""

from dataclasses import replace
from statistics import median

import polars as pl

from .ranking import BUSY, COST, LATENCY
from .run import Run

#: Up to this many doublings of the run's price, and as many halvings.
DOUBLINGS = 5
NEEDED = (COST, LATENCY, BUSY, "cost_ms", "updates")
Cell = tuple[str, str]


def prices(run: Run) -> list[float]:
    """The run's own in the middle; none where the files do not have what another price takes."""
    own = price(run)
    if not own or run.frontier is None or run.about is None or not _factors(run, own):
        return []
    return [own * 2.0**step for step in range(-DOUBLINGS, DOUBLINGS + 1)]


def price(run: Run) -> float | None:
    return (run.environment.get("costs") or {}).get("latencyPrice")


def at(run: Run, other: float) -> Run:
    """With the cost ratios of another price. Without one are strategies of which no frontier says what is best."""
    if other == price(run) or run.summary is None:
        return run
    factors = _factors(run, other)
    rows = run.summary.filter(pl.col("metric") == COST)
    by = pl.Series([factors.get(cell) for cell in rows.select("strategy", "workload").rows()], dtype=pl.Float64)
    rows = rows.with_columns(pl.col("median", "ci95_low", "ci95_high") * by)
    costs = run.environment["costs"] | {"latencyPrice": other}
    summary = pl.concat([run.summary.filter(pl.col("metric") != COST), rows])
    return replace(run, summary=summary, environment=run.environment | {"costs": costs})


def _factors(run: Run, other: float) -> dict[Cell, float]:
    """By how much each cell's cost ratio grows."""
    own = price(run)
    assert own is not None and run.frontier is not None
    figures = {name: {(s, w): v for s, w, v in run.figures(name).select("strategy", "workload", "median").rows()}
               for name in NEEDED}  # fmt: skip
    cells = [cell for cell in figures[COST] if all(cell in figures[name] for name in NEEDED)]
    cost = {cell: figures["cost_ms"][cell] for cell in cells}
    waiting = {cell: figures["updates"][cell] * figures[LATENCY][cell] for cell in cells}
    found: dict[Cell, float] = {}
    for workload in run.workloads:
        here = [cell for cell in cells if cell[1] == workload and cost[cell] > 0]
        busy = {cell: figures[BUSY][cell] for cell in here}
        lengths = [(cost[cell] - own * waiting[cell]) / busy[cell] for cell in here if busy[cell] > 0]
        for cell in here:
            best = run.frontier.filter((pl.col("workload") == workload) & (pl.col("delivery") == run.kind(cell[0])))
            length, updates = median(lengths or [0]), figures["updates"][cell]
            pairs = best.select(pl.col(BUSY) * length, pl.col(LATENCY) * updates).rows()
            least, now = (min((b + p * w for b, w in pairs), default=0) for p in (own, other))
            paid = cost[cell] + (other - own) * waiting[cell]
            if least > 0 and now > 0 and paid > 0:
                found[cell] = paid / cost[cell] * least / now
    return found
