"""What stands first on the page comes from the figures, and says how sure it is."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest
from plotting import verdict
from plotting.matrix import matrix
from plotting.ranking import COST, LATENCY, main_ranking, ranking, step, times
from plotting.run import Run, brief

FAST = "rapid-service:duration=150ms"
ALL = "complete-all:duration=100ms"
SPACE = "\N{NO-BREAK SPACE}"


@pytest.fixture
def run(run_folder: Path) -> Run:
    run = Run.read(run_folder)
    run.environment["warnings"] = []
    return run


def with_costs(run: Run, costs: dict[tuple[str, str], float]) -> Run:
    """The run with these cost ratios, and no others."""
    assert run.summary is not None
    one = run.summary.row(0, named=True) | {"metric": COST, "better": "lower", "unit": ""}
    rows = [one | {"strategy": s, "workload": w, "median": v} for (s, w), v in costs.items()]
    others = run.summary.filter(pl.col("metric") != COST)
    return replace(run, summary=pl.concat([others, pl.DataFrame(rows, schema=run.summary.schema)]))


class Cells(HTMLParser):
    """The rows of a table: of each cell its tag, attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[tuple[str, dict[str, str | None], str]]] = []
        self.feed(html.partition("</table>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append((tag, dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            tag, attributes, text = self.rows[-1][-1]
            self.rows[-1][-1] = (tag, attributes, text + data.strip())

    def row(self, strategy: str) -> list[tuple[str, dict[str, str | None], str]]:
        return next(row for row in self.rows if row[0][2].startswith(strategy))


def test_ranking_is_by_the_geometric_mean_of_those_that_have_all(run: Run) -> None:
    costs = {("naive", ALL): 100.0, ("naive", FAST): 4.0, ("throttle", ALL): 2.0, ("throttle", FAST): 8.0}
    found = main_ranking(with_costs(run, costs | {("source-add", ALL): 1.0}))
    assert found.means == [("throttle", pytest.approx(4)), ("naive", pytest.approx(20))]
    assert found.unranked == ["source-add", "async-throttle"]


def test_without_the_best_possible_it_is_held_against_the_best_of_each_workload(run: Run) -> None:
    found = main_ranking(with_costs(run, {}))
    assert found.metric == LATENCY
    for workload in run.workloads:
        assert min(v for (_, w), v in found.factors.items() if w == workload) == 1
    assert "shows updates soonest" in verdict.title(with_costs(run, {}))


def test_verdict_names_the_best_and_how_far_it_is_from_the_best_possible(run: Run) -> None:
    both = {(s, w): v for s, v in (("naive", 30.0), ("throttle", 3.0)) for w in (ALL, FAST)}
    run = with_costs(run, both)
    assert verdict.title(run) == (
        f"throttle comes nearest to the best possible: 3.0{SPACE}× its cost, on average over 2 workloads"
    )
    assert verdict.sentences(run)[0] == f"Next is naive at 30{SPACE}×."
    run = with_costs(run, both | {("source-add", w): 300.0 for w in (ALL, FAST)})
    assert f"Last is source-add at 300{SPACE}×: throttle is 100{SPACE}× better." in verdict.sentences(run)[0]


def test_close_rivals_are_named(run: Run) -> None:
    costs = {(s, w): v for s, v in (("naive", 3.2), ("throttle", 3.0)) for w in (ALL, FAST)}
    assert "throttle comes nearest to the best possible, naive hardly less" in verdict.title(with_costs(run, costs))
    assert f"Close behind: naive (3.2{SPACE}×)." in verdict.sentences(with_costs(run, costs))[0]
    costs |= {("naive", FAST): 4.0}
    assert "hardly" not in verdict.title(with_costs(run, costs))


def test_one_trial_or_a_warning_makes_it_seem_so(run: Run) -> None:
    assert run.summary is not None and " comes nearest" in verdict.title(run)
    warned = replace(run, environment=run.environment | {"warnings": ["The machine is busy."]})
    single = replace(run, summary=run.summary.with_columns(pl.lit(1.0).alias("trials")))
    for doubtful in (warned, single):
        assert " seems to come nearest" in verdict.title(doubtful)
    assert "One trial each" in verdict.warnings(single)
    exact = replace(single, environment=run.environment | {"time": "virtual"})
    assert " comes nearest" in verdict.title(exact) and "One trial" not in verdict.warnings(exact)


def test_what_the_best_gives_away_is_said(run: Run) -> None:
    said = " ".join(verdict.sentences(run))
    busy = dict(ranking(run, "main_busy_share").means)
    assert min(busy, key=lambda s: busy[s]) == "throttle"
    more = times(busy["source-add"] / busy["throttle"])
    assert f"The main thread is least busy with throttle; with source-add it is {more} as busy." in said
    assert "It also shows updates soonest." in said
    assert "Not ranked, for lack of a figure: async-throttle." in said


def test_failed_trials_are_one_warning_for_each_cell(run: Run) -> None:
    text = verdict.warnings(run)
    assert "Warnings (1)" in text
    assert f"async-throttle on {FAST}: 6 trials lost (29 of 30 updates were never shown)." in text
    assert "1 trial was discarded" in text


def test_many_warnings_are_folded(run: Run) -> None:
    run.environment["warnings"] = [f"warning {number}" for number in range(9)]
    text = verdict.warnings(run)
    assert "Warnings (10)" in text and "<summary>6 more</summary>" in text
    assert text.index("warning 3") < text.index("<details>") < text.index("warning 4")


def test_nothing_to_warn_of_is_said(run: Run) -> None:
    assert run.trials is not None
    run.trials = run.trials.filter(pl.col("outcome") == "ok")
    assert "No warnings" in verdict.warnings(run) and "<ul" not in verdict.warnings(run)


def test_heat_map_is_a_table_with_the_step_of_each_factor(run: Run) -> None:
    costs = {("naive", ALL): 100.0, ("naive", FAST): 1.0, ("throttle", ALL): 1.3, ("throttle", FAST): 3.9}
    cells = Cells(matrix(with_costs(run, costs)))
    assert [text for _, _, text in cells.rows[0]] == ["Strategy", "average", "complete-all", "rapid-service"]
    assert [text for _, _, text in cells.row("naive")] == ["naive", "10", "100", "1.0"]
    steps = [str(attributes["class"]).split()[-1] for _, attributes, _ in cells.row("naive")[1:]]
    assert steps == [f"step{step(factor)}" for factor in (10.0, 100.0, 1.0)] == ["step4", "step6", "step0"]
    assert cells.row("naive")[0][1]["scope"] == "row" and cells.rows[0][2][1]["scope"] == "col"
    assert cells.rows[1][0][2] == "throttle", "the best comes first"
    bold = re.findall(r"<b>([\d.]+)</b>", matrix(with_costs(run, costs)))
    assert sorted(bold) == ["1.0", "1.3", "2.3"]


def test_cell_without_figure_says_why(run: Run) -> None:
    _, attributes, text = Cells(matrix(run)).row("async-throttle")[3]
    assert text == "lost" and attributes["title"] == "lost in 6 of 6 trials"
    assert "step" not in str(attributes["class"])


def test_steps_begin_at_their_bounds() -> None:
    assert [step(factor) for factor in (1.0, 1.1, 1.11, 2.0, 2.01, 40.0, 1e15)] == [0, 0, 1, 2, 3, 5, 6]


def test_workloads_are_short_where_that_tells_them_apart() -> None:
    names = brief(["uart:duration=1s", "on-off", "log:rate=1", "log:rate=2"])
    assert list(names.values()) == ["uart", "on-off", "log:rate=1", "log:rate=2"]


def test_names_cannot_break_the_page(run: Run) -> None:
    assert run.summary is not None and run.trials is not None
    bad = '"><script>alert(1)</script>&'
    rename = pl.col("strategy").replace("source-add", bad)
    run = Run(run.folder, run.trials.with_columns(rename), run.summary.with_columns(rename), run.latency, run.environment)
    html = matrix(run) + verdict.said(run) + verdict.warnings(run)
    assert "<script>" not in html and "&lt;script&gt;" in html
    assert bad in verdict.title(run)


def test_void_cell_takes_its_workload_out_of_the_average_and_not_its_strategy(run: Run) -> None:
    assert run.trials is not None
    both = {(s, w): v for s, v in (("naive", 30.0), ("throttle", 3.0)) for w in (ALL, FAST)}
    is_cell = (pl.col("strategy") == "naive") & (pl.col("workload") == ALL)
    outcome = pl.when(is_cell).then(pl.lit("void")).otherwise("outcome").alias("outcome")
    run = with_costs(replace(run, trials=run.trials.with_columns(outcome)), both | {("throttle", ALL): 9.0})
    assert verdict.title(run) == f"throttle comes nearest to the best possible: 3.0{SPACE}× its cost on rapid-service"
    assert "Averages leave out complete-all, where not every strategy has a trial." in verdict.sentences(run)
    assert Cells(matrix(run)).row("naive")[2][2] == "discarded"
    assert [strategy for strategy, _ in main_ranking(run).means] == ["throttle", "naive"]


@pytest.mark.parametrize("figures", [None, 0.0])
def test_run_without_a_figure_has_a_verdict_that_says_so(run: Run, figures: float | None) -> None:
    assert run.summary is not None
    value = pl.lit(figures, dtype=pl.Float64).alias("median")
    bare = replace(run, summary=run.summary.with_columns(value))
    assert verdict.title(bare) == "No strategy has a figure on every workload"
    assert matrix(bare) == "" and verdict.sentences(bare) == []
    assert "async-throttle" in verdict.warnings(bare), "what failed is said all the same"


def test_what_is_hardly_better_is_not_held_against_the_best(run: Run) -> None:
    assert run.summary is not None
    is_wait, own = pl.col("metric") == LATENCY, pl.col("strategy") == "source-add"
    near = pl.when(is_wait).then(pl.when(own).then(10.0).otherwise(9.5)).otherwise("median")
    said = verdict.sentences(replace(run, summary=run.summary.with_columns(near.alias("median"))))
    assert "No other shows updates much sooner." in said
    far = pl.when(is_wait).then(pl.when(own).then(10.0).otherwise(5.0)).otherwise("median")
    said = verdict.sentences(replace(run, summary=run.summary.with_columns(far.alias("median"))))
    assert any(sentence.endswith(f"with source-add they wait 2.0{SPACE}× as long.") for sentence in said)
