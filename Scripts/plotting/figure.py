"""The parts of a picture, before it becomes a file or a part of the page."""

import json
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

import altair as alt
import vl_convert

from .run import titled
from .svg import compact
from .theme import CONFIG, VARIABLES, resolve, themed

alt.data_transformers.disable_max_rows()

#: Pixels around a panel, and per letter of a title and of a subtitle in the widest usual font.
FRAME, TITLE, SUBTITLE = 40, 10, 7


@dataclass
class Panel:
    """One chart of a figure, with axes of its own."""

    title: str
    chart: alt.Chart | alt.LayerChart
    width: int
    height: int
    #: The workload and the group of strategies it shows; empty if it shows all.
    workload: str = ""
    group: str = ""
    #: The part of the data that is drawn, if not all.
    subtitle: str = ""

    def inline(self) -> str:
        """The panel as a part of the page, which provides the texts, the keys and the theme."""
        spec = self.chart.properties(width=self.width, height=self.height).to_dict()
        return themed(drawn(_without_legends(spec) | {"config": CONFIG}), VARIABLES)

    def spec(self) -> dict[str, Any]:
        """The panel as a part of a file."""
        title: dict[str, Any] = {"text": self.title}
        if self.subtitle:
            title["subtitle"] = wrap(self.subtitle, (self.width + FRAME) // SUBTITLE)
        return self.chart.properties(width=self.width, height=self.height, title=title).to_dict()


@dataclass
class Figure:
    """One picture, or the reason why there is none."""

    #: Names its files; kebab-case.
    name: str
    #: The subject, as a noun phrase.
    title: str
    #: How to read it, with units.
    caption: str
    panels: list[Panel] = field(default_factory=list)
    #: Panels beside each other in the file.
    columns: int = 3
    #: Why there are no panels.
    missing: str = ""
    #: Whether each panel is a file of its own.
    one_at_a_time: bool = False
    #: Whether its colours are steps, so that the page shows their key. The key of strategies is there once for all
    #: pictures.
    has_steps: bool = False
    #: Whether the page scrolls it sideways on small screens.
    is_wide: bool = False

    def add(self, title: str, chart: alt.Chart | alt.LayerChart, width: int, height: int, **more: Any) -> None:
        if group := more.get("group", ""):
            title, self.columns = titled(title, group), min(self.columns, 2)
        self.panels.append(Panel(title, chart, width, height, **more))

    def file(self, panels: list[Panel]) -> dict[str, Any]:
        """One chart of these panels."""
        specs = [panel.spec() for panel in panels]
        datasets: dict[str, Any] = {}
        for spec in specs:
            datasets.update(spec.pop("datasets", {}))
            for key in ("$schema", "config"):
                spec.pop(key, None)
        columns = min(self.columns, len(panels))
        room = columns * (panels[0].width + FRAME)
        return {
            "$schema": alt.SCHEMA_URL,
            "config": CONFIG,
            "title": {
                "text": wrap(self.title, room // TITLE), "fontSize": 16, "offset": 14,
                "subtitle": wrap(self.caption, room // SUBTITLE), "subtitleFontSize": 12, "subtitlePadding": 6,
            },
            "datasets": datasets,
            "concat": specs,
            "columns": columns,
            "spacing": 24,
            "padding": 12,
            "resolve": {"scale": {"color": "shared", "shape": "shared", "strokeDash": "shared"}},
        }  # fmt: skip


def drawn(spec: dict[str, Any]) -> str:
    """An SVG in the colours of the light theme."""
    return compact(vl_convert.vegalite_to_svg(json.dumps(resolve(spec))))


def _without_legends(spec: Any) -> Any:
    if isinstance(spec, dict):
        return {key: None if key == "legend" else _without_legends(value) for key, value in spec.items()}
    return [_without_legends(item) for item in spec] if isinstance(spec, list) else spec
