// The page of a game: how to play it, a custom table, its documents. Each tab has its own address.
import { inFelt } from "../felt/board/pieces.js";
import { ask, button, el } from "../words.js";
import { gameGuide } from "../table/guide.js";
import { gameArt } from "./art.js";
import { customTable } from "./custom.js";
import { papersOf } from "./documents.js";
import { openerOf, playAt } from "./lobby.js";

const TABS = { "": "How to play", custom: "Custom table", documents: "Documents" };

export async function showGamePage(view, name, tab, go) {
	const { games } = await ask("GET", "/api/lobby");
	const game = games.find((one) => one.name === name);
	if (!game || !(tab in TABS)) throw new Error(`there is no page "${location.pathname}"`);
	document.title = `${game.title}: ${TABS[tab].toLowerCase()} · pitboss`;
	const body = el("div", { class: "tab-body" });
	const link = ([key, words]) =>
		el(
			"a",
			{
				href: `/games/${name}${key && `/${key}`}`,
				"aria-current": key === tab ? "page" : null,
				"data-key": `tab-${key}`,
			},
			words,
		);
	const tabs = el("nav", { class: "tabs", "aria-label": game.title }, ...Object.entries(TABS).map(link));
	const open = openerOf(go);
	const play = button("Play", { class: "button action", "data-key": "play", onclick: () => playAt(open, game) });
	const head = inFelt(
		el(
			"header",
			{ class: "hero" },
			el(
				"div",
				{},
				el("h1", {}, game.title),
				el("p", {}, game.sentence),
				tab === "custom" ? null : el("div", { class: "row" }, play),
			),
			el("div", { class: "look" }, gameArt(game)),
		),
		game,
	);
	view.replaceChildren(el("div", { class: "room game-page" }, head, tabs, body));
	if (tab === "custom") return customTable(body, game, open);
	if (tab === "documents") body.replaceChildren(...documents(game));
	else body.replaceChildren(await gameGuide(name, new URLSearchParams(location.search).get("rules")));
}

const documents = (game) => [
	el(
		"p",
		{ class: "soft" },
		"PDF documents for the official rules, made in the background while you play. " +
			"A custom table has its own, under Rules at the table.",
	),
	el("div", { class: "panel padded" }, papersOf(`/api/games/${game.name}`)),
];
