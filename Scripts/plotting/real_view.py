"""Writes what docs/real-view.md says of the runs in Results/reference/gtk, and draws its pictures and the README's.

Scripts/dev/make-reference runs it: python -m plotting.real_view
It replaces the text between comments that name functions of this file.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from statistics import correlation, geometric_mean, median, median_high

import altair as alt
import polars as pl

from . import render, tables
from .figure import Figure
from .identity import looks
from .marks import log_axis, log_domain, log_scale, points, short
from .pictures.freeze import freeze
from .pictures.stream import stream
from .run import brief

PACKAGE = Path(__file__).parents[2]
PAGE, REFERENCE = PACKAGE / "docs/real-view.md", PACKAGE / "Results/reference/gtk"
BLOCK = re.compile(r"(<!-- from Results/reference/gtk: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
LATENCY, BUSY, FRAMES, LONGEST = "latency_mean_ms", "main_busy_share", "frames_per_s", "latency_max_ms"
INPUT, BLOCK_LENGTH = "input_delay_p99_ms", "longest_block_ms"
#: A workload and a strategy.
Cell = tuple[str, str]


@cache
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


def errors(folder: Path, runs: str, figure: str) -> dict[Cell, float]:
    """The error of each combination in these runs, in % of what was painted; the largest first."""
    painted, said = (medians(folder, each, figure) for each in ("all*", runs))
    asked = [cell for cell in medians(folder, "predicted", figure) if cell in said and painted.get(cell)]
    found = {cell: 100 * abs(said[cell] / painted[cell] - 1) for cell in asked}
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def answer(folder: Path) -> str:
    off, again = ([errors(folder, runs, each) for each in (LATENCY, BUSY)] for runs in ("predicted", "again*"))
    shares = (
        f"{median_high(each.values()):.0f} %, in nine of ten by at most {[*each.values()][len(each) // 10]:.0f} %"
        for each in off
    )
    (workload, strategy), worst = next(iter(off[0].items()))
    least = [f"{min(column):.2f}" for column in zip(*correlations(folder).values(), strict=True)]
    return (
        "In the median of {} combinations (a strategy on a workload), the simulation with the view's measured costs\n"
        "misses mean latency by {},\nand main-thread busy share by {}. In the worst,\n"
        "`{}` on `{}`, it misses mean latency by {:.0f} %. A second run of GTK is {:.0f} % and {:.0f} % off in\n"
        "the median. Over all strategies of a workload, its rank correlation with GTK is at least {} for latency\n"
        "and {} for busy share; with `--costs gtk` and nothing measured, {} and {}."
    ).format(
        len(off[0]), *shares, strategy, brief([workload])[workload], worst,
        *(median_high(each.values()) for each in again), *least[:4],
    )  # fmt: skip


def worst(folder: Path) -> str:
    latency, busy = (errors(folder, "predicted", figure) for figure in (LATENCY, BUSY))
    painted, said = (medians(folder, runs, LATENCY) for runs in ("all*", "predicted"))
    again = errors(folder, "again*", LATENCY)
    rows = [
        [f"`{cell[1]}` on `{brief([cell[0]])[cell[0]]}`", short(painted[cell]), short(said[cell]), short(off),
         short(busy.get(cell)), short(again.get(cell))]
        for cell, off in [*latency.items()][:6]
    ]
    return table(["combination", "painted ms", "simulated ms", "off %", "busy off %", "second run off %"], rows)


def calibration(folder: Path) -> str:
    machine = json.loads((folder / "all/environment.json").read_text(encoding="utf-8"))
    said = (folder / "calibration.txt").read_text(encoding="utf-8").rstrip()
    return f"```\n{said}\n```\n\nThe machine: {machine['system']}, {machine['processor']}, {machine['cores']} cores."


def correlations(folder: Path) -> dict[str, list[float]]:
    """Of each workload, Spearman's, of what GTK painted with what was predicted: latency and busy share with the costs
    measured, with those of the preset, and of another view. Strategies tie, in both orders, where the ranges of their
    painted trials overlap."""
    found: dict[str, list[float]] = {}
    for runs in ("predicted", "preset", "headless"):
        for figure in (LATENCY, BUSY):
            first, again = (values(folder, each, figure) for each in ("all*", "again*"))
            painted = {cell: trials + again.get(cell, []) for cell, trials in first.items()}
            guess = medians(folder, runs, figure)
            for workload in dict.fromkeys(workload for workload, _ in guess):
                cells = [cell for cell in guess if cell[0] == workload and cell in painted]
                found.setdefault(workload, []).append(ranked_alike(cells, painted, guess))
    return found


def ranked_alike(cells: list[Cell], painted: dict[Cell, list[float]], guess: dict[Cell, float]) -> float:
    def ranks(of: dict[Cell, float]) -> list[float]:
        def beats(a: Cell, b: Cell) -> float:
            tie = min(painted[a]) <= max(painted[b]) and min(painted[b]) <= max(painted[a])
            return 0.5 if tie else float(of[a] < of[b])

        return [sum(beats(a, b) for a in cells) for b in cells]

    return correlation(ranks({cell: median(painted[cell]) for cell in cells}), ranks(guess))


def ranking(folder: Path) -> str:
    found = correlations(folder)
    rows = [
        [brief([*found])[workload], *(f"{six[at]:.2f}/{six[at + 1]:.2f}" for at in (0, 2, 4))]
        for workload, six in found.items()
    ]
    return table(["workload (latency/busy)", "costs as measured", "`--costs gtk`", "`--costs list`"], rows)


def starvation(folder: Path) -> str:
    titles = [f"{title}, {priority}" for title in ("frames/s", "longest latency ms") for priority in (0, 121)]
    runs = [medians(folder, f"drain-{priority}", figure) for figure in (FRAMES, LONGEST) for priority in (0, 121)]
    columns = [{strategy: value for (_, strategy), value in run.items()} for run in runs]
    order = dict.fromkeys(strategy for _, strategy in medians(folder, "predicted", LATENCY) if strategy in columns[0])
    return table(["strategy", *titles], ([name, *(short(own.get(name)) for own in columns)] for name in order))


def both_ways(folder: Path) -> pl.DataFrame:
    """Where strategies that do both are on each workload, with reloads and with rows, and main-drain with rows alone."""
    latency, busy = (medians(folder, "all*", figure) for figure in (LATENCY, BUSY))
    both = [(workload, s.removesuffix(":by=rows")) for workload, s in latency if s.endswith(":by=rows")]
    places = [((w, s), by, (w, s + end)) for w, s in both for by, end in (("reload", ""), ("rows", ":by=rows"))]
    places += [(cell, "rows", cell) for cell in latency if cell[1] == "main-drain"]
    order = [*dict.fromkeys(workload for workload, _ in medians(folder, "predicted", LATENCY))]
    places.sort(key=lambda place: (order.index(place[0][0]), place[0][1] == "main-drain", place))
    data = [(*name, by, latency[cell], 100 * busy[cell]) for name, by, cell in places]
    return pl.DataFrame(data, ["workload", "strategy", "by", "latency", "busy"], orient="row")


def rows(folder: Path) -> str:
    own = both_ways(folder)
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
    names, all_ran = brief([*own["workload"].unique()]), {*common["workload"]}
    fewer = [f"`{name}`" for workload, name in names.items() if workload not in all_ran]
    but = f"; on {', '.join(fewer)}, only some of them ran" if fewer else ""
    return (
        f"Compared with changed rows, reloads keep the main thread busy {busy},\nand updates wait {waits}. "
        f"Geometric means over {common['workload'].n_unique()} workloads:\n\n"
        f"{table(['strategy', *titles], body)}\n\nEach line leads from a strategy's reloads to its changed rows{but}:\n\n"
        "![Latency and main-thread time of strategies, by reloads and by rows](../Results/reference/gtk/plots/rows.svg)"
    )


def picture(folder: Path) -> Figure:
    own = both_ways(folder)
    caption = "Hollow: reloads. Filled: by=rows, and main-drain, which always changes rows. Less is better."
    figure = Figure("rows", "Reloads and changed rows on real lists", caption, columns=4)
    x_domain, y_domain = (log_domain(own[name].to_list()) for name in ("busy", "latency"))
    x = alt.X("busy:Q", scale=log_scale(x_domain), title="Main thread busy (%)", axis=log_axis(x_domain))
    y = alt.Y("latency:Q", scale=log_scale(y_domain), title="Mean latency (ms)", axis=log_axis(y_domain))
    workloads, key = (own[name].unique(maintain_order=True).to_list() for name in ("workload", "strategy"))
    look = points(key, looks(key))
    for workload, name in brief(workloads).items():
        base = alt.Chart(own.filter(workload=workload)).encode(x=x, y=y, color=look["color"])
        marks = base.encode(shape=look["shape"])
        hollow = marks.mark_point(size=50, opacity=1, fill="@ground")
        filled = marks.mark_point(size=50, opacity=1, filled=True).transform_filter("datum.by == 'rows'")
        figure.add(name, alt.layer(base.mark_line(strokeWidth=1.4, strokeOpacity=0.6), hollow, filled), 130, 150)
    return figure


def clicks(folder: Path) -> str:
    """The wait of a click while a text view takes a paste: medians of the trials, and the longest of all."""
    waits, longest, shown = (values(folder, "clicks", figure) for figure in (INPUT, BLOCK_LENGTH, LONGEST))
    body = [
        [f"`{cell[1]}`", short(median(waits[cell])), short(max(longest[cell])), short(median(shown[cell]))]
        for cell in sorted(waits)
    ]
    return table(["strategy", "99 in 100 clicks wait ms", "the longest ms", "all is shown after ms"], body)


PARTS = {part.__name__: part for part in (answer, calibration, clicks, ranking, rows, starvation, worst)}


def text(folder: Path, page: str) -> str:
    """The page with the figures of the runs in the folder."""
    return BLOCK.sub(lambda block: f"{block[1]}\n{PARTS[block[2]](folder)}\n\n{block[3]}", page)


def draw(folder: Path, plots: Path) -> None:
    render.write([picture(folder), freeze(folder / "freeze"), stream(folder / "stream")], plots)
    for other in (*plots.glob("*.png"), plots / "rows-dark.svg"):
        other.unlink()


if __name__ == "__main__":
    PAGE.write_text(text(REFERENCE, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    draw(REFERENCE, REFERENCE / "plots")
