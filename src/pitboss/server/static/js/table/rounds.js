// The last rounds, gone through again event by event, with what each answer was worth.
import { Dealer } from "../felt/dealer.js";
import { Felt } from "../felt/felt.js";
import { ask, button, capital, complain, dialog, dollars, el, money, signedMoney } from "../words.js";

const MINE = "/api/me/rounds";
const kind = (net) => (net > 0 ? "good" : net < 0 ? "bad" : "");

export async function showRounds() {
  try {
    const rounds = await ask("GET", MINE);
    const done = el("button", { class: "button first" }, "Good");
    const rows = rounds.map((round) => row(round));
    const list = rows.length ? el("ul", { class: "rounds" }, ...rows) : el("p", {}, "No round of yours is over yet.");
    const form = el(
      "form",
      { method: "dialog" },
      el("h2", {}, "Your last rounds"),
      list,
      el("div", { class: "row end" }, done),
    );
    dialog("Your last rounds", form).showModal();
  } catch (fault) {
    complain(fault.message);
  }
}

function row(round) {
  const net = el("span", { class: kind(round.net) }, round.net ? signedMoney(round.net) : "even");
  const words = `${round.title}, round ${round.number}`;
  const open = button(words, { class: "button small", onclick: () => showRound(round) });
  return el("li", {}, open, net);
}

// From where rounds are read: your own, or for the house's desk any.
export async function showRound({ table, number }, from = MINE) {
  try {
    const review = await ask("GET", `${from}/${table}/${number}`);
    const node = new Steps(review, from).node;
    node.classList.add("review");
    node.showModal();
  } catch (fault) {
    complain(fault.message);
  }
}

class Steps {
  constructor(review, from) {
    this.review = review;
    this.from = from;
    this.own = from === MINE ? " (you said this)" : " (said)";
    this.at = 0;
    this.worths = new Map();
    this.stage = el("div", { class: "stage" });
    this.words = el("p", { class: "now", role: "status" });
    this.asked = el("div", { class: "asked" });
    this.range = el("input", {
      type: "range",
      min: 0,
      max: review.events.length,
      value: 0,
      "aria-label": "Step",
      oninput: () => this.go(Number(this.range.value)),
    });
    const step = (words, key, by) =>
      button(words, { class: "button small", "data-key": key, onclick: () => this.go(by()) });
    const questions = review.asked.map((one) => one.at);
    const next = () => questions.find((at) => at > this.at) ?? review.events.length;
    const back = () => [0, ...questions].findLast((at) => at < this.at) ?? 0;
    const bar = el(
      "div",
      { class: "row" },
      step("⏮ Question before", "question-before", back),
      step("◀ Back", "step-back", () => this.at - 1),
      step("Next ▶", "step-next", () => this.at + 1),
      step("Next question ⏭", "question-next", next),
      this.range,
      el("button", { class: "button small first" }, "Close"),
    );
    const title = `${review.title}, round ${review.number}: ${review.net ? signedMoney(review.net) : "even"}`;
    this.node = dialog(
      title,
      el("form", { method: "dialog" }, el("h2", {}, title), this.stage, this.words, this.asked, bar),
    );
    this.felt = new Felt(this.stage, `/api/games/${review.game}/layout`);
    this.dealer = new Dealer(this.felt);
    requestAnimationFrame(() => this.go(questions[0] ?? 0));
  }

  // The table after this many events, drawn at once.
  async go(to) {
    const { events, seat } = this.review;
    this.at = Math.min(Math.max(to, 0), events.length);
    this.range.value = this.at;
    const last = events[this.at - 1];
    this.words.textContent = last ? `${this.at} of ${events.length}: ${last.text}` : "Before the deal";
    await this.felt.draw(seat);
    if (!this.felt.felt) return;
    this.felt.quick = this.dealer.catchesUp = true;
    this.dealer.clear();
    for (const event of events.slice(0, this.at)) await this.dealer.act(event);
    this.question(this.review.asked.find((one) => one.at === this.at));
  }

  // What was asked here, what you said, and what each answer was worth.
  async question(asked) {
    this.asked.replaceChildren();
    if (!asked) return;
    const said = (option) => (option.name === asked.answer ? this.own : "");
    const lines = asked.options.map((option) =>
      el("li", { "data-option": option.name }, capital(option.words) + said(option)),
    );
    const words = el("p", {}, "Working out what each was worth…");
    this.asked.replaceChildren(el("strong", {}, `${capital(asked.about)}?`), el("ul", {}, ...lines), words);
    const worth = await this.worth(asked);
    if (!words.isConnected) return;
    words.textContent = worth?.words ?? "What these answers were worth is not known.";
    for (const line of lines) {
      const cents = worth?.cents[line.dataset.option];
      if (cents == null) continue;
      line.append(el("b", { class: line.dataset.option === worth.best ? "good" : "" }, ` ${dollars(cents)}`));
    }
    const lost = worth ? worth.cents[worth.best] - worth.cents[asked.answer] : 0;
    if (lost >= 0.5)
      words.append(
        el(
          "span",
          { class: "bad" },
          `${this.from === MINE ? " Your" : " This"} answer cost ${money(Math.round(lost))} on average.`,
        ),
      );
  }

  async worth({ number: offer }) {
    const { table, number } = this.review;
    if (!this.worths.has(offer)) {
      const found = ask("GET", `${this.from}/${table}/${number}/worth/${offer}`).catch(() => null);
      this.worths.set(offer, found);
    }
    return this.worths.get(offer);
  }
}
