"""One parameter over a range: what waiting longer gives and takes."""

import re
from typing import NamedTuple

import altair as alt
import polars as pl

from ..figure import Figure
from ..marks import log_axis, log_domain, log_scale, short, told
from ..run import Run
from ..tables import LARGEST, SMALLEST

SIZE = (230, 150)
VALUE = "value"
#: As many make a curve.
FEWEST = 3
MEASURES = {
    "latency_p99_ms": "99th percentile of latency (ms)",
    "latency_max_ms": "Longest latency (ms)",
    "main_busy_share": "Main thread busy (%)",
}
MILLISECONDS = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3, "": 1}
NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)(ns|us|ms|s|)")
#: How the findings begin that are read here.
DEFAULT = re.compile(r"(\S+) alone is (\S+)\.$")
KNEE = re.compile(r"The knee of (\S+)'s (\S+) (?:is|seems to be) at (\S+): ")


class Family(NamedTuple):
    """Keys of one strategy that differ in one parameter, with their values, in ms if durations."""

    strategy: str
    parameter: str
    unit: str
    values: dict[str, float]

    @property
    def name(self) -> str:
        return f"{self.parameter} of {self.strategy}"

    @property
    def title(self) -> str:
        return self.name + (f" ({self.unit})" if self.unit else "")


def sweep(run: Run) -> Figure:
    figure = Figure(
        "sweep",
        "What the parameter trades: latency against main-thread time",
        "Above, how long updates wait, below, how busy the main thread is, at each value; all axes are "
        "logarithmic. The line across marks the knee, from where on less main-thread time costs much "
        "more latency.",
        columns=4,
        label="Sweep",
        docs="choosing.md",
    )
    families = _families(run)
    if not families:
        return figure.without(
            "This run has no three values of one parameter. Scripts/bench simulate --strategy "
            "throttle:interval=4ms...300ms makes one that does."
        )
    family, *others = families
    for other in others:
        figure.gaps.append(f"{other.strategy}, {other.parameter}: drawn in a run without others.")
    knees = _knees(run, family)
    figure.title = _title(sorted(set(knees.values())), family.name, family.unit)
    figure.alt_text = f"Line charts, two a workload: latency and the main thread's busy share over the {family.title}."
    for workload in run.workloads:
        for strategy in family.values:
            if trouble := run.trouble(strategy, workload):
                figure.gaps.append(f"{workload}, {strategy}: {trouble}.")
        _add(figure, run, family, workload, run.names[workload], knees.get(workload))
    return figure


def _families(run: Run) -> list[Family]:
    """By the keys of the strategies; a default's value is in no key, but in a finding."""
    full = {match[1]: match[2] for _, match in _findings(run, DEFAULT)}
    found: dict[tuple[str, str], Family] = {}
    for key in run.strategies:
        name, *parts = full.get(key, key).split(":")
        for part in parts:
            parameter, _, text = part.partition("=")
            value = _value(text)
            if value is None:
                continue
            strategy = ":".join([name, *(other for other in parts if other != part)])
            unit = "" if text[-1].isdigit() else "ms"
            empty = Family(strategy, parameter, unit, {})
            found.setdefault((strategy, parameter), empty).values[key] = value
    return [family for family in found.values() if len(family.values) >= FEWEST]


def _value(text: str) -> float | None:
    """In ms where it is a duration; None for what is no number, or one that no axis holds."""
    match = NUMBER.fullmatch(text)
    value = float(match[1]) * MILLISECONDS[match[2]] if match else -1
    return value if value == 0 or SMALLEST < value < LARGEST else None


def _findings(run: Run, pattern: re.Pattern[str]) -> list[tuple[str, re.Match[str]]]:
    """The workloads and matches of the findings that begin like that."""
    rows = [] if run.findings is None else run.findings.select("workload", "finding").rows()
    return [(workload, found) for workload, text in rows if (found := pattern.match(text))]


def _knees(run: Run, family: Family) -> dict[str, float]:
    """By workload; findings round a value to three digits, so the nearest is meant."""
    knees = {}
    for workload, match in _findings(run, KNEE):
        knee = _value(match[3])
        if knee is not None and (match[1], match[2]) == (family.strategy, family.parameter):
            knees[workload] = min(family.values.values(), key=lambda value: abs(value - knee))
    return knees


def _title(knees: list[float], parameter: str, unit: str) -> str:
    if not knees:
        return f"{parameter}: latency against main-thread time, without a knee"
    where = short(knees[0]) + (f" to {short(knees[-1])}" if len(knees) > 1 else "")
    where = f"{where} {unit}".strip()
    return f"Beyond {where}, more {parameter} saves little main-thread time for much latency"


def _add(figure: Figure, run: Run, family: Family, workload: str, title: str, knee: float | None) -> None:
    p99, longest, busy = MEASURES
    points = {measure: _points(run, family, workload, measure, knee) for measure in MEASURES}
    latency = p99 if len(points[p99]) == len(points[longest]) > 0 else longest
    for measure in (latency, busy):
        if points[measure].is_empty():
            figure.gaps.append(f"{workload}: {MEASURES[measure]} is not there for any value.")
            continue
        figure.add(title, _panel(points[measure], measure, family), *SIZE, workload=workload)


def _points(run: Run, family: Family, workload: str, measure: str, knee: float | None) -> pl.DataFrame:
    figures = run.figures(measure).filter(pl.col("workload") == workload, pl.col("median") > 0)
    factor = 100 if measure == "main_busy_share" else 1
    rows = [
        (value, median * factor, "yes" if value == knee else "no", strategy)
        for strategy, median in figures.select("strategy", "median").rows()
        if (value := family.values.get(strategy, 0)) > 0
    ]
    schema = {VALUE: pl.Float64, measure: pl.Float64, "is_knee": pl.String, "strategy": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row").sort(VALUE)


def _panel(rows: pl.DataFrame, measure: str, family: Family) -> alt.LayerChart:
    parameter = family.title
    x_domain = log_domain(rows[VALUE].to_list(), 1.1)
    y_domain = log_domain(rows[measure].to_list(), 1.3)
    x = alt.X(f"{VALUE}:Q", scale=log_scale(x_domain), title=parameter, axis=log_axis(x_domain))
    y = alt.Y(f"{measure}:Q", scale=log_scale(y_domain), title=MEASURES[measure], axis=log_axis(y_domain))
    base, hue = alt.Chart(rows), "@blue"
    named = told(format=",.4~g", **{VALUE: parameter, measure: MEASURES[measure]})
    knee = base.transform_filter("datum.is_knee == 'yes'")
    text = knee.mark_text(align="left", dx=5, baseline="top", color="@muted").encode(x=x, y=alt.value(2), text="label:N")
    return alt.layer(
        knee.mark_rule(color="@muted", strokeDash=[4, 3]).encode(x=x),
        base.mark_line(color=hue, strokeWidth=1.8).encode(x=x, y=y),
        base.mark_point(color=hue, filled=True, size=34, opacity=1).encode(x=x, y=y, description=named),
        text.transform_calculate(label=f"'knee: ' + format(datum.{VALUE}, ',.3~g')"),
    )
