"""docs/real-view.md: what virtual time says of a view, held against what GTK painted."""

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

import polars as pl

from . import render, tables
from .errors import BadRun, PlotError
from .figure import Figure, Panel
from .pictures.agreement import SIZE, panel
from .run import read_environment

Cell = tuple[str, str]

#: What GTK is held against, and how it is called; shares are shown in percent.
FIGURES = {"latency_mean_ms": "mean latency", "main_busy_share": "main's busy share"}
TRIALS = tables.Table(
    "trials.csv",
    ("workload", "strategy", "outcome"),
    (
        "deliveries",
        *FIGURES,
        "latency_p99_ms",
        "latency_max_ms",
        "time_to_paint_p99_ms",
        "frames_missed",
        "frames_per_s",
        "lost_updates",
    ),
    rest_is_left=True,
)
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


@dataclass
class Pages:
    """What the page is made of."""

    painted: Trials
    again: Trials
    predicted: Trials
    headless: Trials
    drains: dict[str, Trials]
    #: What a reload takes in µs: its calls, and until the frame.
    reload: tuple[str, str]
    calibration: str
    environment: dict[str, object]

    @staticmethod
    def read(folder: Path) -> "Pages":
        def trials(*parts: str) -> Trials:
            return Trials.read(*(folder / part for part in parts))

        environment = read_environment(folder / "all", needed=True)
        if missing := [key for key in MACHINE if key not in environment]:
            raise BadRun(f"{folder / 'all/environment.json'} does not say '{missing[0]}'.")
        calibration, reload = _calibration(folder / "calibration.txt")
        page = Pages(
            trials(*sorted(part.name for part in folder.glob("all*"))),
            trials(*sorted(part.name for part in folder.glob("again*"))),
            trials("predicted"),
            trials("headless"),
            {priority: trials(f"drain-{priority}") for priority in ("0", "121")},
            reload,
            calibration,
            environment,
        )
        if not page.cells():
            raise BadRun(f"{folder}: no cell was both predicted and painted.")
        return page

    def cells(self) -> list[Cell]:
        """Those that GTK painted and virtual time can run."""
        return [cell for cell in self.predicted.cells if cell in self.painted.cells]

    def workloads(self) -> list[str]:
        """In the order in which they were asked for; real trials are shuffled."""
        return list(dict.fromkeys(workload for workload, _ in self.cells()))


def _calibration(path: Path) -> tuple[str, tuple[str, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRun(f"{path} cannot be read: {error}.") from None
    figures = re.findall(r"(\d{1,15}) \[", text.partition("reload")[2])
    if len(figures) < 2:
        raise BadRun(f"{path} does not say what a reload takes. bench calibrate writes it.")
    return text, (figures[0], figures[1])


def errors(of: Trials, against: Trials, cells: Iterable[Cell], figure: str) -> list[tuple[float, Cell]]:
    """How far each cell of one is from the other, as a share of the other; ascending."""
    pairs = [(of.median(cell, figure), against.median(cell, figure), cell) for cell in cells]
    return sorted((abs(a / b - 1), cell) for a, b, cell in pairs if a is not None and b)


def spearman(page: Pages, guess: Trials, workload: str) -> float | None:
    """Rank correlation of the strategies' mean latencies on a workload. Two strategies tie where the
    ranges of their painted trials, of both runs, overlap; a tie counts as one in both rankings."""
    cells = [cell for cell in page.cells() if cell[0] == workload]
    figure = "latency_mean_ms"
    ranges = {cell: page.painted.values(cell, figure) + page.again.values(cell, figure) for cell in cells}
    cells = [cell for cell in cells if ranges[cell] and guess.median(cell, figure) is not None]

    def ties(a: Cell, b: Cell) -> bool:
        return min(ranges[a]) <= max(ranges[b]) and min(ranges[b]) <= max(ranges[a])

    def ranks(value: Callable[[Cell], float]) -> list[float]:
        return [sum(0.5 if ties(a, b) else float(value(b) < value(a)) for b in cells if b != a) for a in cells]

    real = ranks(lambda cell: median(ranges[cell]))
    said = ranks(lambda cell: guess.median(cell, figure) or 0.0)
    centre = mean(real), mean(said)
    products = [sum((x - centre[0]) * (y - centre[1]) for x, y in zip(real, said, strict=True))]
    spreads = [sum((x - c) ** 2 for x in ranked) for ranked, c in zip((real, said), centre, strict=True)]
    return products[0] / (spreads[0] * spreads[1]) ** 0.5 if all(spreads) else None


def number(value: float | None) -> str:
    if value is None:
        return ""
    if value == 0:
        return "0"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(titles: list[str], rows: list[list[str]]) -> list[str]:
    return [
        "| " + " | ".join(titles) + " |",
        "|" + "---|" + "--:|" * (len(titles) - 1),
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
    ]


def percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def middle(ordered: list[tuple[float, Cell]]) -> float:
    return ordered[len(ordered) // 2][0] if ordered else 0.0


def answer(page: Pages) -> list[str]:
    said, itself = {}, {}
    for figure in FIGURES:
        said[figure] = errors(page.predicted, page.painted, page.cells(), figure)
        itself[figure] = errors(page.again, page.painted, page.cells(), figure)
    lines = [
        "Nearly: virtual time with the costs of the view at hand says which strategy is better, and "
        "about by how much. In the middle one of "
        f"{len(said['latency_mean_ms'])} cells (a strategy on a workload) it misses "
        + " and ".join(
            f"{title} by {percent(middle(said[figure]))} (a second run of GTK: {percent(middle(itself[figure]))})"
            for figure, title in FIGURES.items()
        )
        + ".",
        "",
        "Farthest off, as a share of what GTK shows:",
        "",
    ]
    rows = []
    for figure, title in FIGURES.items():
        for error, (workload, strategy) in reversed(said[figure][-5:]):
            cell = workload, strategy
            factor = 100 if figure.endswith("share") else 1
            rows.append(
                [f"{strategy} on {workload}", title]
                + [
                    number((trials.median(cell, figure) or 0) * factor)
                    for trials in (page.predicted, page.painted, page.again)
                ]
                + [percent(error)]
            )
    return lines + table(["cell", "figure", "predicted", "painted", "painted again", "off by"], rows)


def ranking(page: Pages) -> list[str]:
    rows = []
    for workload in page.workloads():
        values = [spearman(page, guess, workload) for guess in (page.predicted, page.headless)]
        if any(value is not None for value in values):
            rows.append([workload] + ["" if value is None else f"{value:.2f}" for value in values])
    return table(["workload", "with the costs and frames of GTK", "as `bench simulate` is"], rows)


def suite(page: Pages) -> list[str]:
    lines = []
    for workload in page.workloads():
        rows = []
        for cell in (cell for cell in page.cells() if cell[0] == workload):
            row = [cell[1]]
            for figure, factor in (
                ("deliveries", 1),
                ("latency_mean_ms", 1),
                ("latency_p99_ms", 1),
                ("main_busy_share", 100),
            ):
                row += [
                    number(None if value is None else value * factor)
                    for value in (page.predicted.median(cell, figure), page.painted.median(cell, figure))
                ]
            rows.append(row)
        titles = ["deliveries", "mean ms", "p99 ms", "busy %"]
        lines += [f"### {workload}", ""] + table(
            ["strategy"] + [f"{title}, {kind}" for title in titles for kind in ("predicted", "painted")], rows
        )
    return lines


def everything(page: Pages) -> list[str]:
    lines = []
    for workload in page.workloads():
        rows = []
        cells = [cell for cell in page.painted.cells if cell[0] == workload]
        for cell in sorted(cells, key=lambda cell: page.painted.median(cell, "latency_mean_ms") or 0.0):
            rows.append(
                [cell[1]]
                + [
                    number(page.painted.median(cell, figure))
                    for figure in (
                        "deliveries",
                        "latency_mean_ms",
                        "latency_max_ms",
                        "time_to_paint_p99_ms",
                        "frames_missed",
                        "frames_per_s",
                        "lost_updates",
                    )
                ]
            )
        lines += [f"### {workload}", ""] + table(
            ["strategy", "deliveries", "mean ms", "longest ms", "p99 to paint ms", "missed", "frames/s", "lost"], rows
        )
    return lines


def starvation(page: Pages) -> list[str]:
    rows = []
    for strategy in STARVED:
        row = [strategy]
        for figure in ("frames_per_s", "latency_max_ms"):
            for trials in page.drains.values():
                cells = [cell for cell in trials.cells if cell[1] == strategy]
                row.append(number(trials.median(cells[0], figure)) if cells else "")
        rows.append(row)
    return table(["strategy", "frames/s, 0", "frames/s, 121", "longest latency ms, 0", "longest latency ms, 121"], rows)


def picture(page: Pages) -> Figure:
    """Predicted against painted, a point for each cell."""
    figure = Figure(
        "predicted-against-painted",
        "Virtual time with the costs of GTK against GTK",
        "A point is one strategy on one workload. On the diagonal both say the same; above it GTK has "
        "more than was predicted. Both axes are logarithmic.",
    )
    strategies = list(dict.fromkeys(strategy for _, strategy in page.cells()))
    for name, title, factor in (
        ("latency_mean_ms", "Mean latency (ms)", 1.0),
        ("main_busy_share", "Main thread busy (%)", 100.0),
    ):
        rows = [
            (*cell, factor * painted, factor * predicted)
            for cell in page.cells()
            if (painted := page.painted.median(cell, name)) and (predicted := page.predicted.median(cell, name))
        ]
        if not rows:
            raise BadRun(f"{title}: no cell was both predicted and painted.")
        pairs = pl.DataFrame(rows, schema=["workload", "strategy", "real", "virtual"], orient="row")
        chart = panel(pairs, strategies, title, ("predicted", "painted"))
        figure.panels.append(Panel(title, chart, *SIZE))
    figure.key = strategies
    figure.alt_text = "Scatter plots of predicted against painted figures."
    return figure


def text(folder: Path) -> str:
    page = Pages.read(folder)
    machine = page.environment
    template = (Path(__file__).parent / "page" / "real-view.md").read_text(encoding="utf-8")
    reload = [f"{float(figure) / 1000:.0f}" for figure in page.reload]
    parts = {
        "answer": answer(page),
        "ranking": ranking(page),
        "suite": suite(page),
        "everything": everything(page),
        "starvation": starvation(page),
        "handler": [reload[0]],
        "between": [reload[1]],
        "calibration": [page.calibration.rstrip()],
        "machine": [f"{machine['system']}, {machine['processor']}, {machine['cores']} cores"],
    }
    for name, lines in parts.items():
        template = template.replace("{{" + name + "}}", "\n".join(lines).rstrip())
    return template


def main() -> int:
    try:
        write()
    except PlotError as error:
        print(f"Error: {error}", file=sys.stderr)
        return error.exit_code
    return 0


def write() -> None:
    package = Path(__file__).parents[2]
    page = package / "docs" / "real-view.md"
    page.parent.mkdir(exist_ok=True)
    folder = package / "Results" / "reference" / "gtk"
    page.write_text(text(folder), encoding="utf-8")
    plots = folder / "plots"
    plots.mkdir(exist_ok=True)
    figure = picture(Pages.read(folder))
    render.write([figure], plots)
    for other in [plots / f"{figure.name}.png", plots / f"{figure.name}-dark.svg"]:
        other.unlink()
    print(page, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
