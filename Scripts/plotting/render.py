"""Figures as files: SVG and PNG, light, and SVG for dark grounds."""

import json
from pathlib import Path
from typing import Any

import vl_convert

from .figure import Figure, Panel
from .theme import resolve

#: Pixels of the PNG for each of the picture.
SCALE = 2


def write(figure: Figure, folder: Path) -> list[Path]:
    """The files that were written; a figure of one panel at a time has a file for each."""
    if not figure.panels:
        return []
    if not figure.one_at_a_time:
        return _write(figure.static_spec(), folder / figure.name)
    files: list[Path] = []
    for panel in figure.panels:
        files += _write(figure.static_spec([panel]), folder / f"{figure.name}-{slug(panel)}")
    return files


def _write(spec: dict[str, Any], path: Path) -> list[Path]:
    light = path.with_name(f"{path.name}.svg")
    dark = path.with_name(f"{path.name}-dark.svg")
    bitmap = path.with_name(f"{path.name}.png")
    svg = _svg(spec, "light")
    light.write_text(svg, encoding="utf-8")
    bitmap.write_bytes(vl_convert.svg_to_png(svg, scale=SCALE))
    dark.write_text(_svg(spec, "dark"), encoding="utf-8")
    return [light, bitmap, dark]


def _svg(spec: dict[str, Any], theme: str) -> str:
    return vl_convert.vegalite_to_svg(json.dumps(resolve(spec, theme)))


def slug(panel: Panel) -> str:
    """The panel's workload as part of a file's name."""
    return "".join(c if c.isalnum() else "-" for c in panel.workload).strip("-")
