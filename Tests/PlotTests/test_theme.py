"""Colours can be told from their ground, and a strategy keeps its own."""

import re
from pathlib import Path

import pytest
from plotting.identity import REFERENCES, color, dashes, places, shapes
from plotting.ranking import STEPS
from plotting.theme import DARK, LIGHT, THEMES, resolve, variables

TEXTS = ("@ink", "@muted", "@bad", "@good", "@grey", "@blue", "@vermilion", "@green")
TEXTS += ("@purple", "@amber", "@cyan", "@wine")


def luminance(color: str) -> float:
    """WCAG 2.2, "relative luminance"."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def steps(theme: str) -> list[str]:
    return [THEMES[theme][f"@step{number}"] for number in range(len(STEPS) + 1)]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", TEXTS)
def test_text_has_the_contrast_of_level_aa(theme: str, role: str) -> None:
    assert contrast(THEMES[theme][role], THEMES[theme]["@ground"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_figures_on_every_step_can_be_read(theme: str) -> None:
    for number, ground in enumerate(steps(theme)):
        assert contrast(THEMES[theme]["@ink"], ground) >= 5, number


@pytest.mark.parametrize(("theme", "is_darker"), [("light", True), ("dark", False)])
def test_steps_can_be_told_apart_without_their_hue(theme: str, is_darker: bool) -> None:
    order = [luminance(ground) for ground in steps(theme)]
    assert order == sorted(order, reverse=is_darker)
    assert len(set(order)) == len(order)


def test_page_has_every_role_in_both_themes() -> None:
    said = variables()
    assert all(f"--{role[1:]}: light-dark({LIGHT[role]}, {DARK[role]});" in said for role in LIGHT)


def test_every_colour_of_the_light_theme_has_one_role() -> None:
    assert len(set(LIGHT.values())) == len(LIGHT)
    assert set(THEMES["dark"]) == set(LIGHT)


def registry() -> list[str]:
    """The names of all strategies, the adapters to other libraries among them."""
    package = Path(__file__).parents[2]
    files = (
        "Sources/BenchHarness/Registry/StandardStrategies.swift",
        "Sources/BenchHarness/Registry/SelfTuningStrategies.swift",
        "Integrations/Peers/Sources/PeerStrategies/PeerStrategies.swift",
    )
    text = "".join((package / file).read_text(encoding="utf-8") for file in files)
    return re.findall(r'"([a-z][a-z0-9-]*)", origin:', text)


def looks(run: list[str]) -> set[tuple[str, str, str]]:
    return {(color(s), shapes(run)[s], str(dashes(run)[s])) for s in run}


def test_no_two_strategies_of_the_registry_look_the_same() -> None:
    names = registry()
    assert {"naive", "throttle", "async-throttle"} <= set(names)
    assert len(looks(names)) == len(names)


def test_any_strategies_can_be_told_apart() -> None:
    names = [f"mine-{number}" for number in range(60)]
    assert len({color(name) for name in names}) == 1
    assert len(looks(names)) == len(names)


def test_first_eight_of_a_hue_differ_in_shape() -> None:
    names = [f"mine-{number}" for number in range(8)]
    assert len(set(shapes(names).values())) == len(names)


def test_colour_depends_on_the_family_alone() -> None:
    assert color("throttle") == color("throttle:interval=100ms") == color("throttle-next-pass")
    assert color("naive") == color("null")
    assert all(color(name) != color("naive") for name in registry() if name not in REFERENCES)


def test_shape_is_kept_by_all_that_does_not_collide() -> None:
    names = registry()
    assert places(names)["throttle"] == places(["throttle"])["throttle"]
    run = ["throttle:interval=1ms", "throttle"]
    assert places(run)["throttle"] == places(["throttle"])["throttle"]
    assert shapes(run)["throttle"] != shapes(run)["throttle:interval=1ms"]


def test_roles_are_resolved_everywhere() -> None:
    assert resolve({"a": ["@ink", 1, {"b": "@grid"}]}, "light") == {
        "a": [LIGHT["@ink"], 1, {"b": LIGHT["@grid"]}]
    }
