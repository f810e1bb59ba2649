// Answers of the lab on the page: tables, charts, and how far the work is.
import { capital, el } from "../words.js";

const MOST_ROWS = 40;

// A column without a name has no header.
export const headOf = (name) => (name ? el("th", { scope: "col" }, name) : el("td"));

export function tableOf({ title, columns, rows, note, words }, more = {}) {
  const extra = more.columns ?? [];
  const head = el("tr", {}, ...[...columns, ...extra].map(headOf));
  const cell = (text, place) =>
    place === 0 ? el("th", { scope: "row" }, text) : el("td", { class: words[place] ? "words" : null }, text);
  const row = (cells, number) =>
    el("tr", {}, ...cells.map(cell), ...(more.cells?.(number, cells) ?? []).map((each) => el("td", {}, each)));
  const body = el("tbody", {}, ...rows.slice(0, MOST_ROWS).map(row));
  const whole = el("table", {}, el("caption", {}, title), el("thead", {}, head), body);
  const rest = rows.length - MOST_ROWS;
  const all = () => {
    body.append(...rows.slice(MOST_ROWS).map((cells, place) => row(cells, place + MOST_ROWS)));
    button.remove();
  };
  const button = rest > 0 ? el("button", { type: "button", class: "button", onclick: all }, `${rest} more rows`) : null;
  const box = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, whole);
  return el("section", { class: "found" }, box, button, note ? el("p", { class: "note" }, note) : null);
}

export function chartOf(name, text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const drawing = document.importNode(parsed, true);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", capital(name));
  return el("figure", {}, drawing);
}

export const allOf = ({ tables, charts }) => [
  ...Object.entries(charts).map(([name, text]) => chartOf(name, text)),
  ...tables.map((table) => tableOf(table)),
];

function progressWords({ isAway, done, of, what, ahead }) {
  if (isAway) return "The house does not answer: asking again";
  if (ahead) return `${ahead === 1 ? "One question is" : `${ahead} questions are`} before this one`;
  if (of) return `${done.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} ${what}`;
  if (done) return `${done.toLocaleString("en-US")} ${what} so far`;
  return what || "Working it out";
}

// How far the work is, in a line with a way to stop it.
export function working(state, stop) {
  const { of, done } = state;
  const bar = of
    ? el("progress", { max: of, value: done, "aria-label": "Progress" })
    : el("progress", { "aria-label": "Progress" });
  return el(
    "p",
    { class: "working" },
    bar,
    `${progressWords(state)}… `,
    el("button", { type: "button", class: "button", onclick: stop }, "Stop"),
  );
}
