"""The metrics of a run, for people: names, units, and how many times the best a figure is."""

from typing import NamedTuple

import polars as pl

from .marks import DIGITS
from .run import Run

#: The metrics that the bench prints or mentions in findings; the page shows the others on demand.
USUAL = (
    "deliveries", "latency_mean_ms", "latency_max_ms", "main_busy_peak_share", "pictures_per_s", "cost_ratio",
    "stale_share", "main_busy_share", "longest_block_ms", "hitch_ratio_ms_per_s", "submit_cost_ns", "lost_updates",
)  # fmt: skip
#: A multiple of the best possible, so it is not compared with the best of its column.
COST = "cost_ratio"
#: Not coloured, because deliveries differ even within a group: a batch costs more than a row change.
OF_DELIVERIES = (
    "deliveries", "deliveries_per_s", "coalescing_ratio", "cpu_main_per_delivery_us", "handler_mean_ms", "layout_mean_ms",
)  # fmt: skip
UNITS = ("_ms_per_s", "_per_s", "_ms", "_ns", "_us", "_mib")
#: The unit of shares, which people read as percentages.
SHARE = "share"
DIRECTIONS = {"lower": "lower is better", "higher": "higher is better"}


class Metric(NamedTuple):
    name: str
    title: str
    #: The factor from the stored figure to the printed one.
    factor: float
    help: str
    is_usual: bool


def metrics(run: Run) -> list[Metric]:
    """In the order of the columns of trials.csv, which is that of the bench."""
    kinds = run.summary.select("metric", "unit", "better").unique().rows()
    known = {name: (unit, better) for name, unit, better in kinds}
    usual = {*USUAL, *run.comparison["metric"]}
    found = []
    for name in run.columns:
        if name in known:
            unit, better = known[name]
            text = f"{name}: {DIRECTIONS.get(better, 'neutral')}. Sort by it."
            found.append(Metric(name, title(name, unit), 100 if unit == SHARE else 1, text, name in usual))
    return found


def times_best(run: Run) -> pl.DataFrame:
    """The summary with a column ``times``: how many times the best of its group, workload and metric a figure is, as
    both are printed; of a cost, how many times the best possible.

    Null for what is neither good nor bad, and for a combination with trouble, which is no best either.
    """
    keys, better = ["strategy", "workload", "metric"], pl.col("better")
    figure = pl.col("median").round_sig_figs(DIGITS)
    own = run.sound(run.summary).filter(~pl.col("metric").is_in(OF_DELIVERIES))
    own = own.with_columns(group=pl.col("strategy").replace(run.group))
    least, most = (end.over("workload", "metric", "group") for end in (figure.min(), figure.max()))
    lower = pl.when(figure == least).then(1.0).otherwise(figure / least)
    higher = pl.when(figure == most).then(1.0).otherwise(most / figure)
    ratio = pl.when(better == "lower").then(lower).when(better == "higher").then(higher)
    times = pl.when(pl.col("metric") == COST).then(figure).otherwise(ratio)
    return run.summary.join(own.select(*keys, times=times), on=keys, how="left", maintain_order="left")


def title(name: str, unit: str) -> str:
    """For people, with the unit."""
    suffix = next((suffix for suffix in UNITS if unit and name.endswith(suffix)), "")
    words = name.removesuffix(suffix).replace("p99_9", "p99.9").replace("_", " ").replace("cpu", "CPU")
    if unit == SHARE:
        words, unit = words.removesuffix(" share"), "%"
    words = words[:1].upper() + words[1:]
    return f"{words} ({unit})" if unit else words
