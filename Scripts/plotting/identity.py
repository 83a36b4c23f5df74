"""What a strategy looks like, derived from its name: nothing has to be said of a new one.

Eight hues cannot tell 30 strategies apart, and least of all for everybody. So a hue stands for a
family, the first word of the name, and is the same in every picture of every run. A shape and a dash
stand for the member; they come from the name, too, and where two members would have the same, from
their order in the run. Pictures label directly where there is room.
"""

from hashlib import sha256
from zlib import crc32

from .theme import HUES

SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-right", "triangle-left")
DASHES = ([1, 0], [6, 2], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3], [10, 4], [6, 2, 1, 2, 1, 2])

#: What others are held against, not a system that one would choose: these alone are grey.
REFERENCES = ("naive", "null")
#: Any number will do; this one gives the families of the default suite hues of their own, and
#: spreads those of the registry: at most six members have the same.
SALT = 912_443


def color(strategy: str) -> str:
    """The role of its hue; depends on nothing but the key: ``name`` or ``name:parameter=value``."""
    name = strategy.partition(":")[0]
    if name in REFERENCES:
        return f"@{HUES[0]}"
    family = name.partition("-")[0]
    code = int.from_bytes(sha256(f"{SALT}{family}".encode()).digest()[:8], "big")
    return f"@{HUES[1 + code % (len(HUES) - 1)]}"


def places(strategies: list[str]) -> dict[str, int]:
    """Of each a number that no other one of its hue has; below 8, unless more than 8 share it."""
    found: dict[str, int] = {}
    taken: set[tuple[str, int]] = set()
    # A strategy as it is comes before itself with parameters, and keeps its place.
    for strategy in sorted(strategies, key=lambda key: (":" in key, strategies.index(key))):
        hue, count = color(strategy), len(SHAPES)
        first = crc32(strategy.encode()) % count
        # All places of a round are tried, beginning with its own, before the next round.
        candidates = (step // count * count + (first + step) % count for step in range(count * len(DASHES)))
        place = next((p for p in candidates if (hue, p) not in taken), first)
        taken.add((hue, place))
        found[strategy] = place
    return found


def shapes(strategies: list[str]) -> dict[str, str]:
    """Of all strategies of a run."""
    return {s: SHAPES[place % len(SHAPES)] for s, place in places(strategies).items()}


def dashes(strategies: list[str]) -> dict[str, list[int]]:
    """Of all strategies of a run; another one in each round, where shapes begin anew."""
    count = len(SHAPES)
    return {s: DASHES[(p + p // count) % len(DASHES)] for s, p in places(strategies).items()}
