"""What a run says in words; its own findings, and nothing that the figures do not say."""

from collections import Counter
from html import escape

import polars as pl

from .ranking import brief
from .run import OK, Run


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


def findings(run: Run) -> str:
    """As HTML; empty where there is nothing to say."""
    if run.trials is None:
        return ""
    if run.findings is None:
        text = "<p>This run holds no findings in words (findings.csv); newer ones do, once they have ended.</p>"
    else:
        names = brief(run.workloads)
        blocks = []
        for workload in [*run.workloads, ""]:
            own = run.findings.filter(pl.col("workload") == workload)["finding"].to_list()
            if own:
                heading = f"On {names[workload]}" if workload else "Over all workloads"
                items = "".join(f"<li>{escape(sentence)}</li>" for sentence in own)
                blocks.append(f'<div><h3>{escape(heading)}</h3><ul class="findings">{items}</ul></div>')
        text = f'<div class="workloads">{"".join(blocks)}</div>'
    return (
        '<section id="findings" aria-labelledby="findings-title">'
        f'<h2 id="findings-title">Workload by workload</h2>{text}</section>'
    )
