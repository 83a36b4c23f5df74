"""Code that several pictures share: encodings of a strategy, axes, readable numbers."""

from json import dumps
from math import log10
from typing import Any

import altair as alt
import polars as pl

from .identity import Look

#: The number of digits in printed figures.
DIGITS = 3
#: The widest range of figures for which panels share an axis.
WIDEST = 1_000
#: Pixels for a legend's row, for a letter, and for a symbol with its margin.
LEGEND, LETTER, SYMBOL = 680, 6, 40


def hues(strategies: list[str], looks: dict[str, Look], legend: alt.Legend | None = None) -> alt.Color:
    return alt.Color("strategy:N", scale=_scale(strategies, looks, "hue"), legend=legend)


def points(strategies: list[str], looks: dict[str, Look]) -> dict[str, Any]:
    """The look of the strategies' points, with a key."""
    key = _key(strategies)
    shape = alt.Shape("strategy:N", scale=_scale(strategies, looks, "shape"), legend=key)
    return {"color": hues(strategies, looks, key), "shape": shape}


def lines(strategies: list[str], looks: dict[str, Look]) -> dict[str, Any]:
    """The look of the strategies' lines, with a key that is long enough to show their dashes."""
    key = _key(strategies, symbolType="stroke", symbolSize=900, symbolStrokeWidth=2, rowPadding=-12)
    dash = alt.StrokeDash("strategy:N", scale=_scale(strategies, looks, "dash"), legend=key)
    return {"color": hues(strategies, looks, key), "strokeDash": dash}


def _scale(strategies: list[str], looks: dict[str, Look], look: str) -> alt.Scale:
    return alt.Scale(domain=strategies, range=[getattr(looks[strategy], look) for strategy in strategies])


def _key(strategies: list[str], **more: Any) -> alt.Legend:
    return alt.Legend(columns=min(6, max(1, LEGEND // (LETTER * max(map(len, strategies)) + SYMBOL))), **more)


def names(key: str, order: list[str], limit: int) -> alt.Y:
    """A row of the picture for each name, without an axis. The page's font may be wider than that of the file."""
    room = min(limit, 7 * max(map(len, order)))
    axis = alt.Axis(domain=False, ticks=False, labelColor="@ink", labelLimit=limit, minExtent=room)
    return alt.Y(f"{key}:N", sort=order, title=None, axis=axis)


def told(*texts: str, format: str = ",.3~g", **figures: str) -> alt.DescriptionValue:
    """The tooltip of a mark: texts of its row, then figures under their titles."""
    parts = [f"datum.{text}" for text in texts]
    parts += [f"{dumps(title)} + ': ' + format(datum.{name}, '{format}')" for name, title in figures.items()]
    return alt.DescriptionValue(alt.ExprRef(expr=" + ' · ' + ".join(parts)))


def log_domain(values: list[float], room: float = 1.3) -> list[float]:
    """From the least to the greatest, with some room; at least half a decade. 0 has no place on such an axis."""
    values = [value for value in values if value > 0]
    low, high = min(values) / room, max(values) * room
    middle = low**0.5 * high**0.5
    return [min(low, middle / 1.8), max(high, middle * 1.8)]


def log_domains(rows: pl.DataFrame, columns: list[str], room: float = 1.3) -> dict[str, list[float]]:
    """Each workload's domain: the same for all, so that panels can be compared, unless it would be too wide."""
    values = {
        workload: [value for column in columns for value in own[column].drop_nulls()]
        for (workload,), own in rows.group_by("workload", maintain_order=True)
    }
    whole = log_domain([value for own in values.values() for value in own], room)
    return {key: whole if whole[1] / whole[0] <= WIDEST else log_domain(own, room) for key, own in values.items()}


def own_axes(*domains: dict[str, list[float]]) -> str:
    """The caption's sentence if panels cannot be compared."""
    is_shared = all(len({*map(tuple, each.values())}) == 1 for each in domains)
    return "" if is_shared else " Each workload has axes of its own."


def log_axis(domain: list[float]) -> alt.Axis:
    """Plain numbers at the ticks, as 0.5, 20 and 1,000: 1, 2 and 5 of each decade, or fewer of many decades."""
    low, high = log10(domain[0]), log10(domain[1])
    steps = (1, 2, 5) if high - low < 2.2 else (1, 3) if high - low < 3.2 else (1,)
    decades = range(int(low) - 1, int(high) + 2, 2 if high - low > 7 else 1)
    ticks = [step * 10.0**decade for decade in decades for step in steps]
    inside = [tick for tick in ticks if domain[0] <= tick <= domain[1]]
    return alt.Axis(values=inside, format=",.6~g", labelFlush=False)


def log_scale(domain: list[float]) -> alt.Scale:
    return alt.Scale(type="log", domain=domain, nice=False)


def short(value: float | None, digits: int = DIGITS) -> str:
    """A few digits for people; a dash for nothing."""
    if value is None:
        return "–"
    if value == 0:
        return "0"
    places = max(0, digits - 1 - int(log10(abs(value)) // 1))
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def compact(rows: pl.DataFrame) -> alt.InlineData:
    """As CSV, to the microsecond: a fifth of what the same rows take as objects."""
    numbers = [name for name in rows.columns if rows[name].dtype != pl.String]
    text = rows.with_columns(pl.col(pl.Float64).round(3)).write_csv()
    return alt.InlineData(values=text, format=alt.CsvDataFormat(type="csv", parse={name: "number" for name in numbers}))
