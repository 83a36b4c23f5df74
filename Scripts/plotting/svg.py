"""Makes the SVGs of vl-convert a third of their size: drops what has no effect, and merges what looks alike.

Marks keep their labels, which the page shows as tooltips.
"""

import re
from itertools import groupby
from xml.etree import ElementTree as tree

NAMESPACE = "http://www.w3.org/2000/svg"
#: Attributes that have no visible effect here, or that are set once for the whole picture.
IDLE = {
    "class", "role", "aria-roledescription", "aria-hidden", "pointer-events", "stroke-miterlimit", "font-family", "version",
}  # fmt: skip
#: The attributes for a mark's position and label.
PLACE = {"d", "transform", "x2", "y2", "aria-label"}
NUMBER = re.compile(r"-?\d*\.\d{2,}")
FAMILY = re.compile(r'font-family="([^"]*)"')


def compact(text: str) -> str:
    """The same picture in a smaller file."""
    tree.register_namespace("", NAMESPACE)
    family = FAMILY.search(text)
    root = tree.fromstring(text)
    _clean(root)
    if family:
        root.set("font-family", family[1].replace("&apos;", "'"))
    return tree.tostring(root, encoding="unicode")


def _clean(node: tree.Element) -> None:
    for child in node:
        _clean(child)
    for name in IDLE & set(node.keys()):
        del node.attrib[name]
    for name, value in node.attrib.items():
        node.set(name, NUMBER.sub(_rounded, value) if name in PLACE - {"aria-label"} else value)
    if node.get("opacity") == "1":
        del node.attrib["opacity"]
    if node.get("transform") == "translate(0,0)":
        del node.attrib["transform"]
    kept: list[tree.Element] = []
    for child in node:
        if not _is_seen(child):
            continue
        kept += list(child) if child.tag.endswith("}g") and not child.attrib else [child]
    node[:] = [made for _, run in groupby(kept, _look) for made in _joined(list(run))]


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")


def _is_seen(node: tree.Element) -> bool:
    if node.get("display") == "none" or node.tag.endswith("}g") and len(node) == 0:
        return False
    if node.tag.endswith("}path"):
        return bool(node.get("d")) and (node.get("fill", "none") != "none" or "stroke" in node.attrib)
    return True


def _look(node: tree.Element) -> tuple[str, frozenset[tuple[str, str]], bool]:
    look = frozenset(item for item in node.items() if item[0] not in PLACE)
    return node.tag, look, "aria-label" in node.keys()


def _joined(run: list[tree.Element]) -> list[tree.Element]:
    """Neighbours that look alike become one path; texts, and marks with a name, share a group."""
    tag, _, is_named = _look(run[0])
    look = {name: value for name, value in run[0].items() if name not in PLACE}
    if len(run) < 3 or not tag.endswith(("}line", "}path", "}text")):
        return run
    if tag.endswith("}text") or is_named:
        group = tree.Element(f"{{{NAMESPACE}}}g", look)
        for node in run:
            node.attrib = {name: value for name, value in node.items() if name in PLACE}
        group[:] = run
        return [group]
    parts = [_absolute(node) for node in run]
    if None in parts:
        return run
    return [tree.Element(f"{{{NAMESPACE}}}path", {"d": "".join(dict.fromkeys(map(str, parts))), **look})]


def _absolute(node: tree.Element) -> str | None:
    """The node's path without a shift; None if that would need a calculation."""
    shift = node.get("transform")
    if not node.tag.endswith("}line"):
        return None if shift else node.get("d")
    at = re.fullmatch(r"translate\(([^()]*)\)", shift or "translate(0,0)")
    x, y = node.get("x2", "0"), node.get("y2", "0")
    return f"M{at[1]}" + (f"v{y}" if x == "0" else f"h{x}" if y == "0" else f"l{x},{y}") if at else None
