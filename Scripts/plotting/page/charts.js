"use strict";
// Draws the charts, each as wide as its place, and draws them again when the theme changes.

function resolved(value, colors) {
  if (typeof value === "string") return colors[value] ?? value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, colors));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolved(item, colors)]));
}

const drawn = new Map();

async function draw(place) {
  const theme = themeName();
  if (place.closest("[hidden]") || drawn.get(place)?.theme === theme) return;
  const before = drawn.get(place);
  drawn.set(place, { theme });
  const spec = resolved(report.charts[place.dataset.chart], report.themes[theme]);
  const result = await vegaEmbed(place, spec, { actions: false, renderer: "svg", ast: false });
  before?.view?.finalize();
  // The picture is named as a whole, and its parts are no stops for a screen reader.
  place.querySelector("svg")?.setAttribute("aria-hidden", "true");
  if (drawn.get(place)?.theme === theme) drawn.set(place, { theme, view: result.view });
  else result.view.finalize();
}

const nearby = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    entry.target.dataset.near = entry.isIntersecting ? "yes" : "no";
    if (entry.isIntersecting) draw(entry.target);
  }
}, { rootMargin: "600px" });

function showWorkload() {
  for (const panel of document.querySelectorAll(".by-workload .panel")) {
    panel.hidden = panel.dataset.workload !== state.workload;
  }
}

function places() {
  return [...document.querySelectorAll(".chart")];
}

function drawAll() {
  return Promise.all(places().map(draw));
}

function startCharts() {
  for (const key of document.querySelectorAll(".key path")) {
    key.setAttribute("fill", "currentColor");
  }
  showWorkload();
  for (const place of places()) nearby.observe(place);
  state.listeners.push((what) => {
    const colors = report.themes[themeName()];
    for (const mark of document.querySelectorAll("[data-color]")) {
      mark.style.color = colors[mark.dataset.color];
    }
    if (what === "workload") showWorkload();
    for (const place of places()) if (place.dataset.near === "yes") draw(place);
  });
  addEventListener("beforeprint", drawAll);
}
