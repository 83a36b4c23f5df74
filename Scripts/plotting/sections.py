"""The parts of the page that hold pictures, and the frame of its table, as HTML."""

from collections import Counter
from html import escape

import polars as pl

from .figure import Figure, Panel
from .identity import looks
from .metrics import metrics
from .ranking import LATENCY
from .run import OK, VOID, Run

#: What the table shows besides each workload.
ALL = "all workloads"


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
    others = ", ".join(f"{count} {name}" for name, count in endings.items() if name != OK).replace(VOID, "discarded")
    return words + (f", of which {others}." if others else ", all ok.")


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def bullets(texts: list[str]) -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f'<ul class="findings">{items}</ul>' if texts else ""


def findings(run: Run) -> str:
    """What the bench says in words; empty where it says nothing."""
    if run.trials is None or run.findings is None:
        return ""
    headings = {"": "Over all workloads"} | {w: f"On {name}" for w, name in run.names.items()}
    own = {w: run.findings.filter(pl.col("workload") == w)["finding"].to_list() for w in headings}
    blocks = "".join(
        f'<div class="panel" data-workload="{escape(w)}"><h3>{escape(headings[w])}</h3>{bullets(said)}</div>'
        for w, said in own.items()
        if said
    )
    return (
        '<section id="findings" class="wide" aria-labelledby="findings-title">'
        f'<h2 id="findings-title">In words</h2><div class="workloads">{blocks}</div></section>'
    )


def bar(run: Run, figures: list[Figure]) -> str:
    """The one legend of all pictures, and the menu of what they show."""
    if run.trials is None or not figures:
        return ""
    known = looks(run.strategies)
    items = "".join(
        f'<li tabindex="0" title="{escape(run.told(s))}"><svg width="30" height="14" viewBox="-15 -7 30 14" '
        f'aria-hidden="true" style="color: var(--{known[s].hue[1:]})"><path d="M-15,0H15" stroke="currentColor" '
        f'stroke-width="2" stroke-dasharray="{" ".join(map(str, known[s].dash))}"/>'
        f'<path transform="scale(5)" fill="currentColor" d="{known[s].shape}"/></svg>{escape(s)}</li>'
        for s in run.strategies
    )
    menu = _menu(run) if len(run.workloads) > 1 else ""
    return f'<div class="bar">{menu}<ul class="key" aria-label="Key">{items}</ul></div>'


def section(figure: Figure, run: Run) -> str:
    first, _, rest = figure.caption.partition(". ")
    body = [f'<p class="caption">{escape(first.removesuffix("."))}.</p>']
    more = f' <a href="{run.link(figure.docs)}">More</a>'
    body.append(f"<details><summary>How to read it</summary><p>{escape(rest)}{more}</p></details>")
    panels = "".join(_panel(panel, figure) for panel in figure.panels)
    body.append(f'<div class="panels">{panels}</div>')
    is_half = not figure.is_wide and all(panel.workload for panel in figure.panels)
    return (
        f'<section id="{figure.name}" class="{"half" if is_half else "wide"}" aria-labelledby="{figure.name}-title">'
        f'<h2 id="{figure.name}-title">{escape(figure.title)}</h2>{"".join(body)}</section>'
    )


def _panel(panel: Panel, figure: Figure) -> str:
    small = f"<small>{escape(panel.subtitle)}</small>" if panel.subtitle else ""
    caption = f"<figcaption>{escape(panel.title)}{small}</figcaption>" if panel.title else ""
    label = escape(" ".join(t for t in (panel.title, panel.subtitle, figure.alt_text) if t))
    chart = f'<div class="chart" role="img" aria-label="{label}">{panel.inline()}</div>'
    if figure.is_wide:
        name = escape(f"{figure.title}, scrolls sideways")
        chart = f'<div class="scroll" role="region" tabindex="0" aria-label="{name}">{chart}</div>'
    return f'<figure class="panel" data-workload="{escape(panel.workload)}">{caption}{chart}</figure>'


def slider(run: Run, prices: list[float]) -> str:
    """Where the reader sets the latency price, from one that spends little on the main thread to one that hurries."""
    if not prices:
        return ""
    return (
        f'<div class="price"><label for="price">Latency price: <output id="price-value"></output></label>'
        f'<input type="range" id="price" min="0" max="{len(prices) - 1}" value="{len(prices) // 2}" '
        'aria-describedby="price-ends"><p id="price-ends"><span>← keep the main thread free</span>'
        f'<span>show updates soon →</span></p></div>'
    )


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
    return f"""<section id="table" class="wide" aria-labelledby="table-title">
<h2 id="table-title">All figures</h2>
<p class="caption">Medians of the trials; point at one for its 95 % interval, where there were six. Colour: ratio to the
column's best, as in the heat map, among strategies whose deliveries do the same. Small text: change from the reference;
≈ same where the intervals overlap. Choose a column's title to sort by it.
<a href="{run.link("measuring.md")}#how-to-read-the-table">What each column means</a></p>
<div class="controls">{_menu(run, ALL)}
<label hidden>Metric <select id="metric">{kinds}</select></label>
<label>Reference <select id="reference">{references}</select></label>
<label>Strategies with <input type="search" id="filter" placeholder="throttle, source"></label>
<label class="check"><input type="checkbox" id="all-metrics"> All metrics</label></div>
<p class="note" id="count" role="status"></p>
<div class="scroll" role="region" tabindex="0" aria-label="All figures, scrolls sideways">
<table id="figures" aria-labelledby="table-title"><thead></thead><tbody></tbody></table></div></section>"""
