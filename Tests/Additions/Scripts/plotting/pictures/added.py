"""The added metric."""

import altair as alt

from ..figure import Figure, Panel
from ..run import Run


def added(run: Run) -> Figure:
    figure = Figure("added", "The added metric", "A bar for each strategy.")
    bars = alt.Chart(run.figures("added_updates")).mark_bar().encode(x="median:Q", y="strategy:N")
    figure.panels.append(Panel("all", bars, 200, 100))
    return figure
