"""Colours contrast with their background and each other, and a strategy keeps its colour."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from plotting.identity import REFERENCES, looks
from plotting.theme import DARK, HUES, LIGHT, OF_RAMP, RAMP, STEPS

THEMES = {"light": LIGHT, "dark": DARK}
RAMPS = [f"@ramp{number}" for number in range(len(RAMP[0]))]
TEXTS = ("@ink", "@muted", "@bad", "@good", *(f"@{hue}" for hue in HUES), *RAMPS)
SUITE = "naive source-add throttle-in-submit throttle view-queue main-drain next-pass frame balanced-eager".split()
#: The minimum distance of two hues in OKLab.
APART = 0.08
#: How the eye sees linear red, green and blue: usually, and with one kind of cone missing
#: (Machado, Oliveira, Fernandes 2009, severity 1).
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.052)),
    "deuteranopia": ((0.3673, 0.8606, -0.228), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
}


def linear(color: str) -> list[float]:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(color: str) -> float:
    """WCAG 2.2, "relative luminance"."""
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(color), strict=True))


def oklab(color: str, eye: str) -> list[float]:
    """Ottosson 2020: a space in which distance corresponds to perceived difference."""

    def times(matrix: tuple[tuple[float, ...], ...], vector: list[float]) -> list[float]:
        return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]

    seen = [max(0, part) for part in times(EYES[eye], linear(color))]
    cones = ((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.63))
    lab = ((0.2105, 0.7936, -0.0041), (1.978, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087))
    return times(lab, [part ** (1 / 3) for part in times(cones, seen)])


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_text_has_the_contrast_of_level_aa(theme: str) -> None:
    for role in TEXTS:
        assert contrast(THEMES[theme][role], THEMES[theme]["@ground"]) >= 4.5, role


@pytest.mark.parametrize(("theme", "is_darker"), [("light", True), ("dark", False)])
def test_steps_differ_in_lightness_and_keep_text_readable(theme: str, is_darker: bool) -> None:
    grounds = [THEMES[theme][f"@step{number}"] for number in range(len(STEPS) + 1)]
    order = [luminance(ground) for ground in grounds]
    assert order == sorted({*order}, reverse=is_darker)
    assert all(contrast(THEMES[theme]["@ink"], ground) >= 5 for ground in grounds)


def test_every_colour_of_the_light_theme_has_one_role() -> None:
    """Dark files and the page are made by replacing colours of the light theme, so each must be unique."""
    assert len(set(LIGHT.values())) == len(LIGHT)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_hues_are_far_apart_for_every_eye(theme: str, eye: str) -> None:
    seen = {hue: oklab(THEMES[theme][f"@{hue}"], eye) for hue in HUES}
    for one, other in combinations(HUES, 2):
        assert dist(seen[one], seen[other]) > APART, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_ramp_gets_lighter_and_its_steps_differ_for_every_eye(theme: str, eye: str) -> None:
    seen = [oklab(THEMES[theme][role], eye) for role in RAMPS]
    assert [place[0] for place in seen] == sorted(place[0] for place in seen)
    assert min(dist(one, other) for one, other in combinations(seen, 2)) > 0.02


def test_values_of_a_parameter_follow_the_ramp_and_share_no_colour_with_others() -> None:
    family = ["throttle:interval=4ms", *(f"throttle:interval={ms}ms" for ms in range(20, 110, 10)), "throttle"]
    found = looks(["throttle", "adaptive", "frame", *family[:-1], "naive"], family)
    hues = [found[strategy].hue for strategy in family]
    assert hues == sorted({*hues}, key=RAMPS.index) and {hues[0], hues[-1]} == {RAMPS[0], RAMPS[-1]}
    others = {found[strategy].hue for strategy in ("adaptive", "frame", "naive")}
    assert len(others) == 3 and others.isdisjoint({*hues, *(f"@{hue}" for hue in OF_RAMP)})


def test_strategies_of_the_default_suite_differ_in_colour_shape_and_dash() -> None:
    found = looks(SUITE).values()
    assert {len({look.hue for look in found}), len({look.shape for look in found})} == {len(SUITE)}
    assert len({str(look.dash) for look in found}) == len(SUITE)


def registry() -> list[str]:
    """The names of all strategies, including adapters to other libraries."""
    package = Path(__file__).parents[2]
    files = [*(package / "Sources/BenchHarness/Registry").glob("*.swift")]
    files.append(package / "Integrations/Peers/Sources/PeerStrategies/PeerStrategies.swift")
    text = "".join(file.read_text(encoding="utf-8") for file in sorted(files))
    return re.findall(r'"([a-z][a-z0-9-]*)", origin:', text)


@pytest.mark.parametrize("names", [registry(), [f"mine-{number}" for number in range(60)]], ids=["registry", "any"])
def test_no_two_strategies_look_the_same(names: list[str]) -> None:
    assert len(names) > 20
    assert len({str(look) for look in looks(names).values()}) == len(names)
    for name, look in looks(names).items():
        assert (look.hue == "@grey") == (name in REFERENCES), name


def test_suite_keeps_its_looks_next_to_other_strategies() -> None:
    beside = looks([*SUITE, "mine", "throttle:interval=1ms"])
    assert {name: beside[name] for name in SUITE} == looks(SUITE)
    assert looks(["throttle:interval=1ms", "throttle"])["throttle"] == looks(["throttle"])["throttle"]
