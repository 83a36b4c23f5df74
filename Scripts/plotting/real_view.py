"""docs/real-view.md: what virtual time says of a view, held against what GTK painted.

The page stands there; what comes from the runs stands between comments, and is written anew.
"""

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

import polars as pl

from . import render, tables
from .errors import BadRun, PlotError
from .figure import Figure
from .pictures.agreement import METRICS, SIZE, panel
from .pictures.freeze import freeze
from .run import read_environment

PACKAGE = Path(__file__).parents[2]
PAGE, REFERENCE = PACKAGE / "docs/real-view.md", PACKAGE / "Results/reference/gtk"
BLOCK = re.compile(r"(<!-- from Results/reference/gtk: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
Cell = tuple[str, str]

#: What GTK is held against, and how it is called; shares are shown in percent.
FIGURES = {"latency_mean_ms": "mean latency", "main_busy_share": "main-thread busy share"}
#: How figures are called in the head of a table.
TITLES = {
    "deliveries": "deliveries", "latency_mean_ms": "mean ms", "latency_p99_ms": "p99 ms", "latency_max_ms": "longest ms",
    "main_busy_share": "busy %", "time_to_paint_p99_ms": "p99 to paint ms", "frames_missed": "missed",
    "frames_per_s": "frames/s", "lost_updates": "lost",
}  # fmt: skip
TRIALS = tables.Table("trials.csv", ("workload", "strategy", "outcome"), (*TITLES,), rest_is_left=True)
#: What the page says of the machine.
MACHINE = ("system", "processor", "cores")
STARVED = ("naive", "source-add", "frame", "balanced-eager")


@dataclass
class Trials:
    """The trials of some runs, by workload and strategy, in the order in which they were read."""

    cells: dict[Cell, list[dict[str, float | None]]]

    @staticmethod
    def read(*folders: Path) -> "Trials":
        cells: dict[Cell, list[dict[str, float | None]]] = {}
        for folder in folders:
            rows = tables.read(folder, TRIALS).filter(pl.col("outcome").is_in(["ok", "lost"]))
            keys = rows.select("workload", "strategy").rows()
            for cell, row in zip(keys, rows.select(TRIALS.numbers).to_dicts(), strict=True):
                cells.setdefault(cell, []).append(row)
        return Trials(cells)

    def values(self, cell: Cell, figure: str) -> list[float]:
        found = [row[figure] for row in self.cells.get(cell, [])]
        return [value for value in found if value is not None]

    def median(self, cell: Cell, figure: str) -> float | None:
        values = self.values(cell, figure)
        return median(values) if values else None

    def shown(self, cell: Cell, figure: str) -> str:
        """Three digits; nothing where there is none."""
        value = self.median(cell, figure)
        if value is None:
            return ""
        value *= 100 if figure.endswith("share") else 1
        return f"{value:,.0f}" if abs(value) >= 100 or value == 0 else f"{value:.3g}"


@dataclass
class Pages:
    """What the page is made of."""

    painted: Trials
    again: Trials
    predicted: Trials
    headless: Trials
    drains: dict[str, Trials]
    calibration: str
    machine: str

    @staticmethod
    def read(folder: Path) -> "Pages":
        def trials(pattern: str) -> Trials:
            return Trials.read(*sorted(folder.glob(pattern)))

        environment = read_environment(folder / "all", needed=True)
        if missing := [key for key in MACHINE if key not in environment]:
            raise BadRun(f"{folder / 'all/environment.json'} does not say '{missing[0]}'.")
        try:
            calibration = (folder / "calibration.txt").read_text(encoding="utf-8").rstrip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadRun(f"{folder / 'calibration.txt'} cannot be read: {error}.") from None
        system, processor, cores = (environment[key] for key in MACHINE)
        page = Pages(
            trials("all*"), trials("again*"), trials("predicted"), trials("headless"),
            {priority: trials(f"drain-{priority}") for priority in ("0", "121")},
            calibration, f"{system}, {processor}, {cores} cores",
        )  # fmt: skip
        if not page.cells():
            raise BadRun(f"{folder}: no cell was both predicted and painted.")
        return page

    def cells(self) -> list[Cell]:
        """Those that GTK painted and virtual time can run."""
        return [cell for cell in self.predicted.cells if cell in self.painted.cells]

    def workloads(self) -> list[str]:
        """In the order in which they were asked for; real trials are shuffled."""
        return list(dict.fromkeys(workload for workload, _ in self.cells()))


def errors(of: Trials, against: Trials, cells: Iterable[Cell], figure: str) -> list[tuple[float, Cell]]:
    """How far each cell of one is from the other, as a share of the other; ascending."""
    pairs = [(of.median(cell, figure), against.median(cell, figure), cell) for cell in cells]
    return sorted((abs(a / b - 1), cell) for a, b, cell in pairs if a is not None and b)


def spearman(page: Pages, guess: Trials, workload: str) -> float | None:
    """Rank correlation of the strategies' mean latencies on a workload. Two strategies tie where the
    ranges of their painted trials, of both runs, overlap; a tie counts as one in both rankings."""
    figure = "latency_mean_ms"
    cells = [cell for cell in page.cells() if cell[0] == workload and guess.median(cell, figure) is not None]
    ranges = {cell: page.painted.values(cell, figure) + page.again.values(cell, figure) for cell in cells}
    cells = [cell for cell in cells if ranges[cell]]

    def ties(a: Cell, b: Cell) -> bool:
        return min(ranges[a]) <= max(ranges[b]) and min(ranges[b]) <= max(ranges[a])

    def ranks(value: Callable[[Cell], float]) -> list[float]:
        return [sum(0.5 if ties(a, b) else float(value(b) < value(a)) for b in cells if b != a) for a in cells]

    if not cells:
        return None
    real = ranks(lambda cell: median(ranges[cell]))
    said = ranks(lambda cell: guess.median(cell, figure) or 0.0)
    centre = mean(real), mean(said)
    product = sum((x - centre[0]) * (y - centre[1]) for x, y in zip(real, said, strict=True))
    spreads = [sum((x - c) ** 2 for x in ranked) for ranked, c in zip((real, said), centre, strict=True)]
    return product / (spreads[0] * spreads[1]) ** 0.5 if all(spreads) else None


def table(titles: list[str], rows: Iterable[list[str]]) -> str:
    rule = "|---|" + "--:|" * (len(titles) - 1)
    head, *body = (f"| {' | '.join(row)} |" for row in [titles, *rows])
    return "\n".join([head, rule, *body])


def by_workload(page: Pages, titles: list[str], rows: Callable[[str], list[list[str]]]) -> str:
    """A table of the strategies on each workload."""
    return "\n\n".join(f"### {w}\n\n{table(['strategy', *titles], rows(w))}" for w in page.workloads())


def percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def answer(page: Pages) -> str:
    said = {figure: errors(page.predicted, page.painted, page.cells(), figure) for figure in FIGURES}
    again = {figure: errors(page.again, page.painted, page.cells(), figure) for figure in FIGURES}

    def middle(ordered: list[tuple[float, Cell]]) -> str:
        return percent(ordered[len(ordered) // 2][0] if ordered else 0.0)

    misses = " and ".join(
        f"{title} by {middle(said[figure])} (a second run of GTK: {middle(again[figure])})"
        for figure, title in FIGURES.items()
    )
    runs = (page.predicted, page.painted, page.again)
    rows = [
        [f"{strategy} on {workload}", title, *(trials.shown((workload, strategy), figure) for trials in runs)]
        + [percent(error)]
        for figure, title in FIGURES.items()
        for error, (workload, strategy) in reversed(said[figure][-5:])
    ]
    return (
        "Mostly. Given the view's measured costs, the simulation ranks strategies correctly and is about right on the "
        f"size. In the median of {len(said['latency_mean_ms'])} combinations (a strategy on a workload) it misses "
        f"{misses}.\n\n"
        "Farthest off, as a share of what GTK shows:\n\n"
        + table(["combination", "figure", "predicted", "painted", "painted again", "off by"], rows)
    )


def calibration(page: Pages) -> str:
    return f"```\n{page.calibration}\n```\n\nThe machine: {page.machine}."


def ranking(page: Pages) -> str:
    guesses = page.predicted, page.headless
    found = {workload: [spearman(page, guess, workload) for guess in guesses] for workload in page.workloads()}
    rows = [[workload, *("" if value is None else f"{value:.2f}" for value in values)]
            for workload, values in found.items() if values != [None, None]]  # fmt: skip
    return table(["workload", "with the costs and frames of GTK", "as `bench simulate` is"], rows)


def suite(page: Pages) -> str:
    figures = ("deliveries", "latency_mean_ms", "latency_p99_ms", "main_busy_share")
    titles = [f"{TITLES[figure]}, {kind}" for figure in figures for kind in ("predicted", "painted")]
    both = page.predicted, page.painted

    def rows(workload: str) -> list[list[str]]:
        cells = [cell for cell in page.cells() if cell[0] == workload]
        return [[cell[1], *(of.shown(cell, figure) for figure in figures for of in both)] for cell in cells]

    return by_workload(page, titles, rows)


def everything(page: Pages) -> str:
    figures = [figure for figure in TITLES if figure not in ("latency_p99_ms", "main_busy_share")]

    def rows(workload: str) -> list[list[str]]:
        cells = [cell for cell in page.painted.cells if cell[0] == workload]
        cells.sort(key=lambda cell: page.painted.median(cell, "latency_mean_ms") or 0.0)
        return [[cell[1], *(page.painted.shown(cell, figure) for figure in figures)] for cell in cells]

    return by_workload(page, [TITLES[figure] for figure in figures], rows)


def starvation(page: Pages) -> str:
    figures = {"frames_per_s": "frames/s", "latency_max_ms": "longest latency ms"}
    titles = [f"{title}, {priority}" for title in figures.values() for priority in page.drains]

    def shown(strategy: str, trials: Trials, figure: str) -> str:
        cell = next((cell for cell in trials.cells if cell[1] == strategy), ("", ""))
        return trials.shown(cell, figure)

    rows = [[s, *(shown(s, trials, figure) for figure in figures for trials in page.drains.values())] for s in STARVED]
    return table(["strategy", *titles], rows)


def picture(page: Pages) -> Figure:
    """Predicted against painted, a point for each cell."""
    figure = Figure(
        "predicted-against-painted",
        "Virtual time with the costs of GTK against GTK",
        "A point is one strategy on one workload. On the diagonal both say the same; above it GTK has "
        "more than was predicted. Both axes are logarithmic.",
        key=list(dict.fromkeys(strategy for _, strategy in page.cells())),
        alt_text="Scatter plots of predicted against painted figures.",
    )
    for name in FIGURES:
        title, factor = METRICS[name]
        rows = [
            (*cell, factor * painted, factor * predicted)
            for cell in page.cells()
            if (painted := page.painted.median(cell, name)) and (predicted := page.predicted.median(cell, name))
        ]
        if not rows:
            raise BadRun(f"{title}: no cell was both predicted and painted.")
        pairs = pl.DataFrame(rows, schema=["workload", "strategy", "real", "virtual"], orient="row")
        figure.add(title, panel(pairs, figure.key, title, ("predicted", "painted")), *SIZE)
    return figure


PARTS = {made.__name__: made for made in (answer, calibration, ranking, suite, everything, starvation)}


def text(folder: Path, page: str) -> str:
    """The page, with what comes from the runs in ``folder`` written anew."""
    read = Pages.read(folder)
    return BLOCK.sub(lambda block: f"{block[1]}\n{PARTS[block[2]](read)}\n\n{block[3]}", page)


def main() -> int:
    try:
        PAGE.write_text(text(REFERENCE, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        plots = REFERENCE / "plots"
        plots.mkdir(exist_ok=True)
        render.write([picture(Pages.read(REFERENCE)), freeze(REFERENCE / "freeze")], plots)
    except PlotError as error:
        print(f"Error: {error}", file=sys.stderr)
        return error.exit_code
    for other in ("predicted-against-painted.png", "predicted-against-painted-dark.svg", "freeze.png"):
        (plots / other).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
