"""Which strategies come out ahead over all workloads, and how sure that is."""

from dataclasses import dataclass

import polars as pl

from .run import Run

#: Against the best possible, which no strategy sets.
COST = "cost_ratio"
LATENCY = "latency_mean_ms"
BUSY = "main_busy_share"
#: How much more than the best a close rival has.
CLOSE = 1.1

#: Up to which factor a cell has each colour; the last colour is for all beyond.
STEPS = (1.1, 1.5, 2.0, 4.0, 10.0, 40.0)


@dataclass(frozen=True)
class Ranking:
    """By how many times each strategy is worse than the best on each workload; less is better."""

    metric: str
    #: Those on which any strategy has a figure.
    workloads: list[str]
    factors: dict[tuple[str, str], float]
    #: Those that count for the mean: where no cell is missing for a reason that is not its own.
    counted: list[str]
    #: Geometric means, the best first. Without a figure on all of these, one had it easier.
    means: list[tuple[str, float]]
    unranked: list[str]

    @property
    def strategies(self) -> list[str]:
        return [strategy for strategy, _ in self.means] + self.unranked


def ranking(run: Run, metric: str) -> Ranking:
    found = run.figures(metric).filter(pl.col("median") > 0)
    if metric != COST:
        found = found.with_columns(pl.col("median") / pl.col("median").min().over("workload"))
    present = [w for w in run.workloads if w in set(found["workload"])]
    counted = whole(run, present)
    means = (
        found.filter(pl.col("workload").is_in(counted))
        .group_by("strategy", maintain_order=True)
        .agg(pl.col("median").log().mean().exp().alias("mean"), pl.len().alias("count"))
        .filter(pl.col("count") == len(counted))
        .sort("mean", maintain_order=True)
    )
    ranked = set(means["strategy"])
    return Ranking(
        metric,
        present,
        {(s, w): v for s, w, v in found.select("strategy", "workload", "median").rows()},
        counted,
        list(means.select("strategy", "mean").rows()),
        [s for s in run.strategies if s not in ranked],
    )


def whole(run: Run, workloads: list[str]) -> list[str]:
    """Those on which every strategy has a trial that counts; if there are none, all of them."""
    return [w for w in workloads if not any(run.is_missing(s, w) for s in run.strategies)] or workloads


def main_ranking(run: Run) -> Ranking:
    """By cost, where anything has one."""
    by_cost = ranking(run, COST)
    return by_cost if by_cost.factors else ranking(run, LATENCY)


def step(factor: float) -> int:
    """The number of the colour of a factor, which may be off by what computing it rounds."""
    return sum(factor > bound * (1 + 1e-9) for bound in STEPS)


def is_sure(run: Run) -> bool:
    """Virtual time is exact. One trial of a cell proves little, and so does a machine that the bench
    warned of."""
    return not run.is_real or not (is_single(run) or run.environment.get("warnings"))


def is_single(run: Run) -> bool:
    """Whether no cell of a run in real time has a second trial."""
    if not run.is_real or run.summary is None:
        return False
    return (run.summary["trials"].max() or 0) <= 1


def figure(factor: float) -> str:
    """Two digits or more, as in 1.4 and 137."""
    return f"{factor:.1f}" if factor < 9.95 else f"{factor:,.0f}"


def times(factor: float) -> str:
    return f"{figure(factor)}\N{NO-BREAK SPACE}×"


def verb(run: Run, sure: str, bare: str) -> str:
    """``costs``, or ``seems to cost``."""
    return sure if is_sure(run) else f"seems to {bare}"


def listed(names: list[str]) -> str:
    """``a, b and c``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
