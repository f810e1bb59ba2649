// The questions of the lab, each a tab: what it asks, and how its answer is shown.
import { blame, faultsOf } from "../rules/faults.js";
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
    const [glance, ...charts] = own.tables;
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

function slopesTab(lab) {
  const node = answer();
  const about = el(
    "p",
    { class: "about" },
    "What one more unit on each line of a pay table, and each option flipped, does to each edge.",
  );
  return { node: el("div", {}, about, node), ask: () => lab.ask(node, allOf, "slopes") };
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
    { type: "button", class: "button first", onclick: () => lab.ask(node, allOf, "protect") },
    "Work it out (it may take a minute)",
  );
  const ask = () => {
    lab.stop("protect"); // it was asked of other rules
    node.classList.remove("old");
    node.replaceChildren(start);
  };
  return { node: el("div", {}, about, node), ask };
}

// A form whose values are part of the question; what is wrong with one of them is said under it.
function formOf(lab, fields, words) {
  const entries = fields.map(([name, label, value, choices]) => {
    const now = lab.place.wanted[name] ?? value;
    const input = choices
      ? el("select", { name }, ...choices.map((each) => el("option", { value: each, selected: each === now }, each)))
      : el("input", { type: "text", name, value: now });
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
  return { node: el("div", {}, form, node), ask: () => lab.ask(node, allOf, "risk", read()), refuse };
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
    return [
      el("p", { class: "edge", role: "status" }, `${found.count.toLocaleString("en-US")} tables`),
      ...Object.entries(found.charts).map(([name, text]) => chartOf(name, text)),
      ...found.tables.map((table) => tableOf(table, more)),
    ];
  };
  return { node: el("div", {}, form, node), ask: () => lab.ask(node, show, "tune", read()), refuse };
}

export const TABS = [
  ["odds", "Odds", oddsTab],
  ["slopes", "Slopes", slopesTab],
  ["strategy", "Strategy", strategyTab],
  ["tune", "Tune", tuneTab],
  ["risk", "Risk", riskTab],
  ["protect", "Protection", protectTab],
];
