// The charts of the lab: what a round brings, what each rule is worth, a session, ruin, hold, counts and pay tables.
import { button, el } from "../words.js";
import { figure, fixed, number, percent, plot, signed } from "./plot.js";
import { scrolled } from "./show.js";

const RARE = 1e-4;
const LEAST = 0.00005;
const MOST_BARS = 60;

// A change of an edge in points; one that two decimals cannot show says so.
export const points = (share) =>
  Math.abs(share) < LEAST
    ? share < 0
      ? "> −0.01"
      : "< +0.01"
    : `${share < 0 ? "−" : "+"}${(Math.abs(share) * 100).toFixed(2)}`;

const kindOf = (net) => (net > 0 ? "good" : net < 0 ? "bad" : "even");
const OUTCOMES = [
  ["good", "won"],
  ["even", "push"],
  ["bad", "lost"],
];
const sum = (list) => list.reduce((total, each) => total + each, 0);

// The chance of each net of a round. Rare results beyond both ends are counted, not drawn.
export function roundChart(distribution, unit) {
  const often = distribution.filter(([, chance]) => chance >= RARE).map(([net]) => net);
  const [low, high] = [Math.min(...often), Math.max(...often)];
  const shown = distribution.filter(([net]) => net >= low && net <= high);
  const isFew = shown.length <= 14;
  const bars = isFew ? side(shown) : binned(shown, low, high);
  const chance = (is) => sum(distribution.filter(([net]) => is(net)).map(([, each]) => each));
  const words =
    `You win ${percent(chance((net) => net > 0))}, push ${percent(chance((net) => net === 0))} ` +
    `and lose ${percent(chance((net) => net < 0))} of rounds.`;
  const left = distribution.filter(([net]) => net < low || net > high);
  const rest = left.length
    ? ` Not drawn, beyond both ends: ${(sum(left.map(([, each]) => each)) * 100).toPrecision(2)}% from ` +
      `${signed(left[0][0])} to ${signed(left.at(-1)[0])}.`
    : "";
  const x = isFew
    ? {
        ends: [0, shown.length],
        at: shown.map((_, n) => n + 0.5),
        format: (each) => signed(shown[Math.floor(each)][0]),
      }
    : { ends: [bars[0].from, bars.at(-1).to], format: (each) => signed(each) };
  const top = Math.max(...bars.map(({ value }) => value)) * 1.12;
  const draw = (width) =>
    plot(width, {
      x: { ...x, label: "net" },
      y: { ends: [0, top], format: (each) => percent(each, 0) },
      layers: [{ kind: "bars", bars, say: (value) => (value * 100).toFixed(1) }],
    });
  return figure("What a round brings", `in ${unit}`, words, draw, OUTCOMES, words + rest);
}

// One bar beside the other, however far their nets are apart.
const side = (shown) =>
  shown.map(([net, chance], n) => ({
    from: n + 0.1,
    to: n + 0.9,
    value: chance,
    of: kindOf(net),
    title: `${signed(net)}: ${percent(chance, 4)}`,
  }));

// Many nets: the bars to scale, neighbours taken together where they are too close; a push stays by itself.
function binned(shown, low, high) {
  const step = Math.max(Math.min(...shown.slice(1).map(([net], n) => net - shown[n][0])), (high - low) / MOST_BARS);
  const bins = new Map();
  for (const [net, chance] of shown) {
    const bin = net === 0 ? 0 : Math.sign(net) * Math.ceil(Math.abs(net) / step - 1e-9);
    bins.set(bin, (bins.get(bin) ?? 0) + chance);
  }
  return [...bins]
    .sort(([one], [other]) => one - other)
    .map(([bin, value]) => ({
      from: (bin - 0.5) * step,
      to: (bin + 0.5) * step,
      value,
      of: kindOf(bin),
      title: `${signed(bin * step)}: ${percent(value, 4)}`,
    }));
}

const spoken = (value) => ({ true: "yes", false: "no" })[value] ?? value.replaceAll("-", " ");

// Each change of the rules as a bar to the side that gains by it, the largest first; pressing one makes the change.
export function tornado(slopes, bet, edge, titleOf, take) {
  const rows = slopes
    .filter(({ edges }) => edges[bet])
    .map((slope) => ({ ...slope, ...slope.edges[bet] }))
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  const most = Math.max(...rows.map(({ change }) => Math.abs(change)), 1e-12);
  const line = ({ option, before, after, change, change_exact: exact }) => {
    const bar = el("span", { class: change < 0 ? "good" : "bad" });
    bar.style.setProperty("--size", `${((Math.abs(change) / most) * 50).toFixed(2)}%`);
    const make = { class: "button", "aria-label": `Change ${titleOf(option)} to ${spoken(after)}` };
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, titleOf(option), el("small", {}, `${spoken(before)} → ${spoken(after)}`)),
      el("td", { class: "bar" }, bar),
      el("td", { title: exact ?? "" }, points(change)),
      el("td", { class: "faint" }, edge == null ? "" : percent(edge + change)),
      el("td", {}, button("Change", { ...make, onclick: () => take(option, after) })),
    );
  };
  const sides = el(
    "span",
    { class: "sides" },
    el("span", {}, "better for the player"),
    el("span", {}, "for the house"),
  );
  const head = ["Change of the rules", sides, "Points", edge == null ? "" : "Edge", ""];
  const table = el(
    "table",
    { class: "data tornado" },
    el("thead", {}, el("tr", {}, ...head.map((name) => (name ? el("th", { scope: "col" }, name) : el("td"))))),
    el("tbody", {}, ...rows.map(line)),
  );
  return scrolled("What each rule is worth", table);
}

const units = (value) => signed(value, 1);
const range = (values, room = 0.06) => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const more = (high - low || 1) * room;
  return [low - more, high + more];
};

// A session of many rounds: how far it goes, where it ends, how often the bankroll is lost; then the house's hold.
export function riskCharts({ risk, curves, bands: shares }) {
  return [fan(risk, curves), ends(risk, curves), ruin(risk, curves), hold(risk, shares)];
}

function fan(risk, { fan: steps, paths }) {
  const rows = [[0, [0, 0, 0, 0, 0]], ...steps];
  const line = (place) => rows.map(([time, row]) => [time, row[place]]);
  const walks = paths.map((path) => [0, ...path].map((net, n) => [rows[n][0], net]));
  const y = range([...rows.flatMap(([, row]) => row), ...walks.flatMap((walk) => walk.map(([, net]) => net))]);
  const draw = (width) =>
    plot(width, {
      x: { ends: [0, rows.at(-1)[0]], label: "rounds", format: (each) => number(each, 0) },
      y: { ends: y, label: "net, units", format: units },
      layers: [
        { kind: "band", of: "outer", low: line(0), high: line(4) },
        { kind: "band", of: "inner", low: line(1), high: line(3) },
        ...walks.map((points) => ({ kind: "line", of: "walk", points })),
        { kind: "line", of: "middle", points: line(2) },
      ],
    });
  const legend = [
    ["band-outer", "9 of 10 sessions"],
    ["band-inner", "half of them"],
    ["middle", "median"],
    ["walk", "ten random sessions"],
  ];
  const last = rows.at(-1)[1];
  const between = `between ${units(last[0])} and ${units(last[4])} units`;
  const label = `After ${number(risk.rounds, 0)} rounds nine of ten sessions are ${between}.`;
  return figure("How a session goes", "net along the rounds", label, draw, legend, label);
}

function ends(risk, { bars }) {
  const top = Math.max(...bars.map(([, , chance]) => chance)) * 1.06;
  const drawn = bars.map(([from, to, value]) => ({
    from,
    to,
    value,
    of: from > 0 ? "good" : to <= 0 ? "bad" : "even",
    title: `${units(from)} to ${units(to)}: ${percent(value)}`,
  }));
  const draw = (width) =>
    plot(width, {
      x: { ends: [bars[0][0], bars.at(-1)[1]], label: "net, units", format: (each) => signed(each, 0) },
      y: { ends: [0, top], format: (each) => percent(each, top < 0.03 ? 1 : 0) },
      layers: [{ kind: "bars", bars: drawn }],
    });
  const rest = 1 - sum(bars.map(([, , chance]) => chance));
  const label =
    `Ahead ${percent(risk.ahead)}, even ${percent(risk.even)}, behind ${percent(1 - risk.ahead - risk.even)}.` +
    (rest > 5e-7 ? ` Not drawn, beyond both ends: ${(rest * 100).toPrecision(2)}%.` : "");
  const legend = [
    ["good", "ahead"],
    ["even", "around even"],
    ["bad", "behind"],
  ];
  return figure(`Where ${number(risk.rounds, 0)} rounds end`, "chance of each net", label, draw, legend, label);
}

function ruin(risk, { ruin: line }) {
  const isShown = risk.bankroll >= line[0][0] && risk.bankroll <= line.at(-1)[0];
  const mark = {
    kind: "dots",
    of: "bad",
    points: [[risk.bankroll, risk.ruin_within]],
    say: `${number(risk.bankroll)} units: ${percent(risk.ruin_within)}`,
  };
  const draw = (width) =>
    plot(width, {
      x: { ends: [line[0][0], line.at(-1)[0]], label: "bankroll, units", format: (each) => number(each, 0) },
      y: { ends: [0, 1], format: (each) => percent(each, 0) },
      layers: [{ kind: "line", of: "middle", points: line }, ...(isShown ? [mark] : [])],
    });
  const often = `in ${percent(risk.ruin_within)} of sessions`;
  const label = `${number(risk.bankroll)} units are lost within ${number(risk.rounds, 0)} rounds ${often}.`;
  return figure("Risk of ruin", `within ${number(risk.rounds, 0)} rounds, by bankroll`, label, draw, [], label);
}

function hold({ house }, shares) {
  const rows = house.bands.map(({ rounds, hold: row }) => [rounds, row]);
  const line = (place) => rows.map(([rounds, row]) => [rounds, row[place]]);
  const last = shares.length - 1;
  const widest = rows.find(([rounds]) => rounds >= 1000) ?? rows.at(-1);
  const draw = (width) =>
    plot(width, {
      x: { ends: [rows[0][0], rows.at(-1)[0]], label: "rounds", log: true, format: (each) => number(each, 0) },
      y: { ends: range([widest[1][0], widest[1][last], 0]), format: (each) => percent(each, 1) },
      layers: [
        { kind: "band", of: "outer", low: line(0), high: line(last) },
        { kind: "band", of: "middle", low: line(1), high: line(last - 1) },
        { kind: "band", of: "inner", low: line(2), high: line(last - 2) },
        { kind: "line", of: "middle", points: line(3) },
      ],
    });
  const legend = [
    ["band-outer", "95% of months"],
    ["band-middle", "90%"],
    ["band-inner", "50%"],
    ["middle", "median"],
  ];
  const label = `The house keeps ${percent(house.edge)} of initial bets in the long run.`;
  return figure("The house's hold", "share of initial bets, by rounds dealt", label, draw, legend, label);
}

// Pay tables as dots: edge against swing.
export function tableDots(found) {
  const [edges, swings] = [found.map(([edge]) => edge), found.map(([, swing]) => swing)];
  const dots = found.map(([edge, swing], n) => [
    edge,
    swing,
    `Table ${n + 1}: ${percent(edge)}, swing ${number(swing)}`,
  ]);
  const draw = (width) =>
    plot(width, {
      x: { ends: range(edges), label: "house edge", format: (each) => percent(each) },
      y: { ends: [0, Math.max(...swings) * 1.08], label: "swing", format: (each) => number(each) },
      layers: [{ kind: "dots", of: "plain", points: dots }],
    });
  const label = `House edge and swing of the ${found.length} tables below.`;
  return figure("Edge and swing", "a dot for each table below", label, draw);
}

// Gain by how far the shoe is dealt, a line for each way to know more.
export function penetrationChart(groups) {
  const layers = groups.map(({ depths }, n) => ({ kind: "line", of: `line-${n % 6}`, points: depths }));
  const all = groups.flatMap(({ depths }) => depths);
  const draw = (width) =>
    plot(width, {
      x: {
        ends: range(
          all.map(([depth]) => depth),
          0,
        ),
        label: "of the shoe dealt",
        format: (each) => percent(each, 0),
      },
      y: { ends: range([0, ...all.map(([, gain]) => gain)]), format: fixed },
      layers,
    });
  const legend = groups.map(({ name }, n) => [`line-${n % 6}`, name]);
  const label = "Units won in 100 rounds by how far the shoe is dealt.";
  return figure("Penetration", "units won in 100 rounds, by how much of the shoe is dealt", label, draw, legend);
}

const COUNTS = 8;
// The player's edge at each true count, and what is bet there.
export function countChart(rows) {
  const shown = rows.filter(({ count }) => Math.abs(count) <= COUNTS);
  const bars = shown.map(({ count, edge, se, share, bet }) => ({
    from: count - 0.4,
    to: count + 0.4,
    value: edge,
    of: kindOf(edge),
    title:
      `Count ${signed(count)}: edge ${percent(edge)} ± ${percent(1.96 * se)}, ` +
      `${percent(share)} of rounds, bet ${number(bet)}`,
  }));
  const rest = sum(rows.filter(({ count }) => Math.abs(count) > COUNTS).map(({ share }) => share));
  const draw = (width) =>
    plot(width, {
      x: { ends: [-COUNTS - 0.6, COUNTS + 0.6], label: "true count", format: (each) => signed(each, 0) },
      y: { ends: range([0, ...bars.map(({ value }) => value)]), format: (each) => percent(each, 0) },
      layers: [{ kind: "bars", bars }],
    });
  const legend = [
    ["good", "the player's advantage"],
    ["bad", "the house's"],
  ];
  const note = `Counts beyond ±${COUNTS} are not drawn: ${percent(rest)} of rounds.`;
  return figure("Edge by true count", "of the first bet", note, draw, legend, note);
}
