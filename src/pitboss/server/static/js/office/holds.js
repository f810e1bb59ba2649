// What was bet, what the house won of it, and the band in which that should lie.
import { button, el, money, signedMoney } from "../words.js";

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
  if (!band) return "being worked out…";
  if (band.fault) return band.fault;
  return [band.low, band.middle, band.high].map((cents) => share(cents, bet)).join(" · ");
};

// Where the hold lies: five of a hundred such days are below the band, five above.
export const verdict = ({ band, won, bet }) => {
  if (!bet || !band || band.fault) return "";
  if (won < band.low) return "below";
  return won > band.high ? "above" : "within";
};

const judged = (line) => {
  const word = verdict(line);
  return el("td", { class: word === "within" ? "words" : "words bad" }, word);
};

function how({ band }) {
  if (!band || band.fault) return null;
  const parts = [
    `On average ${money(Math.round(band.mean))}, with a standard deviation of ${money(Math.round(band.sd))}, ` +
      "if every seat plays its best; mistakes add to it.",
    band.is_convolved
      ? "The band is that of the very wagers laid, convolved."
      : "The band follows from the exact mean, variance, skewness and kurtosis of the wagers laid.",
    band.simulated ? `The law of some of them is from ${band.simulated.toLocaleString("en-US")} simulated rounds.` : "",
    band.together
      ? `Seats of one round win and lose together (correlation ${band.together.toFixed(SIGNS)} at most, from ` +
        "simulated rounds), and the band is as much wider."
      : "",
  ];
  return el("p", { class: "fine" }, parts.filter(Boolean).join(" "));
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
      figure("Drop: bets before the deal", money(line.bet)),
      figure("Won by the house", signedMoney(line.won)),
      figure("Hold", hold(line), verdict(line)),
      figure("Band of the hold: 5, 50, 95%", bandOf(line)),
    ),
    how(line),
  ].filter(Boolean);
}

const HEADS = ["Rounds", "Void", "Drop", "Won", "Hold", "Band 5 · 50 · 95%", "Hold is"];

const cells = (line) => [
  el("td", {}, line.rounds.toLocaleString("en-US")),
  el("td", {}, String(line.void)),
  el("td", {}, money(line.bet)),
  el("td", {}, signedMoney(line.won)),
  el("td", {}, hold(line)),
  el("td", {}, bandOf(line)),
  judged(line),
];

function grid(name, heads, rows) {
  const top = el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)));
  const whole = el("table", {}, el("thead", {}, top), el("tbody", {}, ...rows));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, whole);
}

export function byTable(found, titles, chosen, choose) {
  const title = (table) => `${titles.get(table) ?? "?"} ${table}`;
  const open = new Set(found.open.map((each) => each.id));
  const row = (line) => {
    const press = { class: "bare", "data-key": `days-${line.table}`, onclick: () => choose(line.table) };
    const words = el("span", { class: "fine" }, open.has(line.table) ? "" : " closed");
    const name = el("th", { scope: "row" }, button(title(line.table), press), words);
    return el("tr", { "data-table": line.table }, name, ...cells(line));
  };
  const all = chosen
    ? el("p", {}, button("Show the days of all tables", { "data-key": "days-all", onclick: () => choose("") }))
    : null;
  return [
    el("h2", {}, "By table"),
    found.tables.length
      ? grid("By table", ["Table", ...HEADS], found.tables.map(row))
      : el("p", {}, "No table has ever been opened."),
    all,
  ].filter(Boolean);
}

export function byDay(found, titles, chosen) {
  const row = (line) => el("tr", { "data-day": line.day }, el("th", { scope: "row" }, dayOf(line.day)), ...cells(line));
  const whose = chosen ? `, ${titles.get(chosen) ?? ""} ${chosen}` : "";
  return [
    el("h2", {}, `By day, the newest first${whose}`),
    found.days.length
      ? grid("By day", ["Day (UTC)", ...HEADS], found.days.map(row))
      : el("p", {}, "No round is over yet."),
  ];
}
