// A question to the lab: asked again until there is an answer; a newer one for the same place takes its place.
import { ask } from "../words.js";

const AGAIN = 350;
const TOO_FAST = 1500;

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
      let state;
      try {
        state = await ask("POST", "/api/lab/ask", question);
      } catch (fault) {
        if (number !== this.number) return;
        if (fault.code !== "too-fast" && fault.code !== "stopped") {
          told({ state: "refused", reason: fault.message });
          return;
        }
        state = { state: "working", done: 0, of: 0, what: "", ahead: 1 };
        await wait(TOO_FAST);
      }
      if (number !== this.number) return;
      told(state);
      if (state.state === "done") return;
      await wait(AGAIN);
      if (number !== this.number) return;
    }
  }

  // Nobody wants the answer any more.
  stop() {
    this.number++;
    ask("POST", "/api/lab/stop", { slot: this.slot }).catch(() => {});
  }
}

const wait = (time) => new Promise((done) => setTimeout(done, time));
