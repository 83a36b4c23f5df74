"use strict";
// What the parts of the page share: the data, the theme and the workload that are chosen.
const report = JSON.parse(document.getElementById("data").textContent);
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const ALL = "all workloads";
const state = { workload: report.workloads[0] ?? "", isAll: false, listeners: [] };

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function themeName() {
  const chosen = document.getElementById("theme").value;
  if (chosen !== "system") return chosen;
  return systemIsDark.matches ? "dark" : "light";
}

function changed(what) {
  for (const listener of state.listeners) listener(what);
}

function applyTheme() {
  document.documentElement.dataset.theme = themeName();
  changed("theme");
}

function chooseWorkload(workload) {
  state.isAll = workload === ALL;
  if (!state.isAll) state.workload = workload;
  for (const menu of document.querySelectorAll("select.workload")) {
    // Only the table can show all of them.
    const hasAll = [...menu.options].some((option) => option.value === ALL);
    menu.value = hasAll ? workload : state.workload;
  }
  changed("workload");
}

function start() {
  document.getElementById("theme").addEventListener("change", applyTheme);
  systemIsDark.addEventListener("change", applyTheme);
  for (const menu of document.querySelectorAll("select.workload")) {
    menu.addEventListener("change", () => chooseWorkload(menu.value));
  }
  startCharts();
  startTable();
  applyTheme();
}
