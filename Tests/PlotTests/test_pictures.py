"""Each picture draws what is there, and says what is not, and why."""

from pathlib import Path

import polars as pl
import pytest
from plotting import gallery
from plotting.errors import BadArgument
from plotting.figure import Figure
from plotting.pictures import (
    agreement,
    comparison,
    choices,
    gate,
    heat_map,
    percentiles,
    sweep,
    timeline,
    trade_off,
)
from plotting.run import Run

FAST = "rapid-service:duration=150ms"
SPACE = "\N{NO-BREAK SPACE}"


@pytest.fixture
def run(run_folder: Path) -> Run:
    run = Run.read(run_folder)
    run.virtual = Run.read(run_folder / "virtual")
    return run


@pytest.fixture
def figures(run: Run) -> list[Figure]:
    return gallery.figures(run)


def test_every_picture_is_drawn_or_says_why_not(figures: list[Figure]) -> None:
    assert len(figures) == len({figure.name for figure in figures}) == len(gallery.PICTURES)
    for figure in figures:
        assert figure.panels or figure.gaps, figure.name
        assert figure.alt_text or not figure.panels, figure.name


def test_required_pictures_are_chosen_as_strategies_are(figures: list[Figure]) -> None:
    undrawn = [figure.name for figure in figures if not figure.panels]
    assert [f.name for f in gallery.missing(figures, "*")] == undrawn
    assert "gate" in undrawn
    assert not gallery.missing(figures, ",".join(["*", *(f"!{name}" for name in undrawn)]))
    assert not gallery.missing(figures, "trade-off,cost-*")
    with pytest.raises(BadArgument, match="no picture 'gale'.*Choose from: .*trade-off, "):
        gallery.missing(figures, "*,!gale")


def test_every_axis_has_a_unit_or_counts(figures: list[Figure]) -> None:
    def titles(spec: object) -> list[str]:
        if isinstance(spec, list):
            return [t for item in spec for t in titles(item)]
        if not isinstance(spec, dict):
            return []
        found = [t for key, item in spec.items() if key != "datasets" for t in titles(item)]
        for channel in ("x", "y"):
            encoding = spec.get(channel)
            if isinstance(encoding, dict) and isinstance(encoding.get("title"), str):
                found.append(encoding["title"])
        return found

    counts = ("Deliveries",)
    for figure in figures:
        for panel in figure.panels:
            for title in titles(panel.chart.to_dict()):
                assert "(" in title or title.startswith(counts), f"{figure.name}: {title}"


def test_failed_cell_is_a_gap_with_its_reason(run: Run) -> None:
    for picture in (trade_off.trade_off, heat_map.heat_map, percentiles.percentiles):
        figure = picture(run)
        assert any("async-throttle" in gap and "lost in 6" in gap for gap in figure.gaps)
        for panel in figure.panels:
            data = panel.chart.to_dict()["datasets"].values()
            rows = [row for rows in data for row in rows if "strategy" in row]
            drawn = [row for row in rows if row.get("workload", panel.workload) == FAST]
            named = [row for row in drawn if row["strategy"] == "async-throttle"]
            assert all(row.get("ratio", 0) is None for row in named)


def test_titles_say_what_the_figures_say(figures: list[Figure]) -> None:
    titles = {figure.name: figure.title for figure in figures}
    assert titles["cost-ratio"] == f"source-add pays 2.2{SPACE}× the best possible on average, throttle 26{SPACE}×"
    assert titles["timeline"] == "For the same updates naive delivers 130 times, source-add 16 times"
    assert titles["trade-off"] == (
        "naive is beaten on every workload: something else is both sooner and easier on the main thread"
    )
    assert titles["latency-percentiles"] == (
        "The longest wait of any update: 49 ms with source-add, 424 ms with naive"
    )
    assert titles["real-against-virtual"] == (
        "The simulation is off by 4 % in the median combination, by up to 169 % with naive on rapid-service"
    )


def test_titles_follow_the_figures(run: Run) -> None:
    """The same run, with the names of two strategies exchanged."""
    assert run.summary is not None and run.trials is not None and run.latency is not None
    assert run.events is not None
    swapped = {"source-add": "naive", "naive": "source-add"}

    def swap(frame: pl.DataFrame) -> pl.DataFrame:
        return frame.with_columns(pl.col("strategy").replace(swapped))

    other = Run(
        run.folder, swap(run.trials), swap(run.summary), swap(run.latency), run.environment,
        events=swap(run.events),
    )  # fmt: skip
    for picture in (heat_map.heat_map, timeline.timeline, trade_off.trade_off, percentiles.percentiles):
        before, after = picture(run).title, picture(other).title
        assert before != after
        exchanged = after.replace("naive", "?").replace("source-add", "naive").replace("?", "source-add")
        assert sorted(exchanged.split()) == sorted(before.split())


def test_titles_of_one_kind_of_run(
    sweep_folder: Path, choices_folder: Path, gate_folder: Path, comparison_folder: Path
) -> None:
    assert sweep.sweep(Run.read(sweep_folder)).title == (
        "Beyond 50 ms, more interval of throttle saves little main-thread time for much latency"
    )
    title = choices.choices(Run.read(choices_folder)).title
    assert title == "At the price that was asked for, frame is the choice"
    judged = Run.read(gate_folder)
    assert gate.gate(judged).title == "1 of 6 figures regressed, most throttle · complete-all by 21 %"
    assert judged.gate is not None
    judged.gate = judged.gate.with_columns(pl.lit("PASS").alias("verdict"))
    assert gate.gate(judged).title == "None of 6 figures regressed"
    title = comparison.comparison(Run.read(comparison_folder)).title
    assert title == "1 worse and 1 better of 8 figures; 1 perhaps"


def test_beaten_points_are_hollow(run: Run) -> None:
    panel = trade_off.trade_off(run).panels[0]
    rows = [r for d in panel.chart.to_dict()["datasets"].values() for r in d if "is_beaten" in r]
    beaten = {row["strategy"] for row in rows if row["is_beaten"]}
    assert "naive" in beaten and not beaten & {"source-add", "throttle"}


def test_hardly_worse_is_not_beaten() -> None:
    points = pl.DataFrame(
        {
            "strategy": ["a", "b", "c"], "workload": ["w"] * 3,
            "latency": [1.0, 1.05, 1.2], "busy": [2.0, 2.0, 2.0],
        }
    )  # fmt: skip
    assert trade_off._beaten(points)["is_beaten"].to_list() == [False, False, True]


@pytest.mark.parametrize(
    ("beaten", "title"),
    [
        ("a1 a2 c1", "a is beaten on every workload: something else is both sooner and easier on the main thread"),
        ("a1 a2 b1 b2", "a and b are beaten on every workload: something else is both sooner and easier on the main thread"),
        ("b1 c2", "Nothing is both sooner and easier on the main thread than a on 2 of 2 workloads"),
        ("", "No strategy is beaten: what is sooner keeps the main thread busier"),
    ],
)
def test_trade_off_names_who_is_beaten(beaten: str, title: str) -> None:
    cells = [(strategy, workload) for strategy in "abc" for workload in "12"]
    rows = [{"strategy": s, "workload": w, "is_beaten": s + w in beaten.split()} for s, w in cells]
    assert trade_off._unbeaten(pl.DataFrame(rows)) == title


def test_every_title_of_a_file_fits_its_picture(figures: list[Figure]) -> None:
    for figure in figures:
        for panels in [[panel] for panel in figure.panels] if figure.one_at_a_time else [figure.panels]:
            if not panels:
                continue
            columns = min(figure.columns, len(panels))
            lines = figure.static_spec(panels)["title"]["text"]
            # Ten pixels a letter is more than any usual font takes at this size.
            assert max(map(len, lines)) * 10 <= columns * (panels[0].width + 40), figure.name


def test_lost_updates_are_in_the_timeline(run: Run) -> None:
    figure = timeline.timeline(run)
    panel = next(panel for panel in figure.panels if panel.workload == FAST)
    assert "29 never shown" in str(panel.chart.to_dict())


def test_run_without_events_says_how_to_record_them(run: Run) -> None:
    run.events = None
    figure = timeline.timeline(run)
    assert not figure.panels and "--events" in figure.gaps[0]


def test_run_without_events_is_drawn_as_simulated_and_says_so(run: Run) -> None:
    assert run.virtual is not None
    run.virtual.events, run.events = run.events, None
    figure = timeline.timeline(run)
    assert "Simulated" in figure.caption
    assert all(", in virtual time. " in panel.subtitle for panel in figure.panels)


def test_real_without_virtual_names_the_command_that_makes_it(run: Run) -> None:
    run.virtual = None
    figure = agreement.agreement(run)
    assert not figure.panels and "bench simulate" in figure.gaps[0]


def test_sweep_marks_the_knee(sweep_folder: Path) -> None:
    run = Run.read(sweep_folder)
    figure = sweep.sweep(run)
    assert len(figure.panels) == 4 and not figure.gaps
    chart = figure.panels[0].chart.to_dict()
    assert "is_knee == 'yes'" in str(chart)
    rows = [row for rows in chart["datasets"].values() for row in rows]
    assert [row["value"] for row in rows] == [4, 9, 22, 50, 130, 300]
    assert [row["value"] for row in rows if row["is_knee"] == "yes"] == [50]


def test_sweep_of_a_run_without_findings_has_neither_knee_nor_default(sweep_folder: Path) -> None:
    (sweep_folder / "findings.csv").unlink()
    figure = sweep.sweep(Run.read(sweep_folder))
    assert figure.title == "interval of throttle: latency against main-thread time, without a knee"
    rows = [row for rows in figure.panels[0].chart.to_dict()["datasets"].values() for row in rows]
    assert [row["value"] for row in rows] == [4, 9, 22, 50, 130]


def test_choices_are_bars_along_the_price(choices_folder: Path) -> None:
    run = Run.read(choices_folder)
    figure = choices.choices(run)
    assert [panel.workload for panel in figure.panels] == run.workloads
    assert run.choices is not None and len(run.workloads) == 2
    names = run.choices["strategy"].unique(maintain_order=True).to_list()
    assert len(names) > 1 and all(name in figure.alt_text for name in names)
    rows = [r for d in figure.panels[0].chart.to_dict()["datasets"].values() for r in d]
    bars = [row for row in rows if "high" in row]
    assert len(bars) == 21 and sum(row["is_asked"] == "yes" for row in bars) == 1
    texts = [row["text"] for row in rows if "text" in row]
    assert len(texts) == len(names) and all(text.endswith(" of main thread") for text in texts)


def test_run_that_chose_nothing_says_what_chooses(run: Run, choices_folder: Path) -> None:
    for nothing in (run, Run.read(choices_folder)):
        if nothing.choices is not None:
            nothing.choices = nothing.choices.clear()
        figure = choices.choices(nothing)
        assert not figure.panels and "bench recommend" in figure.gaps[0]


def test_gate_draws_a_row_for_each_cell_and_names_those_without_estimate(
    gate_folder: Path,
) -> None:
    figure = gate.gate(Run.read(gate_folder))
    assert len(figure.panels) == 2
    assert "1 REGRESSED" in figure.alt_text
    assert any("view-queue" in gap and "UNKNOWN" in gap for gap in figure.gaps)


def test_comparison_has_a_panel_for_each_metric_and_run_and_names_what_has_no_ratio(
    comparison_folder: Path,
) -> None:
    figures = gallery.figures(Run.read(comparison_folder))
    assert [figure.name for figure in figures] == ["comparison"]
    figure = figures[0]
    assert [panel.title for panel in figure.panels] == [
        "CPU main per delivery (µs): tuesday against monday",
        "CPU main per delivery (µs): friday against monday",
        "Heartbeat (%): friday against monday",
    ]
    assert any("hitch" in gap.lower() and "throttle · uart" in gap for gap in figure.gaps)
    assert any("1 cells are the same" in gap for gap in figure.gaps)
    first = figure.panels[0].chart.to_dict()
    rows = [row for rows in first["datasets"].values() for row in rows if "verdict" in row]
    assert [row["cell"] for row in rows] == [
        "source-add · uart", "throttle · uart", "geometric mean of 3",
    ]  # fmt: skip
    assert "better →" in str(figure.panels[2].chart.to_dict())


def test_ratio_without_interval_is_drawn_as_a_point(comparison_folder: Path) -> None:
    figure = comparison.comparison(Run.read(comparison_folder))
    data = [
        row
        for panel in figure.panels
        for rows in panel.chart.to_dict()["datasets"].values()
        for row in rows
        if row.get("verdict") == "few"
    ]
    assert data and all(row["ratio_low"] is None for row in data)


def test_folder_with_a_comparison_alone_is_plotted(comparison_folder: Path) -> None:
    from plotting.__main__ import plot

    page = plot(comparison_folder, None).read_text(encoding="utf-8")
    assert "Runs compared: comparison" in page and "A comparison of runs" in page
    assert (comparison_folder / "plots/comparison.svg").stat().st_size > 1_000


def test_comparison_that_shows_nothing_says_why() -> None:
    rows = pl.DataFrame({"strategy": ["a", "b", ""], "verdict": ["few", "same", "few"]})
    assert comparison.counted(rows) == "None of 2 figures is told from noise: too few trials"
    rows = pl.DataFrame({"strategy": ["a", "b", "c"], "verdict": ["~", "few", "worse?"]})
    assert comparison.counted(rows) == "None of 3 figures is told from noise; 1 perhaps"
