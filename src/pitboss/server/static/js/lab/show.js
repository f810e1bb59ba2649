// Answers of the lab on the page: tables, figures, and the progress of a question.
import { el } from "../words.js";

const MOST_ROWS = 40;
const NO_NAME = "";

// A column without a name has no header.
export const headOf = (name, isWords = false) =>
  name === NO_NAME ? el("td") : el("th", { scope: "col", class: isWords ? "words" : null }, name);

// A box around a wide table that scrolls sideways.
export const scrolled = (label, ...children) =>
  el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, ...children);

export const panel = (title, about, ...children) =>
  el(
    "section",
    { class: "panel" },
    el("div", { class: "head" }, el("h3", {}, title), about ? el("p", { class: "note" }, about) : null),
    ...children,
  );

// Every digit of a cell, and the exact fraction if there is a short one.
const digits = (whole, exact, short) => [whole === short ? "" : whole, exact].filter(Boolean).join(" = ") || null;

export function tableOf({ title, columns, rows, shown = rows, exact = [], note, words }, more = {}) {
  const extra = more.columns ?? [];
  const cell = (text, place, number) =>
    place === 0
      ? el("th", { scope: "row" }, text)
      : el(
          "td",
          {
            class: words[place] ? "words" : null,
            title: digits(rows[number][place], exact[number]?.[place], text),
          },
          text,
        );
  const row = (cells, number) =>
    el(
      "tr",
      {},
      ...cells.map((text, place) => cell(text, place, number)),
      ...(more.cells?.(number, cells) ?? []).map((each) => el("td", {}, each)),
    );
  const body = el("tbody", {}, ...shown.slice(0, MOST_ROWS).map(row));
  const head = el("tr", {}, ...[...columns, ...extra].map((name, place) => headOf(name, words[place])));
  const whole = el("table", { class: "data" }, el("thead", {}, head), body);
  const rest = shown.length - MOST_ROWS;
  const all = () => {
    body.append(...shown.slice(MOST_ROWS).map((cells, place) => row(cells, place + MOST_ROWS)));
    button.remove();
  };
  const button = rest > 0 ? el("button", { type: "button", class: "button", onclick: all }, `${rest} more rows`) : null;
  return panel(title, null, scrolled(title, whole), button, note ? el("p", { class: "note" }, note) : null);
}

// Key figures, large, each with a line in small print: [name, figure, small print, all digits].
export const figuresOf = (figures) =>
  el(
    "dl",
    { class: "figures" },
    ...figures.map(([name, figure, small, title]) =>
      el(
        "div",
        { title: title ?? null },
        el("dt", {}, name),
        el("dd", {}, figure, small ? el("small", {}, small) : null),
      ),
    ),
  );

function progressWords({ isAway, done, of, what, ahead }) {
  if (isAway) return "The house does not answer: asking again";
  if (ahead) return `${ahead === 1 ? "One question is" : `${ahead} questions are`} before this one`;
  if (of) return `${done.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} ${what}`;
  if (done) return `${done.toLocaleString("en-US")} ${what} so far`;
  return what || "Working it out";
}

// The progress of a question in a line, with the seconds since it was asked, and a way to stop it.
export function working(state, since, stop) {
  const { of, done } = state;
  const bar = of
    ? el("progress", { max: of, value: done, "aria-label": "Progress" })
    : el("progress", { "aria-label": "Progress" });
  const clock = el("span", { class: "seconds" });
  const line = el(
    "p",
    { class: "working" },
    bar,
    el("span", {}, `${progressWords(state)}…`),
    clock,
    el("button", { type: "button", class: "button", onclick: stop }, "Stop"),
  );
  const tick = () => {
    const seconds = Math.floor((performance.now() - since) / 1000);
    clock.textContent = seconds ? `${seconds} s` : "";
    if (!line.isConnected && seconds > 1) clearInterval(timer);
  };
  const timer = setInterval(tick, 500);
  tick();
  return line;
}
