// Your side of the table: chips to bet with, options to answer with, and what is happening meanwhile.
import { mySeed } from "../proof/seed.js";
import { keep, setting } from "../settings.js";
import { announce, button, capital, complain, el } from "../words.js";
import { asking, askedPlaces, handKeys, lockOptions } from "./asking.js";
import { Chips, betting } from "./betting.js";
import { question } from "./question.js";
import { Receipt } from "./receipt.js";
import { showPlates, showSpots } from "./seats.js";
import { sideline } from "./side.js";
import { Worths } from "./worths.js";

// What is refused only because it came a moment too late: nothing was lost, so nothing is said.
const TOO_LATE = new Set(["nothing-asked", "too-late", "said-already", "not-asked", "not-now", "bets-closed"]);

// Who clicks where nothing is, or twice on a button that is gone, leaves the focus on the page itself.
const isNowhere = (node) => node === document.body || node?.id === "view";

export class Desk {
  constructor(box, page) {
    this.page = page;
    this.act = el("div", { class: "act" });
    this.side = el("div", { class: "side" });
    box.replaceChildren(this.act, page.story.box, this.side);
    this.chips = new Chips(this);
    this.receipt = new Receipt(page);
    this.worths = new Worths(this);
    this.hints = setting("hints", "off") === "on";
    this.timer = setInterval(() => this.tick(), 200);
  }

  stop() {
    clearInterval(this.timer);
  }

  get setup() {
    return this.page.setup;
  }

  get bets() {
    return this.want ?? this.message.table.seats[this.message.you.seat]?.bets ?? {};
  }

  title(bet) {
    return this.setup.bets.find((one) => one.name === bet)?.title ?? bet;
  }

  // The table as it stands, after everything that led to it was shown.
  show(message) {
    const { table, you } = message;
    this.message = message;
    if (this.chips.isAnswered(message)) this.want = null;
    this.chosen = null;
    this.isBusy = false;
    this.chips.round(table.number);
    this.lock(table, you);
    this.end = table.left == null ? null : message.heard + table.left * 1000;
    const { bets, offers } = this.setup.clocks;
    this.span = (table.state === "betting" ? bets : offers) * 1000;
    this.draw();
    this.sayWhatIsAsked(table, you);
  }

  // The dealer is at work: what was asked is answered, and what happens is told until it is over.
  busy() {
    if (!this.message) return;
    this.isBusy = true;
    this.draw();
  }

  tell(text) {
    const ask = this.act.querySelector("#ask");
    if (this.isBusy && ask) ask.textContent = text;
  }

  draw() {
    const { table, you } = this.message;
    const focus = document.activeElement?.dataset?.key;
    const had = this.act.contains(document.activeElement);
    const felt = this.page.felt;
    showPlates(this, table, you);
    showSpots(this, table, you);
    const asked = this.isBusy ? null : you.asked;
    felt.piles.mark(asked ? you.seat : null, asked ? askedPlaces(asked.context) : []);
    this.act.dataset.mode = this.mode(table, you);
    this.act.replaceChildren(...this.parts(table, you));
    sideline(this, you);
    this.page.guide?.step();
    this.tick();
    if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    if (isNowhere(document.activeElement) || had) this.focusOn(focus);
  }

  mode(table, you) {
    if (table.state === "closed") return "closed";
    if (this.isBusy) return "busy";
    if (you.seat == null) return "watching";
    if (table.state === "betting") return "betting";
    return you.asked ? "asking" : "waiting";
  }

  parts(table, you) {
    switch (this.mode(table, you)) {
      case "closed":
        return [question("This table is closed."), lobbyLink()];
      case "busy":
        return [question("The dealer is at work"), this.skip(), this.clock(null)];
      case "watching":
        return this.invitation(table);
      case "betting":
        return betting(this, table, you);
      case "asking":
        return asking(this, table, you);
      default:
        return [question(this.waitingFor(table)), this.clock()];
    }
  }

  // Where the keyboard goes when what had it is gone: to the question, to Deal, to the result; never to an answer.
  focusOn(before) {
    if (before && document.activeElement?.dataset?.key === before) return;
    const targets = [
      "[data-key=skip]",
      "#ask:not(.receipt)",
      "[data-key=deal]:not(:disabled)",
      ".receipt",
      "[data-key^=sit]",
    ];
    const found = targets.map((target) => this.act.querySelector(target)).find(Boolean);
    found?.focus({ preventScroll: true });
  }

  skip() {
    const hurry = () => this.page.hurry();
    return el(
      "div",
      { class: "options" },
      button("Skip", { "data-key": "skip", title: "Skip (Escape)", onclick: hurry }),
    );
  }

  waitingFor(table) {
    if (!table.offer) return "The dealer is at work";
    const left = table.offer.seats.filter((seat) => !table.offer.said.includes(seat));
    return `Waiting for ${left.map((seat) => table.seats[seat]?.nick ?? `seat ${seat}`).join(", ")}`;
  }

  clock(bar = el("i")) {
    this.bar = bar;
    const name = { role: "progressbar", "aria-label": "time left", "aria-valuemin": 0, "aria-valuemax": 100 };
    return el("div", { class: "clock", ...(bar ? name : { "aria-hidden": "true" }) }, bar);
  }

  tick() {
    if (!this.bar) return;
    const left = this.end == null ? 0 : Math.max(this.end - performance.now(), 0);
    const share = Math.min(left / this.span, 1);
    this.bar.style.transform = `scaleX(${share})`;
    const box = this.bar.parentNode;
    if (!box) return;
    box.classList.toggle("none", this.end == null);
    box.setAttribute("aria-valuenow", Math.round(share * 100));
    box.setAttribute("aria-valuetext", this.end == null ? "no clock" : `${Math.ceil(left / 1000)} seconds`);
  }

  invitation(table) {
    const seats = Array.from({ length: this.setup.seats }, (_, n) => n + 1);
    const free = seats.filter((seat) => !table.seats[seat]);
    if (!free.length) return [question("Every seat is taken: you watch from the rail.")];
    const middle = free[Math.floor(free.length / 2)];
    const sit = (seat) =>
      button(`Seat ${seat}`, {
        class: `button${seat === middle ? " first" : ""}`,
        "data-key": `sit-${seat}`,
        onclick: () => this.send({ type: "sit", seat, seed: mySeed() }),
      });
    return [question("Take a seat", "or watch from the rail"), el("div", { class: "options" }, ...free.map(sit))];
  }

  switchHints() {
    this.hints = !this.hints;
    keep("hints", this.hints ? "on" : "off");
    this.draw();
  }

  // A new question is locked until it can have been read.
  lock(table, you) {
    const key = you.asked ? `${table.number}/${table.offer?.number}` : null;
    if (key && key !== this.locked) lockOptions(this);
    this.locked = key;
  }

  // Said once for each question: what is asked, what you may say, and what silence means.
  sayWhatIsAsked(table, you) {
    const key = you.asked ? `${table.number}/${table.offer?.number}` : null;
    if (!key || key === this.said) return;
    this.said = key;
    const words = you.asked.options.map((option) => option.words).join(", or ");
    announce(`${capital(table.offer.about)}? You may say: ${words}. Silence means: ${you.asked.options[0].words}.`);
  }

  async send(message) {
    try {
      await this.page.line.say(message);
      return true;
    } catch (fault) {
      if (!TOO_LATE.has(fault.code)) complain(fault.message);
      return false;
    }
  }

  // Keys that work anywhere at the table.
  key(event) {
    const other = event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]");
    if (!this.message || other || event.repeat || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const pressed = handKeys(this, event) ?? this.chips.key(event);
    if (!pressed || pressed.disabled) return;
    event.preventDefault();
    pressed.click();
  }
}

const lobbyLink = () => el("div", { class: "options" }, el("a", { class: "button first", href: "/" }, "To the lobby"));
