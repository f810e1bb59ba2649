// What the trainee sees of the round: whose turn it is, what happened last, and totals once they are called.
import { el } from "../../words.js";

const LATELY = 4;

const TURNS = new Set(["offered", "answered"]);
const ENDS = new Set(["turned", "settled", "round-ended"]);

// The seat that spoke last or is asked, if nothing of the dealer's came since.
export const seatInTurn = (events) => {
  const last = events.findLast((one) => TURNS.has(one.event) || ENDS.has(one.event));
  return last && TURNS.has(last.event) ? (last.seat ?? (last.seats?.length === 1 ? last.seats[0] : null)) : null;
};

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

// The cards lay there before they were called; now their total does too.
export function showTotal(events, { makes }) {
  if (events.length) events.push({ ...events.pop(), makes });
}
