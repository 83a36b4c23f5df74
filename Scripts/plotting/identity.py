"""What a strategy looks like: the same colour, shape and dash in every picture of every run.

Eight hues cannot tell 25 strategies apart, and least of all for everybody. So a hue stands for a
family, a shape and a dash for the member, and pictures label directly where there is room.
"""

from dataclasses import dataclass
from zlib import crc32

from .theme import HUES

SHAPES = (
    "circle",
    "square",
    "triangle-up",
    "diamond",
    "triangle-down",
    "cross",
    "triangle-right",
    "triangle-left",
)
DASHES = ([1, 0], [6, 2], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3], [10, 4], [6, 2, 1, 2, 1, 2])

#: The members of each family; each family begins its shapes at another one, so that the default
#: suite, which has the first of most families, has six colours and six shapes.
FAMILIES: dict[str, tuple[int, tuple[str, ...]]] = {
    "grey": (0, ("naive", "null")),
    "blue": (1, ("source-add", "source-or", "source-replace")),
    "vermilion": (
        2,
        (
            "throttle",
            "throttle-end-to-start",
            "rate-adaptive",
            "debounce-max-wait",
            "frame",
            "throttle-next-pass",
        ),
    ),
    "green": (
        3,
        ("view-queue", "view-queue-delay", "view-queue-wait", "row-changes", "dispatch-chain"),
    ),
    "purple": (4, ("main-drain", "main-drain-bounded", "change-set")),
    "amber": (5, ("pending-flag",)),
    "cyan": (
        6,
        (
            "balanced",
            "balanced-eager",
            "balanced-rows",
            "budgeted",
            "balanced-group",
            "budgeted-group",
        ),
    ),
    "wine": (
        7,
        (
            "async-throttle",
            "async-debounce",
            "async-newest",
            "combine-throttle",
            "combine-debounce",
            "notification-queue",
            "observations",
        ),
    ),
}


@dataclass(frozen=True)
class Look:
    color: str
    shape: str
    dash: list[int]


def look(strategy: str) -> Look:
    """Depends on nothing but the key: ``name`` or ``name:parameter=value``."""
    name, _, parameters = strategy.partition(":")
    hue, place = _family(name)
    place += crc32(parameters.encode()) % (len(SHAPES) - 1) + 1 if parameters else 0
    return Look(f"@{hue}", SHAPES[place % len(SHAPES)], DASHES[place % len(DASHES)])


def _family(name: str) -> tuple[str, int]:
    for hue, (first, members) in FAMILIES.items():
        if name in members:
            return hue, first + members.index(name)
    code = crc32(name.encode())
    return HUES[code % len(HUES)], code // len(HUES)


def color_scale(strategies: list[str]) -> dict[str, list[str]]:
    return {"domain": strategies, "range": [look(s).color for s in strategies]}


def shape_scale(strategies: list[str]) -> dict[str, list[str]]:
    return {"domain": strategies, "range": [look(s).shape for s in strategies]}


def dash_scale(strategies: list[str]) -> dict[str, list]:
    return {"domain": strategies, "range": [look(s).dash for s in strategies]}
