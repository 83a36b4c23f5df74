"""What the page says first: who comes out ahead, by how much, what that costs, and what to distrust."""

from html import escape
from math import exp

import polars as pl

from .pictures import choices, comparison, gate, sweep
from .ranking import BUSY, CLOSE, COST, LATENCY, Ranking, is_single, listed, main_ranking, ranking, times, verb
from .run import OK, VOID, Run, brief
from .sections import bullets

#: How many sentences of a kind stand on the page before the rest is folded.
MOST = 4


def title(run: Run) -> str:
    """The verdict in one sentence."""
    if run.trials is None:
        return _counted(run)
    found = main_ranking(run)
    if not found.means:
        return "No strategy has a figure on every workload"
    best, least = found.means[0]
    close = list(_close(found))
    rival = "" if not close else f", {close[0] if len(close) == 1 else f'{len(close)} others'} hardly "
    if found.metric != COST:
        later = f"{rival}later" if rival else ""
        return f"{best} {verb(run, 'shows', 'show')} updates soonest{later}{_over(found)}"
    if len(found.means) == 1:
        return f"{best} {verb(run, 'costs', 'cost')} {times(least)} the best possible{_over(found)}"
    comes, less = verb(run, "comes", "come"), f"{rival}less" if rival else ""
    return f"{best} {comes} nearest to the best possible{less}: {times(least)} its cost{_over(found)}"


def _close(found: Ranking) -> dict[str, float]:
    """The rivals of the best that are hardly worse."""
    least = found.means[0][1]
    return {strategy: mean for strategy, mean in found.means[1:] if mean <= least * CLOSE}


def _over(found: Ranking) -> str:
    if len(found.counted) == 1:
        return f" on {brief(found.workloads)[found.counted[0]]}"
    return f", on average over {len(found.counted)} workloads"


def _counted(run: Run) -> str:
    if run.comparison is not None:
        return comparison.counted(run.comparison)
    return "Nothing to judge" if run.gate is None else gate.gate(run).title


def winner(run: Run) -> str:
    """What the best is, and the line of Swift that makes it, as HTML; empty where the run does not say."""
    found = main_ranking(run) if run.trials is not None else None
    swift = run.swift(found.means[0][0]) if found is not None and found.means else ""
    if not swift:
        return ""
    return (
        f'<div class="winner"><pre tabindex="0"><code>{escape(swift)}</code></pre>'
        '<button type="button" class="copy">Copy</button></div>'
    )


def said(run: Run) -> str:
    """What stands beside the verdict, as HTML."""
    return bullets(sentences(run))


def sentences(run: Run) -> list[str]:
    """What stands beside the verdict; nothing that the figures do not say."""
    found = main_ranking(run) if run.trials is not None else None
    if found is None or not found.means:
        return []
    said = [_asked(run), _rivals(found), *_trades(run, found), _stake(found), _against(run, found)]
    if left := [brief(found.workloads)[w] for w in found.workloads if w not in found.counted]:
        said.append(f"Averages leave out {listed(left)}, where not every strategy has a trial.")
    if found.unranked:
        said.append(f"Not ranked, for lack of a figure: {listed(found.unranked)}.")
    return [sentence for sentence in said if sentence]


def _asked(run: Run) -> str:
    """What a run says that was made for a question of its own."""
    own = [picture(run) for picture in (choices.choices, sweep.sweep)]
    return " ".join(f"{figure.title}." for figure in own if figure.panels)


def _rivals(found: Ranking) -> str:
    (best, least), *others = found.means
    if not others:
        return ""
    close = [f"{strategy} ({times(mean)})" for strategy, mean in _close(found).items()]
    if close:
        first = f"Close behind: {listed(close)}."
    else:
        first = f"Next is {others[0][0]} at {times(others[0][1])}."
    last, most = others[-1]
    if most <= least * CLOSE or len(others) == 1:
        return first
    return f"{first} Last is {last} at {times(most)}: {best} is {times(most / least)} better."


def _trades(run: Run, found: Ranking) -> list[str]:
    """What the best gives away for being the best."""
    best, said = found.means[0][0], []
    kinds = (
        (LATENCY, ("shows updates soonest", "shows updates much sooner"),
         ("Updates are seen soonest with", "they wait", "long")),
        (BUSY, ("keeps the main thread least busy", "keeps the main thread much less busy"),
         ("The main thread is least busy with", "it is", "busy")),
    )  # fmt: skip
    for metric, (most, much), (first, then, adjective) in kinds:
        means = dict(ranking(run, metric).means)
        if best not in means or len(means) < 2 or (metric == found.metric):
            continue
        own = means.pop(best)
        rival = min(means, key=lambda strategy: means[strategy])
        if own * CLOSE < means[rival]:
            said.append(f"It also {most}.")
        elif own <= means[rival] * CLOSE:
            said.append(f"No other {much}.")
        else:
            more = times(own / means[rival])
            said.append(f"{first} {rival}; with {best} {then} {more} as {adjective}.")
    return said


def _stake(found: Ranking) -> str:
    """Where the choice matters most."""
    gaps = []
    for workload in found.workloads:
        own = {s: v for (s, w), v in found.factors.items() if w == workload}
        worst, best = max(own, key=lambda s: own[s]), min(own, key=lambda s: own[s])
        gaps.append((own[worst] / own[best], workload, worst, best))
    gap, workload, worst, best = max(gaps)
    if gap < 2 or len(gaps) < 2:
        return ""
    name = brief(found.workloads)[workload]
    return f"Most is at stake on {name}: there {best} is {times(gap)} better than {worst}."


def _against(run: Run, found: Ranking) -> str:
    """What an older run says of the same."""
    if run.reference is None:
        return ""
    best, name = found.means[0][0], run.reference.name
    if run.comparison is not None:
        said = comparison.counted(run.comparison)
        return f"Against {name}: {said[0].lower()}{said[1:]}."
    old = run.reference.figures.filter(
        (pl.col("metric") == found.metric) & (pl.col("strategy") == best) & (pl.col("median") > 0)
    )
    if found.metric != COST or not set(old["workload"]) >= set(found.counted):
        return ""
    old = old.filter(pl.col("workload").is_in(found.counted))
    return f"In {name}, {best} was at {times(exp(old['median'].log().mean()))}."


def warnings(run: Run) -> str:
    """As HTML: what may distort the figures, and every trial that did not end as it should."""
    said = [str(warning) for warning in run.environment.get("warnings") or []]
    if run.environment.get("isOptimised") is False:
        said.append("The bench was built without optimisation: distrust its times.")
    if is_single(run):
        said.append("One trial each: small differences may be noise.")
    if run.trials is not None:
        said += _ends(run.trials.filter(~pl.col("outcome").is_in([OK, VOID])))
    heading = f"Warnings ({len(said)})" if said else "No warnings"
    text = bullets(said[:MOST])
    if len(said) > MOST:
        text += _folded(f"{len(said) - MOST} more", said[MOST:])
    if run.trials is not None:
        void = run.trials.filter(pl.col("outcome") == VOID)
        if len(void) > 0:
            count = "1 trial was" if len(void) == 1 else f"{len(void):,} trials were"
            text += _folded(f"{count} discarded, and rerun at most twice: the machine was too busy", _ends(void))
    return (
        f'<aside class="{"alert" if said else "calm"}" aria-labelledby="warnings-title">'
        f'<h3 id="warnings-title">{heading}</h3>{text}</aside>'
    )


def _ends(trials: pl.DataFrame) -> list[str]:
    """A sentence for each cell and way to end, however many trials there were."""
    ends = trials.group_by("strategy", "workload", "outcome", maintain_order=True).agg(
        pl.len().alias("count"), pl.col("detail").first()
    )
    return [
        f"{row['strategy']} on {row['workload']}: {row['count']:,} "
        f"{'trial' if row['count'] == 1 else 'trials'} {row['outcome'].replace(VOID, 'discarded')}"
        + (f" ({row['detail']})" if row["detail"] else "")
        + "."
        for row in ends.to_dicts()
    ]


def _folded(summary: str, texts: list[str]) -> str:
    return f"<details><summary>{escape(summary)}</summary>{bullets(texts)}</details>"
