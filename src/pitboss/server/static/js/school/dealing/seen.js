// What the trainee sees of the round: whose turn it is, the last event, and totals once they are called.
import { el } from "../../words.js";

const LATELY = 4;

const TURNS = new Set(["offered", "answered"]);
const ENDS = new Set(["turned", "settled", "round-ended"]);

// The seat that answered last or is being asked, unless the dealer has moved since.
export const seatInTurn = (events) => {
	const last = events.findLast((one) => TURNS.has(one.event) || ENDS.has(one.event));
	return last && TURNS.has(last.event) ? (last.seat ?? (last.seats?.length === 1 ? last.seats[0] : null)) : null;
};

// The last event and the player's answer before it, for screens without a log.
export function lastWords(events) {
	const event = events.at(-1);
	const said = events.slice(-LATELY, -1).findLast((one) => one.event === "answered");
	return event ? el("p", { class: "last" }, said ? `${said.text} ${event.text}` : event.text) : null;
}

// Show the total once the cards are called.
export function showTotal(events, { makes }) {
	if (events.length) events.push({ ...events.pop(), makes });
}
