"""What the gate found: the effect in each cell, beside what its noise alone does."""

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import names, short, told, upright, verdicts, words
from ..run import Run

WIDTH, ROW = 380, 24
#: A verdict has a colour and a shape, and its word stands in the row.
LOOKS = {
    "PASS": ("@grey", "circle"),
    "IMPROVED": ("@good", "triangle-left"),
    "TRADE": ("@amber", "diamond"),
    "REGRESSED": ("@bad", "triangle-right"),
    "INCONCLUSIVE": ("@purple", "cross"),
    "UNKNOWN": ("@muted", "square"),
}
SHARES = ("estimate", "low", "high", "floor", "tolerance")


def gate(run: Run) -> Figure:
    figure = Figure(
        "gate",
        "What the gate found, cell by cell",
        "How much worse (to the right) or better (to the left) each figure became, with its interval. "
        "The shaded stretch is the cell's noise floor, what the base does against itself; the upright "
        "stroke is the tolerance. Only what is beyond both is a regression.",
        columns=1,
        label="Gate",
        is_wide=True,
        docs="gate.md",
    )
    if run.gate is None:
        return figure.without("This folder holds no evidence of the gate (gate-cells.csv), which bench gate writes.")
    if run.gate.is_empty():
        return figure.without("The gate's evidence names no cell.")
    rows = run.gate.with_columns(
        (pl.col("strategy") + " · " + pl.col("workload")).alias("cell"),
        *(pl.col(name) * 100 for name in SHARES),
    )
    counts = ", ".join(f"{n} {verdict}" for verdict, n in rows["verdict"].value_counts(sort=True).rows())
    figure.title = counted(rows)
    figure.alt_text = f"Forest plot of {len(rows)} cells: {counts}."
    strange = sorted(set(run.gate["verdict"]) - set(LOOKS))
    figure.gaps += [f"'{verdict}' is no verdict that this knows." for verdict in strange]
    for half, metric in rows.select("half", "metric").unique(maintain_order=True).rows():
        own = rows.filter((pl.col("half") == half) & (pl.col("metric") == metric))
        for row in own.filter(pl.col("estimate").is_null()).to_dicts():
            figure.gaps.append(f"{row['cell']}, {metric}: no estimate ({row['verdict']}).")
        own = own.filter(pl.col("estimate").is_not_null()).sort("estimate", descending=True)
        if not own.is_empty():
            figure.add(f"{metric}, {half} half", _panel(own), WIDTH, ROW * len(own) + 10)
    return figure


def counted(rows: pl.DataFrame) -> str:
    """How many figures regressed, and which one most."""
    worse = rows.filter(pl.col("verdict") == "REGRESSED").sort("estimate", nulls_last=False)
    if worse.is_empty():
        return f"None of {len(rows)} figures regressed"
    worst = worse.to_dicts()[-1]
    by = f" by {short(worst['estimate'], 2)} %" if worst["estimate"] is not None else ""
    return f"{len(worse)} of {len(rows)} figures regressed, most {worst['cell']}{by}"


def _panel(rows: pl.DataFrame) -> alt.LayerChart:
    reach = max([1.0, *(abs(v) for name in SHARES for v in rows[name].drop_nulls())]) * 1.1
    scale = alt.Scale(domain=[-reach, reach * 1.8], nice=False)
    axis = alt.Axis(format="+,.3~g", tickCount=8)
    hues, shapes = verdicts(LOOKS)
    base = alt.Chart(rows).encode(y=names("cell", rows["cell"].to_list(), 260))
    floor = base.transform_filter("datum.floor != null").transform_calculate(floor_low="-datum.floor")
    limits = base.transform_filter("datum.tolerance != null").mark_tick(color="@muted", thickness=1.2, size=ROW - 6)
    return alt.layer(
        floor.mark_bar(color="@line", fillOpacity=0.4, size=ROW - 8).encode(
            x=alt.X("floor_low:Q", scale=scale), x2="floor:Q"
        ),
        upright(0.0, "@line", scale),
        limits.encode(x=alt.X("tolerance:Q", scale=scale)),
        base.mark_rule(strokeWidth=2)
        .encode(x=alt.X("low:Q", scale=scale), x2="high:Q", color=hues)
        .transform_filter("datum.low != null && datum.high != null"),
        base.mark_point(filled=True, size=80, opacity=1).encode(
            x=alt.X("estimate:Q", scale=scale, title="Change against the base (%); worse to the right", axis=axis),
            color=hues, shape=shapes, description=told("cell", "verdict", estimate="change (%)"),
        ),
        words(base, hues, "right"),
    )  # fmt: skip
