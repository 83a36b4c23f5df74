"""The parts of the page that hold pictures, and the frame of its table, as HTML."""

from collections import Counter
from html import escape
from typing import Any

import polars as pl

from .figure import Figure, Panel
from .identity import color, shapes
from .matrix import legend
from .metrics import metrics
from .ranking import LATENCY
from .run import OK, Run

#: What the table shows besides each workload.
ALL = "all workloads"

#: Paths of the shapes in the key, in a square of 16 by 16.
OUTLINES = {
    "circle": "M8 2.5a5.5 5.5 0 1 0 .01 0Z",
    "square": "M3 3h10v10H3Z",
    "triangle-up": "M8 2 14 13H2Z",
    "triangle-down": "M8 14 2 3h12Z",
    "triangle-right": "M14 8 3 14V2Z",
    "triangle-left": "M2 8 13 2v12Z",
    "diamond": "M8 1 13 8 8 15 3 8Z",
    "cross": "M6 2h4v4h4v4h-4v4H6v-4H2V6h4Z",
}


def lead(run: Run) -> str:
    """One sentence: what was run, and how it went."""
    if run.trials is None:
        kind = "Evidence of the gate" if run.comparison is None else "A comparison of runs"
        return f"{kind}; there are no trials in this folder."
    timed = run.trials.filter(pl.col("pass") == "timing")
    endings = Counter(timed["outcome"].to_list())
    time = "real" if run.is_real else "virtual"
    words = (
        f"{_count(len(run.strategies), 'strategy', 'strategies')} on "
        f"{_count(len(run.workloads), 'workload', 'workloads')} in {time} time, "
        f"{_count(len(timed), 'trial', 'trials')}"
    )
    others = ", ".join(f"{count} {name}" for name, count in endings.items() if name != OK)
    return words + (f", of which {others}." if others else ", all ok.")


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def bullets(texts: list[str]) -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f'<ul class="findings">{items}</ul>' if texts else ""


def findings(run: Run) -> str:
    """What the run says in words, and nothing that the figures do not say; empty where there is nothing."""
    if run.trials is None:
        return ""
    text = "<p>This run holds no findings in words (findings.csv); newer ones do, once they have ended.</p>"
    if run.findings is not None:
        headings = {w: f"On {name}" for w, name in run.names.items()} | {"": "Over all workloads"}
        own = {w: run.findings.filter(pl.col("workload") == w)["finding"].to_list() for w in headings}
        blocks = [f"<div><h3>{escape(headings[w])}</h3>{bullets(said)}</div>" for w, said in own.items() if said]
        text = f'<div class="workloads">{"".join(blocks)}</div>'
    return (
        '<section id="findings" aria-labelledby="findings-title">'
        f'<h2 id="findings-title">Workload by workload</h2>{text}</section>'
    )


def section(figure: Figure, charts: list[dict[str, Any]], run: Run) -> str:
    first, _, rest = figure.caption.partition(". ")
    body = [f'<p class="caption">{escape(first.removesuffix("."))}.</p>']
    if rest:
        body.append(f"<details><summary>How to read it</summary><p>{escape(rest)}</p></details>")
    if figure.one_at_a_time and len(figure.panels) > 1:
        body.append(f'<div class="controls">{_menu(run)}</div>')
    if figure.key:
        body.append(_key(figure.key, run))
    kind = "by-workload" if figure.one_at_a_time else "single" if len(figure.panels) == 1 else ""
    kind = kind or ("wide" if figure.minimum_width else "")
    panels = "".join(_panel(panel, figure, charts) for panel in figure.panels)
    body.append(f'<div class="panels {kind}">{panels}</div>')
    if figure.gaps:
        body.append('<p class="note"><a href="#gaps-list">What is not in it</a></p>')
    return (
        f'<section id="{figure.name}" class="drawn" aria-labelledby="{figure.name}-title">'
        f'<h2 id="{figure.name}-title">{escape(figure.title)}</h2>{"".join(body)}</section>'
    )


def _panel(panel: Panel, figure: Figure, charts: list[dict[str, Any]]) -> str:
    charts.append(panel.page_spec())
    small = f"<small>{escape(panel.subtitle)}</small>" if panel.subtitle else ""
    caption = f"<figcaption>{escape(panel.title)}{small}</figcaption>" if panel.title else ""
    label = escape(" ".join(t for t in (panel.title, panel.subtitle, figure.alt_text) if t))
    chart = (
        f'<div class="chart" role="img" aria-label="{label}" data-chart="{len(charts) - 1}" '
        f'style="min-width:{figure.minimum_width}px;min-height:{panel.height + 40}px"></div>'
    )
    if figure.minimum_width:
        name = escape(f"{figure.title}, scrolls sideways")
        chart = f'<div class="scroll" role="region" tabindex="0" aria-label="{name}">{chart}</div>'
    return f'<figure class="panel" data-workload="{escape(panel.workload)}">{caption}{chart}</figure>'


def _key(strategies: list[str], run: Run) -> str:
    known = shapes(run.strategies)
    items = "".join(
        f'<li><svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true" '
        f'style="color: var(--{color(s)[1:]})"><path fill="currentColor" d="{OUTLINES[known[s]]}"/></svg>'
        f"{escape(s)}</li>"
        for s in strategies
    )
    return f'<ul class="key" aria-label="Key">{items}</ul>'


def gaps(figures: list[Figure]) -> str:
    """What was not measured or not drawn, all in one line until it is opened."""
    found: dict[str, list[str]] = {}
    for figure in figures:
        for gap in dict.fromkeys(figure.gaps):
            found.setdefault(gap, []).append((figure.label or figure.title).lower())
    if not found:
        return ""
    items = "".join(
        f"<li>{escape(gap)} <small>({escape(', '.join(names))})</small></li>" for gap, names in found.items()
    )
    undrawn = [(f.label or f.title).lower() for f in figures if not f.panels]
    without = f"; without pictures: {', '.join(undrawn)}" if undrawn else ""
    return (
        f'<details id="gaps"><summary>Not measured or not drawn: {len(found)}{escape(without)}'
        f'</summary><ul id="gaps-list" class="findings">{items}</ul></details>'
    )


def _menu(run: Run, *more: str) -> str:
    options = "".join(f"<option>{escape(w)}</option>" for w in [*run.workloads, *more])
    return f'<label>Workload <select class="workload">{options}</select></label>'


def table(run: Run) -> str:
    if run.trials is None:
        return ""
    references = "".join(f"<option>{escape(s)}</option>" for s in run.strategies)
    if run.reference is not None:
        name = f"the same in {run.reference.name}"
        references = f'<option value="" selected>{escape(name)}</option>{references}'
    kinds = "".join(
        f'<option value="{escape(m["name"])}"{" selected" if m["name"] == LATENCY else ""}>'
        f"{escape(m['title'])}</option>"
        for m in metrics(run)
    )
    return f"""<section id="table" aria-labelledby="table-title">
<h2 id="table-title">All figures</h2>
<p class="caption">Medians over the trials, with their 95 % interval below, where there were six.
Colour: ratio to the column's best. Small text: change from the reference; where the intervals overlap,
it is ≈ same. Choose a column's title to sort by it.</p>
{legend()}
<div class="controls">{_menu(run, ALL)}
<label hidden>Metric <select id="metric">{kinds}</select></label>
<label>Reference <select id="reference">{references}</select></label>
<label>Strategies with <input type="search" id="filter" placeholder="throttle, source"></label>
<label class="check"><input type="checkbox" id="all-metrics"> All metrics</label></div>
<p class="note" id="count" role="status"></p>
<div class="scroll" role="region" tabindex="0" aria-label="All figures, scrolls sideways">
<table id="figures" aria-labelledby="table-title"><thead></thead><tbody></tbody></table></div></section>"""
