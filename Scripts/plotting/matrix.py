"""The heat map of the page: a table, so that it needs no JavaScript and can be read aloud."""

from html import escape

from .marks import short
from .pricing import price
from .ranking import COST, STEPS, Ranking, figure, main_ranking, step
from .run import Run, brief

WORDS = ("lost", "crashed", "hung", "discarded", "not run")


def matrix(run: Run) -> str:
    """As HTML; empty where no cell has a figure."""
    found = main_ranking(run) if run.trials is not None else None
    if found is None or not found.factors:
        return ""
    title = "How many times the best possible cost each strategy pays"
    if found.metric != COST:
        title = "How many times as long updates wait as with the best on each workload"
    return f"""<section id="cost-ratio" aria-labelledby="cost-ratio-title">
<h2 id="cost-ratio-title">{title}</h2>
<div class="scroll" role="region" tabindex="0" aria-label="Heat map">
<table class="heat" id="heat" aria-labelledby="cost-ratio-title">{inside(run)}</table></div>
{legend()}<p class="caption" id="how">{how(run)}</p></section>"""


def inside(run: Run) -> str:
    """The rows of the table."""
    found = main_ranking(run)
    names = brief(found.workloads)
    heads = "".join(_head(name, names[name]) for name in found.workloads)
    rows = "".join(_row(run, found, strategy) for strategy in found.strategies)
    return (
        '<thead><tr><th scope="col">Strategy</th><th scope="col" class="mean"><span>average</span></th>'
        f"{heads}</tr></thead><tbody>{rows}</tbody>"
    )


def how(run: Run) -> str:
    """How to read it."""
    said = "Bold is the best of its column; averages are geometric means."
    if main_ranking(run).metric != COST:
        return said
    own = price(run)
    waiting = f"{short(own, 2)} ms for each ms that an update waits" if own is not None else "all waiting"
    link = f'<a href="{run.link("optimum.md")}">best possible</a>'
    return (
        f"Cost is main-thread time for deliveries, plus {waiting}. The {link} is what a scheduler would pay that knew "
        f"all updates beforehand and makes deliveries of the same kind. {said}"
    )


def _head(key: str, name: str) -> str:
    whole = f' title="{escape(key)}"' if key != name else ""
    return f'<th scope="col"{whole}><span>{escape(name)}</span></th>'


def _row(run: Run, found: Ranking, strategy: str) -> str:
    mean = dict(found.means).get(strategy)
    is_best = bool(found.means) and mean == found.means[0][1]
    cells = _cell(mean, "no figure on every workload", "mean", is_best)
    for workload in found.workloads:
        factor = found.factors.get((strategy, workload))
        least = min(v for (_, w), v in found.factors.items() if w == workload)
        cells += _cell(factor, run.trouble(strategy, workload), "", factor == least)
    return f'<tr><th scope="row" title="{escape(run.told(strategy))}">{escape(strategy)}</th>{cells}</tr>'


def _cell(factor: float | None, trouble: str | None, kind: str, is_best: bool) -> str:
    if factor is None:
        why = trouble or "no figure: its deliveries cost nothing, or the best possible at this price is not known"
        word = next((word for word in WORDS if why.startswith(word)), "–")
        return f'<td class="{kind} gap" title="{escape(why)}">{word}</td>'
    text = figure(factor)
    text = f"<b>{text}</b>" if is_best else text
    return f'<td class="{kind} step{step(factor)}">{text}</td>'


def bounds() -> list[str]:
    """What the colours stand for, from best to worst."""
    return [f"≤ {short(bound)} ×" for bound in STEPS] + [f"> {short(STEPS[-1])} ×"]


def legend() -> str:
    items = "".join(f'<li class="step{n}">{text}</li>' for n, text in enumerate(bounds()))
    return f'<ul class="steps" aria-label="What the colours stand for">{items}</ul>'
