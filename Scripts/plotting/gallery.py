"""All pictures, in the order in which the page shows them."""

from fnmatch import fnmatchcase
from importlib import import_module

from .errors import BadInput
from .figure import Figure
from .run import Run

#: The registry: files in ``pictures``, each with a function of its name.
PICTURES = ("heat_map", "comparison", "trade_off", "percentiles", "timeline", "sweep")


def figures(run: Run) -> list[Figure]:
    return [getattr(import_module(f".pictures.{name}", __package__), name)(run) for name in PICTURES]


def missing(figures: list[Figure], required: str) -> list[Figure]:
    """The required pictures that were not drawn. The list has names or globs, separated by commas;
    ``!`` excludes those that match."""
    names = [figure.name for figure in figures]
    items = [item.strip() for item in required.split(",")]
    for item in items:
        if not any(fnmatchcase(name, item.removeprefix("!")) for name in names):
            raise BadInput(f"There is no picture '{item.removeprefix('!')}'. Choose from: {', '.join(names)}.")

    def is_required(name: str) -> bool:
        chosen = any(fnmatchcase(name, item) for item in items)
        return chosen and not any(fnmatchcase(name, item[1:]) for item in items if item.startswith("!"))

    return [figure for figure in figures if not figure.panels and is_required(figure.name)]
