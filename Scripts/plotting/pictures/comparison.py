"""What `bench compare` found: the ratio of each combination to the first run, with its interval."""

from math import exp, log

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import log_scale, names, told
from ..metrics import title as metric_title
from ..run import Run, brief

WIDTH, ROW = 360, 20
#: Colour and shape of a verdict, whose word stands in the row; of any other verdict as of this one: ~.
LOOKS = {
    "worse": ("@bad", "triangle-right"),
    "worse?": ("@vermilion", "triangle-right"),
    "changed": ("@purple", "diamond"),
    "changed?": ("@purple", "diamond"),
    "better?": ("@cyan", "triangle-left"),
    "better": ("@good", "triangle-left"),
}
OTHER = ("@grey", "circle")
DIRECTIONS = {"lower": "worse →", "higher": "better →"}


def comparison(run: Run) -> Figure:
    figure = Figure(
        "comparison",
        "New run ÷ old run",
        "A row is a strategy on a workload: its figure in the new run ÷ that in the old one, with the 95 % interval "
        "and the verdict of bench compare. What is the same, or has no ratio, is left out.",
        is_wide=True,
    )
    mean = pl.format("geometric mean of {}", pl.col("cells").cast(pl.Int64))
    short_names = brief([w for w in run.comparison["workload"].unique(maintain_order=True) if w])
    cell = pl.col("strategy") + " · " + pl.col("workload").replace(short_names)
    rows = run.comparison.filter((pl.col("ratio") > 0) & (pl.col("verdict") != "same"))
    rows = rows.with_columns(pl.when(pl.col("strategy") == "").then(mean).otherwise(cell).alias("cell"))
    figure.columns = max(1, rows["new"].n_unique())
    for metric, unit, better in rows.select("metric", "unit", "better").unique(maintain_order=True).rows():
        for old, new in rows.select("old", "new").unique(maintain_order=True).rows():
            own = rows.filter((pl.col("metric") == metric) & (pl.col("new") == new))
            if not own.is_empty():
                chart = _panel(own, f"{new} ÷ {old} ({DIRECTIONS.get(better, 'a fact')})")
                title = f"{metric_title(metric, unit)}: {new} against {old}"
                figure.add(title, chart, WIDTH, ROW * len(own) + 10)
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


def _panel(rows: pl.DataFrame, x_title: str) -> alt.LayerChart:
    # An interval may begin at 0, which has no place on this axis.
    ends = [v for name in ("ratio", "ratio_low", "ratio_high") for v in rows[name].drop_nulls() if v > 0]
    reach = max(1.1, *(max(v, 1 / v) for v in ends)) * 1.02
    axis = alt.Axis(values=_ticks(reach), format=",.3~g", labelFlush=False, labelOverlap="greedy")
    scale = log_scale([1 / reach, reach])
    verdicts = rows["verdict"].unique(maintain_order=True).to_list()
    hues, shapes = (
        alt.Scale(domain=verdicts, range=list(looks))
        for looks in zip(*(LOOKS.get(verdict, OTHER) for verdict in verdicts), strict=True)
    )
    hue, shape = alt.Color("verdict:N", scale=hues, legend=None), alt.Shape("verdict:N", scale=shapes, legend=None)
    base = alt.Chart(rows).encode(y=names("cell", rows["cell"].to_list(), 330), color=hue)
    x = alt.X("ratio:Q", scale=scale, title=x_title, axis=axis)
    one = alt.Chart(pl.DataFrame({"at": [1.0]})).mark_rule(color="@ink")
    word = base.mark_text(align="left", baseline="middle", fontSize=10, dx=6)
    return alt.layer(
        one.encode(x=alt.X("at:Q", scale=scale)),
        base.transform_filter("datum.ratio_low > 0")
        .mark_rule(strokeWidth=2)
        .encode(x=alt.X("ratio_low:Q", scale=scale), x2="ratio_high:Q"),
        base.mark_point(filled=True, size=70, opacity=1).encode(
            x=x, shape=shape, description=told("cell", "verdict", ratio="ratio", trials="trials", format=",.4~g")
        ),
        word.encode(x=alt.value("width"), text="verdict:N"),
    )
