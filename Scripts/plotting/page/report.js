"use strict";
// What the parts of the page share: the data, the theme, the workload and the price that are chosen.
const report = JSON.parse(document.getElementById("data").textContent);
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const ALL = "all workloads";
const state = { workload: report.workloads[0] ?? "", isAll: false };

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function applyTheme() {
  const chosen = document.getElementById("theme").value;
  document.documentElement.dataset.theme = chosen !== "system" ? chosen : systemIsDark.matches ? "dark" : "light";
}

function chooseWorkload(workload) {
  state.isAll = workload === ALL;
  if (!state.isAll) state.workload = workload;
  for (const menu of document.querySelectorAll("select.workload")) {
    // Only the table can show all of them.
    const hasAll = [...menu.options].some((option) => option.value === ALL);
    menu.value = hasAll ? workload : state.workload;
  }
  for (const panel of document.querySelectorAll(".panel")) {
    panel.hidden = panel.dataset.workload !== "" && panel.dataset.workload !== state.workload;
  }
  fillTable();
  showMore();
}

/** Everything that follows from the latency price was computed for each price of the slider. */
function choosePrice() {
  for (const [id, html] of Object.entries(report.prices[document.getElementById("price").value])) {
    document.getElementById(id).innerHTML = html;
  }
}

/** What scrolls sideways says so, until its end is reached. */
function showMore() {
  for (const place of document.querySelectorAll(".scroll")) {
    const isMore = place.scrollLeft + place.clientWidth < place.scrollWidth - 2;
    place.classList.toggle("more", isMore);
    place.previousElementSibling.hidden = place.scrollWidth <= place.clientWidth + 2;
  }
}

/** Names and figures of what is pointed at, tapped or focused. */
function showTip(event) {
  const tip = document.getElementById("tip");
  const place = event.target.closest?.(".chart svg [aria-label], [title], [data-tip]");
  // A title would be shown by the browser, too, and later.
  if (place?.title) place.dataset.tip = place.title;
  place?.removeAttribute("title");
  const text = place && (place.dataset.tip ?? place.getAttribute("aria-label"));
  tip.hidden = !text;
  if (!text) return;
  tip.replaceChildren(...text.split(" · ").map((line) => element("div", {}, line)));
  const box = place.getBoundingClientRect();
  const [x, y] = event.clientX ? [event.clientX, event.clientY] : [box.left, box.bottom];
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - tip.offsetWidth - 4))}px`;
  tip.style.top = `${y + 16 + tip.offsetHeight > innerHeight ? y - tip.offsetHeight - 8 : y + 16}px`;
}

function copy(button) {
  getSelection().selectAllChildren(button.parentElement.querySelector("code"));
  button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl-C or ⌘C";
}

function start() {
  document.getElementById("theme").addEventListener("change", applyTheme);
  systemIsDark.addEventListener("change", applyTheme);
  for (const menu of document.querySelectorAll("select.workload")) {
    menu.addEventListener("change", () => chooseWorkload(menu.value));
  }
  for (const place of document.querySelectorAll(".scroll")) {
    place.before(element("p", { class: "hint" }, "Scrolls sideways →"));
    place.addEventListener("scroll", showMore);
  }
  for (const name of ["pointerover", "focusin", "click"]) document.addEventListener(name, showTip);
  addEventListener("resize", showMore);
  document.addEventListener("click", (event) => {
    if (event.target.matches(".copy")) copy(event.target);
  });
  if (report.prices.length) {
    document.getElementById("price").addEventListener("input", choosePrice);
    choosePrice();
  }
  startTable();
  applyTheme();
  chooseWorkload(state.workload);
}
