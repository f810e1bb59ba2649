// The strategy as a chart to click: what a change costs, as a file, and to be played at a table.
import { toToml } from "../rules/toml.js";
import { keep } from "../settings.js";
import { button, capital, el } from "../words.js";
import { tableOf } from "./show.js";

const KEPT = "strategy";
const MORE = "Best play looks at more than a chart can say: a row that you change is then played as it stands here.";

export function strategyTab(lab) {
  const node = el("div", { class: "shown" });
  const price = el("div", { class: "shown" });
  const { place } = lab;

  const take = (strategy) => {
    place.strategy = strategy;
    lab.again();
  };
  const save = () => {
    const { start = "best", game: _game, ...changes } = place.strategy;
    const file = `game = ${JSON.stringify(lab.game.name)}\nstart = ${JSON.stringify(start)}\n${toToml(changes)}\n`;
    const link = el("a", {
      href: URL.createObjectURL(new Blob([file], { type: "text/plain" })),
      download: `${lab.game.name}.toml`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const play = () => {
    keep(`${KEPT} ${lab.game.name}`, JSON.stringify(place.strategy));
    lab.deal();
  };
  const buttons = el(
    "div",
    { class: "row" },
    button("Save as a strategy file", { onclick: save }),
    button("Play it at a table", { onclick: play }),
    button("Back to best play", { onclick: () => take({}) }),
  );

  const change = (part, row, value) => {
    const before = place.strategy[part.name];
    take({ ...place.strategy, [part.name]: row === null ? value : { ...before, [row]: value } });
  };
  const show = ({ parts }) =>
    parts.map((part) => partOf(part, place.strategy[part.name], (row, value) => change(part, row, value)));
  const priceOf = pricesOf(place);
  const simple = simpleOf(lab, take);
  const ask = () => {
    const strategy = { ...place.strategy };
    lab.ask(node, show, "strategy", strategy.start ? { start: strategy.start } : {});
    lab.ask(price, (found) => priceOf(found, JSON.stringify(strategy)), "play", { strategy });
    simple.ask();
  };
  const about = el(
    "p",
    { class: "about" },
    "Click what you would do differently; the price follows. A unit lies on every bet, none on side bets.",
  );
  return { node: el("div", {}, about, price, buttons, simple.node, node), ask };
}

// What the strategy costs, and what the last click added to it.
function pricesOf(place) {
  let last = Object.keys(place.strategy).length ? null : 0;
  return ({ cost, error, exact, rounds, tables }, asked) => {
    const words =
      asked === "{}"
        ? "This is the best play: nothing is changed yet."
        : exact
          ? `These changes cost ${cost.toFixed(6)} units a round, exactly.`
          : `These changes cost ${cost.toFixed(6)} ± ${(1.96 * error).toFixed(6)} units a round, ` +
            `simulated over ${rounds.toLocaleString("en-US")} rounds.`;
    const step = last === null || asked === "{}" ? "" : ` The last click: ${(cost - last).toFixed(6)}.`;
    last = cost;
    return [
      el("p", { class: "edge", role: "status", "data-cost": cost, "data-for": asked }, words + step),
      ...tables.map((table) => tableOf(table)),
    ];
  };
}

// A strategy that a person can keep in mind, and its price; asked for, since it may have to be simulated.
function simpleOf(lab, take) {
  const node = el("div", { class: "shown" });
  const show = ({ sentences, words, strategy }) => [
    el("h3", {}, "A simpler strategy"),
    el("p", { class: "edge", role: "status" }, words),
    el("ol", {}, ...sentences.map((sentence) => el("li", {}, sentence))),
    Object.keys(strategy).length ? button("Put it on the chart", { onclick: () => take(strategy) }) : "",
  ];
  const start = button("A simpler strategy and its price", { onclick: () => lab.ask(node, show, "simple") });
  let asked = null;
  const ask = () => {
    if (asked === lab.place.rules) return; // it hangs on the rules alone
    asked = lab.place.rules;
    lab.stop("simple");
    node.classList.remove("old");
    node.replaceChildren(start);
  };
  return { node, ask };
}

function partOf(part, changed, set) {
  const title = el("h3", {}, part.name.replaceAll("-", " "));
  const words = part.is_whole ? part.about : `${part.about} ${MORE}`;
  const body = Array.isArray(part.found)
    ? listOf(part, listed(changed, part.found), (value) => set(null, value), part.name)
    : part.columns.length
      ? gridOf(part, changed ?? {}, set)
      : el(
          "div",
          {},
          ...Object.entries(part.found).map(([row, list]) =>
            listOf(part, listed(changed?.[row], list), (value) => set(row, value), row),
          ),
        );
  return el("section", { class: "part" }, title, el("p", { class: "about" }, words), body);
}

// What a link says may be no list; the price says so in a sentence.
const listed = (said, otherwise) => (Array.isArray(said) ? said : otherwise);

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
  const order = handGrid(part.choices);
  return el(
    "div",
    { class: order ? "cells hands" : "cells", role: "group", "aria-label": label.replaceAll("-", " ") },
    label === part.name ? null : el("span", { class: "row-name" }, capital(label.replaceAll("-", " "))),
    ...(order ?? part.choices).map(one),
  );
}

const RANKS = "AKQJT98765432";
const HAND = /^([2-9TJQKA])([2-9TJQKA])([so]?)$/;

// The 169 starting hands as everybody knows them: pairs on the diagonal, suited above it, offsuit below.
function handGrid(choices) {
  const named = choices.map((name) => name.replaceAll("10", "T"));
  if (choices.length !== RANKS.length ** 2 || !named.every((name) => HAND.test(name))) return null;
  const places = choices.map((choice, number) => {
    const [, one, other, suits] = named[number].match(HAND);
    const [high, low] = [RANKS.indexOf(one), RANKS.indexOf(other)].sort((first, second) => first - second);
    return [suits === "o" ? low * RANKS.length + high : high * RANKS.length + low, choice];
  });
  return places.sort(([first], [second]) => first - second).map(([, choice]) => choice);
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
      const label = `${row} against ${column}: ${actions[column]}${differs ? `, instead of ${before[column]}` : ""}`;
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
