// What the trainee sees of the table: the felt from the dealer's side, and what happened last.
import { el } from "../../words.js";

const LATELY = 4;

export const dealersSide = (seats, rules) => [
  ["dealers", true],
  ...seats.map((seat) => ["only", seat]),
  ...(rules ? [["rules", rules]] : []),
];

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
export function showTotal(piles, events, { seat = null, at, makes }) {
  const pile = piles.piles.find((one) => one.seat === seat && one.at === at);
  if (!pile || !events.length) return;
  events.push({ ...events.pop(), makes });
  pile.makes = makes;
  piles.call(pile);
}
