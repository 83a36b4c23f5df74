"""All pictures, in the order in which the page shows them."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from importlib import import_module

from .errors import BadArgument
from .figure import Figure
from .run import Run

#: The registry: a line for each picture, the file in ``pictures`` and the function in it.
PICTURES = (
    "heat_map.heat_map",
    "trade_off.trade_off",
    "percentiles.percentiles",
    "timeline.timeline",
    "sweep.sweep",
    "choices.choices",
    "agreement.agreement",
    "gate.gate",
    "comparison.comparison",
)


def figures(run: Run) -> list[Figure]:
    """All of a run; of a folder without trials those that are for it."""
    if run.trials is not None:
        return [_picture(name)(run) for name in PICTURES]
    names = ("gate.gate",) if run.comparison is None else ("comparison.comparison",)
    return [_picture(name)(run) for name in names]


def _picture(name: str) -> Callable[[Run], Figure]:
    file, function = name.split(".")
    return getattr(import_module(f".pictures.{file}", __package__), function)


def missing(figures: list[Figure], required: str) -> list[Figure]:
    """Those of the required pictures that were not drawn. A list as the bench takes them: names or
    globs, separated by commas; with ``!`` before it, one takes away what the others choose."""
    names = [figure.name for figure in figures]
    items = [item.strip() for item in required.split(",")]
    for item in items:
        if not any(fnmatchcase(name, item.removeprefix("!")) for name in names):
            raise BadArgument(f"There is no picture '{item.removeprefix('!')}'. Choose from: {', '.join(names)}.")
    excluded = [item.removeprefix("!") for item in items if item.startswith("!")]
    return [
        figure
        for figure in figures
        if not figure.panels
        and any(fnmatchcase(figure.name, item) for item in items if not item.startswith("!"))
        and not any(fnmatchcase(figure.name, item) for item in excluded)
    ]
