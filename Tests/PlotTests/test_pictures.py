"""Each picture draws the data that exists, and names what is missing and why."""

import re
from pathlib import Path

import polars as pl
import pytest
import vl_convert
from plotting import real_view
from plotting.__main__ import main, plot
from plotting.downsample import thin
from plotting.svg import compact
from plotting.theme import LIGHT

GTK = real_view.REFERENCE


def words(picture: Path) -> str:
    """The texts of a picture; a text of several lines is one part per line."""
    return " ".join(re.findall(r">([^<>]+)<", picture.read_text(encoding="utf-8")))


def edit(file: Path, change: pl.Expr) -> None:
    pl.read_csv(file, infer_schema=False).with_columns(change).write_csv(file)


def test_every_picture_is_written_as_three_files_in_both_themes(plotted: Path) -> None:
    names = {file.name for file in (plotted / "plots").iterdir()}
    pictures = (
        "cost-ratio", "trade-off", "latency-percentiles", "timeline-complete-all-duration-100ms",
        "timeline-rapid-service-duration-150ms",
    )  # fmt: skip
    assert names == {name + end for name in pictures for end in (".svg", "-dark.svg", ".png")}
    for name in pictures:
        light, dark = ((plotted / f"plots/{name}{theme}.svg").read_text() for theme in ("", "-dark"))
        assert "@" not in light and "#14171a" in dark and "#1c2024" not in dark
    assert {file.name for file in plotted.iterdir() if file.suffix not in (".csv", ".json")} == {"plots", "report.html"}


def test_failed_combination_is_a_gap_with_its_reason(plotted: Path) -> None:
    for name in ("trade-off", "latency-percentiles"):
        assert "Without async-throttle (lost in 6 of 6 trials)." in words(plotted / f"plots/{name}.svg")
    assert " lost " in words(plotted / "plots/cost-ratio.svg")
    assert "29 never shown" in words(plotted / "plots/timeline-rapid-service-duration-150ms.svg")


def test_combination_whose_trials_were_all_discarded_is_a_gap(run_folder: Path) -> None:
    is_naive = pl.col("strategy") == "naive"
    edit(run_folder / "trials.csv", pl.when(is_naive).then(pl.lit("void")).otherwise("outcome").alias("outcome"))
    plot(run_folder)
    said = words(run_folder / "plots/trade-off.svg")
    assert "naive (discarded in all 6 trials: the machine was too busy)" in said
    assert "source-add (" not in said, "one discarded trial of several costs nothing"


def test_unmeasured_figure_is_named_not_drawn_as_zero(run_folder: Path) -> None:
    is_it = (pl.col("strategy") == "naive") & (pl.col("metric") == "latency_mean_ms")
    edit(run_folder / "summary.csv", pl.when(is_it).then(None).otherwise("median").alias("median"))
    plot(run_folder)
    assert "Without naive (no figure)." in words(run_folder / "plots/trade-off.svg")


def test_run_with_only_trials_and_summary_is_drawn(run_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("events", "frontier", "findings", "strategies"):
        (run_folder / f"{name}.csv").unlink()
    assert main([str(run_folder), "--require", "*,!sweep,!comparison"]) == 1
    assert capsys.readouterr().err.startswith(
        "Error: Not drawn: timeline. The run recorded no updates. Rerun it with --ev"
    )
    assert main([str(run_folder), "--require", "trade-off,latency-*"]) == 0


def test_unknown_picture_is_refused(run_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(run_folder), "--require", "*,!gale"]) == 64
    assert "There is no picture 'gale'. Choose from: cost-ratio, comparison, trade-off" in capsys.readouterr().err
    assert not (run_folder / "plots").exists()


def test_heat_map_shows_latency_if_there_are_no_costs(run_folder: Path) -> None:
    is_cost = pl.col("metric") == "cost_ratio"
    edit(run_folder / "summary.csv", pl.when(is_cost).then(None).otherwise("median").alias("median"))
    plot(run_folder)
    assert "Mean latency ÷ that of the fastest strategy" in words(run_folder / "plots/cost-ratio.svg")


def test_equal_figures_have_one_colour_in_the_heat_map_and_in_the_table(run_folder: Path) -> None:
    is_cost = (pl.col("metric") == "cost_ratio") & pl.col("workload").str.starts_with("complete-all")
    cost = pl.col("strategy").replace_strict({"naive": "1.1004", "source-add": "1.0996"}, default="1.21")
    edit(run_folder / "summary.csv", pl.when(is_cost).then(cost).otherwise("median").alias("median"))
    page = plot(run_folder).read_text(encoding="utf-8")
    assert re.findall(r'<td class="(\w+)" data-value="1\.\d*"[^>]*>(1\.1|1\.21)<', page) == [
        ("step0", "1.1"), ("step0", "1.1"), ("step1", "1.21"), ("step1", "1.21"),
    ]  # fmt: skip
    heat_map = page.partition('<section id="cost-ratio"')[2].partition("</section>")[0]
    for text, step in (("1.1", "step0"), ("1.21", "step1")):
        assert heat_map.count(f">{text}<") == heat_map.count(f'fill="var(--{step})"') == 2


def test_figure_beside_a_best_of_zero_has_the_worst_colour(plotted: Path) -> None:
    page = (plotted / "report.html").read_text(encoding="utf-8")
    assert re.findall(r'<td class="(\w*)" data-value="(?:929|928\.853)"', page) == ["step6"]


def test_points_that_hide_each_other_are_counted_and_named(sweep_folder: Path) -> None:
    plot(sweep_folder)
    picture = sweep_folder / "plots/trade-off.svg"
    assert "6 here" in words(picture), "all intervals are alike where all updates come at once"
    marks = re.findall('aria-label="([^"]+) · mean latency', picture.read_text(encoding="utf-8"))
    assert [mark.count(", ") for mark in marks].count(5) == 6


def test_caption_explains_only_what_is_drawn(sweep_folder: Path, plotted: Path) -> None:
    (sweep_folder / "frontier.csv").unlink()
    plot(sweep_folder)
    for folder, is_drawn in ((sweep_folder, False), (plotted, True)):
        said = words(folder / "plots/trade-off.svg")
        assert ("95 %" in said, "Grey, within 10 times" in said) == (is_drawn, is_drawn)


def test_best_possible_is_drawn_beyond_the_points(run_folder: Path) -> None:
    latency = (pl.col("latency_mean_ms").cast(pl.Float64) * 0.3).alias("latency_mean_ms")
    edit(run_folder / "frontier.csv", latency)
    plot(run_folder)
    svg = panels(run_folder, "trade-off")["rapid-service"]
    (line,) = re.findall(r'd="([^"]+)" stroke="var\(--line\)" stroke-width="2"', svg)
    rows = pl.read_csv(run_folder / "frontier.csv").filter(delivery="reload")
    assert len(re.findall("[ML]", line)) == rows["workload"].str.starts_with("rapid").sum()


def test_panels_of_a_workload_have_one_scale(mixed: Path) -> None:
    for picture in ("latency-percentiles", "trade-off"):
        ticks = {title: re.findall(r">([\d.,]+)</text>", svg) for title, svg in panels(mixed, picture).items()}
        for workload in ("complete-all", "rapid-service"):
            reloads, rows = (ticks[f"{workload} · {group}"] for group in ("Reloads", "Row changes"))
            assert reloads == rows and len(rows) > 4, picture


def test_key_of_percentiles_shows_dashes(plotted: Path) -> None:
    svg = (plotted / "plots/latency-percentiles.svg").read_text(encoding="utf-8")
    keys = re.findall(r'd="M-15,0L15,0"[^>]* stroke-dasharray="([^"]+)"', svg)
    assert len({*keys}) == 4, "a line as long as its dashes for each strategy"


def test_key_lists_strategies_in_the_order_of_the_settings(plotted: Path) -> None:
    said = (plotted / "plots/trade-off.svg").read_text(encoding="utf-8")
    places = [said.index(f">{name}<") for name in ("naive", "source-add", "throttle-in-submit", "async-throttle")]
    assert places == sorted(places)


def panels(folder: Path, picture: str) -> dict[str, str]:
    """The panels of a picture on the page, by their captions."""
    section = (folder / "report.html").read_text(encoding="utf-8").partition(f'<section id="{picture}"')[2]
    return dict(re.findall("<figcaption>([^<]+).*?</figcaption>(.*?)</figure>", section.partition("</section>")[0]))


def test_reloads_and_row_changes_are_ranked_separately(mixed: Path) -> None:
    name = r">(naive|source-add|async-throttle|throttle-in-submit)<"
    ranks = {title: re.findall(name, svg) for title, svg in panels(mixed, "cost-ratio").items()}
    assert ranks == {"Reloads": ["source-add", "naive"], "Row changes": ["throttle-in-submit", "async-throttle"]}
    timelines = {file.stem for file in (mixed / "plots").glob("timeline-rapid-*.png")}
    assert timelines == {f"timeline-rapid-service-duration-150ms-{group}" for group in ("reloads", "row-changes")}


def test_each_group_is_drawn_against_its_own_best_possible(mixed: Path) -> None:
    drawn = panels(mixed, "trade-off")
    assert {title: re.findall(r'aria-label="([^ ]+) · mean', svg) for title, svg in drawn.items()} == {
        "complete-all · Reloads": ["naive", "source-add"],
        "complete-all · Row changes": ["throttle-in-submit", "async-throttle"],
        "rapid-service · Reloads": ["naive", "source-add"],
        "rapid-service · Row changes": ["throttle-in-submit"],
    }
    lines = [re.findall(r'd="([^"]+)" stroke="var\(--line\)" stroke-width="2"', svg) for svg in drawn.values()]
    assert [len(each) for each in lines] == [1, 1, 1, 1] and lines[2] != lines[3]


def test_range_is_drawn_with_the_default_value(sweep_folder: Path) -> None:
    plot(sweep_folder, "sweep")
    picture = sweep_folder / "plots/sweep.svg"
    assert "What a person notices over the interval of throttle-in-submit (ms)" in words(picture)
    for measure in ("Longest wait (ms)", "Hitches (ms/s)", "Busiest second (%)", "Main thread busy (%)"):
        assert measure in words(picture)
    told = re.findall(r"interval of throttle-in-submit \(ms\): ([\d.]+)", picture.read_text(encoding="utf-8"))
    assert sorted({float(value) for value in told}) == [4, 9, 22, 50, 130, 300]


def test_range_of_a_workload_is_drawn_as_one_picture(sweep_folder: Path) -> None:
    for file in sweep_folder.glob("*.csv"):
        text = file.read_text(encoding="utf-8")
        # Gives the range to the workload instead of the strategy.
        key = r"(virtual|timing),throttle-in-submit:interval=(\d+)ms,([\w-]+)"
        text = re.sub(key, r"\1,throttle-in-submit,\3:rate=\2", text)
        file.write_text(text, encoding="utf-8")
    plot(sweep_folder, "sweep")
    picture = sweep_folder / "plots/sweep.svg"
    assert "Rate of rapid-service (1/s)" in words(picture) and "Longest wait (ms)" in words(picture)
    told = re.findall(r"throttle-in-submit · rate of rapid-service \(1/s\): ([\d.]+)", picture.read_text())
    assert sorted({float(value) for value in told}) == [4, 9, 22, 50, 130]


def test_folder_with_only_a_comparison_is_plotted(comparison_folder: Path) -> None:
    page = plot(comparison_folder).read_text(encoding="utf-8")
    assert "<h1>compared</h1>" in page and "This folder has only a comparison." in page
    assert {file.name for file in (comparison_folder / "plots").iterdir()} == {
        "comparison.svg", "comparison-dark.svg", "comparison.png",
    }  # fmt: skip
    said = words(comparison_folder / "plots/comparison.svg")
    assert said.index("source-add") < said.index("throttle-in-submit") and "uart" not in said
    for text in ("CPU main per update (µs): tuesday against monday", "worse", "no change found", "better →"):
        assert text in said
    assert LIGHT["@good"] in (comparison_folder / "plots/comparison.svg").read_text(), "better in one panel alone"
    assert "naive" not in said, "unchanged strategies are left out"
    assert "Hitch" not in said, "metrics without a ratio are left out"


def test_comparison_in_which_nothing_changed_says_so(comparison_folder: Path) -> None:
    edit(comparison_folder / "comparison.csv", pl.lit("same").alias("verdict"))
    page = plot(comparison_folder).read_text(encoding="utf-8")
    assert "This folder has only a comparison, in which nothing changed." in page


def test_unknown_verdict_of_a_newer_bench_is_drawn(comparison_folder: Path) -> None:
    file = comparison_folder / "comparison.csv"
    file.write_text(file.read_text().replace(",better\n", ",much better\n"))
    plot(comparison_folder)
    assert "much better" in words(comparison_folder / "plots/comparison.svg")


def test_page_of_a_hundred_thousand_updates_is_small_and_explains_thinning(run_folder: Path) -> None:
    events = pl.read_csv(run_folder / "events.csv", infer_schema=False)
    one = events.filter((pl.col("event") == "update") & pl.col("latency_ms").is_not_null())
    times = ("intended_ms", "start_ms", "shown_ms")
    many = [
        one.with_columns((pl.col(name).cast(pl.Float64) + shift * 0.001).cast(pl.String) for name in times)
        for shift in range(100_000 // len(one) + 1)
    ]
    pl.concat([*many, events.filter(pl.col("event") != "update")]).write_csv(run_folder / "events.csv")
    page = plot(run_folder)
    assert page.stat().st_size < 8_000_000
    assert "the shortest and the longest latency" in page.read_text(encoding="utf-8")


def test_thinning_keeps_extremes_ends_and_lost_updates() -> None:
    latencies = [float((number * 7_919) % 1_000) for number in range(100_000)]
    latencies[50_000] = 99_999
    many = pl.DataFrame({"start_ms": [n * 0.01 for n in range(100_000)], "latency_ms": latencies})
    many = many.with_columns(pl.when(pl.col("start_ms") != 700).then("latency_ms"))
    few = thin(many, "start_ms", "latency_ms", 1_000)
    assert len(few) <= 1_100 and few["latency_ms"].null_count() == 1
    for end in (pl.Series.min, pl.Series.max):
        assert end(few["latency_ms"]) == end(many["latency_ms"]) and end(few["start_ms"]) == end(many["start_ms"])


def test_compacted_picture_looks_the_same() -> None:
    """Compares pixel by pixel; all coordinates are whole pixels."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" version="1.1" class="marks" width="90" height="40">'
    lines = (f'<line transform="translate({x},0)" x2="0" y2="9" stroke="#111111"/>' for x in range(0, 80, 10))
    marks = "".join(lines) + '<rect x="3" y="12" width="30" height="9" fill="#aa0000"/>'
    marks += "".join(f'<path d="M{x},15h4v5h-4Z" fill="#00aa00"/>' for x in range(40, 70, 6))
    whole = f'{head}<rect width="90" height="40" fill="#ffffff"/><g transform="translate(5,5)">{marks}</g></svg>'
    assert vl_convert.svg_to_png(compact(whole)) == vl_convert.svg_to_png(whole)
    assert len(compact(whole)) < len(whole) / 2


def test_pictures_of_real_views_are_drawn_from_their_committed_runs(tmp_path: Path) -> None:
    real_view.draw(GTK, tmp_path)
    names = {"freeze.svg", "freeze-dark.svg", "stream.svg", "stream-dark.svg", "rows.svg"}
    for name in names:
        assert words(tmp_path / name) == words(GTK / "plots" / name)
    assert {file.name for file in tmp_path.iterdir()} == names


def test_page_of_real_views_matches_its_runs() -> None:
    page = real_view.PAGE.read_text(encoding="utf-8")
    assert real_view.text(GTK, page) == page
