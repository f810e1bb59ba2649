// What each bet wins on, for people who never saw the game.
import { button, dialog, el } from "../../words.js";

export const theBets = (meanings) =>
	button("The bets", { class: "bare", "data-key": "bets", onclick: () => explainBets(meanings) });

function explainBets(meanings) {
	const told = Object.entries(meanings).flatMap(([title, meaning]) => [
		el("dt", {}, title),
		el("dd", {}, `Wins if ${meaning}.`),
	]);
	const close = el("button", { class: "button action" }, "Close");
	const form = el("form", { method: "dialog" }, el("h2", {}, "The bets"), el("dl", {}, ...told), close);
	dialog("The bets", form).showModal();
}
