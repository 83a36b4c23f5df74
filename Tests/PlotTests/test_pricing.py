"""What another latency price would say follows from the figures of the run."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from plotting import pricing, verdict
from plotting.ranking import COST
from plotting.run import Run

#: On one workload of 1 s with 100 updates: main-thread time for deliveries and mean latency, both in ms.
PAID = {"eager": (200.0, 1.0), "lazy": (10.0, 100.0), "rows": (20.0, 5.0), "batches": (20.0, 5.0)}
#: The best possible: of reloads 10 ms and 50 ms, or 100 ms and 2 ms; of row changes 10 ms and 4 ms.
BEST = {"reload": ((10.0, 50.0), (100.0, 2.0)), "row-change": ((10.0, 4.0),)}
KINDS = {"eager": "reload", "lazy": "reload", "rows": "row-change", "batches": "list"}


def cost(busy: float, latency: float, price: float) -> float:
    return busy + price * 100 * latency


def ratio(strategy: str, price: float) -> float:
    best = BEST.get(KINDS[strategy], ((10.0, 4.0),))
    return cost(*PAID[strategy], price) / min(cost(*pair, price) for pair in best)


@pytest.fixture
def run(run_folder: Path) -> Run:
    run = Run.read(run_folder)
    assert run.summary is not None and run.trials is not None and run.frontier is not None and run.about is not None
    rows = []
    for strategy, (busy, latency) in PAID.items():
        figures = {COST: ratio(strategy, 0.02), "cost_ms": cost(busy, latency, 0.02), "latency_mean_ms": latency,
                   "main_busy_share": busy / 1000, "updates": 100.0}  # fmt: skip
        rows += [{"strategy": strategy, "workload": "w", "metric": name, "median": v, "trials": 6.0, "unit": "",
                  "better": "lower"} for name, v in figures.items()]  # fmt: skip
    trials = [{"strategy": s, "workload": "w", "pass": "timing", "outcome": "ok"} for s in PAID]
    frontier = [{"workload": "w", "delivery": kind, "latency_mean_ms": latency, "main_busy_share": busy / 1000}
                for kind, pairs in BEST.items() for busy, latency in pairs]  # fmt: skip
    about = [{"strategy": s, "delivery": kind, "swift": f"let updates = {s}()"} for s, kind in KINDS.items()]
    return Run(
        run.folder, pl.DataFrame(trials, schema=run.trials.schema), pl.DataFrame(rows, schema=run.summary.schema), None,
        run.environment | {"costs": {"latencyPrice": 0.02}, "warnings": []},
        frontier=pl.DataFrame(frontier, schema=run.frontier.schema), about=pl.DataFrame(about, schema=run.about.schema),
    )  # fmt: skip


def ratios(run: Run) -> dict[str, float]:
    return dict(run.figures(COST).select("strategy", "median").rows())


@pytest.mark.parametrize("price", [0.0003, 0.005, 0.1, 1.3])
def test_cost_ratios_are_those_of_the_other_price(run: Run, price: float) -> None:
    wanted = {strategy: pytest.approx(ratio(strategy, price)) for strategy in ("eager", "lazy", "rows")}
    found = ratios(pricing.at(run, price))
    assert found.pop("batches", None) is None, "the best possible of other deliveries is not in the frontier"
    assert found == wanted


def test_winner_and_its_line_follow_the_price(run: Run) -> None:
    run.summary = run.summary.filter(pl.col("strategy").is_in(["eager", "lazy"])) if run.summary is not None else None
    for price, best in ((0.0003, "lazy"), (1.3, "eager")):
        other = pricing.at(run, price)
        assert verdict.title(other).startswith(best) and f"let updates = {best}()" in verdict.winner(other)


def test_run_is_as_it_is_at_its_own_price(run: Run) -> None:
    assert ratios(pricing.at(run, 0.02)) == ratios(run) and "batches" in ratios(run)
    assert pricing.prices(run)[pricing.DOUBLINGS] == 0.02 and len(pricing.prices(run)) == 11


def test_without_what_it_takes_there_is_no_other_price(run: Run) -> None:
    for missing in (replace(run, frontier=None), replace(run, about=None), replace(run, environment={})):
        assert pricing.prices(missing) == []
