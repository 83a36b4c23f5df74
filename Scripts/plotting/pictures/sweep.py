"""One parameter over a range: what waiting longer gives and takes."""

import altair as alt
import polars as pl

from .. import identity
from ..errors import BadRun
from ..figure import Figure
from ..marks import log_axis, log_domain, log_scale, short, tip
from ..run import Run, brief

SIZE = (230, 150)
#: The column of the value, whatever its unit.
VALUE = "value"
MEASURES = {
    "latency_p99_ms": "99th percentile of latency (ms)",
    "latency_max_ms": "Longest latency (ms)",
    "main_busy_share": "Main thread busy (%)",
}


def sweep(run: Run) -> Figure:
    figure = Figure(
        "sweep",
        "What the parameter trades: latency against main's time",
        "Above, how long updates wait, below, how busy main is, at each value; all axes are "
        "logarithmic. The line across marks the knee, from where on less of main's time costs much "
        "more latency.",
        columns=4,
        label="Sweep",
    )
    if run.sweep is None or run.sweep.is_empty():
        return figure.without(
            "This run swept no parameter. Scripts/bench sweep throttle --interval 4ms...300ms makes one that does."
        )
    column = next((c for c in run.sweep.columns if c == VALUE or c.startswith(f"{VALUE}_")), None)
    if column is None:
        raise BadRun(
            f"{run.folder / 'sweep.csv'} has no column '{VALUE}', with or without a unit. "
            "Was it written by a bench of this revision? Results/README.md names the columns."
        )
    name = run.sweep["strategy"][0].partition(":")[0]
    unit = column.removeprefix(VALUE).removeprefix("_")
    bare = f"{run.sweep['parameter'][0]} of {name}"
    parameter = bare + (f" ({unit})" if unit else "")
    figure.title = _title(run.sweep, column, bare, unit)
    figure.alt_text = f"Line charts, two a workload: latency and main's busy share over the {parameter}."
    rows = run.sweep.with_columns(pl.col("main_busy_share") * 100, pl.col(column).alias(VALUE)).filter(
        pl.col(VALUE) > 0
    )
    for strategy, workload in rows.filter(pl.col("failed_trials") > 0).select("strategy", "workload").rows():
        figure.gaps.append(f"{workload}, {strategy}: a trial failed.")
    rows = rows.filter(pl.col("failed_trials") == 0)
    for workload in run.workloads:
        _add(figure, rows.filter(pl.col("workload") == workload), workload, brief(run.workloads)[workload], parameter)
    return figure


def _title(rows: pl.DataFrame, column: str, parameter: str, unit: str) -> str:
    knees = sorted(set(rows.filter(pl.col("is_knee") == "yes")[column].drop_nulls()))
    if not knees:
        return f"{parameter}: latency against main's time, without a knee"
    where = short(knees[0]) + (f" to {short(knees[-1])}" if len(knees) > 1 else "")
    return f"Beyond {f'{where} {unit}'.strip()}, more {parameter} saves little of main's time for much latency"


def _add(figure: Figure, rows: pl.DataFrame, workload: str, title: str, parameter: str) -> None:
    has_p99 = "latency_p99_ms" in rows.columns and rows["latency_p99_ms"].null_count() == 0
    for measure in ("latency_p99_ms" if has_p99 and len(rows) > 0 else "latency_max_ms", "main_busy_share"):
        points = rows.filter(pl.col(measure) > 0).sort(VALUE)
        if points.is_empty():
            figure.gaps.append(f"{workload}: {MEASURES[measure]} is not there for any value.")
            continue
        chart = _panel(points.select(VALUE, measure, "is_knee", "strategy"), measure, parameter)
        figure.add(title, chart, *SIZE, workload=workload)


def _panel(rows: pl.DataFrame, measure: str, parameter: str) -> alt.LayerChart:
    x_domain, y_domain = log_domain(rows[VALUE].to_list(), 1.1), log_domain(rows[measure].to_list(), 1.3)
    x = alt.X(f"{VALUE}:Q", scale=log_scale(x_domain), title=parameter, axis=log_axis(x_domain))
    y = alt.Y(f"{measure}:Q", scale=log_scale(y_domain), title=MEASURES[measure], axis=log_axis(y_domain))
    base, hue = alt.Chart(rows), identity.color(rows["strategy"][0])
    knee = base.transform_filter("datum.is_knee == 'yes'")
    told = [tip(VALUE, parameter, ",.4~g"), tip(measure, MEASURES[measure])]
    return alt.layer(
        knee.mark_rule(color="@muted", strokeDash=[4, 3]).encode(x=x),
        base.mark_line(color=hue, strokeWidth=1.8).encode(x=x, y=y),
        base.mark_point(color=hue, filled=True, size=34, opacity=1).encode(x=x, y=y, tooltip=told),
        knee.mark_text(align="left", dx=5, baseline="top", color="@muted")
        .encode(x=x, y=alt.value(2), text=alt.Text("label:N"))
        .transform_calculate(label=f"'knee: ' + format(datum.{VALUE}, ',.3~g')"),
    )
