"""Colours by role, light and dark.

Charts name a role, as in ``@ink``; ``resolve`` replaces it with the light theme's colour, and ``themed`` replaces that
with the dark theme's colour or a variable of the page's style sheet.
Text has a contrast of at least 4.5 to 1 against its ground, marks one of 3 to 1
(``test_theme.py`` computes both). The hues are as far apart as a search found, also for readers with protanopia and
deuteranopia (Machado, Oliveira, Fernandes 2009). Steps are the grounds of figures by how many times the best they
are; each is darker than the one before (lighter in the dark theme). The ramp is for strategies that differ in one
value; each of its colours is lighter than the one before, for every eye.
"""

import re
from typing import Any

#: The upper limits of the colours, as multiples of the best; the last colour is for everything beyond.
STEPS = (1.1, 1.5, 2.0, 4.0, 10.0, 40.0)
HUES = ("grey", "blue", "vermilion", "green", "purple", "amber", "cyan", "wine", "pink")
#: The hues that the ramp passes through.
OF_RAMP = ("blue", "green", "purple", "cyan")
RAMP = (
    "#31003f #311154 #302369 #30347e #2d4489 #234f82 #185b7a #0e6673 #1c6d5c #37733d #51781f #6b7d00".split(),
    "#5c74f4 #5482e8 #4c91dd #449fd1 #43adc3 #50b7b3 #5ec2a2 #6bcc92 #89d586 #b0de7d #d6e673 #fdee6a".split(),
)

#: The colours of each role in the light and in the dark theme.
ROLES = {
    "@ground": ("#ffffff", "#14171a"),
    "@ink": ("#1c2024", "#eceff2"),
    "@muted": ("#5a626c", "#a3acb6"),
    "@grid": ("#e6e8eb", "#2a2f35"),
    "@line": ("#b3b9c1", "#59626c"),
    "@shade": ("#eef0f2", "#22272c"),
    "@bad": ("#b3261e", "#ff8a80"),
    "@good": ("#00694e", "#4fd0a5"),
    "@grey": ("#4a515a", "#b5bec8"),
    "@blue": ("#164291", "#82a8fd"),
    "@vermilion": ("#b35713", "#fa7d1a"),
    "@green": ("#397f5b", "#abfda6"),
    "@purple": ("#6825fe", "#8472fe"),
    "@amber": ("#6c4b17", "#febf12"),
    "@cyan": ("#0d758b", "#b8efff"),
    "@wine": ("#490403", "#e54a5e"),
    "@pink": ("#d412bb", "#be5bac"),
    "@step0": ("#cbf0df", "#0c3a30"),
    "@step1": ("#dcecb8", "#2f4018"),
    "@step2": ("#f8e29a", "#4d3f10"),
    "@step3": ("#fbcb88", "#6a3f0d"),
    "@step4": ("#f6b07a", "#823a14"),
    "@step5": ("#ee9582", "#963327"),
    "@step6": ("#e07a86", "#a92d45"),
    **{f"@ramp{number}": pair for number, pair in enumerate(zip(*RAMP, strict=True))},
}
LIGHT = {role: light for role, (light, _) in ROLES.items()}
DARK = {role: dark for role, (_, dark) in ROLES.items()}
#: The variable of each role in the page's style sheet.
VARIABLES = {role: f"var(--{role[1:]})" for role in ROLES}

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

#: The style of all charts: a muted grid, no frames, and text that is readable on a phone.
CONFIG: dict[str, Any] = {
    # The page labels each picture as a whole; labels of every mark make files three times as big.
    "aria": False,
    "background": "@ground",
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "gridColor": "@grid", "domainColor": "@line", "tickColor": "@line", "labelColor": "@muted",
        "titleColor": "@ink", "titleFontWeight": "normal", "labelFontSize": 11, "titleFontSize": 12,
        "titlePadding": 6, "tickSize": 4, "labelOverlap": "greedy",
    },
    "title": {
        "color": "@ink", "subtitleColor": "@muted", "fontSize": 13, "subtitleFontSize": 11, "anchor": "start",
        "frame": "group", "offset": 8,
    },
    "text": {"color": "@ink", "fontSize": 11},
    "legend": {
        "labelColor": "@ink", "titleColor": "@muted", "titleFontWeight": "normal", "labelFontSize": 12,
        "titleFontSize": 11, "orient": "top", "labelLimit": 240, "title": None,
    },
}  # fmt: skip


def step(factor: float) -> int:
    """The number of the colour; computing a factor may round it up."""
    return sum(factor > bound * (1 + 1e-9) for bound in STEPS)


def steps() -> list[str]:
    """The meanings of the colours, from best to worst."""
    return [f"≤ {bound:g} ×" for bound in STEPS] + [f"> {STEPS[-1]:g} ×"]


def variables() -> str:
    """The roles as variables of a style sheet, which follow the colour scheme of the system."""
    return "".join(f"--{role[1:]}: light-dark({light}, {dark}); " for role, (light, dark) in ROLES.items())


def themed(svg: str, colors: dict[str, str]) -> str:
    """A picture of the light theme in other colours, by role: each of the light theme's has a single role."""
    roles = {light: colors[role] for role, light in LIGHT.items()}
    return re.sub(r"#[0-9a-f]{6}\b", lambda found: roles.get(found[0], found[0]), svg)


def resolve(value: Any) -> Any:
    """``value`` with every role replaced by its colour in the light theme."""
    if isinstance(value, str):
        return LIGHT.get(value, value)
    if isinstance(value, dict):
        return {key: resolve(item) for key, item in value.items()}
    return [resolve(item) for item in value] if isinstance(value, (list, tuple)) else value
