// Game protection: every way to know more, what it is worth and what closes it; bet spreads and penetration.
import { capital, el } from "../words.js";
import { countChart, penetrationChart } from "./charts.js";
import { copyRow } from "./copy.js";
import { formOf } from "./form.js";
import { fixed, number, percent } from "./plot.js";
import { figuresOf, panel, scrolled, tableOf } from "./show.js";

const DEPTH = /^(.*), (\d+)% dealt$/;
const MOST_LINES = 6;

export function protectTab(lab) {
  const node = el("div", { class: "shown" });
  const spread = el("div", { class: "shown" });
  const show = (found) => {
    const { protection, titles } = found;
    const groups = groupsOf(protection.threats);
    const lines = groups.filter(({ depths }) => depths.length > 1).slice(0, MOST_LINES);
    if (found.counts && !spread.childElementCount) queueMicrotask(() => counting(lab, spread));
    return [
      threats(groups, titles, protection.hour),
      lines.length ? penetrationChart(lines) : null,
      ...removals(protection, titles),
      copyRow("protect", found, lab),
    ];
  };
  const about = el(
    "p",
    { class: "about" },
    "Every way to know more than the rules give: who can know it, what it is worth, and what closes it.",
  );
  const start = el(
    "div",
    { class: "row" },
    el(
      "button",
      { type: "button", class: "button first", onclick: () => lab.ask(node, show, "protect") },
      "Work it out (it may take a minute)",
    ),
  );
  const ask = () => {
    if (!lab.rules.trim()) {
      lab.ask(node, show, "protect"); // under the official rules the answer is there
      return;
    }
    lab.stop("protect"); // it was asked of other rules
    node.classList.remove("old");
    node.replaceChildren(start);
  };
  return { node: el("div", { class: "shown" }, about, node, spread), ask };
}

// Threats that differ only in how far the shoe is dealt are one group.
function groupsOf(rows) {
  const groups = new Map();
  for (const row of rows) {
    const [, name = row.name, depth] = row.name.match(DEPTH) ?? [];
    const key = `${name} ${row.knows}`;
    const group = groups.get(key) ?? { name: capital(name), rows: [], depths: [] };
    group.rows.push({ ...row, depth });
    if (depth) group.depths.push([Number(depth) / 100, row.per_100]);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function threats(groups, titles, hour) {
  const gain = (value) => (value > 0 ? "bad" : null);
  const line = (row, n, { name, rows }) =>
    el(
      "tr",
      {},
      n
        ? null
        : el(
            "th",
            { scope: "rowgroup", rowspan: rows.length },
            name,
            el("small", {}, `${capital(row.knows)}.`),
            el("small", {}, `Who: ${row.who}.`),
          ),
      el(
        "td",
        { class: "words" },
        titles[row.bet] ?? capital(row.bet),
        row.depth ? el("small", {}, `${row.depth}% dealt`) : null,
      ),
      el(
        "td",
        { class: gain(row.edge), title: row.edge_exact ?? `standard error ${row.se}` },
        percent(row.edge),
        row.exact ? null : el("small", {}, `± ${percent(1.96 * row.se)}`),
      ),
      el("td", { title: String(row.share) }, percent(row.share)),
      el("td", { class: gain(row.per_100), title: String(row.per_100) }, fixed(row.per_100)),
      el("td", { class: gain(row.an_hour) }, `${row.an_hour < 0 ? "−" : ""}$${number(Math.abs(row.an_hour), 0)}`),
      n
        ? null
        : el(
            "td",
            { class: "words", rowspan: rows.length },
            capital(row.closed_by),
            el("small", {}, `${row.clause}; costs ${number(row.rounds_lost_an_hour)} rounds an hour`),
          ),
    );
  const head = [
    "Threat",
    "Bet",
    "Player's edge",
    "Bets in",
    "Units in 100 rounds",
    "$ an hour at the limit",
    "Closed by",
  ];
  const table = el(
    "table",
    { class: "data threats" },
    el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
    ...groups.map((group) => el("tbody", {}, ...group.rows.map((row, n) => line(row, n, group)))),
  );
  return panel(
    "Ways to know more",
    `at ${hour} rounds an hour; edges are the player's`,
    scrolled("Ways to know more", table),
  );
}

// What one card gone does to the player's edge, in points, coloured by who gains.
function removals({ removal, removal_with_the_play_kept: kept }, titles) {
  const same = JSON.stringify(removal) === JSON.stringify(kept);
  const first = removalPanel(
    "Effect of removal",
    "points of the player's edge when one card is gone, best play",
    removal,
    titles,
  );
  const second = removalPanel(
    "Effect of removal, full-pack strategy kept",
    "points of the player's edge",
    kept,
    titles,
  );
  return same ? [first] : [first, second];
}

const ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const placeOf = (rank) => (ORDER.includes(rank) ? ORDER.indexOf(rank) : ORDER.length);
const byRank = (one, other) => placeOf(one) - placeOf(other);

function removalPanel(title, about, effects, titles) {
  const ranks = [...new Set(Object.values(effects).flatMap((row) => Object.keys(row)))].sort(byRank);
  const most = (row) => Math.max(...Object.values(row).map(Math.abs), 1e-12);
  const cell = (row, rank) => {
    const change = row[rank];
    if (change == null) return el("td", {});
    const td = el(
      "td",
      { class: change > 0 ? "gain" : change < 0 ? "loss" : null, title: String(change) },
      small(change * 100),
    );
    td.style.setProperty("--strength", `${Math.round((Math.abs(change) / most(row)) * 45)}%`);
    return td;
  };
  const table = el(
    "table",
    { class: "data removal" },
    el(
      "thead",
      {},
      el("tr", {}, el("th", { scope: "col" }, "Bet"), ...ranks.map((rank) => el("th", { scope: "col" }, rank))),
    ),
    el(
      "tbody",
      {},
      ...Object.entries(effects).map(([bet, row]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, titles[bet] ?? capital(bet.replaceAll("-", " "))),
          ...ranks.map((rank) => cell(row, rank)),
        ),
      ),
    ),
  );
  return panel(title, about, scrolled(title, table));
}

// Two decimals, or two digits of a figure that is smaller.
const small = (value) =>
  value && Math.abs(value) < 0.005 ? (value < 0 ? "−" : "+") + Math.abs(value).toPrecision(1) : fixed(value);

// A card counter with a bet spread, at a penetration; what it wins follows.
function counting(lab, node) {
  const out = el("div", { class: "shown" });
  const { wanted } = lab.place;
  const fields = [
    ["system", "Count", "hi-lo", ["hi-lo", "ko", "hi-opt-1", "hi-opt-2", "omega-2", "zen", "halves"], titleOf],
    ["dealt", "Shoe dealt, per cent", "75"],
    ["spread", "Bets below +1, at +1, +2 …", "1 2 4 8 12"],
  ];
  const side = { place: lab.place, again: () => ask() };
  const { form, read, refuse } = formOf(side, fields, "Deal it");
  const show = (found) => {
    const { count } = found;
    refuse("");
    const per100 = count.win_rate * 100;
    const figures = [
      ["Won in 100 rounds", `${fixed(per100)} units`, `± ${number(196 * count.win_rate_se)}`, String(per100)],
      ["Advantage", percent(count.advantage), "of first bets", String(count.advantage)],
      ["Average bet", `${number(count.average_bet)} units`, `swing ${number(count.sd)}`, String(count.average_bet)],
      ["SCORE", `$${number(count.score)}`, "in 100 rounds, $10,000 bank", String(count.score)],
      [
        "N0",
        count.n0 == null ? "never" : `${number(count.n0, 0)} rounds`,
        "until the gain equals its swing",
        String(count.n0),
      ],
    ];
    const asked = read();
    const said = [
      JSON.stringify(lab.game.name),
      `tags=${JSON.stringify(asked.system)}`,
      `dealt=${count.dealt}`,
      `rounds=${count.rounds}`,
      `spread=${spreadOf(asked.spread)}`,
    ];
    const python = `count_cards(${said.join(", ")})`;
    const lines = {
      python: `from pitboss.lab.protection import count_cards; ${python}`,
      command: `python -c 'from pitboss.lab.protection import count_cards; print(${python}.as_data())'`,
    };
    return [
      figuresOf(figures),
      countChart(count.by_count),
      el(
        "details",
        { class: "all" },
        el("summary", {}, "Every count as a table"),
        ...found.tables.map((table) => tableOf(table)),
      ),
      copyRow("count", found, lab, {}, lines),
    ];
  };
  const ask = () => {
    lab.remember();
    lab.ask(out, show, "count", read(), "count", refuse);
  };
  node.replaceChildren(
    panel("Bet spread and penetration", "one player, the strategy chart, insurance from +3", form, out),
  );
  if (wanted.dealt || wanted.spread || wanted.system) ask();
}
const titleOf = (name) =>
  ({ ko: "KO" })[name] ??
  name
    .split("-")
    .map((word) => (/^\d$/.test(word) ? "I".repeat(Number(word)) : capital(word)))
    .join("-");
const spreadOf = (said) =>
  `{${said
    .trim()
    .split(/[\s,]+/)
    .map((bet, n) => `${n || -99}: ${bet}`)
    .join(", ")}}`;
