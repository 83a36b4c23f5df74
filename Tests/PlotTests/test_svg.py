"""A picture that was made smaller is the same picture."""

from xml.etree import ElementTree as tree

import vl_convert
from plotting.svg import compact

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" version="1.1" class="marks" width="90" height="40" viewBox="0 0 90 40">'


def inside(marks: str) -> list[tree.Element]:
    """Of these marks, what is left."""
    return list(tree.fromstring(compact(f'{HEAD}<g fill="none" transform="translate(5,5)">{marks}</g></svg>'))[0])


def line(x: float, color: str = "#111111", more: str = "") -> str:
    return f'<line transform="translate({x},0)" x2="0" y2="9" stroke="{color}"{more}/>'


def test_lines_that_look_alike_become_one_path() -> None:
    (path,) = inside(line(0) + line(10.123) + line(10.123) + line(20))
    assert path.attrib == {"d": "M0,0v9M10.1,0v9M20,0v9", "stroke": "#111111"}


def test_attributes_keep_their_order_so_that_two_runs_write_the_same() -> None:
    names = [f"{letter}-look" for letter in "qwertyuiop"]
    more = "".join(f' {name}="1"' for name in names)
    (path,) = inside("".join(line(x, more=more) for x in range(3)))
    assert list(path.attrib) == ["d", "stroke", *names]


def test_order_is_kept_where_looks_differ() -> None:
    found = inside(line(0) + line(1) + line(2) + line(3, "#222222") + line(4) + line(5) + line(6))
    assert [mark.get("stroke") for mark in found] == ["#111111", "#222222", "#111111"]


def test_marks_keep_their_names() -> None:
    found = inside("".join(line(x, more=f' aria-label="at {x}" role="graphics-symbol"') for x in range(4)))
    assert [mark.get("aria-label") for mark in found[0]] == ["at 0", "at 1", "at 2", "at 3"]
    assert found[0].get("stroke") == "#111111" and found[0][1].get("transform") == "translate(1,0)"


def test_what_is_not_seen_goes() -> None:
    hidden = '<path class="foreground" d="M0,0h9" display="none"/><path d="M0,0h9v9h-9Z"/><g><g class="x"></g></g>'
    assert [mark.tag.rpartition("}")[2] for mark in inside(hidden + line(0))] == ["line"]


def test_what_is_turned_is_left_as_it_is() -> None:
    turned = '<line transform="translate(3,3) rotate(45)" x2="5" y2="0" stroke="#111111"/>'
    assert len(inside(turned * 3)) == 3


def test_drawn_it_is_the_same() -> None:
    """To the dot, where all is on whole pixels."""
    marks = "".join(line(x) for x in range(0, 80, 10)) + '<rect x="3" y="12" width="30" height="9" fill="#aa0000"/>'
    marks += "".join(f'<path d="M{x},15h4v5h-4Z" fill="#00aa00"/>' for x in range(40, 70, 6))
    whole = f'{HEAD}<rect width="90" height="40" fill="#ffffff"/><g fill="none" transform="translate(5,5)">{marks}</g></svg>'
    assert vl_convert.svg_to_png(compact(whole)) == vl_convert.svg_to_png(whole)
    assert len(compact(whole)) < len(whole) / 2
