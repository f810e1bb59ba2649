// A question to the lab: asked again until there is an answer; a newer one for the same place takes its place.
import { ask } from "../words.js";

const AGAIN = 350;
const LONGER = 1500;
const LATER = ["too-fast", "stopped", "closing"];

export class Question {
  constructor(name) {
    this.slot = `${name}-${Math.random().toString(36).slice(2, 10)}`;
    this.number = 0;
  }

  // Calls back with each state until it is done; nothing is called for a question that was replaced meanwhile.
  async ask(asked, told) {
    const number = ++this.number;
    const question = { ...asked, slot: this.slot };
    for (;;) {
      const state = await stateOf(question);
      if (number !== this.number) return;
      told(state);
      if (state.state !== "working") return;
      await wait(state.isLater ? LONGER : AGAIN);
      if (number !== this.number) return;
    }
  }

  // Nobody wants the answer any more.
  stop() {
    this.number++;
    ask("POST", "/api/lab/stop", { slot: this.slot }).catch(() => {});
  }
}

// What the house says now: the answer, how far it is, or why there is none; a house that is away comes back.
async function stateOf(question) {
  try {
    return await ask("POST", "/api/lab/ask", question);
  } catch (fault) {
    if (fault.code && !LATER.includes(fault.code)) return { state: "refused", reason: fault.message, code: fault.code };
    return { state: "working", isLater: true, isAway: !fault.code, ahead: 1 };
  }
}

const wait = (time) => new Promise((done) => setTimeout(done, time));
