"""Writes what docs/real-view.md says of the runs in Results/reference/gtk, and draws what changing rows saves.

Scripts/dev/make-reference runs it: python -m plotting.real_view
It replaces what stands between comments; these name functions of this file.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from statistics import correlation, geometric_mean, median, median_high

import altair as alt
import polars as pl

from . import render, tables
from .figure import Figure
from .marks import color, log_axis, log_domain, log_scale, shape, short
from .run import brief

PACKAGE = Path(__file__).parents[2]
PAGE, REFERENCE = PACKAGE / "docs/real-view.md", PACKAGE / "Results/reference/gtk"
BLOCK = re.compile(r"(<!-- from Results/reference/gtk: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
LATENCY, BUSY, FRAMES, LONGEST = "latency_mean_ms", "main_busy_share", "frames_per_s", "latency_max_ms"
#: A workload and a strategy.
Cell = tuple[str, str]


def values(folder: Path, runs: str, figure: str) -> dict[Cell, list[float]]:
    """The figure in each trial that ended, of the runs that the glob matches."""
    trials = tables.Table("trials.csv", ("workload", "strategy", "outcome"), (figure,))
    rows = pl.concat(tables.read(run, trials) for run in sorted(folder.glob(runs)))
    rows = rows.filter(pl.col("outcome").is_in(["ok", "lost"]) & pl.col(figure).is_not_null())
    found = rows.group_by("workload", "strategy", maintain_order=True).agg(figure).rows()
    return {(workload, strategy): trials for workload, strategy, trials in found}


def medians(folder: Path, runs: str, figure: str) -> dict[Cell, float]:
    return {cell: median(trials) for cell, trials in values(folder, runs, figure).items()}


def table(titles: list[str], rows: Iterable[list[str]]) -> str:
    head, *body = (f"| {' | '.join(row)} |" for row in [titles, *rows])
    return "\n".join([head, "|---|" + "--:|" * (len(titles) - 1), *body])


def answer(folder: Path) -> str:
    def errors(runs: str, figure: str) -> dict[Cell, float]:
        """How far each predicted combination is off in these runs, in % of what was painted."""
        painted, said = (medians(folder, each, figure) for each in ("all*", runs))
        asked = [cell for cell in medians(folder, "predicted", figure) if cell in said and painted.get(cell)]
        return {cell: 100 * abs(said[cell] / painted[cell] - 1) for cell in asked}

    middle = [median_high(errors(runs, each).values()) for runs in ("predicted", "again*") for each in (LATENCY, BUSY)]
    off = errors("predicted", LATENCY)
    workload, strategy = max(off, key=off.__getitem__)
    ranges = [f"{min(found):.2f} to {max(found):.2f}" for found in zip(*correlations(folder).values(), strict=True)]
    return (
        "In the median of {4} combinations (a strategy on a workload), the simulation with the view's measured costs\n"
        "misses mean latency by {0:.0f} % and main-thread busy share by {1:.0f} %; a second run of GTK is {2:.0f} %\n"
        "and {3:.0f} % off. In the worst, `{5}` on `{6}`, it misses mean latency by {7:.0f} %. Over all strategies\n"
        "of a workload, its rank correlation with GTK is {8} with those costs, and {9} without."
    ).format(*middle, len(off), strategy, brief([workload])[workload], max(off.values()), *ranges)


def calibration(folder: Path) -> str:
    machine = json.loads((folder / "all/environment.json").read_text(encoding="utf-8"))
    said = (folder / "calibration.txt").read_text(encoding="utf-8").rstrip()
    return f"```\n{said}\n```\n\nThe machine: {machine['system']}, {machine['processor']}, {machine['cores']} cores."


def correlations(folder: Path) -> dict[str, list[float]]:
    """Of each workload, Spearman's, of what GTK painted with what was predicted with its costs and without.
    Strategies tie, in both orders, where the ranges of their painted trials overlap."""
    first, again = (values(folder, runs, LATENCY) for runs in ("all*", "again*"))
    painted = {cell: trials + again.get(cell, []) for cell, trials in first.items()}
    guesses = [medians(folder, runs, LATENCY) for runs in ("predicted", "headless")]

    def ranks(cells: list[Cell], of: dict[Cell, float]) -> list[float]:
        def beats(a: Cell, b: Cell) -> float:
            tie = min(painted[a]) <= max(painted[b]) and min(painted[b]) <= max(painted[a])
            return 0.5 if tie else float(of[a] < of[b])

        return [sum(beats(a, b) for a in cells) for b in cells]

    real, found = {cell: median(trials) for cell, trials in painted.items()}, {}
    for workload in dict.fromkeys(workload for workload, _ in guesses[0]):
        cells = [cell for cell in guesses[0] if cell[0] == workload and cell in guesses[1] and cell in painted]
        found[workload] = [correlation(ranks(cells, real), ranks(cells, guess)) for guess in guesses]
    return found


def ranking(folder: Path) -> str:
    found = correlations(folder)
    rows = [[brief([*found])[workload], *(f"{value:.2f}" for value in pair)] for workload, pair in found.items()]
    return table(["workload", "with the costs and frames of GTK", "as `bench simulate` is"], rows)


def starvation(folder: Path) -> str:
    titles = [f"{title}, {priority}" for title in ("frames/s", "longest latency ms") for priority in (0, 121)]
    runs = [medians(folder, f"drain-{priority}", figure) for figure in (FRAMES, LONGEST) for priority in (0, 121)]
    columns = [{strategy: value for (_, strategy), value in run.items()} for run in runs]
    order = dict.fromkeys(strategy for _, strategy in medians(folder, "predicted", LATENCY) if strategy in columns[0])
    return table(["strategy", *titles], ([name, *(short(own.get(name)) for own in columns)] for name in order))


def points(folder: Path) -> pl.DataFrame:
    """Where policies that do both are on each workload, with reloads and with rows, and main-drain with rows alone."""
    latency, busy = (medians(folder, "all*", figure) for figure in (LATENCY, BUSY))
    both = [(workload, s.removesuffix(":by=rows")) for workload, s in latency if s.endswith(":by=rows")]
    places = [((w, s), by, (w, s + end)) for w, s in both for by, end in (("reload", ""), ("rows", ":by=rows"))]
    places += [(cell, "rows", cell) for cell in latency if cell[1] == "main-drain"]
    order = [*dict.fromkeys(workload for workload, _ in medians(folder, "predicted", LATENCY))]
    places.sort(key=lambda place: (order.index(place[0][0]), place[0][1] == "main-drain", place))
    data = [(*name, by, latency[cell], 100 * busy[cell]) for name, by, cell in places]
    return pl.DataFrame(data, ["workload", "strategy", "by", "latency", "busy"], orient="row")


def rows(folder: Path) -> str:
    own = points(folder)
    both = own.filter(by="reload").join(own.filter(by="rows"), on=["workload", "strategy"])
    if both.is_empty():
        return "These runs have none."
    common = both.filter(pl.len().over("workload") == pl.col("strategy").n_unique())
    body = []
    for (strategy,), group in common.group_by("strategy", maintain_order=True):
        columns = group.select("latency", "latency_right", "busy", "busy_right")
        body.append([f"`{strategy}`", *(short(geometric_mean(column), 2) for column in columns)])
    titles = [f"{title}, {by}" for title in ("latency ms", "busy %") for by in ("reloads", "rows")]
    ratios = [both[name] / both[f"{name}_right"] for name in ("busy", "latency")]
    factors = [[short(value, 2) for value in (each.min(), each.max(), each.median())] for each in ratios]
    busy, waits = ("{} to {} times as long (median: {})".format(*each) for each in factors)
    return (
        f"Compared with changed rows, reloads keep the main thread busy {busy},\nand updates wait {waits}. "
        f"Geometric means over {common['workload'].n_unique()} workloads:\n\n"
        f"{table(['policy', *titles], body)}\n\nEach line leads from a policy's reloads to its changed rows:\n\n"
        "![Latency and main-thread time of policies, by reloads and by rows](../Results/reference/gtk/plots/rows.svg)"
    )


def picture(folder: Path) -> Figure:
    own = points(folder)
    caption = "Hollow: reloads. Filled: by=rows, and main-drain, which always changes rows. Less is better."
    figure = Figure("rows", "Reloads and changed rows on real lists", caption, columns=4)
    x_domain, y_domain = (log_domain(own[name].to_list()) for name in ("busy", "latency"))
    x = alt.X("busy:Q", scale=log_scale(x_domain), title="Main thread busy (%)", axis=log_axis(x_domain))
    y = alt.Y("latency:Q", scale=log_scale(y_domain), title="Mean latency (ms)", axis=log_axis(y_domain))
    workloads, key = (own[name].unique(maintain_order=True).to_list() for name in ("workload", "strategy"))
    for workload, name in brief(workloads).items():
        base = alt.Chart(own.filter(workload=workload)).encode(x=x, y=y, color=color(key, key))
        marks = base.encode(shape=shape(key, key))
        hollow = marks.mark_point(size=50, opacity=1, fill="@ground")
        filled = marks.mark_point(size=50, opacity=1, filled=True).transform_filter("datum.by == 'rows'")
        figure.add(name, alt.layer(base.mark_line(strokeWidth=1.4, strokeOpacity=0.6), hollow, filled), 130, 150)
    return figure


PARTS = {part.__name__: part for part in (answer, calibration, ranking, rows, starvation)}


def text(folder: Path, page: str) -> str:
    """The page with what the runs in the folder say."""
    return BLOCK.sub(lambda block: f"{block[1]}\n{PARTS[block[2]](folder)}\n\n{block[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(text(REFERENCE, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    render.write([picture(REFERENCE)], REFERENCE / "plots")
    for other in ("rows.png", "rows-dark.svg"):
        (REFERENCE / "plots" / other).unlink()
