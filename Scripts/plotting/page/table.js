"use strict";
// The table: strategies by metrics, for one workload, against one reference.

const table = { sort: "", isDescending: false };

function figure(value) {
  if (value === null || value === undefined) return "–";
  if (value === 0) return "0";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", { maximumFractionDigits: Math.min(digits, 12) });
}

function columns() {
  const everything = document.getElementById("all-metrics").checked;
  const cells = report.cells[state.workload] ?? {};
  const present = new Set(Object.values(cells).flatMap((cell) => Object.keys(cell)));
  return report.metrics.filter((m) => (everything || m.isUsual) && present.has(m.name));
}

/** How a figure stands to the reference's: in words and an arrow, not in colour alone. */
function comparison(own, other, better) {
  if (own === undefined || other === undefined) return null;
  if (own === other) return { text: "= same", kind: "same" };
  const isMore = own > other;
  return { text: `${isMore ? "↑" : "↓"} ${distance(own, other)}`, kind: verdict(isMore, better) };
}

/** Up to a factor of two in percent, beyond as a factor. */
function distance(own, other) {
  if (other === 0) return "from 0";
  if (own === 0) return "to 0";
  const ratio = own / other;
  if (ratio >= 2) return `× ${figure(ratio)}`;
  if (ratio <= 0.5) return `÷ ${figure(1 / ratio)}`;
  return `${ratio > 1 ? "+" : "−"}${figure(Math.abs(ratio - 1) * 100)} %`;
}

function verdict(isMore, better) {
  if (better === "neither") return "fact";
  return isMore === (better === "higher") ? "better" : "worse";
}

function cell(metric, strategy, reference) {
  const found = report.cells[state.workload]?.[strategy]?.[metric.name];
  const made = element("td");
  if (!found) {
    made.append("–");
    return made;
  }
  made.append(figure(found[0]));
  if (found[1] !== null && found[1] !== found[2]) made.append(element("small", {}, `${figure(found[1])}–${figure(found[2])}`));
  const other = report.cells[state.workload]?.[reference]?.[metric.name];
  const against = strategy === reference ? null : comparison(found[0], other?.[0], metric.better);
  if (against) {
    const words = ["better", "worse"].includes(against.kind) ? ` ${against.kind}` : "";
    made.append(element("small", { class: against.kind }, against.text + words));
  }
  return made;
}

function header(metric) {
  const isSorted = table.sort === metric.name;
  const direction = isSorted ? (table.isDescending ? "descending" : "ascending") : "none";
  const mark = isSorted ? (table.isDescending ? " ▼" : " ▲") : "";
  const button = element("button", { type: "button", "data-metric": metric.name, title: metric.help },
    metric.title + mark);
  button.addEventListener("click", () => {
    table.isDescending = isSorted && !table.isDescending;
    table.sort = metric.name;
    fillTable();
    document.querySelector(`[data-metric="${metric.name}"]`)?.focus();
  });
  return element("th", { scope: "col", "aria-sort": direction }, button);
}

function sorted(strategies) {
  const key = (strategy) => report.cells[state.workload]?.[strategy]?.[table.sort]?.[0];
  const sign = table.isDescending ? -1 : 1;
  if (table.sort === "") return strategies;
  if (table.sort === "strategy") return [...strategies].sort((a, b) => sign * a.localeCompare(b));
  // What has no figure comes last, whichever way.
  return [...strategies].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    if (one === undefined || other === undefined) return (one === undefined) - (other === undefined);
    return sign * (one - other);
  });
}

function fillTable() {
  const wanted = document.getElementById("filter").value.toLowerCase().split(/[\s,]+/).filter(Boolean);
  const reference = document.getElementById("reference").value;
  const shown = report.strategies.filter(
    (name) => wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part)));
  const metrics = columns();
  const first = { name: "strategy", title: "Strategy", help: "Sort by name" };
  const rows = sorted(shown).map((strategy) => {
    const trouble = report.troubles[state.workload]?.[strategy];
    const name = element("th", { scope: "row" }, strategy);
    if (trouble) name.append(element("small", { class: "note" }, element("br"), trouble));
    const row = element("tr", { "data-strategy": strategy }, name,
      ...metrics.map((metric) => cell(metric, strategy, reference)));
    if (strategy === reference) row.className = "reference";
    return row;
  });
  document.querySelector("#figures thead").replaceChildren(
    element("tr", {}, ...[first, ...metrics].map(header)));
  document.querySelector("#figures tbody").replaceChildren(...rows);
  document.getElementById("count").textContent =
    `${shown.length} of ${report.strategies.length} strategies on ${state.workload}, against ${reference}.`;
}

function startTable() {
  if (!document.getElementById("figures")) return;
  document.getElementById("filter").addEventListener("input", fillTable);
  for (const id of ["reference", "all-metrics"]) {
    document.getElementById(id).addEventListener("change", fillTable);
  }
  state.listeners.push((what) => { if (what === "workload") fillTable(); });
  fillTable();
}

start();
