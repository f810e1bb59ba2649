// Charts of the lab, drawn in the colours of the page: what a round brings, and what each rule is worth.
import { button, el, svg } from "../words.js";

const WIDE = 640;
const HIGH = 220;
const FOOT = 26;
const RARE = 1e-4;

const LEAST = 0.00005;
// A change of an edge in points; one that two decimals cannot show says so.
export const points = (share) =>
  `${share < 0 ? "−" : "+"}${Math.abs(share) < LEAST ? "<0.01" : (Math.abs(share) * 100).toFixed(2)}`;
export const percent = (share) => `${share < 0 ? "−" : ""}${(Math.abs(share) * 100).toFixed(2)}%`;

// The chance of each net of a round: won, lost and pushed in their own colours. A tail that is left out is counted.
export function roundChart(distribution, unit) {
  const often = distribution.filter(([, chance]) => chance >= RARE).map(([net]) => net);
  const shown = distribution.filter(([net]) => net >= Math.min(...often) && net <= Math.max(...often));
  const nets = shown.map(([net]) => net);
  const [low, high] = [Math.min(...nets), Math.max(...nets)];
  const gaps = nets.slice(1).map((net, place) => net - nets[place]);
  const step = Math.max(Math.min(...gaps, 1), (high - low) / 120);
  const across = (WIDE - 20) / (high - low + step);
  const top = Math.max(...shown.map(([, chance]) => chance));
  const bars = shown.map(([net, chance]) => {
    const height = Math.max((chance / top) * (HIGH - FOOT - 16), 1);
    const kind = net > 0 ? "good" : net < 0 ? "bad" : "even";
    const bar = svg("rect", {
      class: kind,
      x: 10 + (net - low) * across,
      y: HIGH - FOOT - height,
      width: Math.max(step * across - 2, 1.5),
      height,
      rx: 2,
    });
    const title = svg("title");
    title.textContent = `${net}: ${percent(chance)}`;
    bar.append(title);
    return bar;
  });
  const label = (net, anchor) => {
    const text = svg("text", { x: 10 + (net - low + step / 2) * across, y: HIGH - 6, "text-anchor": anchor });
    text.textContent = net > 0 ? `+${net}` : String(net).replace("-", "−");
    return text;
  };
  const chance = (is) => distribution.filter(([net]) => is(net)).reduce((sum, [, each]) => sum + each, 0);
  const rest = 1 - shown.reduce((sum, [, each]) => sum + each, 0);
  const words =
    `A round wins ${percent(chance((net) => net > 0))}, pushes ${percent(chance((net) => net === 0))} ` +
    `and loses ${percent(chance((net) => net < 0))} of the time.`;
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words },
    ...bars,
    label(low, "start"),
    ...(low < 0 && high > 0 ? [label(0, "middle")] : []),
    label(high, "end"),
  );
  const key = (kind, name) => el("span", { class: `mark ${kind}` }, name);
  return el(
    "figure",
    { class: "panel chart" },
    el("h3", {}, "What a round brings"),
    drawing,
    el("figcaption", {}, key("good", "won"), key("even", "push"), key("bad", "lost"), ` in ${unit}. ${words}`),
    shown.length < distribution.length
      ? el(
          "p",
          { class: "note" },
          `Rarer results beyond both ends are not drawn: ${(rest * 100).toPrecision(2)}% together.`,
        )
      : null,
  );
}

const spoken = (value) => ({ true: "yes", false: "no" })[value] ?? value.replaceAll("-", " ");

// Each change of the rules as a bar to the side that gains by it, the largest first; pressing one makes the change.
export function tornado(slopes, bet, titleOf, take) {
  const rows = slopes
    .filter(({ edges }) => edges[bet])
    .map((slope) => ({ ...slope, ...slope.edges[bet] }))
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  const most = Math.max(...rows.map(({ change }) => Math.abs(change)), 1e-12);
  const line = ({ option, before, after, change, change_exact: exact }) => {
    const bar = el("span", { class: change < 0 ? "good" : "bad" });
    bar.style.setProperty("--size", `${((Math.abs(change) / most) * 50).toFixed(2)}%`);
    const make = { class: "button small", "aria-label": `Change ${titleOf(option)} to ${spoken(after)}` };
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, titleOf(option), el("small", {}, `${spoken(before)} → ${spoken(after)}`)),
      el("td", { class: "bar" }, bar),
      el("td", { title: exact ?? "" }, points(change)),
      el("td", {}, button("Change", { ...make, onclick: () => take(option, after) })),
    );
  };
  const head = ["Change of the rules", "Better for the player | for the house", "Points", ""];
  const table = el(
    "table",
    { class: "data tornado" },
    el("thead", {}, el("tr", {}, ...head.map((name) => (name ? el("th", { scope: "col" }, name) : el("td"))))),
    el("tbody", {}, ...rows.map(line)),
  );
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "What each rule is worth" }, table);
}
