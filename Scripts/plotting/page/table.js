"use strict";
// The table: strategies by metrics on one workload, or strategies by workloads for one metric.

const table = { sort: "", isDescending: false };
// Words for a reference that is the same strategy in another run.
const OTHER_RUN = "";

function figure(value) {
  if (value === null || value === undefined) return "–";
  if (value === 0) return "0";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", { maximumFractionDigits: Math.min(digits, 12) });
}

/** Two digits or more, as in 1.4 and 137. */
function rounded(value) {
  return value.toLocaleString("en", { maximumFractionDigits: value < 9.95 ? 1 : 0 });
}

/** What a column shows: a metric on a workload. Without a workload, the average factor of all. */
function columns() {
  const all = report.metrics;
  if (state.isAll) {
    const metric = all.find((m) => m.name === document.getElementById("metric").value) ?? all[0];
    if (!metric) return [];
    const each = report.workloads.map((workload) => ({
      key: workload, metric, workload, title: report.names[workload], help: `${workload}. Sort by it.` }));
    if (metric.better === "neither") return each;
    const help = "How many times the best of each workload, as a geometric mean. Sort by it.";
    return [{ key: "average", metric, title: "Average ÷ best", help }, ...each];
  }
  const everything = document.getElementById("all-metrics").checked;
  const present = new Set(Object.values(report.cells[state.workload] ?? {}).flatMap((c) => Object.keys(c)));
  return all.filter((m) => (everything || m.isUsual) && present.has(m.name)).map((metric) => ({
    key: metric.name, metric, workload: state.workload, title: metric.title, help: metric.help }));
}

function found(column, strategy) {
  return report.cells[column.workload]?.[strategy]?.[column.metric.name];
}

/** Whether two strategies can be compared in a column: figures of a delivery only where their deliveries do the same. */
function areAlike(column, one, other) {
  return !column.metric.isOfDeliveries || (report.kinds[one] !== "" && report.kinds[one] === report.kinds[other]);
}

/** The best of a column, of the strategies without trouble there that can be compared with this one. */
function best(column, own) {
  const values = report.strategies
    .filter((strategy) => !report.troubles[column.workload]?.[strategy] && areAlike(column, own, strategy))
    .map((strategy) => found(column, strategy)?.[0]).filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  return column.metric.better === "higher" ? Math.max(...values) : Math.min(...values);
}

/** How many times the best of its column; null where that says nothing. */
function factor(column, strategy) {
  if (!column.workload) return average(column, strategy);
  const [own, least] = [found(column, strategy)?.[0], best(column, strategy)];
  if (own === undefined || least === undefined || column.metric.better === "neither") return null;
  if (report.troubles[column.workload]?.[strategy]) return null;
  if (own === least) return 1;
  return own > 0 && least > 0 ? Math.max(own / least, least / own) : null;
}

function average(column, strategy) {
  const factors = columns().filter((c) => c.workload && best(c, strategy) !== undefined).map((c) => factor(c, strategy));
  if (factors.length === 0 || factors.includes(null)) return null;
  return Math.exp(factors.reduce((sum, value) => sum + Math.log(value), 0) / factors.length);
}

/** How a figure stands to the reference's: in words and an arrow, not in colour alone. */
function comparison(own, other, better) {
  if (own === undefined || other === undefined) return null;
  if (own[0] === other[0]) return { text: "= same", kind: "same" };
  if (own[1] !== null && other[1] !== null && own[1] <= other[2] && other[1] <= own[2])
    return { text: "≈ same", kind: "same" };
  const isMore = own[0] > other[0];
  const text = `${isMore ? "↑" : "↓"} ${distance(own[0], other[0])}`;
  if (better === "neither") return { text, kind: "fact" };
  const kind = isMore === (better === "higher") ? "better" : "worse";
  return { text: `${text} ${kind}`, kind };
}

/** Up to a factor of two in percent, beyond as a factor. */
function distance(own, other) {
  if (other === 0) return "from 0,";
  if (own === 0) return "to 0,";
  const ratio = own / other;
  if (ratio >= 2 || ratio <= 0.5) return `${rounded(Math.max(ratio, 1 / ratio))} ×`;
  return `${rounded(Math.abs(ratio - 1) * 100)} %`;
}

/** Against another run in real time only the bench's own statistics tell better from worse. */
function againstRun(column, strategy, own) {
  const key = [column.workload, strategy, column.metric.name];
  const at = (tree) => key.reduce((found, part) => found?.[part], tree);
  const against = comparison(own, at(report.reference?.cells), column.metric.better);
  if (!against || against.kind === "same" || !report.isReal) return against;
  const verdict = at(report.reference.verdicts);
  const text = against.text.replace(/,? (better|worse)$/, "");
  if (verdict === "better" || verdict === "worse") return { text: `${text} ${verdict}`, kind: verdict };
  return { text: verdict ? `${text} (${verdict})` : text, kind: "fact" };
}

function referenceOf(column, strategy) {
  const reference = document.getElementById("reference").value;
  if (strategy === reference || !areAlike(column, strategy, reference)) return undefined;
  return found(column, reference);
}

function standing(column, strategy, own) {
  if (document.getElementById("reference").value === OTHER_RUN) return againstRun(column, strategy, own);
  return comparison(own, referenceOf(column, strategy), column.metric.better);
}

function cell(column, strategy) {
  const made = element("td");
  const times = factor(column, strategy);
  const own = column.workload ? found(column, strategy) : times === null ? undefined : [times, null, null];
  const trouble = report.troubles[column.workload]?.[strategy];
  if (!own) {
    made.append(trouble ?? "–");
    return made;
  }
  made.append(column.workload ? figure(own[0]) : `${rounded(own[0])} ×`);
  if (times !== null) made.className = `step${report.steps.filter((bound) => times > bound * (1 + 1e-9)).length}`;
  if (own[1] !== null && own[1] !== own[2]) made.title = `${figure(own[0])} · 95 %: ${figure(own[1])} to ${figure(own[2])}`;
  if (trouble && state.isAll) made.append(element("small", {}, trouble));
  const against = column.workload && !trouble && standing(column, strategy, own);
  if (against) made.append(element("small", { class: against.kind }, against.text));
  return made;
}

function header(column) {
  const isSorted = table.sort === column.key;
  const direction = isSorted ? (table.isDescending ? "descending" : "ascending") : "none";
  const mark = isSorted ? (table.isDescending ? " ▼" : " ▲") : "";
  const button = element("button", { type: "button", "data-metric": column.key, title: column.help },
    column.title + mark);
  button.addEventListener("click", () => {
    table.isDescending = isSorted && !table.isDescending;
    table.sort = column.key;
    fillTable();
    document.querySelector(`[data-metric="${CSS.escape(column.key)}"]`)?.focus();
  });
  return element("th", { scope: "col", "aria-sort": direction }, button);
}

function sorted(strategies, shown) {
  const sign = table.isDescending ? -1 : 1;
  if (table.sort === "strategy") return [...strategies].sort((a, b) => sign * a.localeCompare(b));
  const column = shown.find((c) => c.key === table.sort);
  if (!column) return strategies;
  const values = new Map(strategies.map((s) =>
    [s, (column.workload ? found(column, s)?.[0] : factor(column, s)) ?? null]));
  // What has no figure comes last, whichever way.
  return [...strategies].sort((a, b) => {
    const [one, other] = [values.get(a), values.get(b)];
    if (one === null || other === null) return (one === null) - (other === null);
    return sign * (one - other);
  });
}

function fillTable() {
  if (!document.getElementById("figures")) return;
  const wanted = document.getElementById("filter").value.toLowerCase().split(/[\s,]+/).filter(Boolean);
  const reference = document.getElementById("reference");
  const strategies = report.strategies.filter(
    (name) => wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part)));
  document.getElementById("metric").parentElement.hidden = !state.isAll;
  document.getElementById("all-metrics").parentElement.hidden = state.isAll;
  const shown = columns();
  const first = { key: "strategy", title: "Strategy", help: "Sort by name" };
  const rows = sorted(strategies, shown).map((strategy) => {
    const trouble = !state.isAll && report.troubles[state.workload]?.[strategy];
    const name = element("th", { scope: "row", title: report.told[strategy] }, strategy);
    if (trouble) name.append(element("small", { class: "note" }, element("br"), trouble));
    const row = element("tr", { "data-strategy": strategy }, name,
      ...shown.map((column) => cell(column, strategy)));
    if (strategy === reference.value) row.className = "reference";
    return row;
  });
  document.querySelector("#figures thead").replaceChildren(element("tr", {}, ...[first, ...shown].map(header)));
  document.querySelector("#figures tbody").replaceChildren(...rows);
  const where = state.isAll ? "all workloads" : state.workload;
  document.getElementById("count").textContent = `${strategies.length} of ${report.strategies.length} `
    + `strategies on ${where}, against ${reference.selectedOptions[0].text}.`;
}

function startTable() {
  if (!document.getElementById("figures")) return;
  document.getElementById("filter").addEventListener("input", fillTable);
  for (const id of ["reference", "all-metrics", "metric"]) {
    document.getElementById(id).addEventListener("change", fillTable);
  }
}

start();
