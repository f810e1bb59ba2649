// The questions of the lab, each a tab: what it asks, and how its answer is shown.
import { el } from "../words.js";
import { points, riskCharts, roundChart, tableDots, tornado } from "./charts.js";
import { copyRow } from "./copy.js";
import { formOf } from "./form.js";
import { handsPanel, isHands } from "./grids.js";
import { number, percent } from "./plot.js";
import { protectTab } from "./protection.js";
import { figuresOf, panel, scrolled, tableOf } from "./show.js";
import { isPlay, strategyTab } from "./strategy.js";

const answer = () => el("div", { class: "shown" });
const RANKS = { near: "Closest edge", edge: "House edge", sd: "Swing", hit: "How often it wins" };

// Every bet with its edge beside that of the rules it is compared with, what a round brings, then tables of figures.
function overviewTab(lab) {
  const node = answer();
  const show = (own) => {
    const charts = own.tables.slice(1).filter((table) => isHands(table) || !isPlay(table));
    lab.readOut(own.played?.house_edge);
    return [
      el(
        "div",
        { class: "pair" },
        betsOf(lab, own, lab.other),
        own.played?.distribution ? roundChart(own.played.distribution, unitOf(own)) : null,
      ),
      ...charts.filter(isHands).map(handsPanel),
      el("div", { class: "pair" }, ...charts.filter((table) => !isHands(table)).map((table) => tableOf(table))),
      copyRow("odds", own, lab),
    ];
  };
  return { node, ask: () => lab.ask(node, show, "odds") };
}

const unitOf = ({ played }) => (played.initial_bet > 1 ? `bets; ${number(played.initial_bet)} are put down` : "bets");

// Two decimals for people; the exact fraction is in the title of its cell.
function betsOf(lab, own, base) {
  const cell = (share, exact) => el("td", { title: exact ?? "" }, share == null ? "" : percent(share));
  const compared = (now, before) => (before == null || before === now ? "" : points(now - before));
  const isChanged =
    base && Object.entries(own.bets).some(([name, bet]) => compared(bet.house_edge, base.bets[name]?.house_edge));
  const line = ([name, bet]) => {
    const before = base?.bets[name]?.house_edge;
    return el(
      "tr",
      { "data-bet": name },
      el("th", { scope: "row" }, bet.title || base?.bets[name]?.title || lab.titleOf(name)),
      cell(bet.house_edge, bet.exact),
      cell(bet.hit),
      cell(bet.push),
      el("td", {}, bet.sd == null ? "" : bet.sd.toFixed(2)),
      isChanged ? el("td", { class: "changed" }, compared(bet.house_edge, before)) : null,
    );
  };
  const head = ["Bet", "House edge", "Wins", "Pushes", "Swing", ...(isChanged ? [lab.baseWords] : [])];
  const table = el(
    "table",
    { class: "data" },
    el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...Object.entries(own.bets).map(line)),
  );
  const { played } = own;
  const whole =
    played?.element_of_risk == null
      ? null
      : `${percent(played.element_of_risk)} of all money bet, swing ${number(played.sd)}`;
  return panel(
    "Every bet",
    whole,
    scrolled("Every bet", table),
    played?.note ? el("p", { class: "note" }, played.note) : null,
  );
}

function sensitivityTab(lab) {
  const node = answer();
  const show = (found) => {
    const bets = [...new Set(found.slopes.flatMap(({ edges }) => Object.keys(edges)))];
    const chosen = lab.place.wanted.of ?? "";
    const bet = bets.includes(chosen) ? chosen : bets.includes("played") ? "played" : bets[0];
    const name = (each) => (each === "played" ? "Whole game" : lab.titleOf(each));
    const pick = el(
      "select",
      {
        class: "input",
        "aria-label": "Edge of",
        onchange: (event) => {
          lab.place.wanted.of = event.target.value;
          lab.again();
        },
      },
      ...bets.map((each) => el("option", { value: each, selected: each === bet }, name(each))),
    );
    const take = (option, after) => lab.set(option, after);
    const idle = found.without_effect?.length
      ? ` No edge changes with ${found.without_effect.map((option) => lab.optionTitle(option)).join(", ")}.`
      : "";
    return [
      el(
        "section",
        { class: "panel" },
        el("div", { class: "head" }, el("h3", {}, "What each rule is worth"), pick),
        tornado(found.slopes, bet, bet === "played" ? lab.edge : null, (option) => lab.optionTitle(option), take),
        el("p", { class: "note" }, `In points of house edge, each change alone and with the best play for it.${idle}`),
      ),
      copyRow("slopes", found, lab),
    ];
  };
  return { node, ask: () => lab.ask(node, show, "slopes") };
}

const unitsOf = (value) => `${number(value)} units`;
const ofRounds = (value) => (value == null ? "never" : `${number(value, 0)} rounds`);

function riskTab(lab) {
  const node = answer();
  const fields = [
    ["rounds", "Rounds", "280"],
    ["bankroll", "Bankroll, in units", "100"],
    ["goal", "Goal, in units", ""],
    ["hour", "Rounds an hour", "70"],
  ];
  const { form, read, refuse } = formOf(lab, fields, "Ask");
  const show = (found) => {
    const { risk } = found;
    const normal = (name) => `${percent(risk.normal[name], 4)} by the normal curve`;
    const figures = [
      [
        "Ahead",
        percent(risk.ahead),
        `after ${number(risk.rounds, 0)} rounds`,
        `${percent(risk.ahead, 4)}; ${normal("ahead")}`,
      ],
      ["Average result", unitsOf(risk.mean), `swing ${number(risk.sd)}`, `${risk.mean}; standard deviation ${risk.sd}`],
      [
        "Ruin",
        percent(risk.ruin_within),
        `of ${unitsOf(risk.bankroll)}`,
        `${percent(risk.ruin_within, 6)}; ${normal("ruin_within")}`,
      ],
      ["Ruin, however long", percent(risk.ruin_ever), "if nobody stops", percent(risk.ruin_ever, 6)],
      ...(risk.goal_first == null
        ? []
        : [["Goal before ruin", percent(risk.goal_first), unitsOf(risk.goal), percent(risk.goal_first, 6)]]),
      ["Cost an hour", unitsOf(risk.cost_an_hour), `${lab.place.wanted.hour || 70} rounds`, String(risk.cost_an_hour)],
      ["House sure to be ahead", ofRounds(risk.house.sure_after), "95 times in 100", String(risk.house.sure_after)],
    ];
    const [all, holds, ruins] = found.tables;
    return [
      figuresOf(figures),
      el("div", { class: "pair" }, ...riskCharts(found)),
      el("p", { class: "note" }, risk.how),
      el(
        "details",
        { class: "all" },
        el("summary", {}, "All figures as tables"),
        ...[all, holds, ruins].map((each) => tableOf(each)),
      ),
      copyRow("risk", found, lab, read()),
    ];
  };
  return { form, node, ask: () => lab.ask(node, show, "risk", read()), refuse };
}

// The bets that a pay table decides are asked for first: no other can be tuned.
function paytablesTab(lab) {
  const node = answer();
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
  const isKnown = bets.includes(lab.place.wanted.bet);
  if (!isKnown) delete lab.place.wanted.bet;
  const fields = [
    ["bet", "Bet", bets[0], bets, (name) => (name === "played" ? "Whole game" : lab.titleOf(name))],
    ["edge", "House edge", "4%..5%"],
    ["top", "Top pay", "", null, null, "100..1000"],
    ["hit", "Wins", "", null, null, "10%..20%"],
    ["sd", "Swing", "", null, null, "2..5"],
    ["keep", "Lines to keep", "", null, null, "Flush=5:1"],
    ["pays", "Payouts", "", null, null, "round ones"],
    ["rank", "Rank by", "near", ["near", "edge", "sd", "hit"], (name) => RANKS[name]],
  ];
  const { form, read, refuse } = formOf(lab, fields, "Search every table");
  const show = (found) => {
    const use = (place) => {
      const take = () => lab.use(found.rules[place]);
      return el(
        "button",
        { type: "button", class: "button", onclick: take, "aria-label": `Use table ${place + 1}` },
        "Use",
      );
    };
    const more = { columns: ["Take it"], cells: (place) => [use(place)] };
    const none = found.nearest == null ? "" : `: the nearest edge there is, is ${percent(found.nearest)}`;
    const best = found.count > found.points.length ? `, the best ${found.points.length} below` : "";
    const words = found.count
      ? `${found.count.toLocaleString("en-US")} tables${best}`
      : `No table has this edge${none}.`;
    return [
      el("p", { class: "edge", role: "status" }, words),
      found.points.length > 1 ? tableDots(found.points) : null,
      ...(found.count
        ? found.tables.map((table) => tableOf({ ...table, title: `Pay tables for ${lab.titleOf(read().bet)}` }, more))
        : []),
      copyRow("tune", found, lab, read()),
    ];
  };
  const whole = bets.includes("played")
    ? null
    : el(
        "p",
        { class: "note" },
        "Only these bets are decided by a pay table. To move the edge of the whole game, change a rule: " +
          "Sensitivity shows what each is worth.",
      );
  const all = el("div", { class: "shown" }, el("div", {}, form, whole), node);
  return { node: all, ask: () => lab.ask(node, show, "tune", read()), refuse };
}

export const TABS = [
  ["odds", "Overview", overviewTab],
  ["strategy", "Strategy", strategyTab],
  ["slopes", "Sensitivity", sensitivityTab],
  ["tune", "Pay tables", paytablesTab],
  ["risk", "Bankroll", riskTab],
  ["protect", "Protection", protectTab],
];
