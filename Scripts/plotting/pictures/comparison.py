"""What `bench compare` found: the ratio of each cell to the first run, with its interval."""

from math import exp, log

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import log_scale, names, told, upright, verdicts, words
from ..metrics import title as metric_title
from ..ranking import listed
from ..run import Run, brief

WIDTH, ROW = 360, 20
#: A verdict has a colour and a shape, and its word stands in the row.
LOOKS = {
    "worse": ("@bad", "triangle-right"),
    "worse?": ("@vermilion", "triangle-right"),
    "changed": ("@purple", "diamond"),
    "changed?": ("@purple", "diamond"),
    "~": ("@grey", "circle"),
    "few": ("@muted", "square"),
    "better?": ("@cyan", "triangle-left"),
    "better": ("@good", "triangle-left"),
}
SAME, NO_RATIO = "same", "no ratio"
DIRECTIONS = {"lower": "worse →", "higher": "better →"}


def comparison(run: Run) -> Figure:
    figure = Figure(
        "comparison",
        "Which intervals leave the line at 1? New run ÷ old one, the worst first",
        "Each row is a strategy on a workload: its figure in the new run ÷ that in the old one, with the "
        "95 % interval. Look for intervals that leave the line at 1. A '?' is told from noise if that row "
        "alone had been looked at; without it, together with all others; ~ is not told from noise. Runs "
        "made one after the other cannot tell a change from a machine that drifted.",
        label="Comparison",
        is_wide=True,
        docs="comparing.md",
    )
    if run.comparison is None or run.comparison.is_empty():
        return figure.without("This folder holds no comparison (comparison.csv), which bench compare --output writes.")
    mean = pl.format("geometric mean of {}", pl.col("cells").cast(pl.Int64))
    short_names = brief([w for w in run.comparison["workload"].unique(maintain_order=True) if w])
    cell = pl.col("strategy") + " · " + pl.col("workload").replace(short_names)
    rows = run.comparison.with_columns(pl.when(pl.col("strategy") == "").then(mean).otherwise(cell).alias("cell"))
    figure.title = counted(run.comparison)
    strange = set(rows["verdict"]) - {*LOOKS, SAME, NO_RATIO}
    figure.gaps += [f"'{verdict}' is no verdict that this knows." for verdict in sorted(strange)]
    figure.columns = rows["new"].n_unique()
    for metric, unit, better in rows.select("metric", "unit", "better").unique(maintain_order=True).rows():
        for new in rows["new"].unique(maintain_order=True):
            own = rows.filter((pl.col("metric") == metric) & (pl.col("new") == new))
            if not own.is_empty():
                _add(figure, own, metric_title(metric, unit), better)
    counts = ", ".join(f"{n} {verdict}" for verdict, n in rows["verdict"].value_counts(sort=True).rows())
    figure.alt_text = f"Forest plot of {len(rows)} ratios: {counts}."
    return figure


def counted(rows: pl.DataFrame) -> str:
    """What is told from noise together with all others; what might be comes after it."""
    rows = rows.filter(pl.col("strategy") != "")
    counts = dict(rows["verdict"].value_counts().rows())
    maybe = sum(counts.get(verdict, 0) for verdict in ("worse?", "better?", "changed?"))
    more = f"; {maybe} perhaps" if maybe else ""
    found = [f"{counts[v]} {v}" for v in ("worse", "better", "changed") if v in counts]
    if found:
        return f"{listed(found)} of {len(rows)} figures{more}"
    why = ": too few trials" if set(counts) <= {"few", SAME, NO_RATIO} and "few" in counts else more
    return f"None of {len(rows)} figures is told from noise{why}"


def _add(figure: Figure, rows: pl.DataFrame, metric: str, better: str) -> None:
    old, new = rows["old"][0], rows["new"][0]
    same = rows.filter((pl.col("verdict") == SAME) & (pl.col("strategy") != ""))
    if len(same) > 0:
        figure.gaps.append(f"{metric}, {new}: {len(same)} cells are the same as in {old}.")
    has_ratio = (pl.col("ratio") > 0).fill_null(False)
    for cell in rows.filter(~has_ratio & (pl.col("verdict") != SAME))["cell"]:
        figure.gaps.append(f"{metric}, {new}: {cell} is 0 or has no figure in a run, so there is no ratio.")
    drawn = rows.filter(has_ratio & pl.col("verdict").is_in(list(LOOKS)))
    if not drawn.is_empty():
        chart = _panel(drawn, f"{new} ÷ {old} ({DIRECTIONS.get(better, 'a fact')})")
        figure.add(f"{metric}: {new} against {old}", chart, WIDTH, ROW * len(drawn) + 10)


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
    hue, shape = verdicts(LOOKS)
    base = alt.Chart(rows).encode(y=names("cell", rows["cell"].to_list(), 330))
    named = told("cell", "verdict", ratio="ratio", trials="trials", format=",.4~g")
    return alt.layer(
        upright(1.0, "@ink", scale, strokeWidth=1),
        base.transform_filter("datum.ratio_low != null")
        .mark_rule(strokeWidth=2)
        .encode(x=alt.X("ratio_low:Q", scale=scale), x2="ratio_high:Q", color=hue),
        base.mark_point(filled=True, size=70, opacity=1).encode(
            x=alt.X("ratio:Q", scale=scale, title=x_title, axis=axis), color=hue, shape=shape, description=named
        ),
        words(base, hue, "left", dx=6),
    )
