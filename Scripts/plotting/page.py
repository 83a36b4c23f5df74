"""The page: one file that opens from disk and loads nothing. It prints what the run says and concludes nothing."""

import os
import shlex
from collections import Counter
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote

import polars as pl

from .figure import Figure, Panel
from .markup import bullets, framed, key_of_steps, of_workload, scroll
from .run import OK, VOID, Run, titled
from .table import table
from .theme import variables

PARTS = Path(__file__).parent / "page"
DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"choosing.md": "The strategies", "reference.md": "What is measured", "optimum.md": "The best possible"}
#: The fields of environment.json in the line under the title, and those shown elsewhere on the page.
MACHINE = ("processor", "cores", "system", "toolchain", "date")
ELSEWHERE = (*MACHINE, "command", "warnings", "strategies", "workloads", "schema")


def write(run: Run, figures: list[Figure], path: Path) -> None:
    bottom = _said(run, "")
    drawn = [figure for figure in figures if figure.panels]
    of_one = [figure for figure in drawn if any(panel.workload for panel in figure.panels)]
    text = Template((PARTS / "report.html").read_text(encoding="utf-8")).substitute(
        title=escape(": ".join(filter(None, bottom[0])) if bottom else run.folder.resolve().name),
        machine=escape(_machine(run)),
        lead=escape(_lead(run)),
        css=f":root {{ {variables()}}}\n" + (PARTS / "report.css").read_text(encoding="utf-8"),
        script=(PARTS / "report.js").read_text(encoding="utf-8"),
        bottom=_listed(bottom[1:], "h2") if bottom else f"<p>{_without_findings(run, drawn)}</p>",
        warnings=_warnings(run),
        whole="\n".join(_section(figure) for figure in drawn if figure not in of_one),
        bar=_bar(run),
        findings=_findings(run),
        figures="\n".join(_section(figure) for figure in of_one),
        table=table(run),
        made=_made(run) if run.environment else "",
        pages=_pages(run),
    )
    path.write_text(text, encoding="utf-8")


def _without_findings(run: Run, drawn: list[Figure]) -> str:
    if run.trials.is_empty():
        return "This folder has only a comparison" + ("." if drawn else ", in which nothing changed.")
    return "This run has no findings" + ("." if run.findings.is_empty() else " over all workloads.")


def _machine(run: Run) -> str:
    """The place and time of the run; empty if unknown."""
    found = {key: str(run.environment[key]) for key in MACHINE if run.environment.get(key) is not None}
    if "cores" in found:
        found["cores"] += " cores"
    return " · ".join(found.values())


def _lead(run: Run) -> str:
    """The size of the run, and the outcomes of its trials."""
    if run.trials.is_empty():
        return ""
    timed = run.trials.filter(pl.col("pass") == "timing")
    others = Counter(end for end in timed["outcome"] if end != OK)
    ends = ", ".join(f"{count:,} {'discarded' if end == VOID else end}" for end, count in others.items())
    time = "real" if run.is_real else "virtual"
    counts = (
        _count(len(run.strategies), "strategy", "strategies"),
        _count(len(run.workloads), "workload", "workloads"),
        f"{_count(len(timed), 'trial', 'trials')} in {time} time",
    )
    return ", ".join((*counts, ends) if ends else counts)


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _warnings(run: Run) -> str:
    said = [str(warning) for warning in run.environment.get("warnings") or []]
    return f'<aside aria-label="Warnings"><h2>Warnings</h2>{bullets(said)}</aside>' if said else ""


def _bar(run: Run) -> str:
    """The one menu of workloads and the key of strategies, for all that comes below."""
    if run.trials.is_empty():
        return ""
    options = "".join(f"<option>{escape(workload)}</option>" for workload in run.workloads)
    keys, looks = "", run.looks
    for group, strategies in run.groups(run.strategies):
        items = "".join(
            f'<li tabindex="0" title="{escape(run.told(s))}"><svg width="30" height="14" viewBox="-15 -7 30 14" '
            f'aria-hidden="true" style="color: var(--{looks[s].hue[1:]})"><path d="M-15,0H15" stroke="currentColor" '
            f'stroke-width="2" stroke-dasharray="{" ".join(map(str, looks[s].dash))}"/>'
            f'<path transform="scale(5)" fill="currentColor" d="{looks[s].shape}"/></svg>{escape(s)}</li>'
            for s in strategies
        )
        keys += f'<ul class="key" aria-label="{titled("Key", group)}" data-group="{group}">{items}</ul>'
    return f'<div class="bar"><label>Workload <select id="workload">{options}</select></label>{keys}</div>'


def _findings(run: Run) -> str:
    """The sentences about each workload."""
    blocks = ""
    for workload in run.workloads:
        if said := _listed(_said(run, workload), "h4"):
            blocks += of_workload("div", workload, f"<h3>{escape(run.names[workload])}</h3>{said}")
    return framed("findings", "Findings", blocks) if blocks else ""


def _said(run: Run, workload: str) -> list[tuple[str, str]]:
    """The sentences about a workload, or about all, each with its group's title, if any."""
    titles = [title for title, _ in run.groups(run.strategies)]
    rows = run.findings.filter(pl.col("workload") == workload).select("delivery", "finding").rows()
    return [(title if (title := kind.capitalize()) in titles else "", text) for kind, text in rows]


def _listed(said: list[tuple[str, str]], heading: str) -> str:
    """A list for each group, in the order of their titles, after the sentences without a group."""
    lists = {title: bullets([text for group, text in said if group == title]) for title, _ in sorted(said)}
    return "".join(f"<{heading}>{title}</{heading}>{each}" if title else each for title, each in lists.items())


def _section(figure: Figure) -> str:
    panels = "".join(_panel(panel, figure) for panel in figure.panels)
    kind = "panels wide" if figure.is_wide else "panels"
    caption = f'<p class="caption">{escape(figure.caption)}</p>{key_of_steps() if figure.has_steps else ""}'
    return framed(figure.name, figure.title, f'{caption}<div class="{kind}">{panels}</div>')


def _panel(panel: Panel, figure: Figure) -> str:
    small = f"<small>{escape(panel.subtitle)}</small>" if panel.subtitle else ""
    caption = f"<figcaption>{escape(panel.title)}{small}</figcaption>" if panel.title else ""
    label = escape(" ".join(text for text in (f"{figure.title}.", panel.title, panel.subtitle, figure.caption) if text))
    chart = f'<div class="chart" role="img" aria-label="{label}">{panel.inline()}</div>'
    if figure.is_wide:
        chart = scroll(titled(figure.title, panel.group), chart)
    return of_workload("figure", panel.workload, caption + chart)


def _made(run: Run) -> str:
    """The command of the run, and the environment's fields that are not shown elsewhere."""
    words = [str(word) for word in run.environment.get("command") or ["not recorded"]]
    program = Path(words[0]).name
    command = shlex.join(["Scripts/bench" if program == "bench" else program, *words[1:]])
    rows = ""
    for key, value in run.environment.items():
        if key not in ELSEWHERE:
            text = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else str(value)
            rows += f"<dt>{escape(key)}</dt><dd>{escape(text)}</dd>"
    details = f"<details><summary>Build and settings</summary><dl>{rows}</dl></details>"
    return framed("made", "How it was made", f'<pre tabindex="0"><code>{escape(command)}</code></pre>{details}')


def _pages(run: Run) -> str:
    """Links to the documentation, relative to the run's folder; none if that is outside this package."""
    if DOCS.parent not in run.folder.resolve().parents:
        return ""
    docs = quote(os.path.relpath(DOCS, run.folder.resolve()))
    return " · ".join(f'<a href="{docs}/{page}">{text}</a>' for page, text in PAGES.items())
