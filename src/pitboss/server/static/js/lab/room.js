// The lab: pick a game and change its rules.
import { inFelt } from "../felt/board/pieces.js";
import { gameArt } from "../lobby/art.js";
import { ask, el } from "../words.js";

export async function showLab(view) {
	document.title = "Lab · pitboss";
	const { games } = await ask("GET", "/api/lobby");
	const words =
		"Change a rule or a pay table and see the exact house edge, the best play, what a session may bring, " +
		"and whether the game can be beaten.";
	const row = (game) =>
		el(
			"li",
			{},
			el(
				"a",
				{ class: "panel", href: `/lab/${game.name}` },
				inFelt(el("div", { class: "crop" }, gameArt(game)), game),
				el("h2", {}, game.title),
				el("span", { class: "soft" }, game.sentence),
				game.edge == null
					? null
					: el(
							"span",
							{ class: "figure" },
							el("small", {}, "House edge"),
							el("b", {}, `${(game.edge * 100).toFixed(2)}%`),
						),
			),
		);
	view.replaceChildren(
		el(
			"div",
			{ class: "lab-room" },
			el("header", {}, el("h1", {}, "Rules lab"), el("p", { class: "soft" }, words)),
			el("ul", { class: "labs games" }, ...games.map(row)),
		),
	);
}
