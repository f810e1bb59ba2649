// The questions of the lab, each a tab: what it asks, and how its answer is shown.
import { blame, faultsOf } from "../rules/faults.js";
import { capital, el } from "../words.js";
import { percent, points, roundChart, tornado } from "./charts.js";
import { copyRow } from "./copy.js";
import { strategyTab } from "./strategy.js";
import { allOf, chartOf, tableOf } from "./show.js";

const answer = () => el("div", { class: "shown" });
const RANKS = { near: "Closest edge", edge: "House edge", sd: "Swing", hit: "How often it wins" };
const wordsOf = (name) => capital(name.replaceAll(/[-_]/g, " "));

// Every bet by its title with its edge beside the sheet's, what a round brings, then the charts of the best play.
function overviewTab(lab) {
  const node = answer();
  let sheet = null;
  let own = null;
  const draw = () => {
    const [, ...charts] = own.tables;
    lab.readOut(own.played?.house_edge, sheet?.played?.house_edge);
    return [
      betsOf(lab, own, sheet),
      own.played?.distribution ? roundChart(own.played.distribution, "initial units") : null,
      ...charts.map((table) => tableOf(table)),
      copyRow("odds", own, lab),
    ].filter(Boolean);
  };
  const show = (found) => {
    own = found;
    return draw();
  };
  const ask = () => {
    lab.ask(node, show, "odds");
    if (!sheet) {
      lab.question("sheet").ask({ kind: "odds", game: lab.game.name, rules: "", wanted: {} }, (state) => {
        if (state.state !== "done") return;
        sheet = state.answer;
        if (own && !node.classList.contains("old")) node.replaceChildren(...draw());
      });
    }
  };
  return { node, ask };
}

// Two decimals for people; the exact fraction is in the title of its cell.
function betsOf(lab, own, sheet) {
  const cell = (share, exact) => el("td", { title: exact ?? "" }, share == null ? "" : percent(share));
  const line = ([name, bet]) => {
    const before = sheet?.bets[name]?.house_edge;
    const change = before == null || before === bet.house_edge ? "" : points(bet.house_edge - before);
    return el(
      "tr",
      { "data-bet": name },
      el("th", { scope: "row" }, bet.title || sheet?.bets[name]?.title || lab.titleOf(name)),
      cell(bet.house_edge, bet.exact),
      cell(bet.hit),
      cell(bet.push),
      el("td", {}, bet.sd == null ? "" : bet.sd.toFixed(2)),
      el("td", { class: "changed" }, change),
    );
  };
  const head = ["Bet", "House edge", "Wins", "Pushes", "Swing", "Points against official"];
  const table = el(
    "table",
    { class: "data" },
    el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...Object.entries(own.bets).map(line)),
  );
  const box = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Every bet" }, table);
  return el("section", { class: "panel" }, el("h3", {}, "Every bet"), box);
}

function sensitivityTab(lab) {
  const node = answer();
  let chosen = lab.place.wanted.of ?? "";
  const show = (found) => {
    const bets = [...new Set(found.slopes.flatMap(({ edges }) => Object.keys(edges)))];
    const bet = bets.includes(chosen) ? chosen : bets.includes("played") ? "played" : bets[0];
    const name = (each) => (each === "played" ? "Whole game" : lab.titleOf(each));
    const pick = el(
      "select",
      {
        class: "input",
        "aria-label": "Edge of",
        onchange: (event) => {
          chosen = lab.place.wanted.of = event.target.value;
          lab.again();
        },
      },
      ...bets.map((each) => el("option", { value: each, selected: each === bet }, name(each))),
    );
    const take = (option, after) => lab.set(option, after);
    return [
      el(
        "section",
        { class: "panel" },
        el("div", { class: "row" }, el("h3", {}, "What each rule is worth"), pick),
        tornado(found.slopes, bet, (option) => lab.optionTitle(option), take),
        el("p", { class: "note" }, "In points of house edge, each change alone and with the best play for it."),
      ),
      copyRow("slopes", found, lab),
    ];
  };
  return { node, ask: () => lab.ask(node, show, "slopes") };
}

function protectTab(lab) {
  const node = answer();
  const show = (found) => [...allOf(found), copyRow("protect", found, lab)];
  const about = el(
    "p",
    { class: "about" },
    "Every way to know more than the sheet gives: who can know it, what it is worth, and what closes it.",
  );
  const start = el(
    "button",
    { type: "button", class: "button first", onclick: () => lab.ask(node, show, "protect") },
    "Work it out (it may take a minute)",
  );
  const ask = () => {
    if (!lab.place.rules.trim()) {
      lab.ask(node, show, "protect"); // under the official rules the answer is there
      return;
    }
    lab.stop("protect"); // it was asked of other rules
    node.classList.remove("old");
    node.replaceChildren(start);
  };
  return { node: el("div", {}, about, node), ask };
}

// A form whose values are part of the question; what is wrong with one of them is said under it.
function formOf(lab, fields, words) {
  const entries = fields.map(([name, label, value, choices, wordsFor = wordsOf]) => {
    const now = lab.place.wanted[name] ?? value;
    const choice = (each) => el("option", { value: each, selected: each === now }, wordsFor(each));
    const input = choices
      ? el("select", { name, class: "input" }, ...choices.map(choice))
      : el("input", { type: "text", name, class: "input", value: now });
    return { name, label, input, fault: el("span", { class: "fault", role: "alert", id: `asked-${name}-fault` }) };
  });
  const read = () => {
    for (const { name, input } of entries) lab.place.wanted[name] = input.value.trim();
    return Object.fromEntries(entries.map(({ name }) => [name, lab.place.wanted[name]]));
  };
  const submit = (event) => {
    event.preventDefault();
    read();
    lab.again();
  };
  const refuse = (reason) => {
    const faults = faultsOf(
      reason,
      entries.flatMap(({ name, label }) => [name, label.toLowerCase()]),
    );
    for (const { name, label, input, fault } of entries) {
      blame([input], fault, faults.get(name) ?? faults.get(label.toLowerCase()));
    }
    return faults.get("") ?? "";
  };
  const form = el(
    "form",
    { class: "asked", onsubmit: submit },
    ...entries.map(({ label, input, fault }) => el("div", {}, el("label", {}, label, input), fault)),
    el("button", { class: "button first" }, words),
  );
  return { form, read, refuse };
}

function riskTab(lab) {
  const node = answer();
  const fields = [
    ["rounds", "Rounds", "280"],
    ["bankroll", "Bankroll, in units", "100"],
    ["goal", "Goal, in units", ""],
    ["hour", "Rounds an hour", "70"],
  ];
  const { form, read, refuse } = formOf(lab, fields, "Ask");
  return {
    node: el("div", {}, form, node),
    ask: () => lab.ask(node, (found) => [...allOf(found), copyRow("risk", found, lab, read())], "risk", read()),
    refuse,
  };
}

// The bets that a pay table decides are asked for first: no other can be tuned.
function paytablesTab(lab) {
  const node = el("div", { class: "shown" });
  let inner = null;
  const show = ({ bets }) => {
    if (!bets.length) return [el("p", { class: "about" }, "No bet of this game is decided by a pay table.")];
    inner = finder(lab, bets);
    queueMicrotask(() => inner.ask());
    return [inner.node];
  };
  const ask = () => (inner ? inner.ask() : lab.ask(node, show, "tune", {}, "tunable"));
  return { node, ask, refuse: (reason) => inner?.refuse(reason) };
}

function finder(lab, bets) {
  const node = answer();
  const fields = [
    ["bet", "Bet", bets[0], bets, (name) => (name === "played" ? "Whole game" : lab.titleOf(name))],
    ["edge", "House edge", "4%..5%"],
    ["top", "Top pay", ""],
    ["hit", "Hit", ""],
    ["sd", "Standard deviation", ""],
    ["keep", "Lines to keep", ""],
    ["pays", "Pays", "nice"],
    ["rank", "Rank by", "near", ["near", "edge", "sd", "hit"], (name) => RANKS[name]],
  ];
  const { form, read, refuse } = formOf(lab, fields, "Search every table");
  const show = (found) => {
    const use = (number) => {
      const take = () => lab.use(found.rules[number]);
      return el(
        "button",
        { type: "button", class: "button small", onclick: take, "aria-label": `Use table ${number + 1}` },
        "Use",
      );
    };
    const more = { columns: ["take it"], cells: (number) => [use(number)] };
    const none = found.nearest == null ? "" : `: the nearest edge there is, is ${percent(found.nearest)}`;
    const words = found.count ? `${found.count.toLocaleString("en-US")} tables` : `No table has this edge${none}.`;
    return [
      el("p", { class: "edge", role: "status" }, words),
      ...Object.entries(found.charts).map(([name, text]) => chartOf(name, text)),
      ...found.tables.map((table) => tableOf(table, more)),
      copyRow("tune", found, lab, read()),
    ];
  };
  return { node: el("div", {}, form, node), ask: () => lab.ask(node, show, "tune", read()), refuse };
}

export const TABS = [
  ["odds", "Overview", overviewTab],
  ["strategy", "Strategy", strategyTab],
  ["slopes", "Sensitivity", sensitivityTab],
  ["tune", "Pay tables", paytablesTab],
  ["risk", "Bankroll", riskTab],
  ["protect", "Protection", protectTab],
];
