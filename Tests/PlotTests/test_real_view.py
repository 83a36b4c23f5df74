"""The page that holds the simulation against GTK."""

import pytest
from plotting import real_view
from plotting.real_view import Pages, Trials, errors, spearman


def trials(latencies: dict[str, list[float]]) -> Trials:
    return Trials(
        {
            ("w", strategy): [{"latency_mean_ms": value} for value in values]
            for strategy, values in latencies.items()
        }
    )


def page(painted: dict[str, list[float]], predicted: dict[str, list[float]]) -> Pages:
    none = trials({})
    return Pages(trials(painted), none, trials(predicted), none, {}, "", "")


def test_page_is_that_of_the_committed_runs() -> None:
    text = real_view.PAGE.read_text()
    assert text == real_view.text(real_view.REFERENCE, text)
    assert len(real_view.BLOCK.findall(text)) == len(real_view.PARTS)
    assert "/tmp" not in text and "None" not in text


@pytest.mark.parametrize(
    ("predicted", "correlation"),
    [({"a": [1], "b": [2], "c": [3]}, 1), ({"a": [3], "b": [2], "c": [1]}, -1)],
)
def test_order_is_compared(predicted: dict[str, list[float]], correlation: float) -> None:
    made = page({"a": [10], "b": [20], "c": [30]}, predicted)
    assert spearman(made, made.predicted, "w") == pytest.approx(correlation)


def test_strategies_whose_trials_overlap_tie() -> None:
    made = page(
        {"a": [10, 20], "b": [15, 25], "c": [30]}, {"a": [2], "b": [1], "c": [3]}
    )
    assert spearman(made, made.predicted, "w") == pytest.approx(1)


def test_errors_are_shares_of_what_is_compared_with() -> None:
    made = page({"a": [10], "b": [20]}, {"a": [11], "b": [10]})
    found = errors(made.predicted, made.painted, made.cells(), "latency_mean_ms")
    assert found == [(pytest.approx(0.1), ("w", "a")), (pytest.approx(0.5), ("w", "b"))]
