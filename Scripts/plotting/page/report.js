"use strict";
// The page is whole without this: it chooses a workload, sorts and filters the table, and tells what is pointed at.
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

function chooseWorkload() {
  for (const panel of all(".panel[data-workload]:not([data-workload=''])")) {
    panel.hidden = panel.dataset.workload !== byId("workload").value;
  }
}

/** Names and figures of what is pointed at, tapped or focused. */
function showTip(event) {
  const tip = byId("tip");
  const place = event.target.closest?.(".chart svg [aria-label], [title], [data-tip]");
  // A title would be shown by the browser, too, and later.
  if (place?.title) place.dataset.tip = place.title;
  place?.removeAttribute("title");
  const text = place && (place.dataset.tip ?? place.getAttribute("aria-label"));
  tip.hidden = !text;
  if (!text) return;
  tip.replaceChildren(...text.split(" · ").map((line) => {
    const part = document.createElement("div");
    part.textContent = line;
    return part;
  }));
  const box = place.getBoundingClientRect();
  const [x, y] = event.clientX ? [event.clientX, event.clientY] : [box.left, box.bottom];
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - tip.offsetWidth - 4))}px`;
  tip.style.top = `${y + 16 + tip.offsetHeight > innerHeight ? y - tip.offsetHeight - 8 : y + 16}px`;
}

/** Sorts the rows by the column of a button, the other way the second time. */
function sort(button) {
  const head = button.closest("th");
  const direction = head.ariaSort === "ascending" ? "descending" : "ascending";
  const sign = direction === "ascending" ? 1 : -1;
  const value = (row) => row.cells[head.cellIndex].dataset.value;
  const body = head.closest("table").tBodies[0];
  const rows = [...body.rows].sort((one, other) => {
    if (head.cellIndex === 0) return sign * one.dataset.strategy.localeCompare(other.dataset.strategy);
    const [a, b] = [value(one), value(other)];
    // Rows without a figure come last in both directions.
    if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
    return sign * (a - b);
  });
  for (const other of all("th", head.parentElement)) if (other.ariaSort) other.ariaSort = "none";
  head.ariaSort = direction;
  body.append(...rows);
}

/** Shows the strategies that have one of the words in their name. */
function filter() {
  const words = byId("filter").value.toLowerCase().split(/[\s,]+/).filter(Boolean);
  for (const row of all("tr[data-strategy]")) {
    row.hidden = words.length > 0 && !words.some((word) => row.dataset.strategy.toLowerCase().includes(word));
  }
}

for (const name of ["pointerover", "focusin", "click"]) document.addEventListener(name, showTip);
if (byId("workload")) {
  byId("workload").addEventListener("change", chooseWorkload);
  byId("filter").addEventListener("input", filter);
  for (const button of all("[data-metric]")) button.addEventListener("click", () => sort(button));
  chooseWorkload();
}
