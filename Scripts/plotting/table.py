"""All figures of a run: a table for each workload, whose rows report.js sorts and filters."""

from html import escape
from typing import Any

import polars as pl

from .marks import short
from .markup import framed, key_of_steps, of_workload, scroll
from .metrics import Metric, metrics, times_best
from .run import Run, titled
from .theme import step

NAMES = ("strategy", "metric")
FIGURES = ("median", "ci95_low", "ci95_high", "times")
OLD = ("old_median", "verdict")
Rows = dict[tuple[str, str], dict[str, Any]]


def table(run: Run) -> str:
    """The table as HTML; empty for a folder without trials."""
    if run.trials.is_empty():
        return ""
    summary = times_best(run).filter(pl.col("median").is_not_null())
    shown = metrics(run)
    tables = ""
    for workload in run.workloads:
        figures = _rows(summary, workload, FIGURES)
        old = _rows(run.comparison, workload, OLD)
        # Leave out columns without figures.
        columns = [metric for metric in shown if any(metric.name == name for _, name in figures)]
        for group, strategies in run.groups(run.strategies):
            made = f'<table aria-label="{escape(titled(workload, group))}">'
            made += _of(run, workload, strategies, columns, figures, old) + "</table>"
            head = f"<h3>{escape(titled(run.names[workload], group))}</h3>"
            tables += of_workload("div", workload, head + scroll(titled("All figures", group), made))
    return framed("table", "All figures", _head_of_section(run) + tables)


def _rows(frame: pl.DataFrame, workload: str, columns: tuple[str, ...]) -> Rows:
    """The rows by strategy and metric."""
    rows = frame.filter(pl.col("workload") == workload).select(*NAMES, *columns).to_dicts()
    return {(row["strategy"], row["metric"]): row for row in rows}


def _head_of_section(run: Run) -> str:
    small = "" if run.comparison.is_empty() else " Small text: the old run's figure, and the verdict of bench compare."
    return f"""<p class="caption">Medians of the trials; point at one for its 95 % interval. Choose a column's title to
sort by it. Colour: ratio to the column's best; of a cost, to the best possible.{small}</p>
{key_of_steps()}
<div class="controls">
<label>Strategies with <input type="search" id="filter" placeholder="throttle, source"></label>
<label><input type="checkbox" id="all-metrics"> All metrics</label></div>"""


def _of(run: Run, workload: str, strategies: list[str], shown: list[Metric], figures: Rows, old: Rows) -> str:
    heads = _head("strategy", "Strategy", "Sort by name.", True)
    heads += "".join(_head(metric.name, metric.title, metric.help, metric.is_usual) for metric in shown)
    body = ""
    for strategy in strategies:
        keys = [(strategy, metric.name) for metric in shown]
        cells = "".join(_cell(m, figures.get(key), old.get(key)) for m, key in zip(shown, keys, strict=True))
        trouble = run.trouble(strategy, workload)
        note = f"<small>{escape(trouble)}</small>" if trouble else ""
        name = f'<th scope="row" title="{escape(run.told(strategy))}">{escape(strategy)}{note}</th>'
        body += f'<tr data-strategy="{escape(strategy)}">{name}{cells}</tr>'
    return f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"


def _head(name: str, title: str, help: str, is_usual: bool) -> str:
    kind = "" if is_usual else ' class="rare"'
    button = f'<button type="button" data-metric="{escape(name)}" title="{escape(help)}">{escape(title)}</button>'
    return f'<th scope="col" aria-sort="none"{kind}>{button}</th>'


def _cell(metric: Metric, row: dict[str, Any] | None, old: dict[str, Any] | None) -> str:
    kinds = [] if metric.is_usual else ["rare"]
    if row is None:
        return f'<td class="{" ".join(kinds)}">–</td>'

    def figure(value: float | None) -> str:
        return short(None if value is None else value * metric.factor)

    own, low, high = (row[name] for name in FIGURES[:3])
    if row["times"] is not None:
        kinds.append(f"step{step(row['times'])}")
    interval = f"{figure(own)} · 95 %: {figure(low)} to {figure(high)}" if low is not None and low != high else ""
    told = f' title="{interval}"' if interval else ""
    beside = ", ".join(filter(None, [figure(old["old_median"]), escape(old["verdict"])])) if old else ""
    small = f"<small>{beside}</small>" if old else ""
    return f'<td class="{" ".join(kinds)}" data-value="{own:.6g}"{told}>{figure(own)}{small}</td>'
