"""Strategies or workloads that differ in the value of one parameter."""

import re
from typing import NamedTuple

import polars as pl

from .tables import STRATEGIES

#: The fewest values that make a curve.
FEWEST = 3
#: Units that a workload's key leaves out.
UNITS = {"rate": "1/s"}


class Family(NamedTuple):
    #: The parameter, whose it is, and its unit; empty if nothing differs.
    title: str = ""
    #: By key, ascending.
    values: dict[str, float] = {}


def of_workloads(keys: list[str]) -> Family:
    """The first parameter that three workloads differ in; a key leaves out the default, which is not drawn."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for key in keys:
        for name, value, unit in re.findall(r":([\w-]+)=([\d.]+)(ns|us|ms|s|)(?=:|$)", key):
            rest = re.sub(rf":{name}=[^:]+", "", key)
            factor = {"ns": 1e-6, "us": 1e-3, "s": 1e3}.get(unit, 1)
            title = _title(name, rest, "ms" if unit else UNITS.get(name, ""))
            found.setdefault((rest, title), {})[key] = float(value) * factor
    families = [Family(title, values) for (_, title), values in found.items() if len(values) >= FEWEST]
    return families[0] if families else Family()


def of_strategies(about: pl.DataFrame) -> Family:
    """The first parameter that three strategies differ in, if they agree in name and other parameters."""
    parameters = [name for name in about.columns if name not in STRATEGIES.text]
    rows = about.with_columns(pl.col("strategy").str.split(":").list.first().alias("name"))
    for parameter in parameters:
        rest = ["name", *(other for other in parameters if other != parameter)]
        # 0 has no place on a logarithmic axis.
        valued = rows.filter(pl.col(parameter) > 0).sort(parameter)
        for key, own in valued.group_by(rest, maintain_order=True):
            if own[parameter].n_unique() >= FEWEST:
                name, unit = parameter.removesuffix("_ms"), "ms" if parameter.endswith("_ms") else ""
                title = _title(name.replace("_", " "), str(key[0]), unit)
                return Family(title, dict(own.select("strategy", parameter).rows()))
    return Family()


def _title(parameter: str, of: str, unit: str) -> str:
    return f"{parameter} of {of}" + (f" ({unit})" if unit else "")
