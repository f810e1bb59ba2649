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

// The cards lay there before they were called; now their total does too.
export function showTotal(piles, events, { seat = null, at, makes }) {
  const pile = piles.piles.find((one) => one.seat === seat && one.at === at);
  if (!pile || !events.length) return;
  events.push({ ...events.pop(), makes });
  pile.makes = makes;
  piles.call(pile);
}
