"""The results of `bench compare`: each strategy's ratio to the first run, with its interval."""

from itertools import product
from math import exp, log

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import log_scale, names, told
from ..metrics import title as metric_title
from ..run import Run

WIDTH, ROW = 360, 20
#: The colour of a verdict, which the row names; others are grey.
COLOURS = {"worse": "@bad", "better": "@good"}
KINDS, DIRECTIONS = ("metric", "unit", "better"), {"lower": "worse →", "higher": "better →"}


def comparison(run: Run) -> Figure:
    figure = Figure(
        "comparison",
        "New run ÷ old run",
        "A row is a strategy over all workloads: its figure in the new run ÷ that in the old one, with the 95 % interval "
        "and the verdict of bench compare. Unchanged figures and those without a ratio are left out.",
        is_wide=True,
    )
    rows = run.comparison.filter(pl.col("workload") == "", pl.col("ratio") > 0, pl.col("verdict") != "same")
    figure.columns = max(1, rows["new"].n_unique())
    groups = run.groups(rows["strategy"].unique(maintain_order=True).to_list())
    # The panels of a file share their colours, so each knows the verdicts of all.
    verdicts = rows["verdict"].unique(maintain_order=True).to_list()
    kinds, runs = (rows.select(names).unique(maintain_order=True).rows() for names in (KINDS, ("old", "new")))
    for (metric, unit, better), (group, members), (old, new) in product(kinds, groups, runs):
        own = rows.filter(metric=metric, new=new).filter(pl.col("strategy").is_in(members))
        if not own.is_empty():
            chart = _panel(own, f"{new} ÷ {old} ({DIRECTIONS.get(better, 'neutral')})", verdicts)
            title = f"{metric_title(metric, unit)}: {new} against {old}"
            figure.add(title, chart, WIDTH, ROW * len(own) + 10, group=group)
    figure.missing = "It needs a comparison that found a difference (bench compare --output, or --reference)."
    return figure


def _ticks(reach: float) -> list[float]:
    """Round ratios on both sides of 1, the outer ones first, none too near to another."""
    taken: list[float] = []
    for step in (1000, 100, 30, 10, 5, 3, 2, 1.5, 1.2, 1.1, 1.05, 1.02, 1.01):
        place = log(step) / log(reach)
        if 0.16 < place < 1 and all(abs(place - other) > 0.22 for other in taken):
            taken.append(place)
    steps = [exp(place * log(reach)) for place in taken]
    return sorted([1, *steps, *(1 / step for step in steps)])


def _panel(rows: pl.DataFrame, x_title: str, verdicts: list[str]) -> alt.LayerChart:
    # An interval may begin at 0, which has no place on this axis.
    ends = [v for name in ("ratio", "ratio_low", "ratio_high") for v in rows[name].drop_nulls() if v > 0]
    reach = max(1.1, *(max(v, 1 / v) for v in ends)) * 1.02
    axis = alt.Axis(values=_ticks(reach), format=",.3~g", labelFlush=False, labelOverlap="greedy")
    scale = log_scale([1 / reach, reach])
    hues = alt.Scale(domain=verdicts, range=[COLOURS.get(verdict, "@grey") for verdict in verdicts])
    hue = alt.Color("verdict:N", scale=hues, legend=None)
    base = alt.Chart(rows).encode(y=names("strategy", rows["strategy"].to_list(), 330), color=hue)
    x = alt.X("ratio:Q", scale=scale, title=x_title, axis=axis)
    one = alt.Chart(pl.DataFrame({"at": [1.0]})).mark_rule(color="@ink")
    told_of_row = told("strategy", "verdict", ratio="ratio", trials="new_trials", format=",.4~g")
    word = base.mark_text(align="left", baseline="middle", fontSize=10, dx=6)
    return alt.layer(
        one.encode(x=alt.X("at:Q", scale=scale)),
        base.transform_filter("datum.ratio_low > 0")
        .mark_rule(strokeWidth=2)
        .encode(x=alt.X("ratio_low:Q", scale=scale), x2="ratio_high:Q"),
        base.mark_point(filled=True, size=70, opacity=1).encode(x=x, description=told_of_row),
        word.encode(x=alt.value("width"), text="verdict:N"),
    )
