// Quoted rulings, such as C-10, and clauses of the sheet open their text in place.
import { ask, button, complain, el, showDialog } from "../words.js";

const NUMBER = /\b([A-Z][A-Z0-9]*-\d+)\b/;
const known = new Map();

const texts = (game) => {
	if (!known.has(game)) known.set(game, ask("GET", `/api/school/rulings?game=${game}`));
	return known.get(game);
};

const partsOf = (clause) => clause.split(/, (?=[A-Za-z])/);

// Return a text's nodes with its quotes as buttons. A clause at the end of the text is removed.
export function quoted(words, game, clause = "") {
	const at = clause ? words.lastIndexOf(clause) : -1;
	if (at < 0) return words.split(NUMBER).map((part, place) => (place % 2 ? opens(part, part, game) : part));
	const parts = partsOf(clause).flatMap((part) => [", ", opens(part, part, game)]);
	return [...quoted(words.slice(0, at), game), ...parts.slice(1), ...quoted(words.slice(at + clause.length), game)];
}

// One button for all quotes of a motion, if there is no room for their names.
export const clauseOf = (clause, game) => opens("See the rule", clause, game);

const opens = (words, clause, game) =>
	button(words, { class: "bare ruling-number", "aria-haspopup": "dialog", onclick: () => open(clause, game) });

async function open(clause, game) {
	try {
		const found = await texts(game);
		const rows = partsOf(clause).flatMap((part) => [el("dt", {}, part), ...linesOf(found[part])]);
		showDialog(clause, [el("dl", { class: "clause" }, ...rows)]);
	} catch (fault) {
		known.delete(game);
		complain(fault.message);
	}
}

const linesOf = (text = "This rule is in the sheet of another game.") =>
	text.split("\n").map((line) => el("dd", {}, line));
