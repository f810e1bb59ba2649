// What the trainee is told of the table: what happened last, and nothing that is still to be called.
import { el } from "../../words.js";

const LATELY = 4;

// Where no log is seen, what happened last, and what a player answered just before.
export function lastWords(events) {
  const event = events.at(-1);
  const said = events.slice(-LATELY, -1).findLast((one) => one.event === "answered");
  return event ? el("p", { class: "last" }, said ? `${said.text} ${event.text}` : event.text) : null;
}

// The last card is not called yet: nobody is told what it makes, and what the hand made before holds no more.
export function uncalled(events, asked) {
  const last = events.at(-1);
  if (asked?.kind !== "call" || last?.seat != null || last?.makes || !["dealt", "turned"].includes(last?.event)) {
    return events;
  }
  return [...events.slice(0, -1), { ...last, makes: null }];
}
