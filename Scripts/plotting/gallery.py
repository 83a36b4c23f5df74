"""All pictures, in the order in which the page shows them."""

from collections.abc import Callable

from .figure import Figure
from .pictures import (
    agreement,
    dots,
    gate,
    heat_map,
    percentiles,
    sweep,
    timeline,
    trade_off,
)
from .run import Run

PICTURES: tuple[Callable[[Run], Figure], ...] = (
    trade_off.mean,
    timeline.timeline,
    heat_map.heat_map,
    percentiles.percentiles,
    trade_off.p99,
    dots.dots,
    sweep.sweep,
    agreement.agreement,
    gate.gate,
)


def figures(run: Run) -> list[Figure]:
    if run.trials is None:
        return [gate.gate(run)]
    return [picture(run) for picture in PICTURES]
