// A first visit: one round of the game, step by step, that can be left at any time.
import { keep, setting } from "../settings.js";
import { button, el, printedOn } from "../words.js";

const STEPS = {
  watching: "Take any free seat: the round begins when you bet.",
  betting: (page, table, you) => {
    const chips = Object.keys(table.seats[you.seat]?.bets ?? {}).length;
    if (you.fault) return `Not yet: ${you.fault}.`;
    if (chips)
      return "Your chips lie there. Press Deal when you like them; a right-click or the minus key takes one back.";
    const first = firstBet(page);
    const printed = printedOn(spotOf(page, first)) || first.title;
    return `Choose a chip below, then press ${printed}, the spot that glows. It wins if ${first.meaning}.`;
  },
  asking:
    "The dealer asks you. Press an answer; switch Hints on to see what each is worth. " +
    "If the clock ends, the first answer counts.",
  busy: "The dealer is at work. Skip, or a tap on the felt, does the rest at once.",
  waiting: "Others are asked now. It will be your turn again.",
};
const OVER =
  "The round is over. The pills on your spots and the line at your desk say what each bet did; " +
  "tap a bet there to learn why. That was a round: bet again, or read How to play.";

const firstBet = (page) => page.setup.bets.find((bet) => !bet.in_play);
const spotOf = (page, bet) =>
  page.felt.spotArea(page.message.you.seat)?.group.querySelector(`[data-bet="${CSS.escape(bet.name)}"]`);

const walked = () => setting("walked", "").split(" ");

export function walkThrough(page, again) {
  const { game } = page.setup;
  const known = walked();
  if (!again && (known.includes("all") || known.includes(game))) return;
  page.guide?.end();
  page.guide = new Walk(page, game);
}

class Walk {
  constructor(page, game) {
    this.page = page;
    this.game = game;
    this.words = el("p", {});
    const leave = button("Leave the walk", {
      class: "button small",
      "data-key": "leave-walk",
      onclick: () => this.end(),
    });
    this.box = el("aside", { class: "walk", role: "note", "aria-label": "A first round" }, this.words, leave);
    page.stage.after(this.box);
    this.step();
  }

  // What to do now, by what the desk shows.
  step() {
    const { desk, message } = this.page;
    const mode = desk.act.dataset.mode;
    const over = mode === "betting" && desk.act.querySelector(".receipt");
    const said = STEPS[mode];
    const words = over ? OVER : typeof said === "function" ? said(this.page, message.table, message.you) : said;
    if (words) this.words.textContent = words;
    this.point(mode === "betting" && !over && !Object.keys(desk.bets).length);
    if (over) this.seen();
  }

  // The spot to begin with glows until chips lie somewhere.
  point(on) {
    this.pointed?.classList.remove("pointed");
    this.pointed = on ? spotOf(this.page, firstBet(this.page)) : null;
    this.pointed?.classList.add("pointed");
  }

  seen() {
    if (!walked().includes(this.game)) keep("walked", [...walked(), this.game].join(" ").trim());
  }

  end() {
    this.seen();
    this.point(false);
    this.box.remove();
    if (this.page.guide === this) this.page.guide = null;
  }
}
