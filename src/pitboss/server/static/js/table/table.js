// A table: what the dealer does is shown event by event, then you are asked.
import { keepHead } from "../proof/heads.js";
import { Desk } from "../desk/desk.js";
import { Dealer } from "../felt/dealer.js";
import { Felt } from "../felt/felt.js";
import { showMe } from "../me.js";
import { Pace } from "../pace.js";
import { Line } from "./socket.js";
import { SpotCards } from "./spotcard.js";
import { Story } from "./story.js";
import { announce, complain, el, still } from "../words.js";

// What is shown on the felt and need not be told as well.
const UNTOLD = new Set(["bet-placed", "seat-ready", "seat-spoke", "wagered", "offered", "bets-closed"]);
const RESIZED = 150;

export function sitDown(view, id) {
  const table = new TablePage(view, id);
  return () => table.leave();
}

// Only what changed is sent, seat by seat; a seat that is null is free.
const merged = (old, changed) => {
  const seats = { ...old.seats, ...changed.seats };
  for (const [seat, held] of Object.entries(seats)) if (held === null) delete seats[seat];
  return { ...old, ...changed, seats };
};

class TablePage {
  constructor(view, id) {
    this.id = id;
    this.view = view;
    this.stage = el("div", { class: "stage" });
    this.deskBox = el("section", { class: "desk", "aria-label": "Your place" });
    this.heading = el("h1", { class: "sr" }, "A table");
    this.away = el("p", { class: "away", role: "status", hidden: true }, "The line is down; dialling again…");
    this.story = new Story();
    this.pace = new Pace();
    this.cards = new SpotCards(this);
    this.stage.addEventListener("pointerdown", () => this.hurry());
    view.replaceChildren(el("div", { class: "table" }, this.heading, this.away, this.stage, this.deskBox));
    document.body.classList.add("seated");
    this.queue = [];
    this.line = new Line(id, { hear: (message) => this.hear(message), changed: (up, gone) => this.reached(up, gone) });
    this.sizes = new ResizeObserver(() => {
      clearTimeout(this.resized);
      this.resized = setTimeout(() => this.hear({ type: "redraw" }), RESIZED);
    });
    this.sizes.observe(this.stage);
    this.keys = (event) => (event.key === "Escape" ? this.hurry() : this.desk?.key(event));
    addEventListener("keydown", this.keys);
  }

  leave() {
    this.line.end();
    this.desk?.stop();
    this.cards.end();
    this.guide?.end();
    this.sizes.disconnect();
    clearTimeout(this.resized);
    document.body.classList.remove("seated");
    removeEventListener("keydown", this.keys);
  }

  // The line is there or not; a table that is gone for good says so and shows the way out.
  reached(up, gone) {
    this.away.hidden = up;
    this.deskBox.inert = !up;
    this.deskBox.classList.toggle("dimmed", !up);
    if (gone) this.dead(gone);
  }

  dead(why) {
    this.leave();
    const way = el("a", { class: "button first", href: "/" }, "To the lobby");
    const words = "Tables are closed when nobody has looked at them for a while. Your chips are in your purse.";
    this.view.replaceChildren(el("div", { class: "gone" }, el("h1", {}, why), el("p", {}, words), way));
    way.focus();
  }

  hear(message) {
    if (message.type === "refused") {
      complain(message.reason);
      return;
    }
    message.heard = performance.now();
    this.queue.push(message);
    if (!this.working) this.work();
  }

  async work() {
    this.working = true;
    try {
      while (this.queue.length) {
        const message = this.queue.shift();
        if (message.type === "hello") await this.begin(message);
        else if (message.type === "redraw") await this.again();
        else if (message.type === "update") await this.update(message);
      }
    } finally {
      this.working = false;
      this.pace.rest();
    }
  }

  async begin(hello) {
    this.setup = hello.setup;
    document.title = `${hello.setup.title} · pitboss`;
    this.heading.textContent = `${hello.setup.title}: the table`;
    this.felt ??= new Felt(this.stage, `/api/tables/${this.id}/layout`);
    this.felt.titles = new Map(hello.setup.bets.map((bet) => [bet.name, bet.title]));
    this.dealer ??= new Dealer(this.felt);
    this.desk ??= new Desk(this.deskBox, this);
    this.felt.drawn = null;
    this.events = hello.events;
    this.story.clear();
    this.message = hello;
    for (const event of this.events) this.tell(event, { aloud: false });
    await this.show(hello);
    this.badge();
    this.walk();
  }

  // Draw the table anew from the events of this round, at once.
  async show(message) {
    this.message = message;
    this.dealer.board = Boolean(message.table.board);
    await this.felt.draw(message.you.seat ?? undefined);
    if (!this.felt.felt) return;
    this.felt.quick = this.dealer.catchesUp = true;
    this.dealer.clear();
    const known = this.events.some((event) => event.event === "dealt" && event.seat == null);
    for (const [place, card] of message.table.board && !known ? message.table.board.split(" ").entries() : []) {
      await this.felt.piles.deal({ card, at: `card-${place + 1}` });
    }
    for (const event of this.events) await this.dealer.act(event);
    this.felt.quick = this.dealer.catchesUp = false;
    this.state(message);
  }

  async again() {
    if (!this.message || this.felt.drawn === null) return;
    const { width, height } = this.felt.size;
    if (this.felt.drawn.startsWith(`${width}x${height} `)) return;
    await this.show(this.message);
  }

  async update(message) {
    if (!this.felt?.felt) return;
    const before = this.message;
    if (message.table.head) keepHead(message.table.head);
    message.table = merged(before.table, message.table);
    message.you = { ...before.you, ...message.you };
    if (message.table.left === before.table.left) message.heard = before.heard; // the same clock is running
    const moved = before.you.seat !== message.you.seat;
    this.message = message;
    this.dealer.board = Boolean(message.table.board);
    await this.play(message.events);
    if (moved) this.stoodUp(before, message);
    if (moved) await this.show(message);
    else this.state(message);
  }

  // The dealer's motions, each as long as the eye needs and all of them as long as the pace allows.
  async play(events) {
    this.dealer.begin(events);
    const rest = this.queue.flatMap((message) => message.events ?? []);
    this.pace.begin(events, rest, this.message.you.seat);
    if (this.pace.isLong) this.desk.busy();
    for (const event of events) {
      if (event.event === "bets-opened") this.events = [];
      this.events.push(event);
      this.felt.quick = document.hidden || this.pace.isInstant;
      this.tell(event);
      const done = this.dealer.act(event);
      if (this.felt.quick || still()) await done;
      else await this.pace.wait(event);
    }
    this.felt.quick = this.felt.hurried = false;
  }

  // A tap on the felt, Skip, or Escape: the dealer does at once what is left to do.
  hurry() {
    if (!this.working || !this.felt) return;
    this.felt.hurried = true;
    this.pace.skip();
  }

  state(message) {
    this.desk.show(message);
    const { bankroll, seat } = message.you;
    const lying = Object.keys(message.table.seats[seat]?.bets ?? {}).length || message.table.state !== "betting";
    if (lying || this.purse === bankroll) return; // chips on the table are still yours: nothing to buy in for
    this.purse = bankroll;
    showMe().catch(() => {});
  }

  getUp() {
    this.leaves = true;
    this.desk.send({ type: "stand" });
  }

  stoodUp(before, message) {
    const wished = this.leaves;
    this.leaves = false;
    if (before.you.seat == null || message.you.seat != null || wished) return;
    complain("You were stood up, for you had not spoken in three rounds. Your chips are in your purse.");
  }

  // A line of the story; your cards and your results are said aloud as well.
  tell(event, { aloud = true } = {}) {
    const { seat } = this.message.you;
    const own = event.seat != null && event.seat === seat;
    if (event.event === "bets-closed") this.desk.receipt.begin();
    if (event.event === "settled" && own) this.desk.receipt.add(event);
    if (event.event === "round-ended") this.ended(event, seat, aloud);
    if (UNTOLD.has(event.event)) return;
    const net = event.event === "settled" ? event.back - event.stake : 0;
    const kind = `${own ? "own" : event.seat == null ? "" : "other"} ${own && net ? (net > 0 ? "good" : "bad") : ""}`;
    this.story.add(event.text, kind, event.clause);
    if (!aloud) return;
    this.desk.tell(event.text);
    if (own && ["dealt", "turned", "settled", "hand-read"].includes(event.event)) announce(event.text);
    else if (event.seat == null && ["dealt", "turned", "hand-read"].includes(event.event)) announce(event.text);
  }

  ended({ number, net }, seat, aloud) {
    this.last = number;
    this.desk.receipt.end(number, seat == null ? null : net[seat], aloud);
  }

  badge() {
    const many = Object.keys(this.setup.changed).length;
    document
      .getElementById("badge")
      .replaceChildren(
        ...(many
          ? [
              el(
                "button",
                { type: "button", class: "badge", onclick: () => this.explain() },
                `House rules: ${many} differ`,
              ),
            ]
          : []),
      );
  }

  async explain() {
    const { showGuide } = await import("./guide.js");
    showGuide(this);
  }

  async walk(again = false) {
    const { walkThrough } = await import("./walk.js");
    walkThrough(this, again);
  }

  async showScore() {
    const { showScore } = await import("../career/score.js");
    showScore();
  }

  async showRounds() {
    const { showRounds } = await import("./rounds.js");
    showRounds();
  }

  async verify() {
    const { showProof } = await import("../proof/proof.js");
    showProof(this, this.last);
  }

  unlockCards() {
    for (const card of this.felt.live.querySelectorAll(".choice")) {
      card.classList.remove("choice");
      card.onclick = null;
    }
  }
}
