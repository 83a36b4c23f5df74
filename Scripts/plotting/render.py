"""Figures as files: SVG and PNG, light, and SVG for dark grounds."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import vl_convert

from .figure import Figure, Panel, drawn
from .theme import DARK, themed

#: PNG pixels per pixel of the picture.
SCALE = 2


def write(figures: list[Figure], folder: Path) -> None:
    """A figure of one panel at a time has a file for each panel."""
    jobs: list[tuple[dict[str, Any], Path]] = []
    for figure in figures:
        if figure.one_at_a_time:
            jobs += [(figure.file([panel]), folder / f"{figure.name}-{_slug(panel)}") for panel in figure.panels]
        elif figure.panels:
            jobs.append((figure.file(figure.panels), folder / figure.name))
    # vl-convert releases the interpreter's lock while it works.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for done in [pool.submit(_write, *job) for job in jobs]:
            done.result()


def _write(spec: dict[str, Any], path: Path) -> None:
    light = drawn(spec)
    path.with_name(f"{path.name}.svg").write_text(light, encoding="utf-8")
    path.with_name(f"{path.name}.png").write_bytes(vl_convert.svg_to_png(light, scale=SCALE))
    path.with_name(f"{path.name}-dark.svg").write_text(themed(light, DARK), encoding="utf-8")


def _slug(panel: Panel) -> str:
    """The panel's workload and group as part of a file's name."""
    return "".join(c if c.isalnum() else "-" for c in f"{panel.workload} {panel.group.lower()}").strip("-")
