// What each bet wins on, for people who never saw the game.
import { button, el, showDialog } from "../../words.js";

export const theBets = (meanings) =>
	button("The bets", { class: "bare", "data-key": "bets", onclick: () => explainBets(meanings) });

function explainBets(meanings) {
	const rows = Object.entries(meanings).flatMap(([title, meaning]) => [
		el("dt", {}, title),
		el("dd", {}, `Wins if ${meaning}.`),
	]);
	showDialog("The bets", [el("dl", {}, ...rows)]);
}
