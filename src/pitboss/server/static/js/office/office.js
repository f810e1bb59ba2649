// The house's desk: for whoever runs the house, let in by the link that was printed at its start.
import { chapterOfBooks, state } from "./books.js";
import { byDay, byTable, whole } from "./holds.js";
import { roundsToLookAt } from "./rounds.js";
import { openTables, rulesInForce } from "./tables.js";
import { ask, button, complain, el } from "../words.js";

const AGAIN = 5000;
const SOON = 1000;

export async function showOffice(view) {
  document.title = "The house's desk · pitboss";
  const body = el("div", { class: "desk-body" });
  view.replaceChildren(el("div", { class: "lobby office" }, el("h1", {}, "The house's desk"), body));
  const desk = new Office(body);
  await desk.enter();
  return () => desk.stop();
}

class Office {
  constructor(body) {
    this.body = body;
    this.table = ""; // whose days are shown; nothing: those of all
    this.gone = false;
  }

  // With the secret behind the link's hash, which no server is ever sent and which is gone from the address at once.
  async enter(said = decodeURIComponent(location.hash.slice(1))) {
    try {
      if (said) {
        history.replaceState(null, "", "/house");
        await ask("POST", "/api/house/enter", { secret: said });
      }
      await this.look();
    } catch (fault) {
      if (fault.code !== "no-entry") complain(fault.message);
      if (!this.gone) this.body.replaceChildren(this.askSecret(fault));
    }
  }

  askSecret(fault) {
    const input = el("input", {
      type: "password",
      name: "secret",
      required: true,
      autocomplete: "current-password",
      "aria-label": "Secret of the desk",
    });
    const come = (event) => {
      event.preventDefault();
      this.enter(input.value);
    };
    const form = { class: "row", onsubmit: come };
    const open = el("button", { class: "button first" }, "Open the desk");
    return el("section", {}, el("p", { role: "status" }, sentence(fault)), el("form", form, input, open));
  }

  async look() {
    clearTimeout(this.timer);
    const found = await ask("GET", `/api/house?table=${encodeURIComponent(this.table)}`);
    if (this.gone) return;
    this.show(found);
    const wait = found.waiting || found.followed.behind ? SOON : AGAIN;
    this.timer = setTimeout(() => this.look().catch((fault) => this.lost(fault)), wait);
  }

  lost(fault) {
    if (this.gone) return;
    if (fault.code === "no-entry") this.body.replaceChildren(this.askSecret(fault));
    else {
      complain(fault.message);
      this.timer = setTimeout(() => this.look().catch((again) => this.lost(again)), AGAIN);
    }
  }

  // What was looked at or typed into stays as it is: only chapters whose figures changed are drawn anew.
  show(found) {
    if (!this.parts) this.build(found);
    this.titles = new Map([...found.names, ...found.open].map((each) => [each.id, each.title]));
    const draw = {
      state: () => state(found),
      whole: () => whole(found),
      open: () => openTables(found.open, (path, sent) => this.do(path, sent)),
      tables: () => byTable(found, this.titles, this.table, (table) => this.choose(table)),
      days: () => byDay(found, this.titles, this.table),
      rules: () => rulesInForce(found.open),
    };
    const facts = {
      state: [found.followed, found.audit, found.head, found.waiting, Math.floor(Date.now() / 60_000)],
      whole: found.all,
      open: found.open,
      tables: [found.tables, found.names, this.table],
      days: [found.days, this.table],
      rules: found.open.map((each) => [each.game, each.rules]),
    };
    for (const [name, make] of Object.entries(draw)) this.fill(name, JSON.stringify(facts[name]), make);
    this.rounds.titles = this.titles;
  }

  fill(name, facts, make) {
    const part = this.parts[name];
    if (part.facts === facts) return;
    part.facts = facts;
    const held = document.activeElement;
    const key = part.node.contains(held) ? held.dataset.key : null;
    const scrolled = part.node.querySelector(".scroll")?.scrollTop ?? 0;
    part.node.replaceChildren(...make());
    const box = part.node.querySelector(".scroll");
    if (box) box.scrollTop = scrolled;
    if (key) (part.node.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? part.node).focus?.();
  }

  build(found) {
    const names = ["state", "whole", "open", "tables", "days", "rules"];
    this.parts = Object.fromEntries(names.map((name) => [name, { node: el("section", { "data-part": name }) }]));
    this.rounds = roundsToLookAt(found.names);
    const { state: first, whole: sums, open, tables, days, rules } = this.parts;
    const leave = button("Leave the desk", { onclick: () => this.leave() });
    this.body.replaceChildren(
      first.node,
      sums.node,
      open.node,
      tables.node,
      days.node,
      this.rounds.node,
      rules.node,
      chapterOfBooks(),
      el("p", {}, leave),
    );
  }

  choose(table) {
    this.table = table;
    this.look().catch((fault) => this.lost(fault));
    this.rounds.choose({ table });
  }

  async do(path, sent) {
    try {
      await ask("POST", path, sent);
      await this.look();
    } catch (fault) {
      complain(fault.message);
    }
  }

  async leave() {
    await ask("POST", "/api/house/leave").catch(() => {});
    clearTimeout(this.timer);
    this.parts = null;
    this.body.replaceChildren(this.askSecret({ message: "you have left the desk" }));
  }

  stop() {
    this.gone = true;
    clearTimeout(this.timer);
  }
}

const sentence = ({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
