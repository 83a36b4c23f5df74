"""What a picture is made of, before it becomes a file or a part of the page."""

from dataclasses import dataclass, field
from typing import Any

import altair as alt

from .theme import CONFIG

alt.data_transformers.disable_max_rows()


@dataclass
class Panel:
    """One chart of a figure, with axes of its own; the page makes it as wide as there is room."""

    title: str
    chart: alt.Chart | alt.LayerChart
    width: int
    height: int
    #: The workload it shows; empty where it shows several.
    workload: str = ""
    #: What of the data is drawn, if not all.
    subtitle: str = ""
    #: How to read it, for the file, which has no caption beside it.
    legend: str = ""
    #: Whether it needs its own legend on the page, too.
    has_legend: bool = False

    def page_spec(self) -> dict[str, Any]:
        """As wide as its place on the page, which has the texts and the key."""
        spec = self.chart.properties(width="container", height=self.height).to_dict()
        spec["autosize"] = {"type": "fit-x", "contains": "padding"}
        spec["config"] = CONFIG
        return spec if self.has_legend else _without_legends(spec)

    def file_spec(self) -> dict[str, Any]:
        lines = [line for line in (self.legend, self.subtitle) if line]
        title = {"text": self.title, "subtitle": lines} if lines else self.title
        return self.chart.properties(width=self.width, height=self.height, title=title).to_dict()


#: What a legend may be of.
_CHANNELS = ("color", "stroke", "shape", "strokeDash")


def _without_legends(spec: Any) -> Any:
    if isinstance(spec, list):
        return [_without_legends(item) for item in spec]
    if not isinstance(spec, dict):
        return spec
    bare = {
        key: item if key in ("config", "datasets") else _without_legends(item)
        for key, item in spec.items()
    }
    for key in _CHANNELS:
        if isinstance(bare.get(key), dict) and "field" in bare[key]:
            bare[key]["legend"] = None
    return bare


@dataclass
class Figure:
    """One picture, or why there is none."""

    #: Names its files; kebab-case.
    name: str
    title: str
    #: How to read it, in one or two sentences.
    caption: str
    #: The same for the file, which has no caption beside it.
    legend: str = ""
    #: What it shows, for those who do not see it.
    alt_text: str = ""
    panels: list[Panel] = field(default_factory=list)
    #: Panels beside each other in the file.
    columns: int = 3
    #: The strategies that a key beside it names; empty where labels do.
    key: list[str] = field(default_factory=list)
    #: What is not in it, and why, a sentence each; with no panels, why there is none.
    gaps: list[str] = field(default_factory=list)
    #: Whether the page shows one panel at a time, of the workload that is chosen.
    one_at_a_time: bool = False
    #: Whether a scale mixes colours, which are then not only those of the theme.
    mixes_colors: bool = False
    #: The least width at which a panel can be read; the page scrolls it on smaller screens.
    minimum_width: int = 0

    def static_spec(self, panels: list[Panel] | None = None) -> dict[str, Any]:
        """One chart of all panels, for a file."""
        panels = self.panels if panels is None else panels
        specs = [panel.file_spec() for panel in panels]
        datasets: dict[str, Any] = {}
        for spec in specs:
            datasets.update(spec.pop("datasets", {}))
            for key in ("$schema", "config"):
                spec.pop(key, None)
        title: dict[str, Any] = {"text": self.title, "fontSize": 16, "offset": 14}
        if self.legend:
            title |= {"subtitle": self.legend, "subtitleFontSize": 12, "subtitlePadding": 6}
        return {
            "$schema": alt.SCHEMA_URL,
            "config": CONFIG,
            "title": title,
            "datasets": datasets,
            "concat": specs,
            "columns": min(self.columns, len(specs)),
            "spacing": 24,
            "padding": 12,
            "resolve": {"scale": {"color": "shared", "shape": "shared", "strokeDash": "shared"}},
        }
