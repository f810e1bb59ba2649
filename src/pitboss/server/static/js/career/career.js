// Your career: what you won, what could be expected, luck and mistakes, by game and by day.
import { plot } from "./plot.js";
import { figures } from "./score.js";
import { wholeSheet } from "./sheet.js";
import { complain, el, money, signedMoney } from "../words.js";

const AGAIN = 1500;

export async function showCareer(view) {
  document.title = "Your career · pitboss";
  const body = el("div", { class: "score" });
  const back = el("p", {}, el("a", { class: "button", href: "/" }, "To the lobby"));
  view.replaceChildren(el("div", { class: "lobby career" }, el("h1", {}, "Your career"), body, back));
  let timer;
  let gone = false;
  const fill = async () => {
    const sheet = await wholeSheet();
    if (gone) return;
    body.replaceChildren(...(sheet.rounds ? chapters(sheet) : [el("p", {}, "No round of yours is over yet.")]));
    if (sheet.waiting) timer = setTimeout(() => fill().catch((fault) => complain(fault.message)), AGAIN * sheet.pages);
  };
  await fill();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

function chapters(sheet) {
  const { lines, waiting } = sheet;
  const unknown = waiting ? "being looked up" : "not known";
  const working = el("p", { class: "fine", role: "status" }, `${waiting} rounds are being worked out…`);
  const byGame = groups(lines, (line) => line.game || unknown);
  const byDay = [...groups(lines, (line) => day(line.at) ?? unknown)].reverse();
  return [
    ...(waiting ? [working] : []),
    figures(sheet),
    plot(sheet),
    el("h2", {}, "By game"),
    table("By game", "Game", byGame),
    el("h2", {}, "By day, the newest first"),
    table("By day", "Day", byDay),
    el("h2", {}, "Mistakes by kind, the dearest first"),
    mistakes(lines),
  ];
}

// Days are those of the clock where you sit.
const DAY = { weekday: "short", day: "numeric", month: "short", year: "numeric" };
const day = (at) => (at == null ? null : new Date(at * 1000).toLocaleDateString("en-GB", DAY));

function groups(lines, key) {
  const found = new Map();
  for (const line of lines) {
    const group = found.get(key(line)) ?? { rounds: 0, net: 0, known: 0, expected: 0, variance: 0, lost: 0 };
    group.rounds += 1;
    group.net += line.net;
    group.lost += line.mistakes.reduce((sum, one) => sum + one.cost, 0);
    if (line.expected != null) {
      group.known += line.net;
      group.expected += line.expected;
      group.variance += line.sd ** 2;
    }
    found.set(key(line), group);
  }
  return found;
}

const luck = ({ known, expected, variance }) => {
  if (!variance) return "…";
  const sd = (known - expected) / Math.sqrt(variance);
  return `${sd < 0 ? "−" : "+"}${Math.abs(sd).toFixed(2)} sd`;
};

function table(name, head, rows) {
  const heads = [head, "Rounds", "Net", "Expected net", "Luck", "Mistakes cost"];
  const cells = ([title, group]) => [
    title,
    String(group.rounds),
    signedMoney(group.net),
    signedMoney(Math.round(group.expected)),
    luck(group),
    money(Math.round(group.lost)),
  ];
  return grid(name, heads, [...rows].map(cells));
}

function mistakes(lines) {
  const kinds = new Map();
  for (const line of lines) {
    for (const { kind, cost } of line.mistakes) {
      const key = `${line.game}: ${kind}`;
      const before = kinds.get(key) ?? { times: 0, cost: 0 };
      kinds.set(key, { times: before.times + 1, cost: before.cost + cost });
    }
  }
  if (!kinds.size) return el("p", {}, "None found: every answer that is worked out was the best.");
  const worst = [...kinds].sort(([, one], [, two]) => two.cost - one.cost);
  const rows = worst.map(([kind, { times, cost }]) => [kind, String(times), money(Math.round(cost))]);
  return grid("Mistakes by kind", ["What you said", "Times", "Cost on average"], rows);
}

function grid(name, heads, rows) {
  const top = el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)));
  const cell = (words, n) => (n ? el("td", {}, words) : el("th", { scope: "row" }, words));
  const body = rows.map((row) => el("tr", {}, ...row.map(cell)));
  const whole = el("table", {}, el("thead", {}, top), el("tbody", {}, ...body));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, whole);
}
