"""What a picture is made of, before it becomes a file or a part of the page."""

import json
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

import altair as alt
import vl_convert

from .svg import compact
from .theme import CONFIG, resolve, themed

alt.data_transformers.disable_max_rows()


#: Pixels of a letter of a title in the widest of usual fonts, and of what is around a panel.
LETTER, FRAME = 10, 40


@dataclass
class Panel:
    """One chart of a figure, with axes of its own."""

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

    def inline(self) -> str:
        """As a part of the page, which has the texts and the key, and whose theme its colours follow."""
        spec = self.chart.properties(width=self.width, height=self.height).to_dict()
        spec["config"] = CONFIG if self.has_legend else CONFIG | {"legend": {"disable": True}}
        return themed(compact(vl_convert.vegalite_to_svg(json.dumps(resolve(spec, "light")))))

    def file_spec(self, has_title: bool) -> dict[str, Any]:
        if not has_title:
            return self.chart.properties(width=self.width, height=self.height).to_dict()
        lines = [line for line in (self.legend, self.subtitle) if line]
        title = {"text": self.title, "subtitle": lines} if lines else self.title
        return self.chart.properties(width=self.width, height=self.height, title=title).to_dict()


@dataclass
class Figure:
    """One picture, or why there is none."""

    #: Names its files; kebab-case.
    name: str
    #: What there is to see: a sentence about the data, where there are any.
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
    #: The strategies that are in it.
    key: list[str] = field(default_factory=list)
    #: What is not in it, and why, a sentence each; with no panels, why there is none.
    gaps: list[str] = field(default_factory=list)
    #: Whether each panel is a file of its own.
    one_at_a_time: bool = False
    #: The page of the documentation that says more.
    docs: str = "measuring.md"
    #: Names it where there is little room; the title, where this is empty.
    label: str = ""
    #: Whether the page has it as a picture; otherwise it has the same in another form.
    is_on_page: bool = True
    #: Whether the page scrolls it sideways on small screens.
    is_wide: bool = False

    def add(self, title: str, chart: alt.Chart | alt.LayerChart, width: int, height: int, **more: Any) -> None:
        self.panels.append(Panel(title, chart, width, height, **more))

    def without(self, why: str) -> "Figure":
        """There is none, and why."""
        self.gaps.append(why)
        return self

    def static_spec(self, panels: list[Panel] | None = None) -> dict[str, Any]:
        """One chart of all panels, for a file."""
        panels = self.panels if panels is None else panels
        specs = [panel.file_spec(has_title=not self.one_at_a_time) for panel in panels]
        datasets: dict[str, Any] = {}
        for spec in specs:
            datasets.update(spec.pop("datasets", {}))
            for key in ("$schema", "config"):
                spec.pop(key, None)
        text = panels[0].title if self.one_at_a_time else self.title
        columns = min(self.columns, len(panels))
        room = columns * (panels[0].width + FRAME) // LETTER
        lines = [panels[0].legend, panels[0].subtitle] if self.one_at_a_time else [self.legend]
        lines = [part for line in lines for part in wrap(line, room * 10 // 7)]
        text = wrap(text, room, break_on_hyphens=False)
        title: dict[str, Any] = {"text": text, "fontSize": 16, "offset": 14}
        if lines:
            title |= {"subtitle": lines, "subtitleFontSize": 12, "subtitlePadding": 6}
        return {
            "$schema": alt.SCHEMA_URL,
            "config": CONFIG,
            "title": title,
            "datasets": datasets,
            "concat": specs,
            "columns": columns,
            "spacing": 24,
            "padding": 12,
            "resolve": {"scale": {"color": "shared", "shape": "shared", "strokeDash": "shared"}},
        }
