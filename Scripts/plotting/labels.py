"""Finds room for labels, so that points and lines can be named where they are."""

from dataclasses import dataclass
from math import log10


@dataclass(frozen=True)
class Label:
    """Where a text goes, as an offset from its point in pixels, and how it is aligned."""

    dx: float
    dy: float
    align: str


#: To the right and to the left first, for these are read as belonging to the point.
_PLACES = tuple(
    Label(*place)
    for place in (
        (8, 0, "left"), (-8, 0, "right"), (7, -10, "left"), (7, 10, "left"), (-7, -10, "right"), (-7, 10, "right"),
        (0, -13, "center"), (0, 13, "center"), (7, -22, "left"), (7, 22, "left"), (-7, -22, "right"), (-7, 22, "right"),
    )
)  # fmt: skip
_LETTER, _LINE = 6.1, 12.0


def place_by_points(
    points: list[tuple[str, float, float]],
    x_domain: list[float],
    y_domain: list[float],
    size: tuple[int, int],
    obstacles: list[tuple[float, float]] | None = None,
) -> dict[str, Label]:
    """Labels that cover no point and no other label on logarithmic axes; those without room are
    left out, for then only the key can name them."""
    width, height = size

    def pixel(x: float, y: float) -> tuple[float, float]:
        across = (log10(x) - log10(x_domain[0])) / (log10(x_domain[1]) - log10(x_domain[0]))
        up = (log10(y) - log10(y_domain[0])) / (log10(y_domain[1]) - log10(y_domain[0]))
        return across * width, (1 - up) * height

    taken = [_around(*pixel(x, y), 5) for _, x, y in points]
    taken += [_around(*pixel(x, y), 2) for x, y in obstacles or []]
    placed: dict[str, Label] = {}
    for index, (text, x, y) in enumerate(points):
        others = [box for number, box in enumerate(taken) if number != index]
        for label in _PLACES:
            box = _box(pixel(x, y), label, len(text) * _LETTER)
            inside = box[0] >= 0 and box[2] <= width and box[1] >= 0 and box[3] <= height
            if inside and not any(_overlap(box, other) for other in others):
                placed[text] = label
                taken.append(box)
                break
    return placed


def spread(heights: list[float], gap: float, low: float, high: float) -> list[float]:
    """Heights moved apart as little as keeps ``gap`` between them, in their order and bounds."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    gap = min(gap, (high - low) / max(1, len(heights) - 1))
    placed = [0.0] * len(heights)
    previous = low - gap
    for index in order:
        placed[index] = max(heights[index], previous + gap)
        previous = placed[index]
    following = high + gap
    for index in reversed(order):
        placed[index] = min(placed[index], following - gap)
        following = placed[index]
    return placed


Box = tuple[float, float, float, float]


def _around(x: float, y: float, radius: float) -> Box:
    return x - radius, y - radius, x + radius, y + radius


def _box(point: tuple[float, float], label: Label, width: float) -> Box:
    x, y = point[0] + label.dx, point[1] + label.dy
    left = {"left": x, "right": x - width, "center": x - width / 2}[label.align]
    return left, y - _LINE / 2, left + width, y + _LINE / 2


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
