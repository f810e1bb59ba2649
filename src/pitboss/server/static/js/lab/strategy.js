// The strategy: the best play in colours, and the same as a chart to change, priced, as a file, and for the table.
import { number } from "../figures/plot.js";
import { note, panel } from "../figures/tables.js";
import { toToml } from "../rules/toml.js";
import { keep } from "../settings.js";
import { button, capital, el } from "../words.js";
import { copyRow } from "./copy.js";
import { chartPanels, grid, groupsOf, handOrder, handsPanel, isChart, isHands, isPlay, legendOf } from "./grids.js";
import { tableOf } from "./show.js";

const KEPT = "strategy";
const MORE = "Best play considers more than this chart shows. A row that you change is played exactly as shown here.";
const ROUNDS = 1_000_000;
const wordsOf = (name) => capital(name.replaceAll("-", " "));

export function strategyTab(lab) {
	const node = el("div", {});
	const { wanted } = lab.place;
	const isChanging = () => !lab.isCompared && (wanted.view === "change" || Object.keys(lab.place.strategy).length > 0);
	const choose = (view) => {
		wanted.view = view;
		if (!view) lab.place.strategy = {};
		lab.reopen();
	};
	const tab = isChanging() ? changing(lab) : best(lab);
	const one = (words, view, isOn) =>
		el("button", { type: "button", "aria-pressed": String(isOn), onclick: () => choose(view) }, words);
	const views = el(
		"div",
		{ class: "seg views", role: "group", "aria-label": "View" },
		one("Best play", "", !isChanging()),
		one("Play it differently", "change", isChanging()),
	);
	node.append(...(lab.isCompared ? [] : [views]), tab.node);
	return { node, ask: tab.ask };
}

// The charts of the analysis: what to do, in colours; cells that differ from the other rule set are framed.
function best(lab) {
	const node = el("div", { class: "shown" });
	const show = (found) => {
		const plays = found.tables.slice(1).filter(isPlay);
		const tables = [...plays.filter(isHands), ...plays.filter((table) => !isHands(table))];
		const other = (title) => lab.other?.tables.find((table) => table.title === title);
		const drawn = tables.map((table) =>
			isHands(table) ? handsPanel(table) : isChart(table) ? chartPanels(table, other(table.title)) : tableOf(table),
		);
		return [
			...(drawn.length ? drawn : [el("p", { class: "about" }, "This game asks for no decision after the deal.")]),
			copyRow("odds", found, lab),
		];
	};
	return { node, ask: () => lab.ask(node, show, "odds", {}, "best") };
}

function changing(lab) {
	const node = el("div", { class: "shown" });
	const price = el("div", { class: "shown" });
	const { place } = lab;
	const take = (strategy) => {
		place.strategy = strategy;
		lab.again();
	};
	const save = () => {
		const { start = "best", game: _game, ...changes } = place.strategy;
		const file = `game = ${JSON.stringify(lab.game.name)}\nstart = ${JSON.stringify(start)}\n${toToml(changes)}\n`;
		const link = el("a", {
			href: URL.createObjectURL(new Blob([file], { type: "text/plain" })),
			download: `${lab.game.name}.toml`,
		});
		link.click();
		URL.revokeObjectURL(link.href);
	};
	const play = () => {
		keep(`${KEPT} ${lab.game.name}`, JSON.stringify(place.strategy));
		lab.deal();
	};
	const buttons = el(
		"div",
		{ class: "row wrap" },
		button("Save as a strategy file", { onclick: save }),
		button("Play it at a table", { onclick: play }),
		button("Back to best play", { onclick: () => take({}) }),
	);
	const change = (part, row, value) => {
		const before = place.strategy[part.name];
		take({ ...place.strategy, [part.name]: row === null ? value : { ...before, [row]: value } });
	};
	const show = ({ parts }) =>
		parts.map((part) => partOf(part, place.strategy[part.name], (row, value) => change(part, row, value)));
	const priceOf = pricesOf(lab);
	const simple = simpleOf(lab, take);
	const ask = () => {
		const strategy = { ...place.strategy };
		lab.ask(node, show, "strategy", strategy.start ? { start: strategy.start } : {});
		if (Object.keys(strategy).length) {
			lab.ask(price, (found) => priceOf(found, JSON.stringify(strategy)), "play", { strategy });
		} else {
			lab.stop("play");
			priceOf(null, "{}");
			price.classList.remove("old");
			price.replaceChildren(
				el("p", { class: "edge", role: "status", "data-cost": 0, "data-for": "{}" }, "This is the best play."),
			);
		}
		simple.ask();
	};
	const about = note("Click a cell to play it differently, and see what it costs.");
	return { node: el("div", { class: "shown" }, about, price, buttons, simple.node, node), ask };
}

// What the strategy costs, and what the last click added to it.
function pricesOf(lab) {
	let last = Object.keys(lab.place.strategy).length ? null : 0;
	return (found, asked) => {
		if (!found) {
			last = 0;
			return [];
		}
		const { cost, error, exact, rounds, tables } = found;
		const words = exact
			? `These changes cost ${number(cost, 4)} units a round, exactly.`
			: `These changes cost ${number(cost, 4)} ± ${number(1.96 * error, 4)} units a round, ` +
				`simulated over ${rounds.toLocaleString("en-US")} rounds.`;
		const step = last === null ? "" : ` Last change: ${number(cost - last, 4)}.`;
		last = cost;
		const strategy = JSON.parse(asked);
		const command = `pitboss simulate ${lab.game.name} --rounds ${rounds} --strategy ${lab.game.name}.toml`;
		return [
			el("p", { class: "edge", role: "status", "data-cost": cost, "data-for": asked }, words + step),
			...tables.map((table) => tableOf(table)),
			copyRow("simulate", found, lab, { rounds: String(ROUNDS), strategy }, { command }),
		];
	};
}

// A strategy that people can remember, and its price; only on request, since it may have to be simulated.
function simpleOf(lab, take) {
	const node = el("div", { class: "shown" });
	const show = ({ sentences, words, strategy }) => [
		panel(
			"A simpler strategy",
			null,
			el("p", { class: "edge", role: "status" }, words),
			el("ol", {}, ...sentences.map((sentence) => el("li", {}, sentence))),
			Object.keys(strategy).length ? button("Put it on the chart", { onclick: () => take(strategy) }) : null,
		),
	];
	const start = el(
		"div",
		{ class: "row" },
		button("A simpler strategy and its price", { onclick: () => lab.ask(node, show, "simple") }),
	);
	let asked = null;
	const ask = () => {
		if (asked === lab.rules) return; // it depends on the rules alone
		asked = lab.rules;
		lab.stop("simple");
		node.classList.remove("old");
		node.replaceChildren(start);
	};
	return { node, ask };
}

function partOf(part, changed, set) {
	const words = part.is_whole ? part.about : `${part.about} ${MORE}`;
	const body = Array.isArray(part.found)
		? listOf(part, listed(changed, part.found), (value) => set(null, value), part.name)
		: part.columns.length
			? gridsOf(part, changed ?? {}, set)
			: el(
					"div",
					{},
					...Object.entries(part.found).map(([row, list]) =>
						listOf(part, listed(changed?.[row], list), (value) => set(row, value), row),
					),
				);
	return panel(wordsOf(part.name), null, el("p", { class: "about" }, words), body);
}

// A link may hold something other than a list; the price then shows an error.
const listed = (said, otherwise) => (Array.isArray(said) ? said : otherwise);

// Toggle buttons for the entries of a list.
function listOf(part, now, set, label) {
	if (now.some((each) => typeof each === "object")) return el("pre", {}, JSON.stringify(now, null, 2));
	const held = new Set(now);
	const toggle = (name) => {
		const next = part.choices.filter((each) => (each === name ? !held.has(each) : held.has(each)));
		set(next);
	};
	const one = (name) =>
		el(
			"button",
			{ type: "button", class: "cell", "aria-pressed": String(held.has(name)), onclick: () => toggle(name) },
			name,
		);
	const order = handOrder(part.choices);
	return el(
		"div",
		{ class: order ? "cells hands within" : "cells within", role: "group", "aria-label": label.replaceAll("-", " ") },
		label === part.name ? null : el("span", { class: "row-name" }, wordsOf(label)),
		...(order ?? part.choices).map(one),
	);
}

// The rows of a part as grids to click, each click the next choice; what differs from the best play is framed.
function gridsOf(part, changed, set) {
	const single = isOneRow(part);
	const rows = single ? { [part.name]: part.found } : part.found;
	const said = (row) => (single ? (Object.keys(changed).length ? changed : rows[row]) : (changed[row] ?? rows[row]));
	const now = new Map(Object.keys(rows).map((row) => [row, expand(said(row), part.columns)]));
	const first = new Map(Object.keys(rows).map((row) => [row, expand(rows[row], part.columns)]));
	const cell = (row, column) => {
		const [actions, before] = [now.get(row), first.get(row)];
		const choices = part.row_choices[row] ?? part.choices;
		const next = choices[(choices.indexOf(actions[column]) + 1) % choices.length];
		const differs = actions[column] !== before[column];
		const words = `${row} against ${column}: ${actions[column]}${differs ? `, instead of ${before[column]}` : ""}`;
		const press = () => set(single ? null : row, { ...actions, [column]: next });
		return { said: actions[column], differs, title: words, press };
	};
	const label = wordsOf(part.name);
	const parts = groupsOf(Object.keys(rows)).map(([name, list]) =>
		el("div", {}, name ? el("h4", {}, name) : null, grid(`${label} ${name}`.trim(), list, part.columns, cell)),
	);
	const all = [...now.values()].flatMap((actions) => Object.values(actions));
	return el("div", {}, el("div", { class: "charts" }, ...parts), legendOf(all));
}

// One row has no name: its keys are columns and ranges of them.
const isOneRow = ({ found, columns }) =>
	typeof found === "string" ||
	Object.entries(found).every(([key, action]) => {
		const ends = key.split("-").map((each) => columns.indexOf(each));
		const isRange = ends.every((end) => end >= 0) && (ends.length === 1 || (ends.length === 2 && ends[0] < ends[1]));
		return isRange && typeof action === "string";
	});

// `{ "2-6": "stand", "7-A": "hit" }` or one action for all, as an action for each column.
function expand(said, columns) {
	if (typeof said === "string") return Object.fromEntries(columns.map((column) => [column, said]));
	const found = {};
	for (const [range, action] of Object.entries(said)) {
		const [from, to = from] = range.split("-");
		for (let at = columns.indexOf(from); at <= columns.indexOf(to); at++) found[columns[at]] = action;
	}
	return found;
}
