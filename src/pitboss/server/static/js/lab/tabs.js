// The questions of the lab, each a tab: what it asks, and how its answer is shown.
import { el } from "../words.js";
import { strategyTab } from "./strategy.js";
import { allOf, chartOf, tableOf } from "./show.js";

const answer = () => el("div", { class: "shown" });
const percent = (share) => `${(share * 100).toFixed(4)}%`;
const signed = (share) => (share ? `${share > 0 ? "+" : "−"}${percent(Math.abs(share))}` : "the same");

// Every edge beside the sheet's, then the charts of the best play.
function oddsTab(lab) {
  const node = answer();
  let sheet = null;
  let own = null;
  const draw = () => {
    const found = [...own.tables];
    const [glance, ...charts] = found;
    const names = Object.keys(own.bets);
    const more = sheet && {
      columns: ["against the sheet"],
      cells: (number) => {
        const name = names[number];
        if (!name || !sheet.bets[name]) return [""];
        return [signed(own.bets[name].house_edge - sheet.bets[name].house_edge)];
      },
    };
    const played = own.played
      ? [
          el(
            "p",
            { class: "edge", role: "status" },
            `The house keeps ${percent(own.played.house_edge)} of the initial bet, with the best play`,
            sheet?.played ? ` (against the sheet: ${signed(own.played.house_edge - sheet.played.house_edge)}).` : ".",
          ),
        ]
      : [];
    return [
      ...played,
      tableOf(glance, more ?? {}),
      ...Object.entries(own.charts).map(([name, text]) => chartOf(name, text)),
      ...charts.map((table) => tableOf(table)),
    ];
  };
  const show = (found) => {
    own = found;
    return draw();
  };
  const ask = () => {
    lab.ask("odds", {}, (state) => lab.told(state, node, show, ask));
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

function slopesTab(lab) {
  const node = answer();
  const about = el(
    "p",
    { class: "about" },
    "What one more unit on each line of a pay table, and each option flipped, does to each edge.",
  );
  const ask = () => lab.ask("slopes", {}, (state) => lab.told(state, node, allOf, ask));
  return { node: el("div", {}, about, node), ask };
}

function protectTab(lab) {
  const node = answer();
  const about = el(
    "p",
    { class: "about" },
    "Every way to know more than the sheet gives: who can know it, what it is worth, and what closes it.",
  );
  const start = el(
    "button",
    { type: "button", class: "button first", onclick: () => work() },
    "Work it out (it may take a minute)",
  );
  const work = () => lab.ask("protect", {}, (state) => lab.told(state, node, allOf, work));
  const ask = () => node.replaceChildren(start);
  return { node: el("div", {}, about, node), ask };
}

// A form of words whose values are part of the question.
function formOf(lab, fields, words, work) {
  const inputs = fields.map(([name, label, value, choices]) => {
    const now = lab.place.wanted[name] ?? value;
    const input = choices
      ? el("select", { name }, ...choices.map((each) => el("option", { value: each, selected: each === now }, each)))
      : el("input", { type: "text", name, value: now });
    return el("label", {}, label, input);
  });
  const read = () => {
    for (const label of inputs) {
      const input = label.lastChild;
      lab.place.wanted[input.name] = input.value.trim();
    }
    return Object.fromEntries(fields.map(([name]) => [name, lab.place.wanted[name]]));
  };
  const submit = (event) => {
    event.preventDefault();
    read();
    lab.again();
  };
  const form = el(
    "form",
    { class: "asked", onsubmit: submit },
    ...inputs,
    el("button", { class: "button first" }, words),
  );
  return { form, read, work };
}

function riskTab(lab) {
  const node = answer();
  const fields = [
    ["rounds", "Rounds", "280"],
    ["bankroll", "Bankroll, in units", "100"],
    ["goal", "Goal, in units", ""],
    ["hour", "Rounds an hour", "70"],
  ];
  const { form, read } = formOf(lab, fields, "Ask");
  const ask = () => lab.ask("risk", read(), (state) => lab.told(state, node, allOf, ask));
  return { node: el("div", {}, form, node), ask };
}

function tuneTab(lab) {
  const node = answer();
  const bets = lab.game.bets.map((bet) => bet.name);
  const fields = [
    ["bet", "Bet", bets.at(-1), [...bets, "played"]],
    ["edge", "House edge", "4%..5%"],
    ["top", "Top pay", ""],
    ["hit", "Hit", ""],
    ["sd", "Standard deviation", ""],
    ["keep", "Lines to keep", ""],
    ["pays", "Pays", "nice"],
    ["rank", "Rank by", "near", ["near", "edge", "sd", "hit"]],
  ];
  const { form, read } = formOf(lab, fields, "Search every table");
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
    return [
      el("p", { class: "edge", role: "status" }, `${found.count.toLocaleString("en-US")} tables`),
      ...Object.entries(found.charts).map(([name, text]) => chartOf(name, text)),
      ...found.tables.map((table) => tableOf(table, more)),
    ];
  };
  const ask = () => lab.ask("tune", read(), (state) => lab.told(state, node, show, ask));
  return { node: el("div", {}, form, node), ask };
}

export const TABS = [
  ["odds", "Odds", oddsTab],
  ["slopes", "Slopes", slopesTab],
  ["strategy", "Strategy", strategyTab],
  ["tune", "Tune", tuneTab],
  ["risk", "Risk", riskTab],
  ["protect", "Protection", protectTab],
];
