"""The page: one file that opens from disk and loads nothing."""

import json
import shlex
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from . import matrix, metrics, pricing, sections, verdict
from .figure import Figure
from .marks import short
from .ranking import STEPS
from .run import Run
from .theme import variables

PARTS = Path(__file__).parent / "page"


def write(run: Run, figures: list[Figure], path: Path) -> None:
    shown = [figure for figure in figures if figure.panels and figure.is_on_page]
    prices = pricing.prices(run) if run.trials is not None else []
    title = "The gate" if run.comparison is None else "Runs compared"
    if run.trials is not None:
        title = "Strategies that coalesce updates"
    text = Template((PARTS / "report.html").read_text(encoding="utf-8")).substitute(
        title=escape(f"{title}: {run.folder.resolve().name}"),
        lead=escape(sections.lead(run)),
        css=f":root {{ {variables()}}}\n" + (PARTS / "report.css").read_text(encoding="utf-8"),
        navigation=_navigation(shown, run),
        verdict=escape(verdict.title(run)),
        winner=verdict.winner(run),
        slider=sections.slider(run, prices),
        said=verdict.said(run),
        warnings=verdict.warnings(run),
        matrix=matrix.matrix(run),
        gaps=sections.gaps(figures),
        bar=sections.bar(run, shown),
        figures="\n".join(sections.section(figure, run) for figure in shown),
        findings=sections.findings(run),
        table=sections.table(run),
        command=escape(_command(run)),
        environment=_environment(run),
        data=_json(_data(run, prices)),
        script="\n".join((PARTS / name).read_text(encoding="utf-8") for name in ("report.js", "table.js")),
    )
    path.write_text(text, encoding="utf-8")


def _json(value: Any) -> str:
    """So that no text in it can end the script it stands in."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def _data(run: Run, prices: list[float]) -> dict[str, Any]:
    return {
        "workloads": run.workloads,
        "strategies": run.strategies,
        "kinds": {strategy: run.kind(strategy) for strategy in run.strategies},
        "told": {strategy: run.told(strategy) for strategy in run.strategies},
        "metrics": metrics.metrics(run),
        "cells": metrics.cells(run.summary),
        "troubles": metrics.troubles(run),
        "isReal": run.is_real,
        "steps": STEPS,
        "names": run.names,
        "reference": metrics.reference(run),
        "prices": [_judged(pricing.at(run, price), price) for price in prices],
    }


def _judged(run: Run, price: float) -> dict[str, str]:
    """What another price changes: of each place of the page, by its id, what stands there."""
    return {
        "price-value": f"{short(price, 2)} ms of main-thread time for each ms of waiting saved",
        "verdict-title": escape(verdict.title(run)),
        "winner": verdict.winner(run),
        "said": verdict.said(run),
        "heat": matrix.inside(run),
        "how": matrix.how(run),
    }


def _navigation(figures: list[Figure], run: Run) -> str:
    links = [("cost-ratio", "Heat map")] if matrix.matrix(run) else []
    links += [(figure.name, figure.label or figure.title) for figure in figures]
    links += [("table", "All figures")] if run.trials is not None else []
    links += [("environment", "How it was made")]
    items = "".join(f'<li><a href="#{name}">{escape(text)}</a></li>' for name, text in links)
    pages = {"policies.md": "The strategies", "measuring.md": "What is measured", "optimum.md": "The best possible"}
    items += "".join(f'<li class="docs"><a href="{run.link(page)}">{text}</a></li>' for page, text in pages.items())
    return f"<ul>{items}</ul>"


def _command(run: Run) -> str:
    command = [str(word) for word in run.environment.get("command", [])]
    if not command:
        return "not recorded"
    program = Path(command[0]).name
    return shlex.join(["Scripts/bench" if program == "bench" else program, *command[1:]])


#: What the page says elsewhere, or what says nothing to its reader.
NOT_SHOWN = {
    "command", "warnings", "strategies", "workloads", "trials", "pin", "countsAllocations",
    "recordsEvents", "build",
}


def _environment(run: Run) -> str:
    rows = []
    for key, value in run.environment.items():
        if key in NOT_SHOWN:
            continue
        text = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        words = "".join(f" {c.lower()}" if c.isupper() else c for c in key.replace("MiB", "_MiB"))
        words = words.replace("_ mi b", " (MiB)").replace("is ", "").strip()
        text = {True: "yes", False: "no"}.get(text, text) if isinstance(text, bool) else text
        rows.append(f"<dt>{escape(words)}</dt><dd>{escape(str(text))}</dd>")
    return "".join(rows)
