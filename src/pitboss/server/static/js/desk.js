// Your side of the table: chips to bet with, options to answer with, the dealer's words.
import { chip, DENOMINATIONS } from "./cards.js";
import { showScore } from "./score.js";
import { mySeed } from "./seed.js";
import { showPlates, showSpots } from "./seats.js";
import { showProof } from "./proof.js";
import { complain, el, money, svg } from "./words.js";

const RACK = 5;

export class Desk {
  constructor(box, page) {
    this.page = page;
    this.words = el("div", { class: "story", tabindex: 0, role: "group", "aria-label": "What the dealer said" });
    this.act = el("div", { class: "act" });
    this.side = el("div", { class: "side" });
    box.replaceChildren(this.words, this.act, this.side);
    this.past = [];
    this.hints = localStorage.getItem("hints") === "on";
    this.timer = setInterval(() => this.tick(), 200);
  }

  stop() { clearInterval(this.timer); }

  word(text, kind = "") {
    this.words.append(el("p", { class: kind }, text));
    while (this.words.childElementCount > 80) this.words.firstChild.remove();
    this.words.scrollTop = this.words.scrollHeight;
  }

  get bets() { return this.want ?? this.message.table.seats[this.message.you.seat]?.bets ?? {}; }

  show(message) {
    const { table, you } = message;
    this.message = message;
    this.want = null;
    if (this.number !== table.number) { this.number = table.number; this.past = []; }
    this.end = table.left == null ? null : message.heard + table.left * 1000;
    const full = table.state === "betting" ? this.page.setup.clocks.bets : this.page.setup.clocks.offers;
    this.span = full * 1000;
    this.draw();
  }

  draw() {
    const { table, you } = this.message;
    const focus = document.activeElement?.dataset?.key;
    showPlates(this, table, you);
    showSpots(this, table, you);
    this.page.felt.piles.mark(you.asked ? you.seat : null, you.asked ? askedPlaces(you.asked.context) : []);
    if (table.state === "closed") this.act.replaceChildren(el("p", { class: "ask" }, "This table is closed."));
    else if (you.seat == null) this.act.replaceChildren(this.invitation(table));
    else if (table.state === "betting") this.act.replaceChildren(...this.betting(table, you));
    else if (you.asked) this.act.replaceChildren(...this.asking(table, you));
    else this.act.replaceChildren(el("p", { class: "ask" }, table.offer ? `Waiting for seat ${table.offer.seats.filter((seat) => !table.offer.said.includes(seat)).join(", ")}` : "The dealer is busy"), this.clock());
    this.sideline(you);
    if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    this.tick();
  }

  clock() {
    this.bar = el("i");
    return el("div", { class: "clock", role: "timer", "aria-label": "time left" }, this.bar);
  }

  tick() {
    if (!this.bar) return;
    const left = this.end == null ? 1 : Math.max(this.end - performance.now(), 0) / this.span;
    this.bar.style.transform = `scaleX(${Math.min(left, 1)})`;
    this.bar.parentNode.style.visibility = this.end == null ? "hidden" : "visible";
  }

  invitation(table) {
    const free = this.free(table);
    if (!free.length) return el("p", { class: "ask" }, "Every seat is taken: you watch from the rail.");
    const middle = free[Math.floor(free.length / 2)];
    return el("div", { class: "act" }, el("p", { class: "ask" }, "Take a seat", el("small", {}, "or watch from the rail")),
      el("div", { class: "options" }, ...free.map((seat) => el("button", { class: `button${seat === middle ? " first" : ""}`, type: "button", "data-key": `sit-${seat}`, onclick: () => this.send({ type: "sit", seat, seed: mySeed() }) }, `Seat ${seat}`))));
  }

  free(table) {
    return Array.from({ length: this.page.setup.seats }, (_, n) => n + 1).filter((seat) => !table.seats[seat]);
  }

  get denominations() {
    const { chip: least, bets } = this.page.setup;
    const most = Math.max(...bets.map((bet) => bet.most));
    const fit = DENOMINATIONS.filter((value) => value >= least && value % least === 0 && value <= Math.max(most, least)).reverse();
    return (fit.length ? fit : [least]).slice(0, RACK);
  }

  get chip() { return this.denominations.includes(this.chosen) ? this.chosen : this.denominations[Math.min(1, this.denominations.length - 1)]; }

  betting(table, you) {
    const total = Object.values(this.bets).reduce((sum, amount) => sum + amount, 0);
    const ready = table.seats[you.seat]?.ready;
    const rack = el("div", { class: "rack", role: "group", "aria-label": "Chips" }, ...this.denominations.map((value, number) => {
      const picture = svg("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }, chip(value, 20));
      return el("button", { class: "chip", type: "button", "data-key": `chip-${value}`, "aria-label": `${money(value)} chip`, "aria-pressed": String(value === this.chip), title: `${money(value)} (key ${number + 1})`, onclick: () => { this.chosen = value; this.draw(); } }, picture);
    }));
    const button = (key, name, title, enabled, action) => el("button", { class: "button small", type: "button", "data-key": key, title, disabled: !enabled, onclick: action }, name);
    const deal = el("button", { class: "button first", type: "button", "data-key": "deal", disabled: Boolean(you.fault) || ready || (!total && !this.othersBet(table, you)), title: "Deal (Enter)", onclick: () => this.send({ type: "ready" }) },
      ready ? "Waiting…" : total ? `Deal · ${money(total)}` : "Sit this one out");
    const words = you.fault ?? (total ? (ready ? "Waiting for the others" : "Press Deal when your chips lie right") : "Place your bets: choose a chip, then a spot");
    return [el("p", { class: `ask`, id: "ask" }, !total && this.last?.mine != null ? outcome(this.last) : null, el("small", { class: you.fault ? "fault" : "" }, words)), rack,
      el("div", { class: "row rack-row" },
        button("undo", "Undo", "Undo (U)", this.past.length, () => this.undo()),
        button("clear", "Clear", "Clear (C)", total, () => this.wish({})),
        button("rebet", "Rebet", "Rebet (R)", you.rebet && !total, () => this.wish(you.rebet)),
        button("double", "Double", "Double (D)", total, () => this.wish(Object.fromEntries(Object.entries(this.bets).map(([bet, amount]) => [bet, amount * 2])))),
        deal),
      this.clock()];
  }

  othersBet(table, you) {
    return Object.entries(table.seats).some(([seat, held]) => Number(seat) !== you.seat && !held.bot && Object.keys(held.bets).length);
  }

  // Chips onto a spot; bets that must be equal go together.
  put(bet, amount) {
    const all = this.page.setup.bets;
    const root = bet.equals ?? bet.name;
    const partners = bet.compulsory ? all.filter((other) => other.compulsory && (other.name === root || other.equals === root)) : [bet];
    const next = { ...this.bets };
    for (const partner of partners) {
      const value = Math.min((next[partner.name] ?? 0) + amount, partner.most);
      if (value > 0) next[partner.name] = value; else delete next[partner.name];
    }
    if (JSON.stringify(next) === JSON.stringify(this.bets)) { complain(`${bet.title} takes at most ${money(bet.most)}.`); return; }
    this.wish(next);
  }

  async wish(next, remember = true) {
    const before = this.bets;
    if (remember) this.past.push(before);
    this.want = next;
    try { await this.line({ type: "bet", bets: next }); }
    catch (fault) { if (remember) this.past.pop(); this.want = null; complain(fault.message); this.draw(); }
  }

  undo() { if (this.past.length) this.wish(this.past.pop(), false); }

  asking(table, you) {
    const { options } = you.asked;
    const number = table.offer.number;
    if (this.hints) this.hint(table.number, number);
    const known = this.worth?.key === `${table.number}/${number}` ? this.worth.by : null;
    const { options: worths = {}, unit = "" } = known ?? {};
    const best = Math.max(...Object.values(worths));
    const hint = !this.hints ? null : known == null ? "Working out what each is worth…" : known.options ? `Worth in ${unit.split(",")[0]}` : "No hint for this";
    return [
      el("p", { class: "ask", id: "ask" }, capital(table.offer.about) + "?", el("small", {}, `Silence means: ${options[0].words}`), hint ? el("small", { class: "hint", role: "status" }, hint) : null),
      el("div", { class: "options", role: "group", "aria-labelledby": "ask" }, ...options.map((option, place) => el("button", {
        class: `button option${option.name in worths && worths[option.name] === best ? " best" : ""}`, type: "button", "data-key": `option-${option.name}`,
        title: `Key ${place + 1}`, disabled: option.cost > you.bankroll + you.in_hand, onclick: () => this.answer(option.name, number, you.seat, worths, unit),
      }, el("b", {}, capital(option.words)), option.cost ? el("small", {}, `costs ${money(option.cost)}`) : null,
      option.name in worths ? el("span", { class: "worth", title: `${signed(worths[option.name])} ${unit}` }, signed(worths[option.name]), worths[option.name] === best ? " · best" : "") : null))),
      this.clock()];
  }

  answer(name, offer, seat, worths, unit) {
    const lost = Math.max(...Object.values(worths)) - worths[name];
    if (lost > 5e-7) this.word(`That cost ${lost.toPrecision(3)} ${unit} on average.`, "bad");
    return this.send({ type: "say", answer: name, offer, seat });
  }

  async hint(round, offer) {
    const key = `${round}/${offer}`;
    if (this.asked === key) return;
    this.asked = key;
    try {
      const answer = await this.line({ type: "hint" });
      this.worth = { key, by: answer.worth };
      this.draw();
    } catch { this.worth = { key, by: {} }; this.draw(); }  // no hint is no harm
  }

  sideline(you) {
    const row = el("div", { class: "row" });
    if (this.last) row.append(el("button", { class: "button small plain", type: "button", "data-key": "verify", onclick: () => showProof(this.page, this.last.number) }, ...longAndShort("Verify the deal", "Verify")));
    if (you.seat != null) row.append(el("button", { class: "button small plain", type: "button", "data-key": "stand", onclick: () => this.send({ type: "stand" }) }, ...longAndShort("Leave the seat", "Leave")));
    row.append(el("button", { class: "button small plain", type: "button", "data-key": "hints", "aria-pressed": String(this.hints), onclick: () => this.switchHints() }, this.hints ? "Hints on" : "Hints off"),
      el("button", { class: "button small plain", type: "button", "data-key": "score", onclick: () => showScore() }, "Score"));
    this.side.replaceChildren(el("span", { class: "purse", role: "img", "aria-label": `bankroll ${money(you.bankroll + you.in_hand)}` }, money(you.bankroll + you.in_hand)), row);
  }

  switchHints() {
    this.hints = !this.hints;
    localStorage.setItem("hints", this.hints ? "on" : "off");
    this.draw();
  }

  ended(event) {
    const seat = this.message?.you.seat;
    this.last = { number: event.number, mine: seat != null ? event.net[seat] : undefined };
  }

  line(message) { return this.page.line.say(message); }

  async send(message) {
    try { await this.line(message); } catch (fault) { complain(fault.message); }
  }

  // Keys that work anywhere at the table.
  key(event) {
    if (!this.message || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const place = Number(event.key) - 1;
    if (place >= 0 && place < 9) {
      const buttons = [...this.act.querySelectorAll(this.message.you.asked ? ".option" : ".chip")];
      if (buttons[place]) { buttons[place].click(); event.preventDefault(); }
      return;
    }
    const by = { u: "undo", c: "clear", r: "rebet", d: "double" }[event.key.toLowerCase()];
    const target = by ?? (event.key === "Enter" && (event.target === document.body || event.target.id === "view") ? "deal" : null);
    const button = target && this.act.querySelector(`[data-key="${target}"]`);
    if (button && !button.disabled) { button.click(); event.preventDefault(); }
  }
}

const longAndShort = (long, short) => [el("span", { class: "long" }, long), el("span", { class: "short" }, short)];
const outcome = ({ number, mine }) => el("span", { class: mine > 0 ? "good" : mine < 0 ? "bad" : "" },
  `Round ${number}: ${mine > 0 ? `you won ${money(mine)}` : mine < 0 ? `you lost ${money(-mine)}` : "nothing won, nothing lost"}`);
const askedPlaces = ({ hand = 1, bet }) => (bet ? [`${bet}-hand-${hand}`, ...(hand === 1 ? [`${bet}-hand`] : [])] : [`hand-${hand}`]);
const signed = (worth) => `${worth < 0 ? "−" : "+"}${Math.abs(worth).toFixed(4)}`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
