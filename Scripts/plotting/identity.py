"""The look of a strategy: a hue, a shape and a dash, derived from its name, so that a new one needs no entry.

A strategy has the hue of its name, or the next free one if another strategy of the run has that. So the first eight
differ in hue, shape and dash; later ones repeat a hue with another shape and dash. Strategies that differ in the value
of one parameter share a shape and a ramp of colours instead.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from .theme import HUES, OF_RAMP, RAMP

#: Outlines around (0, 0), from -1 to 1, in Vega's format. Only references have the first one.
SHAPES = (
    "M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0Z",
    "M-.9,-.9H.9V.9H-.9Z",
    "M0,-1L1,.8H-1Z",
    "M0,-1.2L1,0L0,1.2L-1,0Z",
    "M-.4,-1.1H.4V-.4H1.1V.4H.4V1.1H-.4V.4H-1.1V-.4H-.4Z",
    "M0,1L-1,-.8H1Z",
    "M1,0L-.8,1V-1Z",
    "M-1,0L.8,-1V1Z",
    "M-1,-.5L-.5,-1L0,-.5L.5,-1L1,-.5L.5,0L1,.5L.5,1L0,.5L-.5,1L-1,.5L-.5,0Z",
)
DASHES = ([1, 0], [7, 2], [2, 2], [9, 2, 2, 2], [4, 3], [1, 3], [12, 4], [7, 2, 1, 2, 1, 2], [9, 2, 2, 2, 2, 2])

#: Strategies for comparison only, which no app would choose. Only these are grey.
REFERENCES = ("naive", "null")
#: Any number will do; this one gives each strategy of the default suite a hue of its own.
SALT = 455


class Look(NamedTuple):
    #: The role of its colour in ``theme.py``.
    hue: str
    shape: str
    dash: list[int]


def looks(run: list[str], family: Sequence[str] = ()) -> dict[str, Look]:
    """Of all strategies of a run: keys as ``name`` or ``name:parameter=value``. Those of ``family`` differ in a value,
    by which they are sorted."""
    last, most = len(RAMP[0]) - 1, max(1, len(family) - 1)
    found = {s: Look(f"@ramp{place * last // most}", SHAPES[0], DASHES[0]) for place, s in enumerate(family)}
    taken = Counter(HUES.index(hue) for hue in OF_RAMP if family)
    count = len(HUES) - 1
    # A strategy without parameters comes before those with parameters, and keeps its hue.
    for strategy in sorted({*run} - {*family}, key=lambda key: (":" in key, run.index(key))):
        hue = 0
        if strategy.partition(":")[0] not in REFERENCES:
            first = own(strategy)
            order = [1 + (first + step) % count for step in range(count)]
            hue = min(order, key=lambda each: taken[each])
        number, again = taken[hue], taken[hue] // len(SHAPES)
        taken[hue] += 1
        place = (hue + number) % len(SHAPES), (hue + number + again) % len(DASHES)
        found[strategy] = Look(f"@{HUES[hue]}", SHAPES[place[0]], DASHES[place[1]])
    return found


def own(strategy: str) -> int:
    """The number that a strategy's name stands for, below the number of hues."""
    return int.from_bytes(sha256(f"{SALT}{strategy}".encode()).digest()[:8], "big") % (len(HUES) - 1)
