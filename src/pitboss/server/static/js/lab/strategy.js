// The strategy as a chart to click: what a change costs, as a file, and to be played at a table.
import { toToml } from "../rules/toml.js";
import { keep } from "../settings.js";
import { el } from "../words.js";
import { tableOf } from "./show.js";

const KEPT = "strategy";
const MORE = "Best play looks at more than a chart can say: a row that you change is then played as it stands here.";

export function strategyTab(lab) {
  const node = el("div", { class: "shown" });
  const price = el("div", { class: "shown" });
  const { place } = lab;
  const said = () => ({ ...place.strategy });
  const changes = () => {
    const { game: _game, start: _start, ...rest } = place.strategy;
    return rest;
  };

  const file = () => `game = ${JSON.stringify(lab.game.name)}\nstart = "best"\n${toToml(changes())}\n`;
  const save = () => {
    const link = el("a", {
      href: URL.createObjectURL(new Blob([file()], { type: "text/plain" })),
      download: `${lab.game.name}.toml`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const play = () => {
    keep(`${KEPT} ${lab.game.name}`, JSON.stringify(said()));
    lab.deal();
  };
  const clear = () => {
    place.strategy = {};
    lab.again();
  };
  const buttons = el(
    "div",
    { class: "row" },
    el("button", { type: "button", class: "button", onclick: save }, "Save as a strategy file"),
    el("button", { type: "button", class: "button", onclick: play }, "Play it at a table"),
    el("button", { type: "button", class: "button", onclick: clear }, "Back to best play"),
  );

  let last = Object.keys(place.strategy).length ? null : 0;
  const cost = ({ cost, error, exact, rounds, tables }, asked) => {
    const words = exact
      ? `These changes cost ${cost.toFixed(6)} units a round, exactly.`
      : `These changes cost ${cost.toFixed(6)} ± ${(1.96 * error).toFixed(6)} units a round, ` +
        `simulated over ${rounds.toLocaleString("en-US")} rounds.`;
    const step = last === null ? "" : ` The last click: ${(cost - last).toFixed(6)}.`;
    last = cost;
    return [
      el("p", { class: "edge", role: "status", "data-cost": cost, "data-for": asked }, words + step),
      ...tables.map((table) => tableOf(table)),
    ];
  };
  const askPrice = () => {
    const strategy = said();
    const show = (found) => cost(found, JSON.stringify(strategy));
    lab.ask("play", { strategy }, (state) => lab.told(state, price, show, askPrice), "play");
  };

  const change = (part, row, value) => {
    const rest = { ...place.strategy };
    if (row === null) rest[part.name] = value;
    else rest[part.name] = { ...(rest[part.name] ?? {}), [row]: value };
    place.strategy = rest;
    lab.again();
  };
  const show = ({ parts }) =>
    parts.map((part) => partOf(part, place.strategy[part.name], (row, value) => change(part, row, value)));
  const ask = () => {
    lab.ask("strategy", {}, (state) => lab.told(state, node, show, ask));
    askPrice();
  };
  const about = el(
    "p",
    { class: "about" },
    "Click what you would do differently; the price follows. A unit lies on every bet.",
  );
  return { node: el("div", {}, about, price, buttons, node), ask };
}

function partOf(part, changed, set) {
  const title = el("h3", {}, part.name.replaceAll("-", " "));
  const words = part.is_whole ? part.about : `${part.about} ${MORE}`;
  const body = Array.isArray(part.found)
    ? listOf(part, changed ?? part.found, (value) => set(null, value), part.name)
    : part.columns.length
      ? gridOf(part, changed ?? {}, set)
      : el(
          "div",
          {},
          ...Object.entries(part.found).map(([row, list]) =>
            listOf(part, changed?.[row] ?? list, (value) => set(row, value), row),
          ),
        );
  return el("section", { class: "part" }, title, el("p", { class: "about" }, words), body);
}

// Things that are in a list or not, each a button that says which.
function listOf(part, now, set, label) {
  if (now.some((each) => typeof each === "object")) return el("pre", {}, JSON.stringify(now, null, 2));
  const held = new Set(now);
  const toggle = (name) => {
    const next = part.choices.filter((each) => (each === name ? !held.has(each) : held.has(each)));
    set(next);
  };
  const one = (name) =>
    el(
      "button",
      { type: "button", class: "cell", "aria-pressed": String(held.has(name)), onclick: () => toggle(name) },
      name,
    );
  return el(
    "div",
    { class: "cells", role: "group", "aria-label": label.replaceAll("-", " ") },
    ...part.choices.map(one),
  );
}

const SHORT = {
  hit: "H",
  stand: "S",
  double: "D",
  "double or stand": "Ds",
  split: "P",
  "by total": "–",
  yes: "Y",
  no: "N",
};

// A cell for each row and column; pressing it takes the next thing that may be done there.
function gridOf(part, changed, set) {
  const rows = typeof part.found === "string" || isOneRow(part) ? { [part.name]: part.found } : part.found;
  const single = rows !== part.found;
  const now = (row) =>
    expand(
      single ? (changed && Object.keys(changed).length ? changed : rows[row]) : (changed[row] ?? rows[row]),
      part.columns,
    );
  const first = (row) => expand(rows[row], part.columns);
  const choicesFor = (row) => part.row_choices[row] ?? part.choices;
  const line = (row) => {
    const actions = now(row);
    const before = first(row);
    const cell = (column) => {
      const choices = choicesFor(row);
      const next = choices[(choices.indexOf(actions[column]) + 1) % choices.length];
      const differs = actions[column] !== before[column];
      const press = () => set(single ? null : row, { ...actions, [column]: next });
      const label = `${row} against ${column}: ${actions[column]}${differs ? `, best is ${before[column]}` : ""}`;
      return el(
        "td",
        {},
        el(
          "button",
          {
            type: "button",
            class: `cell ${kind(actions[column])}${differs ? " differs" : ""}`,
            "aria-label": label,
            title: label,
            onclick: press,
          },
          SHORT[actions[column]] ?? actions[column],
        ),
      );
    };
    return el("tr", {}, el("th", { scope: "row" }, row.replaceAll("-", " ")), ...part.columns.map(cell));
  };
  const head = el("tr", {}, el("td"), ...part.columns.map((column) => el("th", { scope: "col" }, column)));
  const table = el("table", { class: "grid" }, el("thead", {}, head), el("tbody", {}, ...Object.keys(rows).map(line)));
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": part.name.replaceAll("-", " ") },
    table,
  );
}

const kind = (action) => `do-${(action ?? "").replaceAll(" ", "-").toLowerCase()}`;
// One row has no name: its keys are columns and ranges of them.
const isOneRow = ({ found, columns }) =>
  Object.entries(found).every(([key, action]) => {
    const ends = key.split("-").map((each) => columns.indexOf(each));
    const isRange = ends.every((end) => end >= 0) && (ends.length === 1 || (ends.length === 2 && ends[0] < ends[1]));
    return isRange && typeof action === "string";
  });

// `{ "2-6": "stand", "7-A": "hit" }` or one action for all, as an action for each column.
function expand(said, columns) {
  if (typeof said === "string") return Object.fromEntries(columns.map((column) => [column, said]));
  const found = {};
  for (const [range, action] of Object.entries(said)) {
    const [from, to = from] = range.split("-");
    for (let at = columns.indexOf(from); at <= columns.indexOf(to); at++) found[columns[at]] = action;
  }
  return found;
}
