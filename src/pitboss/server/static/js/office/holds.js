// What was bet, what the house won of it, and the band in which that should lie.
import { el, money, signedMoney, svg } from "../words.js";

const SIGNS = 2;
const share = (cents, bet) => {
  if (!bet) return "–";
  const percent = ((100 * Math.abs(cents)) / bet).toFixed(SIGNS);
  return `${cents < 0 && Number(percent) ? "−" : ""}${percent}%`;
};
export const dayOf = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);

export const hold = ({ won, bet }) => share(won, bet);

export const bandOf = ({ band, bet }) => {
  if (!bet) return "–";
  if (!band) return "computing…";
  if (band.fault) return band.fault;
  return [band.low, band.middle, band.high].map((cents) => share(cents, bet)).join(" · ");
};

// Where the hold lies: five of a hundred such days are below the band, five above.
export const verdict = ({ band, won, bet }) => {
  if (!bet || !band || band.fault) return "";
  if (won < band.low) return "below";
  return won > band.high ? "above" : "within";
};

export const judged = (line) => {
  const word = verdict(line);
  return el("td", { class: word === "within" ? "words" : "words bad" }, word);
};

function how({ band }) {
  if (!band || band.fault) return null;
  const parts = [
    `On average ${money(Math.round(band.mean))}, with a standard deviation of ${money(Math.round(band.sd))}, ` +
      "if every seat plays its best; mistakes add to it.",
    band.is_convolved
      ? "The band is the exact distribution of these wagers."
      : "The band follows from the exact mean, variance, skewness and kurtosis of the wagers laid.",
    band.simulated ? `The law of some of them is from ${band.simulated.toLocaleString("en-US")} simulated rounds.` : "",
    band.together
      ? `Seats of one round win and lose together (correlation ${band.together.toFixed(SIGNS)} at most, from ` +
        "simulated rounds), and the band is as much wider."
      : "",
  ];
  return el(
    "details",
    { class: "how" },
    el("summary", {}, "How the expected hold is computed"),
    el("p", { class: "fine" }, parts.filter(Boolean).join(" ")),
  );
}

export function whole(found) {
  const line = found.all;
  const figure = (name, words, more) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, words, more ? el("small", {}, more) : null));
  return [
    el(
      "dl",
      { class: "figures" },
      figure("Rounds", line.rounds.toLocaleString("en-US"), line.void ? `${line.void} void` : "none void"),
      figure("Drop", money(line.bet), "bets before the deal"),
      figure("Won by the house", signedMoney(line.won)),
      figure("Hold", hold(line), verdict(line)),
      figure("Expected hold", bandOf(line), "5, 50 and 95% of such days"),
    ),
    how(line),
  ].filter(Boolean);
}

const HEADS = ["Day (UTC)", "Rounds", "Void", "Drop", "Won", "Hold", "Expected hold (5 · 50 · 95%)", "Hold is"];

export function byDay(found, titles, chosen) {
  const row = (line) =>
    el(
      "tr",
      { "data-day": line.day },
      el("th", { scope: "row" }, dayOf(line.day)),
      el("td", {}, line.rounds.toLocaleString("en-US")),
      el("td", {}, String(line.void)),
      el("td", {}, money(line.bet)),
      el("td", { class: line.won < 0 ? "bad" : "" }, signedMoney(line.won)),
      el("td", {}, hold(line)),
      el("td", {}, bandOf(line)),
      judged(line),
    );
  const top = el("tr", {}, ...HEADS.map((head) => el("th", { scope: "col" }, head)));
  const table = el("table", { class: "data" }, el("thead", {}, top), el("tbody", {}, ...found.days.map(row)));
  return [
    el("h2", {}, chosen ? `By day: ${titles.get(chosen) ?? ""} ${chosen}` : "By day: all tables"),
    found.days.length
      ? el("div", { class: "scroll panel", tabindex: 0, role: "region", "aria-label": "By day" }, table)
      : el("p", { class: "soft" }, "No round is over yet."),
  ];
}

const WIDE = innerWidth < 600 ? 360 : 640; // so that its print stays readable on a phone
const HIGH = 180;
const MOST_DAYS = 30;

// What the house won each day, with the band in which it should be.
export function daysChart(days) {
  const shown = [...days].slice(0, MOST_DAYS).reverse();
  if (!shown.length) return null;
  const banded = shown.map(({ band }) => (band && !band.fault ? [band.low, band.high] : []));
  const values = [0, ...shown.map(({ won }) => won), ...banded.flat()];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (cents) => 16 + ((high - cents) / (high - low || 1)) * (HIGH - 46);
  const step = (WIDE - 84) / shown.length;
  const x = (place) => 76 + step * (place + 0.5);
  const words = `Won by the house on the last ${shown.length} days, from ${money(low)} to ${money(high)}.`;
  const text = (said, left, top, anchor = "end") => {
    const node = svg("text", { x: left, y: top, "text-anchor": anchor });
    node.textContent = said;
    return node;
  };
  const marks = shown.flatMap(({ won, day }, place) => {
    const [least, most] = banded[place];
    const wide = Math.min(step * 0.6, 26);
    const band =
      least == null
        ? []
        : [
            svg("rect", {
              class: "band",
              x: x(place) - wide / 2,
              y: y(most),
              width: wide,
              height: Math.max(y(least) - y(most), 2),
            }),
          ];
    const isOut = least != null && (won < least || won > most);
    const dot = svg("circle", { class: isOut ? "dot out" : "dot", cx: x(place), cy: y(won), r: 5 });
    const title = svg("title");
    title.textContent = `${dayOf(day)}: ${signedMoney(won)}`;
    dot.append(title);
    return [...band, dot];
  });
  return el(
    "figure",
    { class: "day-chart panel" },
    el("figcaption", {}, "Won by day ", el("span", { class: "soft" }, "dot: actual, band: 5 to 95% expected")),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "plot", role: "img", "aria-label": words },
      svg("path", { class: "zero", d: `M70 ${y(0)}H${WIDE - 8}` }),
      ...(high > 0 ? [text(money(Math.round(high / 100) * 100), 62, y(high) + 5)] : []),
      ...(high === 0 || y(0) - y(high) > 16 ? [text("$0", 62, y(0) + 5)] : []),
      ...(low < 0 && y(low) - y(0) > 16 ? [text(money(Math.round(low / 100) * 100), 62, y(low) + 5)] : []),
      ...marks,
      text(dayOf(shown[0].day), x(0), HIGH - 6, "middle"),
      ...(shown.length > 2 ? [text(dayOf(shown.at(-1).day), x(shown.length - 1), HIGH - 6, "middle")] : []),
    ),
  );
}
