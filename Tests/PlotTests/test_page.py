"""The page in a real browser: it shows the findings, loads nothing else, and every control works."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from plotting.__main__ import plot
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from test_theme import contrast

CHROMIUMS = ("chromium", "google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
SLOW, FAST = "complete-all:duration=100ms", "rapid-service:duration=150ms"
HEADLINE = "source-add comes nearest to the best possible on these 2 workloads, at 2.24 times its cost."


@pytest.fixture(scope="session")
def browser() -> Iterator[webdriver.Chrome]:
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if not chromium:
        pytest.skip("there is no Chromium or Chrome here: the page was not tested")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    # If there is no driver, Selenium downloads one for this Chrome.
    driver = shutil.which("chromedriver")
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield made
    made.quit()


@pytest.fixture
def page(browser: webdriver.Chrome, plotted: Path) -> webdriver.Chrome:
    for log in ("browser", "performance"):
        browser.get_log(log)
    show(browser, plotted, 1280, "light")
    return browser


def show(browser: webdriver.Chrome, folder: Path, width: int, scheme: str) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    feature = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
    browser.get((folder / "report.html").resolve().as_uri())


def find(page: webdriver.Chrome, selector: str) -> WebElement:
    return page.find_element(By.CSS_SELECTOR, selector)


def shown(page: webdriver.Chrome, selector: str) -> list[WebElement]:
    """The matching elements that are visible."""
    return [each for each in page.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()]


def texts(page: webdriver.Chrome, selector: str) -> list[str]:
    return [each.text for each in shown(page, selector)]


def strategies(page: webdriver.Chrome) -> list[str | None]:
    return [row.get_attribute("data-strategy") for row in shown(page, "tbody tr")]


def choose(page: webdriver.Chrome, workload: str) -> None:
    Select(find(page, "#workload")).select_by_visible_text(workload)


def test_bottom_line_is_the_headline_and_the_sentences_below_it(page: webdriver.Chrome) -> None:
    assert page.title == find(page, "h1").text == HEADLINE
    (second,) = texts(page, "#bottom-line li")
    assert second.startswith("It shows an update after 2.92 ms")
    machine, counts = texts(page, "header p")
    assert machine.startswith("Intel(R) Xeon(R) Processor · 2 cores · Linux 6.18.44")
    assert counts == "4 strategies, 2 workloads, 49 trials in real time, 6 lost, 1 discarded"
    (warning,) = texts(page, "aside li")
    assert warning == (
        "Only 1.01 cores are free, and main and producers need one each. Quit other programs; compare medians only."
    )
    assert "--strategy naive,source-add,throttle-in-submit,async-throttle" in find(page, "#made code").text


@pytest.mark.parametrize("is_there", [True, False])
def test_run_without_a_bottom_line_says_so(browser: webdriver.Chrome, run_folder: Path, is_there: bool) -> None:
    file = run_folder / "findings.csv"
    kept = [line for line in file.read_text().splitlines(keepends=True) if not line.startswith("1,,")]
    file.write_text("".join(kept))
    if not is_there:
        file.unlink()
    plot(run_folder)
    show(browser, run_folder, 1280, "light")
    assert browser.title == find(browser, "h1").text == "real"
    said = "This run has no findings over all workloads." if is_there else "This run has no findings."
    assert find(browser, "#bottom-line").text == said
    assert len(texts(browser, "#findings li")) == (3 if is_there else 0)


def test_reloads_and_row_changes_are_shown_separately(browser: webdriver.Chrome, mixed: Path) -> None:
    show(browser, mixed, 1280, "light")
    assert find(browser, "h1").text == f"Reloads: {HEADLINE}"
    heading, sentence = find(browser, "#bottom-line").text.splitlines()
    assert heading == "Row changes" and sentence.startswith("It shows an update after 2.92 ms")
    said = [line.split()[0] for line in find(browser, "#findings .panel").text.splitlines()]
    assert said == ["complete-all", "Main", "Reloads", "source-add", "Row", "throttle-in-submit"]
    assert texts(browser, "#table h3") == ["complete-all · Reloads", "complete-all · Row changes"]
    for strategy, busy in (("source-add", "2.33"), ("throttle-in-submit", "1.48")):
        assert busy in texts(browser, f"[data-strategy={strategy}] .step0"), "the least of its group"
    assert [len(key.find_elements(By.CSS_SELECTOR, "li")) for key in shown(browser, ".key")] == [2, 2]


def test_console_is_silent_and_every_chart_is_drawn(page: webdriver.Chrome) -> None:
    charts = page.execute_script(
        "return [...document.querySelectorAll('.chart')].map((c) => c.querySelectorAll('svg path').length)"
    )
    assert len(charts) == 7 and min(charts) > 5
    assert page.get_log("browser") == []


def test_no_request_leaves_the_page(page: webdriver.Chrome, plotted: Path) -> None:
    messages = [json.loads(entry["message"])["message"] for entry in page.get_log("performance")]
    requests = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    assert {*requests} == {(plotted / "report.html").resolve().as_uri()}


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 26)")])
def test_nothing_overflows_and_colours_follow_the_system(
    browser: webdriver.Chrome, mixed: Path, width: int, scheme: str, ground: str
) -> None:
    show(browser, mixed, width, scheme)
    outside = browser.execute_script(
        "return [...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll, svg') && "
        "e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))"
    )
    assert outside == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.execute_script("return getComputedStyle(document.body).backgroundColor") == ground
    ink = browser.execute_script("return getComputedStyle(document.querySelector('.chart svg text')).fill")
    assert ink == {"light": "rgb(28, 32, 36)", "dark": "rgb(236, 239, 242)"}[scheme]


def test_names_in_pictures_are_not_cut(page: webdriver.Chrome) -> None:
    cut = page.execute_script(
        "return [...document.querySelectorAll('.panel:not([hidden]) .chart svg text')].filter((e) => {"
        "const own = e.getBoundingClientRect(), all = e.ownerSVGElement.getBoundingClientRect();"
        "return own.left < all.left - 1 || own.right > all.right + 1; }).map((e) => e.textContent)"
    )
    assert cut == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_on_every_background_has_the_contrast_of_level_aa(
    browser: webdriver.Chrome, plotted: Path, scheme: str
) -> None:
    show(browser, plotted, 1280, scheme)
    pairs = browser.execute_script(
        "const ground = (e) => { const c = getComputedStyle(e).backgroundColor;"
        "return c === 'rgba(0, 0, 0, 0)' && e.parentElement ? ground(e.parentElement) : c; };"
        "return [...document.querySelectorAll('td, td *, th, .steps li, aside *, p, small')]"
        ".map((e) => [getComputedStyle(e).color, ground(e), e.outerHTML.slice(0, 60)])"
    )
    assert len(pairs) > 60
    for ink, ground, where in pairs:
        colors = ["#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", c)[:3]) for c in (ink, ground)]
        assert contrast(*colors) >= 4.5, where


def test_one_menu_changes_findings_pictures_and_table(page: webdriver.Chrome) -> None:
    assert len(page.find_elements(By.CSS_SELECTOR, "select")) == 1
    before = find(page, "tbody").text
    for workload, finding in ((FAST, "Not reliable here: async-throttle (6 lost)."), (SLOW, "source-add shows an")):
        choose(page, workload)
        assert texts(page, "#findings li")[0].startswith(finding)
        panels = {panel.get_attribute("data-workload") for panel in shown(page, ".panel")}
        assert panels == {workload, ""}
        assert len(shown(page, "figure.panel")) == 4 and len(shown(page, "table")) == 1
    choose(page, FAST)
    assert shown(page, "tbody")[0].text != before
    assert "lost in 6 of 6 trials" in find(page, f"[aria-label='{FAST}'] [data-strategy=async-throttle]").text


def test_tables_and_charts_are_shown_without_javascript(browser: webdriver.Chrome, plotted: Path) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        show(browser, plotted, 1280, "light")
        assert find(browser, "h1").text == HEADLINE
        assert len(shown(browser, "table")) == 2 and len(shown(browser, ".chart")) == 7
        assert not shown(browser, "#workload, #filter")
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_column_sorts_both_ways_and_announces_its_order(page: webdriver.Chrome) -> None:
    order = []
    for direction in ("ascending", "descending"):
        shown(page, "[data-metric=latency_mean_ms]")[0].click()
        assert shown(page, "th:has([data-metric=latency_mean_ms])")[0].get_attribute("aria-sort") == direction
        order.append(strategies(page))
    assert order == [
        ["source-add", "throttle-in-submit", "async-throttle", "naive"],
        ["naive", "async-throttle", "throttle-in-submit", "source-add"],
    ]
    shown(page, "[data-metric=strategy]")[0].click()
    assert strategies(page) == ["async-throttle", "naive", "source-add", "throttle-in-submit"]


def test_filter_shows_only_matching_strategies(page: webdriver.Chrome) -> None:
    find(page, "#filter").send_keys("throttle")
    assert strategies(page) == ["throttle-in-submit", "async-throttle"]
    find(page, "#filter").send_keys(", naive")
    assert strategies(page) == ["naive", "throttle-in-submit", "async-throttle"]
    choose(page, FAST)
    assert strategies(page) == ["naive", "throttle-in-submit", "async-throttle"]


def test_all_metrics_are_shown_on_demand(page: webdriver.Chrome) -> None:
    few = len(shown(page, "thead th"))
    find(page, "#all-metrics").click()
    assert len(shown(page, "thead th")) > few + 5


def test_every_control_is_reachable_by_keyboard_and_named(page: webdriver.Chrome) -> None:
    find(page, "[data-metric=deliveries]").send_keys(Keys.ENTER)
    assert find(page, "th:has([data-metric=deliveries])").get_attribute("aria-sort") == "ascending"
    assert page.switch_to.active_element.get_attribute("data-metric") == "deliveries"
    unreached = page.execute_script(
        "return [...document.querySelectorAll('select, input, button, .scroll, .key li, a[href], summary')]"
        ".filter((e) => !e.closest('[hidden]') && e.tabIndex < 0).length"
    )
    nameless = page.execute_script(
        "return [...document.querySelectorAll('select, input, table, [role=img], [role=region]')].filter("
        "(e) => !(e.getAttribute('aria-label') || e.labels?.[0]?.innerText.trim())).length"
    )
    assert (unreached, nameless) == (0, 0)


def point_at(page: webdriver.Chrome, selector: str) -> list[str]:
    """The tooltip's lines when the pointer is over the first visible match."""
    page.execute_script(
        "const found = [...document.querySelectorAll(arguments[0])].find((e) => e.checkVisibility());"
        "found.scrollIntoView({ block: 'center' });"
        "found.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, clientX: 200, clientY: 200 }))",
        selector,
    )
    assert find(page, "#tip").is_displayed(), selector
    return find(page, "#tip").text.splitlines()


def test_pointing_at_a_mark_shows_its_figures(page: webdriver.Chrome) -> None:
    assert point_at(page, "#trade-off [aria-label^='naive · ']") == [
        "naive", "mean latency (ms): 259", "main thread busy (%): 96.2",
    ]  # fmt: skip
    assert point_at(page, "#cost-ratio [aria-label*='async-throttle · rapid']") == [
        "async-throttle", "rapid-service", "lost in 6 of 6 trials",
    ]  # fmt: skip
    assert "percentile: " in " ".join(point_at(page, "#latency-percentiles [aria-label*=' · ']"))
    assert "busy (ms): " in " ".join(point_at(page, "#timeline [aria-label*=' · ']"))
    assert point_at(page, "[data-strategy=naive] td[title]")[0] == "259"
    assert point_at(page, ".key li:nth-child(3)")[0] == "throttle-in-submit"
    assert point_at(page, "[data-strategy=throttle-in-submit] th")[-1].startswith("let updates = ")
    page.execute_script(
        "arguments[0].dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))", find(page, "h1")
    )
    assert not find(page, "#tip").is_displayed()


def test_links_lead_to_the_documentation_of_the_package(run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of another package has none, because its page is read without this package."""

    def links() -> list[str]:
        plot(run_folder)
        return re.findall(r'href="([^"]*[.]md)"', (run_folder / "report.html").read_text(encoding="utf-8"))

    assert not links()
    docs = run_folder.parent / "docs"
    monkeypatch.setattr("plotting.page.DOCS", docs)
    assert len(links()) == 3
    for link in links():
        assert (run_folder / unquote(link)).resolve().parent == docs.resolve(), link
