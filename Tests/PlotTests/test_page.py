"""The page in a real browser: nothing is wrong, nothing is loaded, everything can be used."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from plotting.ranking import step
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as expected
from selenium.webdriver.support.ui import Select, WebDriverWait

from test_theme import contrast

CHROMIUMS = ("chromium", "google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
FAST = "rapid-service:duration=150ms"


def hexadecimal(color: str) -> str:
    """``rgb(1, 2, 3)`` as ``#010203``."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", color)[:3])


@pytest.fixture(scope="session")
def browser() -> Iterator[webdriver.Chrome]:
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if not chromium:
        pytest.skip("there is no Chromium or Chrome here: the page was not tested")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    # Without one, Selenium fetches that of this Chrome.
    driver = shutil.which("chromedriver")
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
    return browser


def resize(browser: webdriver.Chrome, width: int) -> None:
    height = 812 if width < 400 else 900
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def find(page: webdriver.Chrome, selector: str) -> WebElement:
    return page.find_element(By.CSS_SELECTOR, selector)


def strategies(page: webdriver.Chrome) -> list[str | None]:
    rows = page.find_elements(By.CSS_SELECTOR, "#figures tbody tr")
    return [row.get_attribute("data-strategy") for row in rows]


def test_console_is_silent_and_every_chart_is_drawn(page: webdriver.Chrome) -> None:
    charts = page.execute_script(
        "return [...document.querySelectorAll('.chart')].map((c) => c.querySelectorAll('svg path').length)"
    )
    assert len(charts) >= 6 and min(charts) > 5
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
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
    outside = page.execute_script(
        "return [...document.querySelectorAll('body *')].filter((e) => "
        "!e.closest('.scroll, .key, .skip, svg') && "
        "e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))"
    )
    assert outside == []


@pytest.mark.parametrize("width", [375, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_first_screen_holds_the_verdict(page: webdriver.Chrome, width: int, scheme: str) -> None:
    resize(page, width)
    feature = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
    bottoms = page.execute_script(
        "scrollTo(0, 0); return ['#verdict h2', '#verdict .findings', 'aside h3', '.heat'].map("
        "(s) => document.querySelector(s).getBoundingClientRect().bottom)"
    )
    seen = bottoms if width > 400 else bottoms[:2]
    assert max(seen) <= page.execute_script("return innerHeight"), bottoms


def test_heat_map_fits_a_phone_without_scrolling(page: webdriver.Chrome) -> None:
    resize(page, 375)
    widths = page.execute_script(
        "const region = document.querySelector('.heat').parentElement;"
        "return [region.scrollWidth, region.clientWidth]"
    )
    assert widths[0] <= widths[1]


def test_text_on_every_ground_has_the_contrast_of_level_aa(page: webdriver.Chrome) -> None:
    """Of the heat map and the table, whose grounds and inks come from style sheets."""
    for theme in ("light", "dark"):
        Select(find(page, "#theme")).select_by_value(theme)
        pairs = page.execute_script(
            "const ground = (e) => { const c = getComputedStyle(e).backgroundColor;"
            "return c === 'rgba(0, 0, 0, 0)' && e.parentElement ? ground(e.parentElement) : c; };"
            "return [...document.querySelectorAll('td, td *, th, .steps li, aside *, .note')]"
            ".map((e) => [getComputedStyle(e).color, ground(e), e.outerHTML.slice(0, 60)])"
        )
        assert len(pairs) > 60
        for ink, ground, where in pairs:
            assert contrast(hexadecimal(ink), hexadecimal(ground)) >= 4.5, (theme, where)


def test_all_workloads_are_beside_each_other(page: webdriver.Chrome) -> None:
    Select(find(page, "#table select.workload")).select_by_visible_text("all workloads")
    heads = [h.text for h in page.find_elements(By.CSS_SELECTOR, "#figures thead th")]
    assert heads == ["Strategy", "Average ÷ best", "complete-all", "rapid-service"]
    assert Select(find(page, ".bar select.workload")).first_selected_option.text != "all workloads"
    expected_mean = page.execute_script(
        "const own = (w) => report.cells[w]['naive'].latency_mean_ms[0]"
        " / Math.min(...report.strategies.filter((s) => !report.troubles[w]?.[s])"
        ".map((s) => report.cells[w][s].latency_mean_ms[0]));"
        "return Math.sqrt(own(report.workloads[0]) * own(report.workloads[1]))"
    )
    cells = [c.text for c in page.find_elements(By.CSS_SELECTOR, "[data-strategy=naive] td")]
    assert cells[0].splitlines()[0] == f"{expected_mean:.{1 if expected_mean < 9.95 else 0}f} ×"
    assert "lost in 6 of 6 trials" in find(page, "[data-strategy=async-throttle]").text
    Select(find(page, "#metric")).select_by_value("deliveries")
    after = [c.text for c in page.find_elements(By.CSS_SELECTOR, "[data-strategy=naive] td")]
    assert len(after) == len(cells) and after != cells
    find(page, "[data-metric=average]").click()
    assert strategies(page)[-1] == "async-throttle", "what has no average comes last"


def test_cells_are_coloured_by_how_many_times_the_best_they_are(page: webdriver.Chrome) -> None:
    found = page.execute_script(
        "const column = columns().find((c) => c.key === 'latency_mean_ms');"
        "return report.strategies.map((s) => [factor(column, s), cell(column, s).className])"
    )
    assert min(factor for factor, _ in found) == 1
    for factor, name in found:
        assert name == f"step{step(factor)}"
    assert len({name for _, name in found}) > 1


def test_comparison_says_how_many_times_better(page: webdriver.Chrome) -> None:
    said = page.execute_script(
        "const none = [null, null]; const words = (own, other, better) =>"
        " comparison([own, ...none], [other, ...none], better).text;"
        "return [words(1, 137, 'lower'), words(137, 1, 'lower'), words(2, 1, 'higher'),"
        "words(80, 100, 'lower'), words(3, 1, 'neither'), words(0, 1, 'lower'), words(1, 0, 'lower'),"
        "comparison([5, 4, 6], [5.5, 5, 7], 'lower').text, comparison([5, 4, 6], [9, 8, 9], 'lower').text]"
    )
    assert said == [
        "↓ 137 × better", "↑ 137 × worse", "↑ 2 × better", "↓ 20 % better", "↑ 3 ×",
        "↓ to 0, better", "↑ from 0, worse", "≈ same", "↓ 44 % better",
    ]  # fmt: skip


def test_another_run_is_better_or_worse_only_where_the_bench_says_so(page: webdriver.Chrome) -> None:
    said = page.execute_script(
        "const [w, s] = [report.workloads[0], 'throttle'];"
        "const column = columns().find((c) => c.key === 'latency_mean_ms');"
        "const words = (verdict, low) => {"
        " report.reference = { name: 'monday', cells: { [w]: { [s]: { latency_mean_ms: [20, low, 30] } } },"
        "  verdicts: verdict ? { [w]: { [s]: { latency_mean_ms: verdict } } } : {} };"
        " return againstRun(column, s, [10, 9, 11]).text; };"
        "return [words('', 15), words('~', 15), words('few', 15), words('better', 15), words('', 10)]"
    )
    assert said == ["↓ 2 ×", "↓ 2 × (~)", "↓ 2 × (few)", "↓ 2 × better", "≈ same"]


def test_what_was_not_measured_is_one_line_until_it_is_opened(page: webdriver.Chrome) -> None:
    gaps = find(page, "#gaps")
    line = gaps.size["height"]
    assert gaps.text.startswith("Not measured or not drawn: ") and "sweep" in gaps.text
    find(page, "#gaps summary").click()
    assert gaps.size["height"] > 3 * line and "interval=4ms...300ms" in gaps.text
    undrawn = page.execute_script(
        "return [...document.querySelectorAll('main section')].filter((s) => !s.innerText.trim()).length"
    )
    assert undrawn == 0


def test_page_says_what_matters_without_javascript(browser: webdriver.Chrome, plotted: Path) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get((plotted / "report.html").resolve().as_uri())
        shown = {
            selector: find(browser, selector).is_displayed()
            for selector in ("#verdict h2", ".winner", ".heat", "aside", "noscript p", ".chart svg", "#table", "#price")
        }
        assert "source-add" in find(browser, "#verdict h2").text
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert [name for name, is_shown in shown.items() if not is_shown] == ["#table", "#price"]


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


def test_workload_menus_change_the_table_and_the_pictures_together(page: webdriver.Chrome) -> None:
    before = find(page, "#figures tbody").text
    Select(find(page, "#table select.workload")).select_by_visible_text(FAST)
    assert find(page, "#figures tbody").text != before
    assert "lost in 6 of 6 trials" in find(page, "[data-strategy=async-throttle]").text
    assert Select(find(page, ".bar select.workload")).first_selected_option.text == FAST
    shown = [
        p for p in page.find_elements(By.CSS_SELECTOR, "figure.panel") if p.is_displayed()
    ]
    assert {p.get_attribute("data-workload") for p in shown} == {FAST} and len(shown) == 3


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
        body = page.execute_script("return getComputedStyle(document.body).backgroundColor")
        text = "return getComputedStyle(document.querySelector('.chart svg text')).fill"
        grounds.append((body, page.execute_script(text)))
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


def point_at(page: webdriver.Chrome, selector: str) -> list[str]:
    """What the reader is told who points at the first of these that can be seen."""
    page.execute_script(
        "const found = [...document.querySelectorAll(arguments[0])].find((e) => e.checkVisibility());"
        "found.scrollIntoView({ block: 'center' });"
        "found.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, clientX: 200, clientY: 200 }))",
        selector,
    )
    assert find(page, "#tip").is_displayed(), selector
    return find(page, "#tip").text.splitlines()


def test_figures_are_told_to_whoever_points_at_a_mark(page: webdriver.Chrome) -> None:
    name, latency, busy = point_at(page, "#trade-off [aria-label*=' · ']")
    figures = page.execute_script("return report.cells[state.workload][arguments[0]]", name)
    assert latency == f"mean latency (ms): {figures['latency_mean_ms'][0]:.3g}"
    assert busy == f"main thread busy (%): {figures['main_busy_share'][0]:.3g}"
    assert "percentile: " in " ".join(point_at(page, "#latency-percentiles [aria-label*=' · ']"))
    assert "busy (ms): " in " ".join(point_at(page, "#timeline [aria-label*=' · ']"))
    page.execute_script("arguments[0].dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))", find(page, "h1"))
    assert not find(page, "#tip").is_displayed()


@pytest.mark.parametrize("place", [".key li:nth-child(3)", ".heat tr:has(td):nth-child(2) th", "[data-strategy=throttle] th"])
def test_what_a_strategy_is_and_its_line_of_swift_are_told(page: webdriver.Chrome, place: str) -> None:
    said = point_at(page, place)
    assert said[0] == page.execute_script("return report.told[arguments[0]]", find(page, place).text).split(" · ")[0]
    assert said[1].startswith("let updates = ")


def test_price_changes_the_verdict_and_the_heat_map(page: webdriver.Chrome) -> None:
    def now() -> list[str]:
        return [find(page, place).text for place in ("#verdict-title", "#heat", "#how", "#price-value")]

    def set_price(step: int) -> None:
        change = "const [e, v] = arguments; e.value = v; e.dispatchEvent(new Event('input'))"
        page.execute_script(change, find(page, "#price"), step)

    asked = now()
    assert asked[0].startswith("source-add ") and asked[3].startswith("0.02 ms")
    set_price(0)
    cheap = now()
    assert cheap[3].startswith("0.00063 ms") and "plus 0.00063 ms for each" in cheap[2]
    assert all(one != other for one, other in zip(asked, cheap, strict=True))
    set_price(5)
    assert now() == asked


def test_line_of_the_winner_is_copied(page: webdriver.Chrome) -> None:
    find(page, "button.copy").click()
    assert find(page, "button.copy").text in ("Copied", "Press Ctrl-C or ⌘C")
    assert page.execute_script("return getSelection().toString()") == find(page, ".winner code").text


def test_deliveries_are_coloured_only_against_those_that_do_the_same(page: webdriver.Chrome) -> None:
    said = page.execute_script(
        "const shades = (name) => { const column = columns().find((c) => c.key === name);"
        "return report.strategies.map((s) => factor(column, s)); };"
        "const before = [shades('deliveries'), shades('latency_mean_ms')];"
        "report.kinds['naive'] = 'row-change';"
        "return [...before, shades('deliveries'), shades('latency_mean_ms')]"
    )
    assert said[0][0] > 1 and said[2][0] == 1, "alone of its kind, it is the best"
    assert said[1] == said[3]


def test_table_shows_that_it_scrolls(page: webdriver.Chrome) -> None:
    def hint() -> list[bool]:
        place = "#figures"
        return page.execute_script(
            "showMore(); const scroll = document.querySelector(arguments[0]).parentElement;"
            "return [!scroll.previousElementSibling.hidden, scroll.classList.contains('more')]", place
        )

    resize(page, 390)
    assert hint() == [True, True]
    page.execute_script("document.querySelector('#figures').parentElement.scrollLeft = 1e6")
    assert hint() == [True, False], "at its end no more is promised"
    resize(page, 1440)
    assert hint() == [False, False]


def test_text_is_large_enough_on_a_phone(page: webdriver.Chrome) -> None:
    resize(page, 390)
    small = page.execute_script(
        "return [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.matches('option, .theme') &&"
        "[...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())).map((e) => {"
        "const svg = e.closest('svg'), scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;"
        "return [parseFloat(getComputedStyle(e).fontSize) * scale, e.outerHTML.slice(0, 80)]; }).filter(([s]) => s < 10)"
    )
    assert small == []


def test_links_lead_to_the_documentation(page: webdriver.Chrome) -> None:
    links = {link.get_attribute("href") for link in page.find_elements(By.CSS_SELECTOR, "a[href*='.md']")}
    assert len(links) >= 3
    for link in links:
        path, _, part = (link or "").removeprefix("file://").partition("#")
        text = Path(unquote(path)).read_text(encoding="utf-8")
        assert not part or f"# {part.replace('-', ' ')}" in text.lower(), link


def test_page_can_be_printed(page: webdriver.Chrome) -> None:
    printed = page.execute_cdp_cmd("Page.printToPDF", {})
    assert len(printed["data"]) > 50_000
