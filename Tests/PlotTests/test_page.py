"""The page in a real browser: nothing is wrong, nothing is loaded, everything can be used."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as expected
from selenium.webdriver.support.ui import Select, WebDriverWait

FAST = "rapid-service:duration=150ms"


@pytest.fixture(scope="session")
def browser() -> Iterator[webdriver.Chrome]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    assert chromium and driver, "apt-get install chromium chromium-driver"
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield made
    made.quit()


@pytest.fixture
def page(browser: webdriver.Chrome, plotted: Path) -> webdriver.Chrome:
    resize(browser, 1440)
    for log in ("browser", "performance"):
        browser.get_log(log)
    browser.get((plotted / "report.html").resolve().as_uri())
    browser.execute_async_script("const done = arguments[0]; drawAll().then(done)")
    return browser


def resize(browser: webdriver.Chrome, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def find(page: webdriver.Chrome, selector: str) -> WebElement:
    return page.find_element(By.CSS_SELECTOR, selector)


def strategies(page: webdriver.Chrome) -> list[str | None]:
    rows = page.find_elements(By.CSS_SELECTOR, "#figures tbody tr")
    return [row.get_attribute("data-strategy") for row in rows]


def test_console_is_silent_and_every_chart_is_drawn(page: webdriver.Chrome) -> None:
    charts = page.execute_script(
        "return [...document.querySelectorAll('.chart')].filter((c) => !c.closest('[hidden]'))"
        ".map((c) => c.querySelector('svg') ? c.querySelectorAll('svg path').length : -1)"
    )
    assert len(charts) >= 8 and min(charts) > 5
    assert page.get_log("browser") == []


def test_no_request_leaves_the_page(page: webdriver.Chrome, plotted: Path) -> None:
    messages = [json.loads(entry["message"])["message"] for entry in page.get_log("performance")]
    addresses = {
        m["params"]["request"]["url"]
        for m in messages
        if m["method"] == "Network.requestWillBeSent"
    }
    assert addresses == {(plotted / "report.html").resolve().as_uri()}
    assert page.execute_script("return performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("width", [375, 1440])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_overflows(page: webdriver.Chrome, width: int, theme: str) -> None:
    resize(page, width)
    Select(find(page, "#theme")).select_by_value(theme)
    page.execute_async_script("const done = arguments[0]; drawAll().then(done)")
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
    outside = page.execute_script(
        "return [...document.querySelectorAll('body *')].filter((e) => "
        "!e.closest('.scroll, .skip, svg') && "
        "e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))"
    )
    assert outside == []


def test_column_sorts_both_ways_and_says_so(page: webdriver.Chrome) -> None:
    order = []
    for direction in ("ascending", "descending"):
        find(page, "[data-metric=latency_mean_ms]").click()
        header = find(page, "th:has([data-metric=latency_mean_ms])")
        assert header.get_attribute("aria-sort") == direction
        order.append(strategies(page))
    values = page.execute_script(
        "return arguments[0].map((s) => report.cells[state.workload][s].latency_mean_ms[0])",
        order[0],
    )
    assert values == sorted(values)
    assert order[1] == order[0][::-1]


def test_filter_shows_the_strategies_that_match(page: webdriver.Chrome) -> None:
    find(page, "#filter").send_keys("throttle")
    assert strategies(page) == ["throttle", "async-throttle"]
    assert find(page, "#count").text.startswith("2 of 4 strategies")
    find(page, "#filter").send_keys(", naive")
    assert strategies(page) == ["naive", "throttle", "async-throttle"]


def test_workload_menus_change_the_table_and_the_timeline_together(page: webdriver.Chrome) -> None:
    before = find(page, "#figures tbody").text
    Select(find(page, "#table select.workload")).select_by_visible_text(FAST)
    assert find(page, "#figures tbody").text != before
    assert "lost in 6 of 6 trials" in find(page, "[data-strategy=async-throttle]").text
    assert Select(find(page, "#timeline select.workload")).first_selected_option.text == FAST
    shown = [
        p for p in page.find_elements(By.CSS_SELECTOR, ".by-workload .panel") if p.is_displayed()
    ]
    assert [p.get_attribute("data-workload") for p in shown] == [FAST]
    WebDriverWait(page, 10).until(lambda _: shown[0].find_elements(By.CSS_SELECTOR, "svg"))


def test_reference_is_compared_in_words_and_not_in_colour_alone(page: webdriver.Chrome) -> None:
    row = find(page, "[data-strategy=source-add]")
    assert "better" in row.text and "↓" in row.text
    Select(find(page, "#reference")).select_by_visible_text("source-add")
    assert "reference" in (find(page, "[data-strategy=source-add]").get_attribute("class") or "")
    assert "worse" in find(page, "[data-strategy=naive]").text


def test_all_metrics_are_there_on_demand(page: webdriver.Chrome) -> None:
    few = len(page.find_elements(By.CSS_SELECTOR, "#figures thead th"))
    find(page, "#all-metrics").click()
    assert len(page.find_elements(By.CSS_SELECTOR, "#figures thead th")) > few + 5


def test_theme_changes_page_and_charts(page: webdriver.Chrome) -> None:
    grounds = []
    for theme in ("light", "dark"):
        Select(find(page, "#theme")).select_by_value(theme)
        page.execute_async_script("const done = arguments[0]; drawAll().then(done)")
        body = page.execute_script("return getComputedStyle(document.body).backgroundColor")
        chart = find(page, ".chart svg .role-axis-title text")
        grounds.append((body, chart.get_attribute("fill")))
    assert grounds[0][0] == "rgb(255, 255, 255)" and grounds[1][0] == "rgb(20, 23, 26)"
    assert grounds[0][1] != grounds[1][1]


def test_theme_follows_the_system_unless_chosen(page: webdriver.Chrome) -> None:
    for scheme in ("dark", "light"):
        feature = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
        html = (By.CSS_SELECTOR, f"html[data-theme={scheme}]")
        WebDriverWait(page, 5).until(expected.presence_of_element_located(html))


def test_keyboard_reaches_and_uses_everything(page: webdriver.Chrome) -> None:
    find(page, "[data-metric=deliveries]").send_keys(Keys.ENTER)
    assert find(page, "th:has([data-metric=deliveries])").get_attribute("aria-sort") == "ascending"
    assert page.switch_to.active_element.get_attribute("data-metric") == "deliveries"
    find(page, "body").send_keys(Keys.TAB)
    reached = page.execute_script(
        "return [...document.querySelectorAll('select, input, button, .scroll, a[href], summary')]"
        ".filter((e) => !e.closest('[hidden]') && e.tabIndex < 0).length"
    )
    assert reached == 0


def test_everything_has_a_name(page: webdriver.Chrome) -> None:
    nameless = page.execute_script(
        "return [...document.querySelectorAll('select, input, [role=img], [role=region]')].filter("
        "(e) => !(e.getAttribute('aria-label') || e.labels?.[0]?.innerText.trim())).length"
    )
    assert nameless == 0
    assert page.execute_script("return document.documentElement.lang") == "en"


def test_page_can_be_printed(page: webdriver.Chrome) -> None:
    printed = page.execute_cdp_cmd("Page.printToPDF", {})
    assert len(printed["data"]) > 50_000
