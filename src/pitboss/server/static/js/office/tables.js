// The open tables: who sits there, who is to get up, which is to be closed, and the rules in force.
import { button, dialog, el, money } from "../words.js";

const STATES = {
  open: "waits for players",
  betting: "takes bets",
  dealing: "is being dealt",
  closed: "is closed",
};

export function openTables(tables, send) {
  const list = tables.map((table) => one(table, send));
  return [
    el("h2", {}, `Open tables: ${tables.length}`),
    list.length ? el("ul", { class: "open-tables" }, ...list) : el("p", {}, "No table is open."),
  ];
}

function one(table, send) {
  const path = `/api/house/tables/${table.id}`;
  const where = `${table.title} ${table.id}`;
  const words = table.closing
    ? "closes after this round"
    : `${STATES[table.state] ?? table.state}, round ${table.number}`;
  const close = button("Close after the round", {
    class: "button small",
    "data-key": `close-${table.id}`,
    "aria-label": `Close ${where} after the round`,
    disabled: table.closing,
    onclick: () => sure(`Close ${where} after the round?`, "Close it", () => send(`${path}/close`)),
  });
  const misdeal = button("Call a misdeal", {
    class: "button small",
    "data-key": `misdeal-${table.id}`,
    "aria-label": `Call a misdeal at ${where}`,
    disabled: table.state !== "dealing",
    onclick: () => callMisdeal(where, (reason) => send(`${path}/misdeal`, { reason })),
  });
  const link = el("a", { href: `/table/${table.id}` }, where);
  const seats = table.seats.map((seat) => sitting(seat, where, (sent) => send(`${path}/stand`, sent)));
  return el(
    "li",
    { "data-open": table.id },
    el("div", { class: "row" }, el("strong", {}, link), el("span", { class: "fine" }, words), misdeal, close),
    seats.length ? el("ul", { class: "sitting" }, ...seats) : el("p", { class: "fine" }, "Nobody sits here."),
  );
}

function sitting({ seat, nick, bot, chips, leaving }, where, stand) {
  const name = bot ? `${nick} (bot)` : nick;
  const words = `${seat}: ${name}${chips ? `, ${money(chips)} on the table` : ""}`;
  const up = button("Stand up", {
    class: "button small",
    "data-key": `stand-${where}-${seat}`,
    "aria-label": `Stand up ${name} at ${where}`,
    disabled: leaving,
    onclick: () => sure(`Have ${name} get up?`, "Stand up", () => stand({ seat })),
  });
  return el("li", { class: "row" }, words, leaving ? el("span", { class: "fine" }, "gets up") : up);
}

// What touches a player's evening is asked twice.
function sure(question, yes, act) {
  const go = el("button", { class: "button first", value: "yes" }, yes);
  const stay = el("button", { class: "button", value: "no" }, "Leave it");
  const form = el("form", { method: "dialog" }, el("h2", {}, question), el("div", { class: "row end" }, stay, go));
  const node = dialog(question, form);
  node.addEventListener("close", () => {
    if (node.returnValue === "yes") act();
  });
  node.showModal();
}

const REASONS = [
  "a wrong number of cards",
  "a card was exposed",
  "the deck is not whole",
  "a card was dealt out of turn",
];

// A void round needs its reason: it is written into the record.
function callMisdeal(where, act) {
  const chosen = el("select", { "aria-label": "Why" }, ...REASONS.map((reason) => el("option", {}, reason)));
  const go = el("button", { class: "button first", value: "yes" }, "Void the round");
  const stay = el("button", { class: "button", value: "no" }, "Leave it");
  const question = `Call a misdeal at ${where}?`;
  const told = el("p", { class: "fine" }, "The round is void and every stake goes back.");
  const row = el("div", { class: "row end" }, stay, go);
  const node = dialog(
    question,
    el("form", { method: "dialog" }, el("h2", {}, question), told, el("p", {}, chosen), row),
  );
  node.addEventListener("close", () => {
    if (node.returnValue === "yes") act(chosen.value);
  });
  node.showModal();
}

export function rulesInForce(tables) {
  const kinds = new Map();
  for (const table of tables) {
    const key = `${table.game} ${table.rules}`;
    const kind = kinds.get(key) ?? { ...table, many: 0 };
    kind.many += 1;
    kinds.set(key, kind);
  }
  const line = ({ title, rules, changed, many }) => {
    const other = Object.entries(changed).map(([name, value]) => `${name} = ${value}`);
    return el(
      "li",
      {},
      el("strong", {}, title),
      ` at ${many === 1 ? "one table" : `${many} tables`}, rules `,
      el("code", {}, rules),
      other.length ? `: ${other.join(", ")}` : ", default",
    );
  };
  return [
    el("h2", {}, "Rules in force"),
    kinds.size ? el("ul", {}, ...[...kinds.values()].map(line)) : el("p", {}, "No table is open."),
  ];
}
