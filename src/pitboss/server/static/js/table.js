// A table: what the dealer does is shown event by event, then you are asked.
import { Dealer } from "./dealer.js";
import { Desk } from "./desk.js";
import { Felt } from "./felt.js";
import { showMe } from "./main.js";
import { Line } from "./socket.js";
import { complain, el, still } from "./words.js";
import { keepHead } from "./heads.js";

// How long the eye needs for each kind of event before the next one may begin, in milliseconds.
const PACE = { dealt: 140, turned: 280, moved: 110, settled: 90, motioned: 220, answered: 110, folded: 200, discarded: 40, tucked: 200, voided: 900,
  "hand-read": 600, "token-placed": 400, "tokens-picked-up": 250, "tokens-locked-up": 200, "laid-sideways": 300, "free-bet-ended": 150, "round-ended": 500 };
const YOURS = { settled: 500, "free-bet-ended": 400 };
const FLIP = 1300;
const QUIET = new Set(["bet-placed", "seat-ready", "seat-spoke", "wagered", "offered", "bets-closed"]);

export function sitDown(view, id) {
  const table = new TablePage(view, id);
  return () => table.leave();
}

const inYourWords = ({ event, text }, seat) => text
  .replace(new RegExp(`^Seat ${seat}'s `), "Your ").replace(`seat ${seat}'s`, "your")
  .replace(new RegExp(`^Seat ${seat}:`), "You:")
  .replace(new RegExp(`^Seat ${seat} `), event === "settled" ? "Your " : `Seat ${seat} `);

// Only what changed is sent, seat by seat; a seat that is null is free.
const merged = (old, changed) => {
  const seats = { ...old.seats, ...changed.seats };
  for (const [seat, held] of Object.entries(seats)) if (held === null) delete seats[seat];
  return { ...old, ...changed, seats };
};

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

class TablePage {
  constructor(view, id) {
    this.id = id;
    this.stage = el("div", { class: "stage" });
    this.deskBox = el("section", { class: "desk", "aria-label": "Your place" });
    this.stage.addEventListener("pointerdown", () => this.hurry());
    view.replaceChildren(el("div", { class: "table" }, this.stage, this.deskBox));
    document.body.classList.add("seated");
    this.queue = [];
    this.line = new Line(id, (message) => this.hear(message), (up, why) => { if (!up) complain(why); });
    this.redraw = () => this.hear({ type: "redraw" });
    this.narrow = matchMedia("(max-width: 820px)");
    this.narrow.addEventListener("change", this.redraw);
    this.keys = (event) => (event.key === "Escape" ? this.hurry() : this.desk?.key(event));
    addEventListener("keydown", this.keys);
  }

  leave() {
    this.line.end();
    this.desk?.stop();
    document.body.classList.remove("seated");
    this.narrow.removeEventListener("change", this.redraw);
    removeEventListener("keydown", this.keys);
  }

  hear(message) {
    if (message.type === "refused") { complain(message.reason); return; }
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
    } finally { this.working = false; }
  }

  async begin(hello) {
    this.setup = hello.setup;
    document.title = `${hello.setup.title} · pitboss`;
    this.felt ??= new Felt(this.stage, hello.setup);
    this.dealer ??= new Dealer(this.felt);
    this.desk ??= new Desk(this.deskBox, this);
    this.felt.shape = null;
    this.story = hello.events;
    await this.show(hello);
  }

  // Draw the table anew from the story of this round, at once.
  async show(message) {
    this.message = message;
    this.look(message);
    await this.felt.draw(message.you.seat ?? undefined);
    this.felt.quick = true;
    this.dealer.clear();
    if (message.table.board && !this.story.some((event) => event.event === "dealt" && event.seat == null)) {
      let place = 0;
      for (const card of message.table.board.split(" ")) await this.felt.piles.deal({ card, at: `card-${++place}` });
    }
    for (const event of this.story) await this.dealer.act(event);
    this.felt.quick = false;
    this.state(message);
  }

  async again() {
    if (!this.message) return;
    this.felt.shape = null;
    await this.show(this.message);
  }

  async update(message) {
    if (!this.felt) return;
    const before = this.message;
    if (message.table.head) keepHead(message.table.head);
    message.table = merged(before.table, message.table);
    message.you = { ...before.you, ...message.you };
    if (message.table.left === before.table.left) message.heard = before.heard;  // the same clock is running
    const moved = before.you.seat !== message.you.seat;
    this.message = message;
    this.look(message);
    this.dealer.begin(message.events);
    for (const event of message.events) {
      if (event.event === "bets-opened") this.story = [];
      this.story.push(event);
      this.felt.quick = this.queue.length > 12 || document.hidden;
      this.tell(event);
      const done = this.dealer.act(event);
      if (this.felt.quick || still()) await done; else await pause(this.pace(event));
      if (event.event === "round-ended") this.desk.ended(event);
    }
    this.felt.quick = this.felt.hurried = false;
    if (moved) { await this.show(message); return; }
    this.state(message);
  }

  // A tap on the felt, or Escape: the dealer does at once what is left to do.
  hurry() { if (this.working && this.felt) this.felt.hurried = true; }

  pace(event) {
    if (this.felt.hurried) return 0;
    if (event.at === "flip" && event.event === "dealt") return FLIP;
    return (event.seat === this.message.you.seat && YOURS[event.event]) || (PACE[event.event] ?? 0);
  }

  // What the dealer must know of the table: whose side it is seen from, and whether cards lie there between rounds.
  look({ table, you }) { Object.assign(this.dealer, { own: you.seat, board: Boolean(table.board) }); }

  state(message) {
    this.desk.show(message);
    if (this.purse !== message.you.bankroll) { this.purse = message.you.bankroll; showMe().catch(() => {}); }
  }

  tell(event) {
    const own = this.message.you.seat;
    const mine = event.seat != null && event.seat === own;
    if (QUIET.has(event.event) && !mine) return;
    if (["bet-placed", "wagered", "seat-spoke"].includes(event.event)) return;
    const text = mine ? inYourWords(event, own) : event.text;
    const kind = event.event === "settled" && mine ? (event.back > event.stake ? "good" : event.back < event.stake ? "bad" : "") : "";
    this.desk.word(text, kind);
    document.getElementById("words").append(el("p", {}, text));
    while (document.getElementById("words").childElementCount > 30) document.getElementById("words").firstChild.remove();
  }
}
