// The lobby: continue where you left off, the games, and the open tables.
import { icon, inFelt } from "../felt/board/pieces.js";
import { showMe } from "./me.js";
import { ask, button, complain, el, money } from "../words.js";
import { gameArt } from "./art.js";
import { menuButton } from "../felt/menu.js";

const REFRESH_MS = 4000;

export async function showLobby(view, go) {
	document.title = "Tables · pitboss";
	const found = await ask("GET", "/api/lobby");
	showMe(found.me);
	const page = new Lobby(found, openerOf(go));
	view.replaceChildren(page.node);
	const timer = setInterval(() => page.refresh(), REFRESH_MS);
	return () => clearInterval(timer);
}

// Open a table and go there; a refusal is shown and passed on.
export const openerOf = (go) => async (wanted) => {
	try {
		const table = await ask("POST", "/api/tables", wanted);
		go(`/table/${table.id}?play`);
	} catch (fault) {
		complain(fault.message);
		throw fault;
	}
};

export const playAt = (open, game) =>
	open({ game: game.name, bots: Math.min(2, game.seats - 1), clock_alone: false }).catch(() => {});

class Lobby {
	constructor({ me, games, tables, left_off: left }, open) {
		this.games = new Map(games.map((game) => [game.name, game]));
		this.open = open;
		this.tables = el("section", { class: "opens", "aria-label": "Open tables" });
		const cards = el("ul", { class: "games" }, ...games.map((game) => this.card(game)), ownRules(games));
		const lead = el(
			"div",
			{ class: "lead" },
			el("h2", {}, "Choose a game"),
			el("p", { class: "soft" }, `Played by the official rules, with play money. You have ${money(me.bankroll)}.`),
		);
		const fair = el(
			"p",
			{ class: "fair" },
			icon("shield"),
			el("span", {}, el("b", {}, "Provably fair. "), "Each deck is locked before you bet. Check any round afterwards."),
		);
		const top = left ? this.continue(left) : welcome(me, games[0]);
		this.node = el("div", { class: "room lobby" }, top, el("section", {}, lead, cards), this.tables, fair);
		this.show(games, tables);
	}

	continue(left) {
		const game = this.games.get(left.game);
		const back = left.table
			? el("a", { class: "button action", href: `/table/${left.table}${left.seated ? "" : "?play"}` })
			: button("", { class: "button action", onclick: () => playAt(this.open, game) });
		back.dataset.key = "continue";
		back.append(icon("play"), left.table ? "Back to the table" : "Play again");
		const replay = left.number
			? el(
					"a",
					{ class: "button", href: `/replay/${left.replay}/${left.number}`, "data-key": "continue-replay" },
					icon("replay"),
					`Replay round ${left.number}`,
				)
			: null;
		return inFelt(
			el(
				"section",
				{ class: "hero", "aria-label": "Continue" },
				el(
					"div",
					{},
					el("h1", {}, `Continue: ${left.title}`),
					el("p", {}, leftWords(left)),
					el("div", { class: "row" }, back, replay),
				),
				game ? el("div", { class: "look" }, gameArt(game)) : null,
			),
			game ?? {},
		);
	}

	card(game) {
		const play = button("Play", {
			class: "button action",
			"aria-label": `Play ${game.title}`,
			"data-key": `play-${game.name}`,
			onclick: () => playAt(this.open, game),
		});
		const more = menuButton(
			`More about ${game.title}`,
			[
				{ words: "How to play", href: `/games/${game.name}` },
				{ words: "Custom table", href: `/games/${game.name}/custom` },
				{ words: "Documents", href: `/games/${game.name}/documents` },
				{ words: "Learn to deal", href: `/school?game=${game.name}` },
				{ words: "Rules lab", href: `/lab/${game.name}` },
			],
			{ "data-key": `more-${game.name}` },
		);
		const facts = el(
			"dl",
			{},
			fact("House edge", el("dd", { "data-edge": game.name })),
			fact("Limits", el("dd", {}, limits(game))),
		);
		const people = el("span", { class: "badge", "data-playing": game.name, hidden: true });
		const about = el(
			"div",
			{ class: "about" },
			el("h3", {}, game.title),
			el("p", { class: "soft" }, game.sentence),
			facts,
			el("div", { class: "row go" }, play, more, people),
		);
		return inFelt(el("li", { class: "game panel" }, el("div", { class: "crop" }, gameArt(game)), about), game);
	}

	// Tables come and go; an edge that is still being computed is filled in when it is known.
	async refresh() {
		if (document.hidden) return;
		const found = await ask("GET", "/api/lobby").catch(() => null);
		if (found) this.show(found.games, found.tables);
	}

	show(games, tables) {
		for (const game of games) {
			const edge = this.node.querySelector(`[data-edge="${game.name}"]`);
			if (!edge) continue;
			edge.replaceChildren(edgeOf(game), ...(game.edge_note ? [el("small", {}, game.edge_note)] : []));
			edge.title = game.edge_words;
			const playing = tables.filter((table) => table.game === game.name).flatMap((table) => table.people);
			const badge = this.node.querySelector(`[data-playing="${game.name}"]`);
			badge.hidden = !playing.length;
			badge.title = playing.join(", ");
			badge.replaceChildren(icon("users"), `${playing.length} playing`);
		}
		const facts = JSON.stringify(tables);
		if (facts === this.shown) return;
		this.shown = facts;
		const focus = document.activeElement?.dataset?.key;
		this.tables.replaceChildren(...openTables(tables, this.games));
		if (focus) this.tables.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
	}
}

const welcome = (me, game) =>
	el(
		"section",
		{ class: "hero first", "aria-label": "Welcome" },
		el(
			"div",
			{},
			el("h1", {}, "Casino table games, play money"),
			el("p", {}, `Press Play: you have a seat, two bots for company and ${money(me.bankroll)}. No sign-up.`),
			el(
				"ol",
				{ class: "steps" },
				...[
					"Choose a game and press Play",
					"Tap a betting circle, then Deal",
					"Turn on Hints to see what a choice costs",
				].map((step) => el("li", {}, step)),
			),
		),
		el("div", { class: "look" }, gameArt(game)),
	);

function leftWords({ seated, table, number, bet, net }) {
	const last = bet ? ` Your last bet was ${money(bet)}.` : "";
	if (seated && number) return `You still have your seat. Round ${number + 1} is next.${last}`;
	if (seated) return "You still have your seat.";
	if (table) return `Your table is still open.${last}`;
	const result = net > 0 ? `won ${money(net)}` : net < 0 ? `lost ${money(-net)}` : "broke even";
	return `You ${result} in round ${number}. That table has closed; play on at a new one.`;
}

const fact = (name, value) => el("div", {}, el("dt", {}, name), value);

const edgeOf = ({ edge, edge_known: isKnown }) =>
	edge == null ? (isKnown ? "–" : "computing…") : `${(edge * 100).toFixed(2)}%`;

function limits({ bets }) {
	const before = bets.filter((bet) => !bet.in_play);
	return `${money(Math.min(...before.map((bet) => bet.least)))}–${money(Math.max(...before.map((bet) => bet.most)))}`;
}

function ownRules(games) {
	const links = games.map((game) => ({ words: game.title, href: `/games/${game.name}/custom` }));
	const more = menuButton("Custom table: choose a game", links, { class: "button", "data-key": "custom" });
	more.replaceChildren("Custom table");
	return el(
		"li",
		{ class: "panel make" },
		el(
			"div",
			{},
			el("h3", {}, "Your own rules"),
			el("p", { class: "soft" }, "Change a rule, see the house edge, open the table and invite friends by link."),
		),
		el("div", { class: "row" }, more, el("a", { class: "button plain", href: "/lab" }, "Rules lab")),
	);
}

function openTables(tables, games) {
	if (!tables.length) return [];
	const head = ["Game", "Players", "Free seats", ""].map((words) =>
		words ? el("th", { scope: "col" }, words) : el("td", {}),
	);
	const rows = tables.map((table) => row(table, games.get(table.game)));
	return [
		el("h2", {}, "Open tables"),
		el(
			"div",
			{ class: "panel" },
			el("table", { class: "data" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)),
		),
	];
}

function row(table, game) {
	const people = table.people.length ? table.people.join(", ") : "nobody yet";
	const changed = Object.keys(table.changed).length;
	const words = table.yours ? "Back to your seat" : table.free.length ? "Join" : "Watch";
	const way = el(
		"a",
		{
			class: "button",
			href: `/table/${table.id}${table.yours || !table.free.length ? "" : "?play"}`,
			"aria-label": `${words}: ${table.title}, ${people}`,
			"data-key": `table-${table.id}`,
		},
		table.yours ? "Back" : words,
	);
	const faces = el("span", { class: "faces", "aria-hidden": "true" }, ...table.people.slice(0, 5).map(face));
	return el(
		"tr",
		{},
		el(
			"th",
			{ scope: "row" },
			inFelt(el("i", { class: "dot", "aria-hidden": "true" }), game ?? {}),
			table.title,
			changed ? el("span", { class: "changed-mark" }, "custom rules") : null,
		),
		el("td", {}, faces, el("span", { class: "names" }, people)),
		el("td", {}, `${table.free.length} of ${table.seats}`),
		el("td", {}, way),
	);
}

export const face = (name) => el("span", { class: "avatar" }, [...name][0]?.toUpperCase() ?? "?");
