// Before the deal: chips onto spots, undo, clear, rebet, double, and Deal.
import { chip, DENOMINATIONS } from "../felt/chips.js";
import { button, capital, complain, el, money, svg } from "../words.js";
import { question } from "./question.js";

const RACK = 5;
const NO_CHIPS = "Put chips on a spot first";

export function betting(desk, table, you) {
  const { chips, receipt } = desk;
  const total = sum(desk.bets);
  const ready = table.seats[you.seat]?.ready || desk.isReady === table.number;
  const others = othersBet(table, you);
  const fault = you.fault;
  const words =
    fault ?? (total ? (ready ? "Waiting for the others" : "Press Deal when your chips lie right") : chips.invitation);
  desk.worths.ask();
  const asked = question(capital(words), hintLine(fault ? null : desk.worths.words));
  asked.classList.toggle("fault", Boolean(fault));
  const over = !total && receipt.isThere(table.number) ? receipt.draw() : null;
  const deal = dealButton(desk, { total, ready, others, fault });
  const row = el("div", { class: "row rack-row" }, deal, ...chips.buttons(you, total, ready));
  return [over ?? asked, chips.rack(), row, desk.clock()];
}

const hintLine = (words) => words && el("span", { class: "hint" }, words);
const sum = (bets) => Object.values(bets).reduce((all, amount) => all + amount, 0);

// People who have bet wait for you; with nobody else at the table there is nothing to sit out.
function othersBet(table, you) {
  const rest = Object.entries(table.seats).filter(([seat]) => Number(seat) !== you.seat);
  return rest.some(([, held]) => !held.bot && Object.keys(held.bets).length);
}

function dealButton(desk, { total, ready, others, fault }) {
  const { number } = desk.message.table;
  const deal = () => {
    desk.isReady = number;
    desk.draw();
    desk.send({ type: "ready" }).then((heard) => {
      if (heard) return;
      desk.isReady = null;
      desk.draw();
    });
  };
  const words = ready ? "Waiting…" : total ? `Deal · ${money(total)}` : others ? "Sit this one out" : "Deal";
  const unheard = desk.want != null; // the house has not said yet whether the chips may lie so
  const off = Boolean(fault) || ready || unheard || (!total && !others);
  const why = ready ? "Waiting for the others" : unheard ? "The house looks at your chips" : (fault ?? NO_CHIPS);
  return button(words, {
    class: `button${total ? " first" : ""}`,
    "data-key": "deal",
    disabled: off,
    "aria-busy": String(unheard),
    title: off ? capital(why) : "Deal (Enter)",
    onclick: deal,
  });
}

export class Chips {
  constructor(desk) {
    this.desk = desk;
    this.past = [];
  }

  get invitation() {
    return "Place your bets: choose a chip, then a spot";
  }

  // A new round: there is nothing to undo yet.
  round(number) {
    if (this.number === number) return;
    this.number = number;
    this.past = [];
  }

  get denominations() {
    const { chip: least, bets } = this.desk.setup;
    const most = Math.max(...bets.map((bet) => bet.most), least);
    const fits = (value) => value >= least && value % least === 0 && value <= most;
    const fit = DENOMINATIONS.filter(fits).reverse();
    return (fit.length ? fit : [least]).slice(0, RACK);
  }

  get chip() {
    const all = this.denominations;
    return all.includes(this.chosen) ? this.chosen : all[Math.min(1, all.length - 1)];
  }

  choose(value) {
    this.chosen = value;
    this.desk.draw();
    this.desk.act.querySelector(`[data-key="chip-${value}"]`)?.focus({ preventScroll: true });
  }

  // One stop for the Tab key: arrows go from chip to chip.
  rack() {
    const all = this.denominations;
    const one = (value, number) =>
      button(svg("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }, chip(value, 20)), {
        class: "chip",
        role: "radio",
        "data-key": `chip-${value}`,
        "aria-label": `${money(value)} chip`,
        "aria-checked": String(value === this.chip),
        tabindex: value === this.chip ? 0 : -1,
        title: `${money(value)} (key ${number + 1})`,
        onclick: () => this.choose(value),
        onkeydown: (event) => {
          const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (!step) return;
          event.preventDefault();
          this.choose(all[(number + step + all.length) % all.length]);
        },
      });
    return el("div", { class: "rack", role: "radiogroup", "aria-label": "Chips" }, ...all.map(one));
  }

  buttons(you, total, ready) {
    const small = (key, name, enabled, action) =>
      button(name, {
        class: "button small",
        "data-key": key,
        title: `${name} (${name[0]})`,
        disabled: ready || !enabled,
        onclick: action,
      });
    const doubled = () => Object.fromEntries(Object.entries(this.desk.bets).map(([bet, amount]) => [bet, amount * 2]));
    return [
      small("undo", "Undo", this.past.length, () => this.undo()),
      small("clear", "Clear", total, () => this.wish({})),
      small("rebet", "Rebet", you.rebet && !total, () => this.wish(you.rebet)),
      small("double", "Double", total, () => this.wish(doubled())),
    ];
  }

  key(event) {
    const by = { u: "undo", c: "clear", r: "rebet", d: "double" }[event.key.toLowerCase()];
    const nowhere = event.target === document.body || event.target.id === "view" || event.target.id === "ask";
    const target = by ?? (event.key === "Enter" && nowhere ? "deal" : null);
    return target && this.desk.act.querySelector(`[data-key="${target}"]`);
  }

  // Chips onto a spot; bets that must be equal go together.
  put(bet, amount) {
    const closed = this.desk.message.you.closed?.[bet.name];
    if (closed && amount > 0) {
      complain(closed);
      return;
    }
    const all = this.desk.setup.bets;
    const root = bet.equals ?? bet.name;
    const together = (other) => other.compulsory && (other.name === root || other.equals === root);
    const partners = bet.compulsory ? all.filter(together) : [bet];
    const next = { ...this.desk.bets };
    for (const partner of partners) {
      const value = Math.min((next[partner.name] ?? 0) + amount, partner.most);
      if (value > 0) next[partner.name] = value;
      else delete next[partner.name];
    }
    if (JSON.stringify(next) === JSON.stringify(this.desk.bets)) {
      complain(amount > 0 ? `${bet.title} takes at most ${money(bet.most)}.` : `No chips lie on ${bet.title}.`);
      return;
    }
    this.wish(next);
  }

  // The answer to an earlier wish leaves the chips as they are wished now.
  isAnswered({ id, table }) {
    const open = this.newest && table.state === "betting" && !(id >= this.newest);
    if (!open) this.newest = null;
    return !open;
  }

  // The chips lie there at once; a refusal takes them back.
  async wish(next, remember = true) {
    const { desk } = this;
    const before = desk.bets;
    if (remember) this.past.push(before);
    desk.want = next;
    this.newest = desk.page.line.next;
    const { seat } = desk.message.you;
    desk.page.dealer.placed({ seat, bets: next });
    desk.draw();
    try {
      await desk.page.line.say({ type: "bet", bets: next });
    } catch (fault) {
      this.past = this.past.filter((kept) => kept !== before);
      if (desk.want === next) desk.want = this.newest = null;
      desk.page.dealer.placed({ seat, bets: before });
      complain(fault.message);
      desk.draw();
    }
  }

  undo() {
    if (this.past.length) this.wish(this.past.pop(), false);
  }
}
