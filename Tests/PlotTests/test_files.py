"""What a run leaves in its folder."""

from pathlib import Path


def test_every_picture_is_there_in_three_files(plotted: Path) -> None:
    names = {file.name for file in (plotted / "plots").iterdir()}
    for name in ("trade-off", "cost-ratio", "latency-percentiles", "real-against-virtual"):
        assert {f"{name}.svg", f"{name}-dark.svg", f"{name}.png"} <= names
    assert "timeline-complete-all-duration-100ms.svg" in names
    assert all(file.stat().st_size > 1_000 for file in (plotted / "plots").iterdir())


def test_no_role_is_left_in_a_picture(plotted: Path) -> None:
    for file in (plotted / "plots").glob("*.svg"):
        assert "@" not in file.read_text(encoding="utf-8"), file.name


def test_dark_pictures_are_dark(plotted: Path) -> None:
    for file in (plotted / "plots").glob("*-dark.svg"):
        text = file.read_text(encoding="utf-8")
        assert "#14171a" in text and "#1c2024" not in text, file.name


def test_nothing_else_is_left(plotted: Path) -> None:
    names = {file.name for file in plotted.iterdir() if not file.name.endswith((".csv", ".json"))}
    assert names == {"plots", "report.html", "virtual"}


def test_page_holds_the_command_and_the_failed_trials(plotted: Path) -> None:
    text = (plotted / "report.html").read_text(encoding="utf-8")
    assert "Scripts/bench run --strategy naive,source-add,throttle,async-throttle" in text
    assert "29 of 30 updates were never shown" in text
    assert (plotted / "report.html").stat().st_size < 3_000_000
