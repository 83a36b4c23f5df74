"""Figures as files: SVG and PNG, light, and SVG for dark grounds."""

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import vl_convert

from .figure import Figure, Panel
from .svg import compact
from .theme import DARK, LIGHT, resolve

#: Pixels of the PNG for each of the picture.
SCALE = 2


def write(figures: list[Figure], folder: Path) -> None:
    """A figure of one panel at a time has a file for each panel."""
    jobs: list[tuple[dict[str, Any], Path]] = []
    for figure in figures:
        if figure.one_at_a_time:
            jobs += [(figure.file([panel]), folder / f"{figure.name}-{_slug(panel)}") for panel in figure.panels]
        elif figure.panels:
            jobs.append((figure.file(figure.panels), folder / figure.name))
    # vl-convert lets other threads go on while it works.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for done in [pool.submit(_write, *job) for job in jobs]:
            done.result()


def _write(spec: dict[str, Any], path: Path) -> None:
    light = compact(vl_convert.vegalite_to_svg(json.dumps(resolve(spec, "light"))))
    path.with_name(f"{path.name}.svg").write_text(light, encoding="utf-8")
    path.with_name(f"{path.name}.png").write_bytes(vl_convert.svg_to_png(light, scale=SCALE))
    path.with_name(f"{path.name}-dark.svg").write_text(_darkened(light), encoding="utf-8")


def _darkened(svg: str) -> str:
    """The same picture in the colours of the other theme: every colour of the light one has a single role."""
    dark = {color: DARK[role] for role, color in LIGHT.items()}
    return re.sub(r"#[0-9a-f]{6}\b", lambda found: dark.get(found[0], found[0]), svg)


def _slug(panel: Panel) -> str:
    """The panel's workload and group as part of a file's name."""
    return "".join(c if c.isalnum() else "-" for c in f"{panel.workload} {panel.group.lower()}").strip("-")
