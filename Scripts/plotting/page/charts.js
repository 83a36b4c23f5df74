"use strict";
// Draws the charts, each as wide as its place, and draws them again when the theme changes.

function resolved(value, colors) {
  if (typeof value === "string") return colors[value] ?? value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, colors));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolved(item, colors)]));
}

// Of each place, the theme it was drawn in last and the promise of its view.
const drawn = new Map();

function draw(place) {
  const theme = themeName();
  const before = drawn.get(place);
  if (place.closest("[hidden]") || before?.theme === theme) return before?.done;
  const done = embed(place, theme, before?.done);
  drawn.set(place, { theme, done });
  return done;
}

async function embed(place, theme, before) {
  (await before)?.finalize();
  const spec = resolved(report.charts[place.dataset.chart], report.themes[theme]);
  const result = await vegaEmbed(place, spec, { actions: false, renderer: "svg" });
  // The picture is named as a whole, and its parts are no stops for a screen reader.
  place.querySelector("svg")?.setAttribute("aria-hidden", "true");
  return result.view;
}

/** One after the other, so that the page can be used meanwhile. */
async function drawAll() {
  for (const place of document.querySelectorAll(".chart")) await draw(place);
}

function showWorkload() {
  for (const panel of document.querySelectorAll(".by-workload .panel")) {
    panel.hidden = panel.dataset.workload !== state.workload;
  }
}

function startCharts() {
  showWorkload();
  state.listeners.push((what) => {
    if (what === "workload") showWorkload();
    drawAll();
  });
}
