"""What a run says in words; its own findings, and nothing that the figures do not say."""

from collections import Counter
from html import escape

import polars as pl

from .marks import short
from .pictures.heat_map import METRIC, by_mean
from .run import OK, VOID, Run


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
    return words + (f", of which {others}." if others else ", all of which ended as they should.")


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def paragraphs(run: Run) -> str:
    """As HTML."""
    texts = [_nearest(run), _verdicts(run), _compared(run)]
    parts = [f"<p>{escape(text)}</p>" for text in texts if text]
    if run.findings is not None:
        blocks = []
        for workload in [*run.workloads, ""]:
            own = run.findings.filter(pl.col("workload") == workload)["finding"].to_list()
            if own:
                heading = f"On {workload}" if workload else "Over all workloads"
                blocks.append(f"<div><h3>{escape(heading)}</h3>{_list(own)}</div>")
        parts.append(f'<div class="workloads">{"".join(blocks)}</div>')
    elif run.trials is not None:
        parts.append(
            "<p>This run holds no findings in words (findings.csv); newer ones do, once they have "
            "ended.</p>"
        )
    return "\n".join(parts)


def _list(sentences: list[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f'<ul class="findings">{items}</ul>'


def _nearest(run: Run) -> str:
    """Only strategies that have a ratio on every workload with ratios: others had it easier."""
    if run.summary is None:
        return ""
    found = run.figures(METRIC)
    everywhere = len(set(found["workload"]))
    means = [(strategy, mean) for strategy, mean, count in by_mean(found) if count == everywhere]
    if len(means) < 2:
        return ""
    (best, least), (worst, most) = means[0], means[-1]
    return (
        f"Over all workloads, {best} comes nearest to the best possible, at {short(least)} times "
        f"its cost (geometric mean), and {worst} stays furthest from it, at {short(most)} times."
    )


def _verdicts(run: Run) -> str:
    if run.gate is None:
        return ""
    counts = run.gate["verdict"].value_counts(sort=True).rows()
    return "The gate's verdicts: " + ", ".join(f"{n} {verdict}" for verdict, n in counts) + "."


def _compared(run: Run) -> str:
    if run.comparison is None:
        return ""
    cells = run.comparison.filter(pl.col("strategy") != "")
    counts = cells["verdict"].value_counts(sort=True).rows()
    return "What the figures of the cells show: " + ", ".join(f"{n} {v}" for v, n in counts) + "."


def warnings(run: Run) -> str:
    """As HTML: what may distort the figures, and every trial that did not end as it should."""
    said = [str(warning) for warning in run.environment.get("warnings") or []]
    if run.environment.get("isOptimised") is False:
        said.append("The bench was built without optimisation: distrust its times.")
    failed, void = (
        _trials(run, ~pl.col("outcome").is_in([OK, VOID])),
        _trials(run, pl.col("outcome") == VOID),
    )
    said += failed
    text = _list(said) if said else "<p>None.</p>"
    if void:
        count = _count(len(void), "trial was", "trials were")
        text += (
            f"<details><summary>{count} void, and repeated up to twice: the machine was too busy"
            f"</summary>{_list(void)}</details>"
        )
    return text


def _trials(run: Run, is_wanted: pl.Expr) -> list[str]:
    if run.trials is None:
        return []
    return [
        f"{row['strategy']} on {row['workload']}, trial {int(row['trial'] or 0)}: "
        f"{row['outcome']}" + (f", {row['detail']}" if row["detail"] else "") + "."
        for row in run.trials.filter(is_wanted).to_dicts()
    ]
